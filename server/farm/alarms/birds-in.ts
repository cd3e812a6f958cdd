import { type Birds, OUTSIDE, outsideOf } from '#shared/alarm-advice.ts'
import { ageInDays, type FlockDates } from '#shared/flock.ts'
import type { Litter } from '#shared/litter.ts'
import type { LatestState } from '../../telemetry/device-side.ts'

/** The birds in a house now, and how cold it is outside by its main controller. */
export const birdsIn = (
  house: FlockDates & { timeZone: string; litter: Litter | null },
  main: Pick<LatestState, 'readings'> | undefined,
): Birds => ({
  type: house.type,
  age: ageInDays(house, house.timeZone, new Date()),
  outside: outsideOf(main?.readings.get(OUTSIDE)?.value),
  litter: house.litter,
})
