import { flockAlarmCodes, isWorse } from '#shared/alarms.ts'
import { episodesOf, flockVerdicts } from '#shared/flock-alarms.ts'
import type { JudgedDay } from '#shared/flock-verdicts/judged.ts'
import { dateIn, daysAfter, instantOf } from '#shared/zone-time.ts'
import type { AlarmBook } from '../alarm-book.ts'
import { JUDGED_DAYS } from './flock-days.ts'
import type { OpenFlock } from './open-flocks.ts'
import type { EndedEpisode } from './record-past.ts'

/**
 * Enters in the book what the days of a flock say now: raises, worsens or clears its alarms. Returns what is over without
 * having been an alarm: it was told too late for that.
 */
export function judgeFlock(
  book: AlarmBook,
  flock: OpenFlock,
  days: readonly JudgedDay[],
  now: number,
): EndedEpisode[] {
  const verdicts = flockVerdicts(flock, days)
  const from = daysAfter(dateIn(flock.timeZone, now), -JUDGED_DAYS)
  return flockAlarmCodes.flatMap(code => {
    const episodes = episodesOf(verdicts[code].filter(({ day }) => day >= from))
    const last = episodes.at(-1)
    const current = last?.endedOn === null ? last : undefined
    const watched = { subjectId: flock.id, rule: code }
    const stands = book.find(watched)
    if (stands && !current) book.clear(stands, now)
    if (stands && current && isWorse(current.level, stands.level))
      book.escalate(stands, current.level, current)
    if (!stands && current)
      book.raise({
        ...watched,
        code,
        level: current.level,
        source: 'platform',
        houseIds: [flock.houseId],
        officePath: flock.officePath,
        farmPath: flock.farmPath,
        at: now,
        since: instantOf(`${current.from}T00:00`, flock.timeZone),
        value: current.value,
        limit: current.limit,
        target: null,
      })
    // What has just been cleared is the last of them.
    const ended = stands ? episodes.slice(0, -1) : episodes
    return ended.flatMap(episode =>
      episode.endedOn === null ? [] : [{ ...episode, code, endedOn: episode.endedOn }],
    )
  })
}

/** Clears all alarms of a flock that is closed or gone. */
export function clearFlock(book: AlarmBook, flockId: string, now: number): void {
  for (const rule of flockAlarmCodes) {
    const stands = book.find({ subjectId: flockId, rule })
    if (stands) book.clear(stands, now, 'flock')
  }
}
