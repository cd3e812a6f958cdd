import type { Severity } from './signals.ts'

/** Minutes that an alarm may be shelved for at most, by level: an emergency never. */
export const SHELF_MOST_MIN: Readonly<Record<Severity, number>> = {
  info: 24 * 60,
  warning: 24 * 60,
  critical: 30,
  emergency: 0,
}

/** Noted of a shelf: by somebody; ended by somebody; ended because the alarm got worse. */
export const shelfChanges = ['shelved', 'unshelved', 'worse'] as const
/** The same, and `expired`: it ran out by itself, which nothing has to note. */
export const shelfEvents = [...shelfChanges, 'expired'] as const

/** When the shelves of an alarm ran out by themselves; `over`: when the alarm itself was over, if it is. */
export function shelvesExpired(
  events: readonly { kind: string; at: Date; shelvedUntil: Date | null }[],
  over: Date | null,
  now = new Date(),
): Date[] {
  return events.flatMap(({ at, shelvedUntil: until }) => {
    if (!until || until > now || (over && over <= until)) return []
    const isEnded = events.some(
      other => (other.kind === 'unshelved' || other.kind === 'worse') && other.at >= at && other.at <= until,
    )
    return isEnded ? [] : [until]
  })
}

/** Spans to choose from, minutes. */
const SPANS_MIN = [10, 30, 2 * 60, 8 * 60, 24 * 60]

/** The spans that a level allows; none for an emergency. */
export const shelfSpans = (level: Severity): readonly number[] =>
  SPANS_MIN.filter(minutes => minutes <= SHELF_MOST_MIN[level])
