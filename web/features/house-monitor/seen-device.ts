import type { DeviceNow, HouseOnMonitor } from '#shared/contracts/houses.ts'

/**
 * The house with the values of one of its devices in place of its main controller's. That the house is offline means its
 * main controller is silent; for another device its own age tells.
 */
export function seenThrough<H extends HouseOnMonitor>(house: H, { iotId, ...now }: DeviceNow): H {
  return { ...house, ...now, iotId, state: house.state === 'offline' ? 'normal' : house.state }
}
