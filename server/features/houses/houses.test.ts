import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devices } from '#shared/contracts/devices.ts'
import { houses } from '#shared/contracts/houses.ts'
import type { Grant } from '#shared/permissions.ts'
import { dateIn, daysAfter, endOfDay } from '#shared/zone-time.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { deviceState, house, houseDevice, houseNow } from '../../platform/database/tables/farms.ts'
import { operationHistory } from '../../platform/database/tables/histories.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { LatestReading } from '../../telemetry/device-side.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildAlarm, buildDepartment, buildDevice, buildHouse } from '../../testing/farm-builder.ts'

const all: Grant[] = ['query', 'get', 'add', 'edit', 'delete'].map(
  action => `chicken_home_manage:${action}` as Grant,
)
let farm: TestApp
let staff: Person
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: all })
  owner = await farm.as({ office: farm.offices.direct, kind: 2, grants: all })
})
afterAll(() => farm.close())

const database = () => farm.services.store.scoped(SYSTEM)
const form = (more: object = {}) => ({
  name: 'North 1',
  officeId: farm.offices.direct.id,
  type: 'layer' as const,
  lengthM: 120,
  widthM: 15,
  heightM: 4,
  ...more,
})
const controller = (more = {}) =>
  buildDevice(farm.services, farm.offices.direct, { type: 'controller', ...more })
const openBinding = (houseId: string) =>
  database()
    .select()
    .from(houseDevice)
    .where(and(eq(houseDevice.houseId, houseId), isNull(houseDevice.to)))

test('a house is made with its flock and its controller, and counts days in its own zone', async () => {
  const { id: deviceId, code } = await controller()
  const startedOn = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10)
  const made = await owner.call(houses.create, {
    body: form({ flockStartedOn: startedOn, flockCount: 20_000, deviceIds: [deviceId] }),
  })
  expect(made).toMatchObject({ timeZone: 'Asia/Shanghai', ownTimeZone: null, flockCount: 20_000 })
  expect(made.devices.map(bound => bound.code)).toEqual([code])
  expect([39, 40, 41]).toContain(made.dayAge)
  const list = await owner.call(houses.list, { query: { search: 'north 1' } })
  expect(list.items).toEqual([made])
})

test('the list says the state of a house and how many birds its controller counts, to whom the farm is shared', async () => {
  const { services, offices } = farm
  const build = async (office: typeof offices.sharing, name: string, count: unknown) => {
    const { id } = await buildDevice(services, office, { type: 'controller' })
    await database()
      .insert(deviceState)
      .values({
        deviceId: id,
        officePath: office.path,
        farmPath: office.path,
        savedAt: new Date(),
        values: { 'Bird/Count': [count as number, Date.now()] },
      })
    return buildHouse(services, office, {
      name,
      state: 'alarm',
      deviceIds: [id],
      flockStartedOn: '2026-01-05',
    })
  }
  await build(offices.sharing, 'Counted A', 19_876)
  await build(offices.sharing, 'Counted B', 'many')
  await build(offices.closed, 'Counted C', 19_876)
  const { items } = await staff.call(houses.list, { query: { search: 'Counted' } })
  expect(items.map(({ name, state, aliveCount }) => [name, state, aliveCount])).toEqual([
    ['Counted A', 'alarm', 19_876],
    ['Counted B', 'alarm', null],
    ['Counted C', null, null],
  ])

  // No filter reveals a state that is not shown; a house carries its farm, except for its own people.
  const named = async (query: object) =>
    (await staff.call(houses.list, { query: { search: 'Counted', ...query } })).items.map(({ name }) => name)
  expect(await named({ state: 'alarm' })).toEqual(['Counted A', 'Counted B'])
  expect(await named({ state: 'offline' })).toEqual([])
  expect(await named({ officeId: offices.closed.id })).toEqual(['Counted C'])
  expect(items.map(({ customer }) => customer)).toEqual(items.map(({ officeName }) => officeName))
  expect((await owner.call(houses.list)).items.map(({ customer }) => customer)).toContain(null)
  const counts = await staff.call(houses.counts, { query: { search: 'Counted', state: 'alarm', by: 'type' } })
  expect(Object.values(counts).reduce((a, b) => a + b, 0)).toBe(2)
})

test('a replaced controller closes one interval and opens the next', async () => {
  const [old, next] = [await controller(), await controller()]
  const made = await owner.call(houses.create, { body: form({ deviceIds: [old.id] }) })
  await owner.call(houses.update, { params: { id: made.id }, body: form({ deviceIds: [next.id] }) })
  const rows = await database().select().from(houseDevice).where(eq(houseDevice.houseId, made.id))
  const ended = rows.find(row => row.deviceId === old.id)
  expect(ended?.to?.getTime()).toBeGreaterThan(ended?.from.getTime() ?? Number.POSITIVE_INFINITY)
  expect((await openBinding(made.id)).map(row => row.deviceId)).toEqual([next.id])
})

test('a controller that serves another house is refused with the name of that house', async () => {
  const { id } = await controller()
  await owner.call(houses.create, { body: form({ name: 'South 9', deviceIds: [id] }) })
  const answer = await owner.ask(houses.create, { body: form({ deviceIds: [id] }) })
  expect(answer.json().data[0]).toMatchObject({
    field: 'deviceIds.0',
    message: expect.stringContaining('South 9'),
  })
})

test('two houses that claim one controller at once do not both get it', async () => {
  const { id } = await controller()
  const answers = await Promise.all(
    [1, 2, 3, 4].map(n => owner.ask(houses.create, { body: form({ name: `Race ${n}`, deviceIds: [id] }) })),
  )
  expect(answers.map(answer => answer.statusCode).sort()).toEqual([200, 400, 400, 400])
})

test.each([
  [{ timeZone: '+08:00' }, 'timeZone'],
  [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
  [{ flockStartedOn: '2999-01-01' }, 'flockStartedOn'],
  [{ flockCount: 100 }, 'flockStartedOn'],
  [{ flockHatchedOn: '2026-01-01' }, 'flockStartedOn'],
  [{ flockStartedOn: '2026-01-01', flockHatchedOn: '2026-01-02' }, 'flockHatchedOn'],
  [{ flockStartedOn: '2026-01-01', flockCount: 100, flockSold: 101 }, 'flockSold'],
  [{ lengthM: 0 }, 'lengthM'],
  [{ name: '  ' }, 'name'],
  [{ type: 'duck' }, 'type'],
])('%o names the field %s', async (more, field) => {
  const answer = await owner.ask(houses.create, { body: form(more) })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data.map((fault: { field: string }) => fault.field)).toContain(field)
})

test('a house stays with its customer', async () => {
  const { id } = await buildHouse(farm.services, farm.offices.direct)
  const answer = await staff.ask(houses.update, {
    params: { id },
    body: form({ officeId: farm.offices.closed.id }),
  })
  expect(answer.json().data).toEqual([
    { field: 'officeId', message: 'A house cannot move to another customer' },
  ])
})

/** The date the given number of days from today, by the farm's clock. */
const inDays = (days: number) => daysAfter(dateIn(ZONE, new Date()), days)
const ZONE = 'Asia/Shanghai'

test('hens are as old as since their hatch, however the farm counts its first day', async () => {
  const flock = { flockStartedOn: inDays(-7), flockHatchedOn: inDays(-126), flockCount: 100, flockSold: 10 }
  const its = eq(office.id, farm.offices.direct.id)
  await database().update(office).set({ placementDay: 1 }).where(its)
  const made = await owner.call(houses.create, { body: form({ ...flock, timeZone: ZONE }) })
  expect(made).toMatchObject({ ...flock, dayAge: 127, standardAge: 126, placedInDays: null })
  await database().update(office).set({ placementDay: 0 }).where(its)
})

test('a house may be planned before its birds come', async () => {
  const planned = { flockStartedOn: inDays(5), flockHatchedOn: inDays(-114), timeZone: ZONE }
  const made = await owner.call(houses.create, { body: form({ ...planned, flockCount: 100 }) })
  expect(made).toMatchObject({ dayAge: null, standardAge: null, aliveCount: null, placedInDays: 5 })
})

test('a house with birds is not deleted; an empty one frees its controller', async () => {
  const { id: deviceId } = await controller()
  const made = await owner.call(houses.create, {
    body: form({ flockCount: 5, flockStartedOn: '2026-01-01', deviceIds: [deviceId] }),
  })
  const params = { id: made.id }
  expect((await owner.ask(houses.remove, { params })).json()).toMatchObject({
    code: 40003,
    message: 'There are birds in the house. Close the flock first',
  })
  await owner.call(houses.update, { params, body: form({ deviceIds: [deviceId] }) })
  await owner.call(houses.remove, { params })
  expect(await openBinding(made.id)).toEqual([])
  expect((await owner.ask(houses.get, { params })).statusCode).toBe(404)
  await owner.call(houses.create, { body: form({ deviceIds: [deviceId] }) })
})

test('without consent staff see a house by name and type, not its flock nor its readings', async () => {
  const { offices, services } = farm
  const { id } = await buildHouse(services, offices.closed, {
    name: 'Private',
    flockCount: 900,
    flockStartedOn: '2026-02-01',
    breed: 'ross308',
  })
  const params = { id }
  const seen = await staff.call(houses.get, { params })
  expect(seen).toMatchObject({
    name: 'Private',
    flockCount: null,
    flockStartedOn: null,
    breed: null,
    dayAge: null,
  })
  const state = await staff.ask(houses.state, { params })
  expect(state.statusCode).toBe(403)
  expect(state.json().message).toBe('This customer does not share its farm data')

  expect((await staff.ask(houses.remove, { params })).json().message).toBe(
    'There are birds in the house. Close the flock first',
  )

  // Staff do not erase what they could not see.
  await staff.call(houses.update, { params, body: form({ name: 'Renamed', officeId: offices.closed.id }) })
  const [row] = await database().select().from(house).where(eq(house.id, id))
  expect(row).toMatchObject({ name: 'Renamed' })
  const [now] = await database().select().from(houseNow).where(eq(houseNow.houseId, id))
  expect(now).toMatchObject({ flockCount: 900, breed: 'ross308' })
  const blind = { ...form({ officeId: offices.closed.id }), flockCount: 5 }
  expect((await staff.ask(houses.update, { params, body: blind })).statusCode).toBe(403)

  const tomorrow = new Date(Date.now() + 86_400_000)
  await database().update(office).set({ farmAccessUntil: tomorrow }).where(eq(office.id, offices.closed.id))
  expect((await staff.call(houses.get, { params })).flockCount).toBe(900)
  for (let look = 0; look < 3; look++)
    expect((await staff.ask(houses.state, { params })).statusCode).toBe(200)
  const settings = { metrics: 'Settings/Temp/Target', from: 0, to: 1_000 }
  const chart = await staff.ask(houses.chart, { params, query: settings })
  expect(chart.json().message).toBe('This customer does not share its controller settings')
  const looks = await database().select().from(operationHistory).where(eq(operationHistory.type, 'view'))
  expect(looks.map(({ subjectPath, description }) => [subjectPath, description['en-US']])).toEqual([
    [offices.closed.path, 'Viewed house: Renamed'],
  ])
  await database().update(office).set({ farmAccessUntil: null }).where(eq(office.id, offices.closed.id))
})

test('staff may say what breed a new house is for, also where the customer does not share', async () => {
  const body = form({ officeId: farm.offices.closed.id, breed: 'hyline-brown' })
  const made = await staff.call(houses.create, { body })
  expect(made.breed).toBe(null)
  const [now] = await database().select().from(houseNow).where(eq(houseNow.houseId, made.id))
  expect(now).toMatchObject({ breed: 'hyline-brown', state: 'offline' })
  const withFlock = {
    ...body,
    name: 'With a flock',
    flockStartedOn: dateIn('UTC', new Date()),
    flockCount: 900,
  }
  const refused = await staff.ask(houses.create, { body: withFlock })
  expect(refused.statusCode).toBe(403)
  expect(refused.json().message).toBe('This customer does not share its farm data')
})

test('people of a part of a farm begin a flock with a new house there', async () => {
  const team = await buildDepartment(farm.services, farm.offices.closed)
  const worker = await farm.as({ office: team, kind: 2, grants: all })
  const body = form({ officeId: team.id, flockStartedOn: dateIn('UTC', new Date()), flockCount: 900 })
  expect(await worker.call(houses.create, { body })).toMatchObject({ flockCount: 900 })
})

test('what is known of a house goes with it to another part of the farm, whoever moves it', async () => {
  const { closed } = farm.offices
  const team = await buildDepartment(farm.services, closed)
  const { id } = await buildHouse(farm.services, closed)
  await staff.call(houses.update, { params: { id }, body: form({ officeId: team.id }) })
  const [now] = await database().select().from(houseNow).where(eq(houseNow.houseId, id))
  expect(now).toMatchObject({ officePath: team.path, farmPath: closed.path })
})

const readings = (values: Record<string, LatestReading['value']>, at = Date.now()) =>
  new Map(Object.entries(values).map(([metric, value]) => [metric, { value, at }]))

test('the monitor shows the worst house first, with the readings of each of its devices as its own', async () => {
  const { services, offices } = farm
  const { states } = services.devices
  const live = async (name: string, values: Record<string, LatestReading['value']>) => {
    const main = await buildDevice(services, offices.team, { type: 'controller', status: 'ONLINE' })
    const scale = await buildDevice(services, offices.team, {
      type: 'scale',
      gatewayId: main.id,
      status: 'ONLINE',
    })
    const lastMessageAt = Date.now()
    states.set(main.id, { readings: readings(values), lastMessageAt, reportIntervalS: 5 })
    states.set(scale.id, {
      readings: readings({ 'Scale/Weight': 1.5, 'Climate/Temperature': 3 }),
      lastMessageAt,
      reportIntervalS: 30,
    })
    return buildHouse(services, offices.team, { name, deviceIds: [scale.id, main.id] })
  }
  await live('Well', { 'Climate/Temperature': 21.5, 'Settings/Temp/Target': 22 })
  await buildHouse(services, offices.team, { name: 'Silent' })
  await live('Hot', { 'Alarm/HighTemp': true })
  const warned = await live('Warned', { 'Alarm/Siren': true })
  const other = await controller()
  await buildAlarm(services, offices.team, {
    subjectId: other.id,
    houseIds: [warned.id],
    source: 'platform',
    code: 'TemperatureAbsolute',
    level: 'emergency',
  })
  const farmer = await farm.as({ office: offices.team, kind: 2, grants: ['chicken_home_manage:query'] })
  const shown = await farmer.call(houses.monitor, {})
  expect(shown.map(({ name, state }) => [name, state])).toEqual([
    ['Warned', 'alarm'],
    ['Hot', 'alarm'],
    ['Silent', 'offline'],
    ['Well', 'normal'],
  ])
  expect(shown[0]?.alarms).toEqual([
    { code: 'TemperatureAbsolute', level: 'emergency', iotId: other.id },
    { code: 'Siren', level: 'warning', iotId: shown[0]?.mainId },
  ])
  expect(shown[3]?.readings).not.toHaveProperty('Settings/Temp/Target')
  expect(shown[3]).toMatchObject({
    iotId: shown[3]?.mainId,
    reportIntervalS: 5,
    readings: { 'Climate/Temperature': [21.5, expect.any(Number)] },
    others: [{ reportIntervalS: 30, readings: { 'Scale/Weight': [1.5, expect.any(Number)] } }],
  })
  expect(shown[3]?.readings).not.toHaveProperty('Scale/Weight')
})

test('after a restart the last saved readings are shown, and the house is offline', async () => {
  const { services, offices } = farm
  const { id } = await controller()
  await services.store
    .scoped(SYSTEM)
    .insert(deviceState)
    .values({
      deviceId: id,
      officePath: offices.direct.path,
      farmPath: offices.direct.path,
      values: { 'Climate/Temperature': [19, 1_000] },
      savedAt: new Date(),
    })
  const { id: houseId } = await buildHouse(services, offices.direct, { deviceIds: [id] })
  expect(await owner.call(houses.state, { params: { id: houseId } })).toMatchObject({
    state: 'offline',
    lastMessageAt: null,
    readings: { 'Climate/Temperature': [19, 1_000] },
  })
})

test('a house tells what its controller drives and which settings it has, to who may control it', async () => {
  const { services, offices } = farm
  const { id: deviceId } = await buildDevice(services, offices.closed, {
    type: 'controller',
    status: 'ONLINE',
  })
  services.devices.states.set(deviceId, {
    readings: readings({
      'Settings/Version': 7n,
      'Settings/Relay/R01/Function': 1,
      'Settings/Relay/R02/Function': 0,
      'Settings/Relay/R03/Function': 13,
      'Settings/Vent/LevelCount': 2,
      'Settings/Vent/L01/TempOffset': 0,
      'Settings/Vent/L02/TempOffset': 0.5,
      'Settings/Vent/L02/TunnelInlet': 30,
      'Settings/Vent/LevelUpDelay': 60,
      'Settings/Tunnel/StartDiff': 2,
      'Settings/Tunnel/MinOutdoorTemp': 18,
      'Settings/Tunnel/OutdoorExitLimit': 3,
      'Vent/Level': 6,
    }),
    lastMessageAt: Date.now(),
    reportIntervalS: 5,
  })
  const { id } = await buildHouse(services, offices.closed, { name: 'Wired', deviceIds: [deviceId] })
  const farmer = await farm.as({ office: offices.closed, kind: 2, grants: all })
  const params = { id }
  expect(await farmer.call(houses.controllers, { params })).toMatchObject({
    remoteControlEndsOn: null,
    devices: [{ status: 'ONLINE', settingsVersion: 7, drives: [1, 13] }],
  })
  const [own] = (await farmer.call(houses.controllers, { params })).devices
  expect(own?.levelSettings).toEqual({
    offsets: [0, 0.5],
    tunnelFrom: 2,
    tunnelStart: 2,
    upDelayS: 60,
    tunnelOutside: 18,
    tunnelBelowTarget: 3,
  })
  expect((await staff.ask(houses.controllers, { params })).statusCode).toBe(403)

  const tomorrow = new Date(Date.now() + 86_400_000)
  const consent = (change: object) =>
    database().update(office).set(change).where(eq(office.id, offices.closed.id))
  await consent({ farmAccessUntil: tomorrow })
  const seen = await staff.call(houses.controllers, { params })
  expect(seen.devices[0]).toMatchObject({ settingsVersion: null, drives: null, levelSettings: null })
  const [shared] = await staff.call(houses.reported, { params })
  expect(shared).toMatchObject({ settings: null, metrics: { 'Vent/Level': [6, expect.any(Number)] } })
  expect(shared?.metrics).not.toHaveProperty('Settings/Version')
  const [{ timeZone = '' } = {}] = await database()
    .select({ timeZone: office.timeZone })
    .from(office)
    .where(eq(office.id, offices.closed.id))
  await consent({ remoteControlUntil: new Date(endOfDay('2099-12-22', timeZone)) })
  const [controlled] = await staff.call(houses.reported, { params })
  expect(controlled?.settings).toMatchObject({ 'Settings/Version': [7, expect.any(Number)] })
  expect(await staff.call(houses.controllers, { params })).toMatchObject({
    remoteControlEndsOn: '2099-12-22',
    devices: [{ settingsVersion: 7, drives: [1, 13] }],
  })
  await consent({ farmAccessUntil: null, remoteControlUntil: null })
})

test('a house whose gateway was disabled says by whom and why, until it is enabled again', async () => {
  const { services, offices } = farm
  const gateway = await buildDevice(services, offices.direct, { type: 'gateway' })
  const { id } = await controller({ gatewayId: gateway.id })
  const made = await buildHouse(services, offices.direct, { deviceIds: [id] })
  const by = async () =>
    (await owner.call(houses.controllers, { params: { id: made.id } })).devices.map(each => each.disabledBy)
  const grants: Grant[] = ['device_manage:disable', 'device_manage:enable']
  const engineer = await farm.as({ office: offices.provider, kind: 1, grants })
  expect(await by()).toEqual([null])
  const params = { id: gateway.id }
  await engineer.call(devices.disable, { params, body: { reason: 'Flooded' } })
  expect(await by()).toEqual([expect.stringMatching(/.+: Flooded$/)])
  await engineer.call(devices.enable, { params })
  expect(await by()).toEqual([null])
})

test('what a silent controller drove is known from before the restart', async () => {
  const { services, offices } = farm
  const { id } = await controller()
  await services.store
    .scoped(SYSTEM)
    .insert(deviceState)
    .values({
      deviceId: id,
      officePath: offices.direct.path,
      farmPath: offices.direct.path,
      values: { 'Settings/Relay/R01/Function': [2, 1_000] },
      savedAt: new Date(),
    })
  const { id: houseId } = await buildHouse(services, offices.direct, { deviceIds: [id] })
  const { devices } = await owner.call(houses.controllers, { params: { id: houseId } })
  expect(devices).toMatchObject([{ settingsVersion: null, drives: [2] }])
})

test('a chart of a house without readings is empty, and its end lies after its start', async () => {
  const { id } = await buildHouse(farm.services, farm.offices.direct)
  const params = { id }
  const query = { metrics: 'Climate/Temperature,Climate/Humidity', from: 0, to: 3_600_000, points: 10 }
  const chart = await owner.call(houses.chart, { params, query })
  expect(chart.series.map(({ metric }) => metric)).toEqual(['Climate/Temperature', 'Climate/Humidity'])
  const wrong = await owner.ask(houses.chart, { params, query: { ...query, to: 0 } })
  expect(wrong.json().data).toEqual([{ field: 'to', message: 'The end must be after the start' }])
})

test('a change that does not speak of controllers leaves them', async () => {
  const { id: deviceId } = await controller()
  const made = await owner.call(houses.create, { body: form({ deviceIds: [deviceId] }) })
  await owner.call(houses.update, { params: { id: made.id }, body: form({ name: 'Renamed' }) })
  expect((await openBinding(made.id)).map(row => row.deviceId)).toEqual([deviceId])
})

test('a farm team sees what serves its house, and renaming the house takes nothing away', async () => {
  const { sharing, team } = farm.offices
  const head = await farm.as({ office: sharing, kind: 2, grants: all })
  const worker = await farm.as({ office: team, kind: 2, grants: all })
  const { id: deviceId, code } = await buildDevice(farm.services, sharing, { type: 'controller' })
  const body = form({ officeId: team.id, name: 'Team house' })
  const made = await head.call(houses.create, { body: { ...body, deviceIds: [deviceId] } })
  const seen = await worker.call(houses.get, { params: { id: made.id } })
  expect(seen.devices.map(bound => bound.code)).toEqual([code])
  const renamed = { ...body, name: 'Team house 2', deviceIds: seen.devices.map(({ id }) => id) }
  await worker.call(houses.update, { params: { id: made.id }, body: renamed })
  expect((await openBinding(made.id)).map(row => row.deviceId)).toEqual([deviceId])
})

test('what somebody does not see of a house, their change does not take away', async () => {
  const { sharing, team } = farm.offices
  const worker = await farm.as({ office: team, kind: 2, grants: all })
  const { id: deviceId } = await buildDevice(farm.services, sharing, { type: 'controller' })
  const { id } = await buildHouse(farm.services, team, { deviceIds: [deviceId] })
  const body = form({ officeId: team.id, name: 'Old binding', deviceIds: [] })
  await worker.call(houses.update, { params: { id }, body })
  expect((await openBinding(id)).map(row => row.deviceId)).toEqual([deviceId])
})

test('houses that are not shared do not tell their state by their place in the list', async () => {
  const quiet = await buildHouse(farm.services, farm.offices.closed, { name: 'Hidden A', state: 'normal' })
  const loud = await buildHouse(farm.services, farm.offices.closed, { name: 'Hidden B', state: 'alarm' })
  const placesBy = async (sort: string) => {
    const { items } = await staff.call(houses.list, { query: { sort, search: 'Hidden', size: 100 } })
    return items.map(({ id }) => id)
  }
  const byId = [quiet.id, loud.id].sort()
  expect(await placesBy('state')).toEqual(byId)
  expect(await placesBy('-state')).toEqual(byId.toReversed())
})
