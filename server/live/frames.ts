import type { FrameData } from '#shared/realtime.ts'
import type { HouseNow } from '../farm/house-state/kept-states.ts'
import type { DeviceSide } from '../telemetry/device-side.ts'
import { type WireReadings, wireReadings } from '../telemetry/wire-readings.ts'

export const frame = (data: FrameData): string => JSON.stringify({ data })

export const dataFrame = (
  houseId: string,
  deviceId: string,
  heardAt: number | null,
  values: WireReadings,
): string => frame({ dataType: 'DEVICE_DATA', iotId: deviceId, chickenHouseId: houseId, heardAt, values })

/** What is known of a device, however old it is. */
export function knownDataFrame(houseId: string, deviceId: string, devices: DeviceSide): string {
  const latest = devices.latest(deviceId)
  return dataFrame(houseId, deviceId, latest?.lastMessageAt ?? null, wireReadings(latest))
}

export const warningFrame = (houseId: string, { state, since, alarms }: HouseNow): string =>
  frame({ dataType: 'WARNING_MESSAGE', chickenHouseId: houseId, state, since, alarms })
