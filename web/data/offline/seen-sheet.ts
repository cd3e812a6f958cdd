import type { RecordSheet } from '#shared/contracts/flock-records.ts'
import { aliveTonight } from '#shared/flock-doubts.ts'
import { dateIn, daysBetween } from '#shared/zone-time.ts'

/**
 * A sheet for a day, derived from the newest one seen. Another day has no record and no meters, and a bird count for the
 * morning only on the day right after. Without `asked` it is today by the clock of the house.
 */
export function sheetFrom(seen: RecordSheet, asked: string | undefined, now: Date): RecordSheet {
  // A clock set back does not bring back a day.
  const today = [dateIn(seen.timeZone, now), seen.today].sort().at(-1) ?? seen.today
  const day = asked ?? (seen.endedOn && seen.endedOn < today ? seen.endedOn : today)
  const later = daysBetween(seen.day, day)
  if (later === 0) return { ...seen, today }
  const { record, withdrawal, weighedDaysAgo } = seen
  const standing = (until: string | null) => (until !== null && until >= day ? until : null)
  const isTold = later === 1 && record !== null
  return {
    ...seen,
    day,
    today,
    dayAge: seen.dayAge + later,
    age: seen.age + later,
    aliveAtStart: isTold ? aliveTonight(record, seen.aliveAtStart) : null,
    deadMean: later > 0 ? seen.deadMean : null,
    feedMean: later > 0 ? seen.feedMean : null,
    weightBefore: later > 0 ? seen.weightBefore : null,
    weighedDaysAgo: later > 0 && weighedDaysAgo !== null ? weighedDaysAgo + later : null,
    lostMean: later > 0 ? seen.lostMean : null,
    countedBefore: {},
    nothingOdd: [],
    withdrawal: { meat: standing(withdrawal.meat), eggs: standing(withdrawal.eggs) },
    measured: {},
    doubted: {},
    record: null,
    mayChange: true,
  }
}
