import type { SettingDocument } from '#shared/signals.ts'
import type { TestApp } from './app.ts'

/** A setting that every filled customer's controller has, and a change of it. */
const SETTING = 'Settings/Temp/NightSetback'
export const CHANGE = { before: { [SETTING]: 0 }, wanted: { [SETTING]: -1 } }

/** Reports what a controller's water meter shows to an application without a broker. */
export function tellMeter({ devices }: TestApp['services'], deviceId: string): void {
  const at = Date.now()
  const readings = new Map([['Water/Today', { value: 900, at }]])
  devices.states.set(deviceId, { readings, lastMessageAt: at, reportIntervalS: 5 })
}

/** Reports a controller's settings to an application without a broker. */
export function tellSettings(
  { devices }: TestApp['services'],
  deviceId: string,
  settings: SettingDocument = CHANGE.before,
): void {
  const at = Date.now()
  const readings = new Map(Object.entries(settings).map(([name, value]) => [name, { value, at }]))
  devices.states.set(deviceId, { readings, lastMessageAt: at, reportIntervalS: 5 })
}

/** Reports the buses of a gateway that can try register maps to an application without a broker. */
export function tellBuses({ devices }: TestApp['services'], gatewayId: string): void {
  const at = Date.now()
  const readings = new Map([['Gateway/Buses', { value: '["house"]', at }]])
  devices.states.set(gatewayId, { readings, lastMessageAt: at, reportIntervalS: 5 })
}
