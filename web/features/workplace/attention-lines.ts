import type { DueStep } from '#shared/contracts/health-programmes.ts'
import type { FlockThisMorning } from '#shared/contracts/workplace.ts'
import { type Exception, exceptionsIn } from '#shared/flock-figures/exceptions.ts'
import { leadingAlarm, urgencies } from '#shared/house-urgency.ts'
import type { HouseNow } from '#web/components/use-worst-first.ts'
import { isUnserved } from './unserved.ts'

type Row =
  | { house: HouseNow; exception?: undefined; step?: undefined }
  | { house?: undefined; exception: Exception; step?: undefined }
  | { house?: undefined; exception?: undefined; step: DueStep }

/** Houses and flocks in one order: what is critical, what is silent, then what to watch. */
export function linesOf(
  houses: readonly HouseNow[],
  flocks: readonly FlockThisMorning[],
  due: readonly DueStep[],
): Row[] {
  const urgent = houses.filter(house => house.urgency !== 'normal' && !isUnserved(house))
  const exceptions = exceptionsIn(flocks).filter(each => !isNamed(urgent, each))
  const overdue = due.filter(({ state }) => state === 'overdue')
  const rows: Row[] = [
    ...urgent.map(house => ({ house })),
    ...exceptions.map(exception => ({ exception })),
    ...overdue.map(step => ({ step })),
  ]
  return rows.toSorted((a, b) => placeIn(a) - placeIn(b))
}

function placeIn({ house, exception, step }: Row): number {
  if (step) return WATCHED
  if (house) return house.urgency === 'watch' ? WATCHED : urgencies.indexOf(house.urgency)
  if (exception.isCritical) return urgencies.indexOf('alarm')
  return 'alarm' in exception ? WATCHED - 1 : WATCHED + 1
}
/** After everything urgent, and after the flocks whose own alarms are warnings. */
const WATCHED = urgencies.length

/** Whether the line of a house already names this alarm of its flock. */
const isNamed = (urgent: readonly HouseNow[], exception: Exception): boolean =>
  'alarm' in exception &&
  urgent.some(
    ({ id, alarms }) => id === exception.flock.houseId && leadingAlarm(alarms)?.code === exception.alarm.code,
  )
