import { alarmOfLatch, LATCHED } from '#shared/signals.ts'
import type { ReportValues } from '../../platform/events.ts'
import type { DeviceSide } from '../../telemetry/device-side.ts'

const ALARM = 'Alarm/'
const isTold = (metric: string) => metric.startsWith(ALARM) || metric.startsWith(LATCHED)

/** Which alarm metrics of each device are true, or are held by it: read once from the latest state, then kept up to date by reports. */
export interface DeviceAlarms {
  of(deviceId: string): ReadonlySet<string>
  /** True when the report changed an alarm of its device. */
  note(deviceId: string, values: ReportValues): boolean
  /** The device now belongs to another house: its state is read again. */
  forget(deviceId: string): void
  /** The device now belongs to another customer: nothing is known of it until it reports. */
  silence(deviceId: string): void
}

export function deviceAlarms(devices: Pick<DeviceSide, 'latest'>): DeviceAlarms {
  const active = new Map<string, Set<string>>()

  const of = (deviceId: string): Set<string> => {
    let alarms = active.get(deviceId)
    if (!alarms) {
      alarms = new Set<string>()
      for (const [metric, { value }] of devices.latest(deviceId)?.readings ?? [])
        if (value === true && isTold(metric)) alarms.add(metric)
      active.set(deviceId, alarms)
    }
    return alarms
  }

  return {
    of(deviceId) {
      const alarms = of(deviceId)
      for (const metric of alarms)
        if (metric.startsWith(LATCHED)) return new Set([...alarms].map(alarmOfLatch))
      return alarms
    },
    note(deviceId, values) {
      const alarms = of(deviceId)
      let changed = false
      const named = values.named
        ? [...values.named(ALARM), ...values.named(LATCHED)]
        : [...values.keys()].filter(isTold)
      for (const metric of named) {
        const value = values.get(metric)
        if (value === undefined) continue
        if (value === true ? alarms.has(metric) : !alarms.delete(metric)) continue
        if (value === true) alarms.add(metric)
        changed = true
      }
      return changed
    },
    forget: deviceId => void active.delete(deviceId),
    silence: deviceId => void active.set(deviceId, new Set()),
  }
}
