import { LONGEST_GAP } from './flock-figures/ledger.ts'
import { daysAfter, daysBetween } from './zone-time.ts'

/**
 * Days up to yesterday of which a flock in its house has no record, where they are so many that nobody knows how it fares; null
 * where they are not. `today`: at its house.
 */
export function silentFor(
  { placedOn, lastRecordOn }: { placedOn: string; lastRecordOn: string | null },
  today: string,
): number | null {
  const days = daysBetween(lastRecordOn ?? placedOn, daysAfter(today, -1))
  return days > LONGEST_GAP ? days : null
}
