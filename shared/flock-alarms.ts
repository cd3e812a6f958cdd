import type { FlockAlarmCode } from './alarms.ts'
import { growthVerdicts } from './flock-verdicts/growth.ts'
import type { DayVerdict, JudgedDay, JudgedFlock } from './flock-verdicts/judged.ts'
import { layingVerdicts } from './flock-verdicts/laying.ts'
import { lossVerdicts } from './flock-verdicts/losses.ts'
import { waterVerdicts } from './flock-verdicts/water.ts'

/** The verdicts of a flock's known days by kind of alarm, in order of the days. */
export function flockVerdicts(
  flock: JudgedFlock,
  known: readonly JudgedDay[],
): Record<FlockAlarmCode, DayVerdict[]> {
  const days = [...known].sort((a, b) => (a.day < b.day ? -1 : 1))
  return {
    LossesHigh: worstOf(lossVerdicts(flock, days), maleVerdicts(flock, days)),
    GrowthBehind: growthVerdicts(flock, days),
    LayingRateFalling: layingVerdicts(flock, days),
    WaterFalling: waterVerdicts(flock, days),
  }
}

/** Breeder males, who are held to the limits of the hens: of their own losses no standard tells. */
const maleVerdicts = (flock: JudgedFlock, days: readonly JudgedDay[]): DayVerdict[] =>
  lossVerdicts(
    { ...flock, breed: null, standard: null },
    days.flatMap(day => (day.males ? [{ ...day, birds: day.males.birds, lost: day.males.dead }] : [])),
  )

/** The worse of two verdicts on a day, the first where they are as bad. A day on which the first tells nothing is no good day. */
function worstOf(verdicts: readonly DayVerdict[], others: readonly DayVerdict[]): DayVerdict[] {
  const rank = (verdict?: DayVerdict) => ['warning', 'critical'].indexOf(verdict?.level ?? '')
  const byDay = new Map(verdicts.map(verdict => [verdict.day, verdict]))
  for (const other of others) if (rank(other) > rank(byDay.get(other.day))) byDay.set(other.day, other)
  return [...byDay.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** Bad days in a row, as one alarm. */
export interface Episode {
  /** The first and the last bad day. */
  from: string
  to: string
  /** The good day after them; null while it lasts. */
  endedOn: string | null
  /** The worst level, with the figures of the last day on it. */
  level: 'warning' | 'critical'
  value: number
  limit: number
}

/** The alarms that the verdicts of one kind add up to, oldest first. */
export function episodesOf(verdicts: readonly DayVerdict[]): Episode[] {
  const found: Episode[] = []
  for (const { day, level, value, limit } of verdicts) {
    const last = found.at(-1)
    const open = last?.endedOn === null ? last : undefined
    if (level === null) {
      if (open) open.endedOn = day
    } else if (!open) found.push({ from: day, to: day, endedOn: null, level, value, limit })
    else if (open.level === 'critical' && level === 'warning') open.to = day
    else Object.assign(open, { to: day, level, value, limit })
  }
  return found
}
