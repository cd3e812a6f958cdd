import { type FeedDay, type FeedLine, type FlockFeed, flockFeedOf, settledOn } from '#shared/feed-book.ts'
import { daysAfter } from '#shared/zone-time.ts'

interface Placed {
  id: string
  placedOn: string
  endedOn: string | null
}

/** What a flock used by the book of its house, which has these flocks in the order of their placement. */
export function flockFeed(
  lines: readonly Pick<FeedLine, 'day' | 'kind'>[],
  days: readonly FeedDay[],
  flocks: readonly Placed[],
  { id, placedOn, endedOn }: Placed,
  today: string,
): FlockFeed | null {
  const at = flocks.findIndex(flock => flock.id === id)
  const [before, next] = [flocks[at - 1], flocks[at + 1]]
  const after = before?.endedOn ? settledOn(lines, before.endedOn, placedOn) : null
  // A day that is not over, and that on which the last birds leave, may have no feed of its own.
  const fedUntil = daysAfter(endedOn ?? today, -1)
  const to = endedOn === null ? today : settledOn(lines, endedOn, next?.placedOn ?? null)
  return flockFeedOf(days, { after, placedOn, fedUntil, to })
}
