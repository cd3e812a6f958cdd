import { afterAll, beforeAll, expect, test } from 'vitest'
import { settings } from '#shared/contracts/settings.ts'
import { defaultSettings } from '#shared/controller-program/default-settings.ts'
import { houseSettings } from '#shared/controller-program/house-settings.ts'
import { equipHouse } from '#shared/physics/equipment.ts'
import type { SettingDocument } from '#shared/signals.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice, buildHouse } from '../../testing/farm-builder.ts'
import { storeReports } from '../../testing/stored-reports.ts'

const NIGHT = 'Settings/Temp/NightSetback'
const MINUTE = 60_000
const size = { lengthM: 100, widthM: 14, heightM: 3, latitude: 35, birds: 20_000 }
const equipment = equipHouse('layer', size)
const told: SettingDocument = Object.fromEntries([
  ...defaultSettings('layer', equipment.lux),
  ...houseSettings('layer', 'hyline-brown', size, equipment),
])
const readings = {
  'Climate/Temp/Outdoor': 4,
  'Climate/Hum/Outdoor': 70,
  'Climate/Temp/Avg': 21,
  'Climate/Hum/Avg': 55,
  'Air/CO2/S1': 1_800,
  'Vent/Level': 4,
}

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  owner = await farm.as({ office: farm.offices.direct, kind: 2, grants: ['device_setting:edit'] })
})
afterAll(() => farm.close())

interface More {
  breed?: string | null
  settings?: SettingDocument
  /** Metrics that nothing measures. */
  without?: readonly string[]
  office?: TestApp['offices']['direct']
}

/** A house of hens that has measured itself for a day. */
async function house({ breed = 'hyline-brown', settings: has = told, without = [], office }: More = {}) {
  const at = Date.now()
  const { services, offices } = farm
  const place = office ?? offices.direct
  const device = await buildDevice(services, place, { type: 'controller' })
  const made = await buildHouse(services, place, {
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

const draft = { group: 'targetTemperature' as const, wanted: { [NIGHT]: -2 } }
const tryOut = (who: Person, { id }: { id: string }, body: object = draft) =>
  who.ask(settings.tryOut, { params: { id }, body })

test('a draft is run over the next day beside the settings of today, and the model beside what was measured', async () => {
  const { id } = await house()
  const { today, changed, verdict, assumed, error, from } = await owner.call(settings.tryOut, {
    params: { id },
    body: draft,
  })
  expect(today.samples).toHaveLength(144)
  expect(changed.samples.map(({ at }) => at)).toEqual(today.samples.map(({ at }) => at))
  expect(today.samples[0]?.at).toBe(from + 10 * MINUTE)
  // the weather of the last 24 hours, as the house measured it
  expect(today.samples.every(({ outside }) => Math.abs(outside - 4) < 0.01)).toBe(true)
  expect(changed.figures.lowest).toBeLessThan(today.figures.lowest - 1)
  expect(verdict.course).toBe('colder')
  expect(assumed.birds.count).toBe(size.birds)
  expect(assumed.isWeightTold).toBe(false)
  expect(error.temperature).toBeGreaterThan(0)
  expect(error.temperature).toBeLessThan(4)
  expect(error.co2).toBeGreaterThan(0)
})

test('nothing is stored, and a draft is checked as one that is sent', async () => {
  const made = await house()
  const params = { id: made.id }
  await owner.call(settings.tryOut, { params, body: draft })
  const reader = await farm.as({ office: farm.offices.direct, kind: 2, grants: ['device_setting:query'] })
  expect((await reader.call(settings.changes, { params })).total).toBe(0)
  const cold = await tryOut(owner, made, { ...draft, wanted: { [NIGHT]: -9 } })
  expect(cold.json().data).toMatchObject([{ field: NIGHT }])
  expect((await tryOut(owner, made, { ...draft, wanted: { [NIGHT]: 0 } })).statusCode).toBe(400)
  expect((await tryOut(reader, made)).statusCode).toBe(403)
})

test.each([
  ['the breed', { breed: null }, 'breed'],
  ['the outside temperature', { without: ['Climate/Temp/Outdoor'] }, 'Climate/Temp/Outdoor'],
  ['the temperature of the house', { without: ['Climate/Temp/Avg'] }, 'Climate/Temp/Avg'],
  [
    'a setting of its programme',
    {
      settings: Object.fromEntries(
        Object.entries(told).filter(([name]) => name !== 'Settings/Vent/LevelCount'),
      ),
    },
    'Settings/Vent/LevelCount',
  ],
])('without %s it says so, and runs nothing', async (_, more, field) => {
  const answer = await tryOut(owner, await house(more))
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data).toMatchObject([{ field }])
})

test('only who may see and control the farm tries its settings out', async () => {
  const made = await house({ office: farm.offices.closed })
  const staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: ['device_setting:edit'] })
  const answer = await tryOut(staff, made)
  expect([answer.statusCode, answer.json().data]).toEqual([403, { notShared: 'remote' }])
})
