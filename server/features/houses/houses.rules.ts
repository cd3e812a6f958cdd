import type { z } from 'zod'
import type { HouseForm } from '#shared/contracts/houses.ts'
import { dateIn, daysAfter, isTimeZone } from '#shared/zone-time.ts'
import { breedFaults } from '../../farm/flocks/flock-rules.ts'
import type { FieldFault } from '../../platform/http/errors.ts'

/** Days ahead that a flock may be planned. */
const PLANNED_AHEAD = 366

type FlockFields = Pick<
  z.output<typeof HouseForm>,
  'flockStartedOn' | 'flockHatchedOn' | 'flockCount' | 'flockSold'
>

/** Checks beyond the schema: zones, and consistent figures of a flock. */
export function houseFaults(form: z.output<typeof HouseForm>, officeZone: string, now: Date): FieldFault[] {
  const { timeZone } = form
  if (timeZone && !isTimeZone(timeZone)) return [{ field: 'timeZone', message: 'field.timeZone.wrong' }]
  const unfit = breedFaults(form.breed, form.type)
  if (unfit.length > 0) return unfit
  return flockFaults(form, daysAfter(dateIn(timeZone || officeZone, now), PLANNED_AHEAD))
}

function flockFaults(
  { flockStartedOn, flockHatchedOn, flockCount, flockSold }: FlockFields,
  lastDay: string,
): FieldFault[] {
  if (!flockStartedOn)
    return flockCount || flockHatchedOn
      ? [{ field: 'flockStartedOn', message: 'house.flockDateRequired' }]
      : []
  const faults: FieldFault[] = []
  if (flockStartedOn > lastDay) faults.push({ field: 'flockStartedOn', message: 'house.flockTooFar' })
  if (flockHatchedOn && flockHatchedOn > flockStartedOn)
    faults.push({ field: 'flockHatchedOn', message: 'house.hatchedAfterPlacement' })
  if (flockSold && flockSold > (flockCount ?? 0))
    faults.push({ field: 'flockSold', message: 'house.soldMoreThanPlaced' })
  return faults
}

/** Which devices start and which stop serving a house. */
export function bindingChange(now: readonly string[], wanted: readonly string[]) {
  return {
    opened: [...new Set(wanted)].filter(id => !now.includes(id)),
    closed: now.filter(id => !wanted.includes(id)),
  }
}
