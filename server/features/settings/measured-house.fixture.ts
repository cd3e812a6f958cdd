import { defaultSettings } from '#shared/controller-program/default-settings.ts'
import { houseSettings } from '#shared/controller-program/house-settings.ts'
import { equipHouse } from '#shared/physics/equipment.ts'
import type { SettingDocument } from '#shared/signals.ts'
import type { TestApp } from '../../testing/app.ts'
import { buildDevice, buildHouse } from '../../testing/farm-builder.ts'
import type { SeededOffice } from '../../testing/store.ts'
import { storeReports } from '../../testing/stored-reports.ts'

const MINUTE = 60_000
/** The size its equipment is made for. */
export const size = { lengthM: 100, widthM: 14, heightM: 3, latitude: 35, birds: 20_000 }
const equipment = equipHouse('layer', size)
export const told: SettingDocument = Object.fromEntries([
  ...defaultSettings('layer', equipment.lux),
  ...houseSettings('layer', 'hyline-brown', size, equipment),
])
const readings = {
  'Climate/Temp/Outdoor': 12,
  'Climate/Hum/Outdoor': 70,
  'Climate/Temp/Avg': 21,
  'Climate/Hum/Avg': 55,
  'Air/CO2/S1': 1_800,
  'Vent/Level': 4,
}

interface More {
  breed?: string | null
  settings?: SettingDocument
  /** Metrics that nothing measures. */
  without?: readonly string[]
}

/** A house of hens with a day of readings. */
export async function measuredHouse(
  services: TestApp['services'],
  office: SeededOffice,
  { breed = 'hyline-brown', settings: has = told, without = [] }: More = {},
) {
  const at = Date.now()
  const device = await buildDevice(services, office, { type: 'controller' })
  const made = await buildHouse(services, office, {
    deviceIds: [device.id],
    breed,
    flockStartedOn: new Date(at - 210 * 86_400_000).toISOString().slice(0, 10),
    flockCount: size.birds,
  })
  const measured = Object.entries(readings).filter(([metric]) => !without.includes(metric))
  const values = new Map([...Object.entries(has), ...measured].map(([name, value]) => [name, { value, at }]))
  services.devices.states.set(device.id, { readings: values, lastMessageAt: at, reportIntervalS: 5 })
  const reports = Array.from({ length: 287 }, (_, i) => ({
    at: at - 86_000_000 + i * 5 * MINUTE,
    values: measured.map(([, value]) => value),
  }))
  await storeReports(
    services,
    device.id,
    measured.map(([metric]) => metric),
    reports,
  )
  return made
}
