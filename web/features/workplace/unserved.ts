import type { HouseOnMonitor } from '#shared/contracts/houses.ts'

/** A house that no device serves cannot fall silent: that is a note, and no reason to go there. */
export const isUnserved = ({ iotId, devices, alarms }: HouseOnMonitor): boolean =>
  iotId === null && devices.length === 0 && alarms.length === 0
