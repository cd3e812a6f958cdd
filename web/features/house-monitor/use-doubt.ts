import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { doubtOf, doubtReasons } from '#shared/probe-doubts.ts'
import type { Text } from '#shared/text.ts'
import { useLiveHouse } from '#web/data/live/live.ts'

/** Why a value of the house is not believed, and what to check; null if it is. */
export interface ShownDoubt {
  /** Null where the controller itself says so. */
  label: Text | null
  check: Text | null
}

/** Whether a metric of the shown device is in doubt, as its active alarms say. */
export function useDoubt(house: HouseOnMonitor, metric: string): ShownDoubt | null {
  const alarms = useLiveHouse(house.id)?.alarms ?? house.alarms
  const found = doubtOf(
    alarms.filter(({ iotId }) => iotId === house.iotId),
    metric,
  )
  if (!found) return null
  const { reason } = found.doubt
  return reason === 'controller' ? { label: null, check: null } : doubtReasons[reason]
}
