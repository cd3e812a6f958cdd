import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import { SYSTEM } from '../database/store.ts'
import { alarm } from '../database/tables/alarms.ts'
import { device, houseDevice } from '../database/tables/farms.ts'
import { noticeMessage } from '../database/tables/histories.ts'
import type { LatestReading } from '../devices/device-side.ts'
import type { EventMap } from '../events.ts'
import { type Person, type TestApp, testApp } from '../testing/app.ts'
import { buildDevice, buildHouse } from '../testing/farm-builder.ts'
import { type Alarms, startAlarms } from './alarms.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const GRACE_MS = 120 * SECOND

let farm: TestApp
let farmer: Person
let engine: Alarms | undefined
let now = Date.now()
let told: EventMap['alarm'][0][] = []

beforeAll(async () => {
  farm = await testApp()
  farmer = await farm.as({ office: farm.offices.sharing, kind: 2, grants: ['house_alarm:query'] })
  farm.services.events.on('alarm', event => told.push(event))
})
beforeEach(() => {
  now = Date.now()
  told = []
})
afterEach(async () => {
  await engine?.stop()
  engine = undefined
})
afterAll(() => farm.close())

async function start() {
  const { store, events, devices, log } = farm.services
  engine = await startAlarms({ store, events, devices, log, now: () => now, graceMs: GRACE_MS })
  return engine
}
/** As kill -9 leaves it: what was in memory is gone, the database and the latest state stay. */
async function restart() {
  await engine?.stop()
  return start()
}
const running = () => engine ?? start()

type Values = Record<string, MetricValue>
interface Controller {
  id: string
  houseId: string
}

async function controllers(count: number, flockStartedOn: string | null = '2026-01-01') {
  const { sharing } = farm.offices
  const gateway = await buildDevice(farm.services, sharing, { status: 'ONLINE' })
  const made: Controller[] = []
  for (let i = 0; i < count; i++) {
    const { id } = await buildDevice(farm.services, sharing, {
      ...{ type: 'controller', gatewayId: gateway.id, status: 'ONLINE' },
    })
    const house = await buildHouse(farm.services, sharing, { deviceIds: [id], flockStartedOn })
    made.push({ id, houseId: house.id })
  }
  return { gateway, made }
}
async function controller(flockStartedOn?: string | null): Promise<Controller> {
  const { made } = await controllers(1, flockStartedOn)
  return made[0] as Controller
}

/** The device side commits a sample: the latest state first, then the event. */
function report({ id }: Controller, values: Values, at = now, historical = false) {
  const known = farm.services.devices.states.get(id)
  const readings = new Map<string, LatestReading>(known?.readings)
  for (const [metric, value] of Object.entries(values)) {
    const before = readings.get(metric)
    if (!historical && (!before || before.at <= at)) readings.set(metric, { value, at })
  }
  farm.services.devices.states.set(id, { readings, lastMessageAt: now, reportIntervalS: 5 })
  farm.services.events.emit('report', {
    ...{ deviceId: id, at, historical, values: new Map(Object.entries(values)) },
  })
}
const alarmsOf = ({ houseId }: Pick<Controller, 'houseId'>) =>
  farm.services.store
    .scoped(SYSTEM)
    .select()
    .from(alarm)
    .orderBy(alarm.raisedAt)
    .then(rows => rows.filter(({ houseIds }) => houseIds.includes(houseId)))
const noticesOf = (id: string) =>
  farm.services.store.scoped(SYSTEM).select().from(noticeMessage).where(eq(noticeMessage.subjectId, id))

test('an alarm of the controller is raised once and cleared once, with the times of the device', async () => {
  const house = await controller()
  await start()
  const raisedAt = now - 40 * SECOND
  report(house, { 'Alarm/PowerFail': true }, raisedAt)
  report(house, { 'Alarm/PowerFail': true }, raisedAt + 5 * SECOND)
  report(house, { 'Alarm/PowerFail': false }, raisedAt + 30 * SECOND)
  report(house, { 'Alarm/PowerFail': false }, raisedAt + 35 * SECOND)
  await engine?.settled()
  expect(await alarmsOf(house)).toMatchObject([
    {
      ...{
        code: 'PowerFail',
        level: 'emergency',
        source: 'controller',
        condition: 'cleared',
        handling: 'new',
      },
      ...{
        raisedAt: new Date(raisedAt),
        clearedAt: new Date(raisedAt + 30 * SECOND),
        repeats: 0,
        live: true,
      },
    },
  ])
  expect(told.map(({ change }) => change)).toEqual(['raised', 'cleared'])
})

test('the people of the customer who hold alarms are told of a grave one, once; of a warning nobody', async () => {
  const stranger = await farm.as({ office: farm.offices.closed, kind: 2, grants: ['house_alarm:query'] })
  const noAlarms = await farm.as({ office: farm.offices.sharing, kind: 2, grants: ['weather:query'] })
  const ofATeam = await farm.as({ office: farm.offices.team, kind: 2, grants: ['house_alarm:query'] })
  const notices: string[][] = []
  farm.services.events.on('notice', ({ accountIds }) => notices.push(accountIds))
  const house = await controller()
  await start()
  report(house, { 'Alarm/HighTemp': true, 'Alarm/SensorHum': true, 'Climate/Temp/Avg': 33 })
  await engine?.settled()
  const [grave, warning] = (await alarmsOf(house)).sort((a, b) => a.code.localeCompare(b.code))
  const receivers = (await noticesOf(grave?.id ?? '')).map(({ accountId }) => accountId)
  expect(receivers).toContain(farmer.accountId)
  for (const other of [stranger, noAlarms, ofATeam]) expect(receivers).not.toContain(other.accountId)
  expect(new Set(receivers).size).toBe(receivers.length)
  expect(notices.flat()).toEqual(receivers)
  expect(await noticesOf(warning?.id ?? '')).toEqual([])
})

test('what was committed before a kill but not recorded is found at the start, with its own time', async () => {
  const house = await controller()
  report(house, { 'Alarm/AbsHighTemp': true }, now - MINUTE)
  await start()
  await engine?.settled()
  expect(await alarmsOf(house)).toMatchObject([{ code: 'AbsHighTemp', raisedAt: new Date(now - MINUTE) }])
})

test('an alarm that stands is not raised again by restarts, and clears after them', async () => {
  const house = await controller()
  await start()
  report(house, { 'Alarm/WaterNone': true })
  await engine?.settled()
  for (let i = 0; i < 3; i++) await restart()
  report(house, { 'Alarm/WaterNone': true }, now + SECOND)
  report(house, { 'Alarm/WaterNone': false }, now + MINUTE)
  await engine?.settled()
  const found = await alarmsOf(house)
  expect(found).toMatchObject([{ condition: 'cleared', repeats: 0 }])
  const people = (await noticesOf(found[0]?.id ?? '')).map(({ accountId }) => accountId)
  expect(people.filter(id => id === farmer.accountId)).toHaveLength(1)
  expect(told.filter(({ change }) => change === 'raised')).toHaveLength(1)
})

test('one that was cleared while the server was down is cleared at the start', async () => {
  const house = await controller()
  await start()
  report(house, { 'Alarm/WaterNone': true })
  await engine?.stop()
  report(house, { 'Alarm/WaterNone': false }, now + MINUTE)
  await start()
  await engine?.settled()
  expect(await alarmsOf(house)).toMatchObject([{ condition: 'cleared', clearedAt: new Date(now + MINUTE) }])
})

test('an alarm that flaps is one alarm that counts, told once; after a quarter of an hour it is a new one', async () => {
  const house = await controller()
  await start()
  for (let i = 0; i < 5; i++) {
    report(house, { 'Alarm/PhaseLoss': true }, now + i * MINUTE)
    report(house, { 'Alarm/PhaseLoss': false }, now + i * MINUTE + 20 * SECOND)
  }
  await engine?.settled()
  const [flapping] = await alarmsOf(house)
  expect(await alarmsOf(house)).toMatchObject([{ repeats: 4, condition: 'cleared' }])
  const people = (await noticesOf(flapping?.id ?? '')).map(({ accountId }) => accountId)
  expect(people.filter(id => id === farmer.accountId)).toHaveLength(1)
  report(house, { 'Alarm/PhaseLoss': true }, now + 30 * MINUTE)
  await engine?.settled()
  expect(await alarmsOf(house)).toHaveLength(2)
})

test('what a device tells of afterwards is filed with its own time and alerts nobody', async () => {
  const house = await controller()
  await start()
  const then = now - 3 * 60 * MINUTE
  await farm.services.store
    .scoped(SYSTEM)
    .update(houseDevice)
    .set({ from: new Date(now - 50 * 60 * MINUTE) })
    .where(eq(houseDevice.deviceId, house.id))
  report(house, { 'Alarm/SiloLow': true }, now - 72 * 60 * MINUTE, true)
  report(house, { 'Alarm/PowerFail': true }, then, true)
  report(house, { 'Alarm/PowerFail': true }, then + MINUTE, true)
  report(house, { 'Alarm/PowerFail': false }, then + 5 * MINUTE, true)
  report(house, { 'Alarm/HighTemp': true }, now - 48 * 60 * MINUTE, true)
  await engine?.settled()
  const found = await alarmsOf(house)
  expect(found).toMatchObject([
    { code: 'HighTemp', live: false, condition: 'cleared', handling: 'solved' },
    {
      ...{ code: 'PowerFail', live: false, condition: 'cleared', handling: 'new' },
      ...{ raisedAt: new Date(then), clearedAt: new Date(then + 5 * MINUTE) },
    },
  ])
  for (const { id } of found) expect(await noticesOf(id)).toEqual([])
  expect(told).toEqual([])
})

test('a past that is sent twice is filed once, and one that reaches into the present becomes live', async () => {
  const house = await controller()
  await start()
  const then = now - 20 * MINUTE
  report(house, { 'Alarm/HighCO2': true }, then, true)
  await engine?.settled()
  await restart()
  report(house, { 'Alarm/HighCO2': true }, then, true)
  report(house, { 'Alarm/HighCO2': true }, then)
  await engine?.settled()
  const found = await alarmsOf(house)
  expect(found).toMatchObject([{ live: true, condition: 'active', raisedAt: new Date(then) }])
  expect((await noticesOf(found[0]?.id ?? '')).map(({ accountId }) => accountId)).toContain(farmer.accountId)
})

test('a sample that is overtaken by a newer one changes nothing that stands', async () => {
  const house = await controller()
  await start()
  report(house, { 'Alarm/InletStuck': true }, now)
  report(house, { 'Alarm/InletStuck': false }, now - 10 * SECOND)
  await engine?.settled()
  expect(await alarmsOf(house)).toMatchObject([{ condition: 'active' }])
})

test('a house above the limit of its day for two minutes is told of, with value, limit and target', async () => {
  const house = await controller()
  await start()
  const warm: Values = { 'Climate/Temp/Avg': 29.5, 'Climate/Temp/Target': 21 }
  for (const s of [0, 60, 119]) report(house, warm, now + s * SECOND)
  await engine?.settled()
  expect(await alarmsOf(house)).toEqual([])
  report(house, warm, now + 120 * SECOND)
  report(house, warm, now + 180 * SECOND)
  await engine?.settled()
  const [raised] = await alarmsOf(house)
  expect(raised).toMatchObject({
    ...{ code: 'TemperatureHigh', source: 'platform', level: 'critical', condition: 'active' },
    ...{ value: 29.5, target: 21, since: new Date(now), raisedAt: new Date(now + 120 * SECOND) },
  })
  expect(raised?.limit).toBeGreaterThan(21)
  await restart()
  report(house, warm, now + 240 * SECOND)
  report(house, { 'Climate/Temp/Avg': 21 }, now + 300 * SECOND)
  await engine?.settled()
  expect(await alarmsOf(house)).toMatchObject([
    { condition: 'cleared', clearedAt: new Date(now + 300 * SECOND), repeats: 0 },
  ])
})

test('on a hot day the same temperature is no alarm, but the absolute limit stays', async () => {
  const house = await controller()
  await start()
  const hot: Values = { 'Climate/Temp/Avg': 33, 'Climate/Temp/Target': 21, 'Climate/Temp/Outdoor': 32 }
  for (let s = 0; s <= 300; s += 30) report(house, hot, now + s * SECOND)
  await engine?.settled()
  expect(await alarmsOf(house)).toEqual([])
  for (let s = 330; s <= 450; s += 30)
    report(house, { ...hot, 'Climate/Temp/Avg': 35.4, 'Climate/Temp/Outdoor': 38 }, now + s * SECOND)
  await engine?.settled()
  expect(await alarmsOf(house)).toMatchObject([
    { code: 'TemperatureAbsolute', level: 'emergency', limit: 35 },
  ])
})

test('what the controller warns of itself is not told twice', async () => {
  const house = await controller()
  await start()
  const warm: Values = { 'Climate/Temp/Avg': 29.5, 'Climate/Temp/Target': 21, 'Alarm/HighTemp': true }
  for (let s = 0; s <= 300; s += 30) report(house, warm, now + s * SECOND)
  await engine?.settled()
  expect((await alarmsOf(house)).map(({ code }) => code)).toEqual(['HighTemp'])
})

test('silence warns after 180 s and grows critical at 600 s: told once, cleared by the next message', async () => {
  const house = await controller()
  const alarms = await running()
  report(house, { 'Climate/Temp/Avg': 21 })
  const heardAt = now
  now = heardAt + 179 * SECOND
  alarms.sweep()
  now = heardAt + 181 * SECOND
  alarms.sweep()
  alarms.sweep()
  await alarms.settled()
  const [silent] = await alarmsOf(house)
  expect(silent).toMatchObject({ level: 'warning', condition: 'active', since: new Date(heardAt) })
  expect(await noticesOf(silent?.id ?? '')).toEqual([])
  now = heardAt + 601 * SECOND
  alarms.sweep()
  alarms.sweep()
  await alarms.settled()
  expect(await alarmsOf(house)).toMatchObject([{ level: 'critical' }])
  const people = (await noticesOf(silent?.id ?? '')).map(({ accountId }) => accountId)
  expect(people.filter(id => id === farmer.accountId)).toHaveLength(1)
  report(house, { 'Climate/Temp/Avg': 21 })
  alarms.sweep()
  await alarms.settled()
  expect(await alarmsOf(house)).toMatchObject([{ condition: 'cleared', clearedAt: new Date(now) }])
})

test('one silent gateway is one alarm with its houses', async () => {
  const { gateway, made } = await controllers(3)
  const alarms = await running()
  for (const house of made) report(house, { 'Climate/Temp/Avg': 21 })
  farm.services.events.emit('status', {
    ...{ deviceId: gateway.id, from: 'ONLINE', to: 'OFFLINE', at: now, reason: 'disconnect' },
  })
  now += 190 * SECOND
  alarms.sweep()
  await alarms.settled()
  const [found] = await alarmsOf(made[0] as Controller)
  expect(found).toMatchObject({ code: 'Offline', subjectId: gateway.id })
  expect(found?.houseIds.toSorted()).toEqual(made.map(({ houseId }) => houseId).toSorted())
  expect(told).toHaveLength(1)
})

test('when a gateway comes back, the last of its controllers is not called silent at once', async () => {
  const { made } = await controllers(2)
  const [first, last] = made as [Controller, Controller]
  const alarms = await running()
  for (const house of made) report(house, { 'Climate/Temp/Avg': 21 })
  now += 300 * SECOND
  alarms.sweep()
  report(first, { 'Climate/Temp/Avg': 21 })
  alarms.sweep()
  now += 5 * SECOND
  alarms.sweep()
  report(last, { 'Climate/Temp/Avg': 21 })
  alarms.sweep()
  await alarms.settled()
  expect(await alarmsOf(last)).toMatchObject([{ condition: 'cleared' }])
})

test('after a start births are waited for before silence is told of', async () => {
  const house = await controller()
  report(house, { 'Climate/Temp/Avg': 21 })
  now += 60 * MINUTE
  const alarms = await start()
  alarms.sweep()
  now += GRACE_MS - SECOND
  alarms.sweep()
  await alarms.settled()
  expect(await alarmsOf(house)).toEqual([])
  now += 2 * SECOND
  alarms.sweep()
  await alarms.settled()
  expect(await alarmsOf(house)).toMatchObject([{ level: 'critical', condition: 'active' }])
})

test('a controller that serves no house any more leaves no alarm behind', async () => {
  const house = await controller()
  const alarms = await running()
  report(house, { 'Alarm/HighTemp': true })
  await alarms.settled()
  const { store, events } = farm.services
  await store.scoped(SYSTEM).update(device).set({ deletedAt: new Date() }).where(eq(device.id, house.id))
  const cleared = new Promise(resolve => events.once('alarm', resolve))
  events.emit('registry', { deviceIds: [house.id] })
  await cleared
  expect(await alarmsOf(house)).toMatchObject([{ condition: 'cleared' }])
})

test('a controller that took the place of another is missed from then on, though it never spoke', async () => {
  const { sharing } = farm.offices
  const old = await buildDevice(farm.services, sharing, { type: 'controller', status: 'DISABLE' })
  const { id } = await buildDevice(farm.services, sharing, {
    ...{ type: 'controller', replacesId: old.id, replacedAt: new Date(now) },
  })
  const { id: houseId } = await buildHouse(farm.services, sharing, { deviceIds: [id] })
  await start()
  now += 170 * SECOND
  engine?.sweep()
  await engine?.settled()
  expect(await alarmsOf({ houseId })).toEqual([])
  now += 20 * SECOND
  engine?.sweep()
  await engine?.settled()
  expect(await alarmsOf({ houseId })).toMatchObject([{ code: 'Offline', condition: 'active' }])
})
