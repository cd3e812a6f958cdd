import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devices } from '#shared/contracts/devices.ts'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { device } from '../../platform/database/tables/farms.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice } from '../../testing/farm-builder.ts'

const AT = Date.parse('2026-11-20T08:00:00Z')

let farm: TestApp
let staff: Person
beforeAll(async () => {
  farm = await testApp()
  staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: ['device_manage:query'] })
})
afterAll(() => farm.close())

/** What the list shows for a gateway of a customer who does not share, after this report. */
async function listed(said: Record<string, MetricValue>) {
  const { id, code } = await buildDevice(farm.services, farm.offices.closed)
  farm.services.devices.states.set(id, {
    lastMessageAt: AT,
    reportIntervalS: 60,
    readings: new Map(Object.entries(said).map(([name, value]) => [name, { value, at: AT }])),
  })
  return (await staff.call(devices.list, { query: { search: code } })).items[0]?.told
}

test('firmware and signal are what the device said of itself, without consent to anything else', async () => {
  const told = await listed({
    'Node Info/Firmware': '2.4.1',
    'Node Info/Signal': -67,
    'Climate/Temp/Avg': 21.5,
  })
  expect(told).toEqual({ firmware: { value: '2.4.1', at: AT }, signalDbm: { value: -67, at: AT } })
})

test.each([
  [{}],
  [{ 'Node Info/Firmware': '', 'Node Info/Signal': 12 }],
  [{ 'Node Info/Firmware': null, 'Node Info/Signal': null }],
  [{ 'Node Info/Firmware': 7, 'Node Info/Signal': -121 }],
  [{ 'Node Info/Signal': '-60' }],
])('of %o nothing is guessed', async said => {
  expect(await listed(said as Record<string, MetricValue>)).toEqual({ firmware: null, signalDbm: null })
})

test('a device that was never heard says nothing', async () => {
  const { code } = await buildDevice(farm.services, farm.offices.closed)
  const [item] = (await staff.call(devices.list, { query: { search: code } })).items
  expect(item?.told).toEqual({ firmware: null, signalDbm: null })
})

test('a gateway that connects only to report says how often, and so does every device behind it', async () => {
  const { closed } = farm.offices
  const gateway = await buildDevice(farm.services, closed, { type: 'gateway', code: 'Visits-1' })
  await buildDevice(farm.services, closed, { type: 'controller', gatewayId: gateway.id, code: 'Visits-2' })
  const everyS = async () =>
    (await staff.call(devices.list, { query: { search: 'Visits-' } })).items.map(item => item.reportsEveryS)
  expect(await everyS()).toEqual([null, null])
  const db = farm.services.store.scoped(SYSTEM)
  await db.update(device).set({ reportsEveryS: 300 }).where(eq(device.id, gateway.id))
  expect(await everyS()).toEqual([300, 300])
})
