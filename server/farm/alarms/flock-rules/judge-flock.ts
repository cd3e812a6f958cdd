import { type FlockAlarmCode, flockAlarmCodes, isWorse } from '#shared/alarms.ts'
import { episodesOf, flockVerdicts } from '#shared/flock-alarms.ts'
import type { DayVerdict, JudgedDay } from '#shared/flock-verdicts/judged.ts'
import { dateIn, daysAfter, instantOf } from '#shared/zone-time.ts'
import type { AlarmBook } from '../alarm-book.ts'
import type { Standing } from '../alarm-record.ts'
import { JUDGED_DAYS } from './flock-days.ts'
import type { OpenFlock } from './open-flocks.ts'
import type { EndedEpisode } from './record-past.ts'

/**
 * Enters in the book what the days of a flock say now: raises, worsens or clears its alarms, and keeps the figures of those
 * that stand those of the last bad day. Returns what is over without having been an alarm: it was told too late for that.
 */
export function judgeFlock(
  book: AlarmBook,
  flock: OpenFlock,
  days: readonly JudgedDay[],
  now: number,
): EndedEpisode[] {
  const verdicts = flockVerdicts(flock, days)
  const today = dateIn(flock.timeZone, now)
  const from = daysAfter(today, -JUDGED_DAYS)
  const dayOf = ({ raisedAt }: Standing) => dateIn(flock.timeZone, raisedAt)
  return flockAlarmCodes.flatMap(code => {
    const told = verdicts[code].filter(({ day }) => day >= from)
    const episodes = episodesOf(told)
    const last = episodes.at(-1)
    const current = last?.endedOn === null ? last : undefined
    const watched = { subjectId: flock.id, rule: code }
    const stands = book.find(watched)
    // Nobody has told a day since: silence is no good day. Without the bad day itself it was taken back, or is long ago.
    const isSilent = told.length === 0 && (verdicts[code].at(-1)?.level ?? null) !== null
    const isLongAgo = verdicts[code].length === 0 && stands !== undefined && dayOf(stands) < from
    if (stands && (isSilent || isLongAgo)) return []
    if (stands && !current) book.clear(stands, now)
    const figures = current && { ...current, ...lastBad(code, verdicts[code], current.from, today) }
    // With the level that it has, nobody is told: only its figures change.
    if (stands && figures)
      book.escalate(stands, isWorse(figures.level, stands.level) ? figures.level : stands.level, figures)
    if (!stands && figures)
      book.raise({
        ...watched,
        code,
        level: figures.level,
        source: 'platform',
        houseIds: [flock.houseId],
        officePath: flock.officePath,
        farmPath: flock.farmPath,
        at: now,
        since: instantOf(`${figures.from}T00:00`, flock.timeZone),
        value: figures.value,
        limit: figures.limit,
        target: null,
      })
    // What has just been cleared is the last of them.
    const ended = stands ? episodes.slice(0, -1) : episodes
    return ended.flatMap(episode =>
      episode.endedOn === null ? [] : [{ ...episode, code, endedOn: episode.endedOn }],
    )
  })
}

/**
 * The figures of the last bad day that is over, since a day. Today's losses so far count where they are more already: a day
 * that is not over does not get better.
 */
function lastBad(
  code: FlockAlarmCode,
  verdicts: readonly DayVerdict[],
  from: string,
  today: string,
): Pick<DayVerdict, 'value' | 'limit'> | undefined {
  const bad = verdicts.filter(({ day, level }) => day >= from && level !== null)
  const over = bad.findLast(({ day }) => day < today)
  const last = bad.at(-1)
  const isLess = code === 'LossesHigh' && last && over && last.day >= today && last.value <= over.value
  const found = isLess ? over : last
  return found && { value: found.value, limit: found.limit }
}

/** Clears all alarms of a flock that is closed or gone. */
export function clearFlock(book: AlarmBook, flockId: string, now: number): void {
  for (const rule of flockAlarmCodes) {
    const stands = book.find({ subjectId: flockId, rule })
    if (stands) book.clear(stands, now, 'flock')
  }
}
