import type { Device } from '#shared/contracts/devices.ts'
import type { bookkeeping } from '#shared/signals.ts'
import type { DeviceSide, LatestReading } from '../../telemetry/device-side.ts'

const FIRMWARE: keyof typeof bookkeeping = 'Node Info/Firmware'
const SIGNAL: keyof typeof bookkeeping = 'Node Info/Signal'
const FIRMWARE_LETTERS = 100
const WEAKEST_DBM = -120

type Told = NonNullable<Device['told']>

function firmwareOf(reading: LatestReading | undefined): Told['firmware'] {
  if (typeof reading?.value !== 'string' || reading.value.trim() === '') return null
  return { value: reading.value.slice(0, FIRMWARE_LETTERS), at: reading.at }
}

/** Values outside this range are not a signal strength. */
function signalOf(reading: LatestReading | undefined): Told['signalDbm'] {
  if (typeof reading?.value !== 'number') return null
  const { value, at } = reading
  return value >= WEAKEST_DBM && value <= 0 ? { value, at } : null
}

/**
 * What a device last reported about itself. It describes the connection and is not farm data: whoever sees the device may
 * see it, whether or not the customer shares its farm.
 */
export function toldOf(devices: DeviceSide, deviceId: string): Told {
  const readings = devices.latest(deviceId)?.readings
  return { firmware: firmwareOf(readings?.get(FIRMWARE)), signalDbm: signalOf(readings?.get(SIGNAL)) }
}
