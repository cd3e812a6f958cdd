import type { z } from 'zod'
import type { HouseForm } from '#shared/contracts/houses.ts'
import type { HouseStateName } from '#shared/house-state.ts'
import { dateIn, isTimeZone } from '#shared/zone-time.ts'
import type { FieldFault } from '../../http/errors.ts'

const DAY_MS = 86_400_000

/**
 * Age of the flock in days by the house's midnight, the day of placement being day 0 or 1 (`placementDay`); null for an
 * empty house and before the placement.
 */
export function dayAge(
  startedOn: string | null,
  { timeZone, placementDay, at }: { timeZone: string; placementDay: number; at: Date },
): number | null {
  if (startedOn === null) return null
  const days = Math.round((Date.parse(dateIn(timeZone, at)) - Date.parse(startedOn)) / DAY_MS)
  return days < 0 ? null : days + placementDay
}

/** What the schema cannot say: zones, and that a flock has a date that is not to come. */
export function houseFaults(
  { timeZone, flockStartedOn, flockCount }: z.output<typeof HouseForm>,
  officeZone: string,
  now: Date,
): FieldFault[] {
  if (timeZone && !isTimeZone(timeZone)) return [{ field: 'timeZone', message: 'field.timeZone.wrong' }]
  const faults: FieldFault[] = []
  if (flockStartedOn && flockStartedOn > dateIn(timeZone || officeZone, now))
    faults.push({ field: 'flockStartedOn', message: 'house.flockInFuture' })
  if (flockCount && !flockStartedOn)
    faults.push({ field: 'flockStartedOn', message: 'house.flockDateRequired' })
  return faults
}

/** Which devices start and which stop to serve a house. */
export function bindingChange(now: readonly string[], wanted: readonly string[]) {
  return {
    opened: [...new Set(wanted)].filter(id => !now.includes(id)),
    closed: now.filter(id => !wanted.includes(id)),
  }
}

const LEVELS = ['emergency', 'critical', 'offline', 'warning', 'normal']

/** Place in the order of every list: emergency, critical, offline, warning, normal. */
export function urgency(state: HouseStateName, worstAlarm: string | undefined): number {
  const level = state === 'offline' ? 'offline' : (worstAlarm ?? 'normal')
  const place = LEVELS.indexOf(level)
  return place === -1 ? LEVELS.length - 1 : place
}
