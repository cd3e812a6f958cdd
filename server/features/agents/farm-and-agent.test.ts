import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarmDuties } from '#shared/contracts/alarm-rules.ts'
import { alarms } from '#shared/contracts/alarms.ts'
import { dataScreen } from '#shared/contracts/data-screen.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { houses } from '#shared/contracts/houses.ts'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { mall } from '#shared/contracts/mall.ts'
import { orders } from '#shared/contracts/orders.ts'
import { session } from '#shared/contracts/session.ts'
import { workplace } from '#shared/contracts/workplace.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { prepareDue } from '../../farm/figures/figures.ts'
import { buildGood } from '../../farm/goods/testing/build-goods.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildAlarm, buildCustomer, buildDevice, buildFlock, buildHouse } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import type { SeededOffice } from '../../testing/store.ts'
import { jobIn, rowsOf } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'
import { buildInquiry } from '../inquiries/inquiries.fixture.ts'
import { buildOrder } from '../orders/orders.fixture.ts'
import { buildPlan } from '../overhaul/overhaul.fixture.ts'
import { buildOverhaulItem } from '../overhaul/overhaul-items.fixture.ts'
import { buildAgency } from './agents.fixture.ts'

const LINDEN = 'De Linden'

let farm: TestApp
/** A farm that is an agent too, and a farm that is nothing else. */
let breeders: Person
let farmer: Person
/** The customer of the breeders. */
let linden: SeededOffice

const system = () => farm.services.store.scoped(SYSTEM)
const share = (until: Date | null) =>
  system()
    .update(office)
    .set({ farmAccessUntil: until, remoteControlUntil: until })
    .where(eq(office.id, linden.id))
const tomorrow = () => new Date(Date.now() + 86_400_000)

/** The same in both farms: a house of the same name with three fan relays, a flock, an alarm, an order, an inquiry. */
async function fill(of: SeededOffice, birds: number) {
  const { services } = farm
  const controller = await buildDevice(services, of, { type: 'controller' })
  const house = await buildHouse(services, of, { name: 'House 1', deviceIds: [controller.id] })
  await buildFlock(services, of, { houseId: house.id, placedOn: '2026-10-01', placedCount: birds })
  await buildAlarm(services, of, { subjectId: controller.id, houseIds: [house.id], level: 'warning' })
  await buildOrder(services, of)
  await buildInquiry(services, of)
  const at = Date.now()
  const relay = (number: number) => [`Settings/Relay/R0${number}/Function`, { value: 1, at }] as const
  services.devices.states.set(controller.id, {
    readings: new Map([relay(1), relay(2), relay(3)]),
    lastMessageAt: at,
    reportIntervalS: 5,
  })
}

beforeAll(async () => {
  farm = await workingApp()
  const { direct, sharing } = farm.offices
  const { id } = await buildCustomer(farm.services, direct)
  const [made] = await system()
    .update(office)
    .set({ englishName: LINDEN, chineseName: LINDEN })
    .where(eq(office.id, id))
    .returning()
  if (!made) throw new Error('There is no customer')
  linden = { id, path: made.path, farmPath: made.farmPath }
  await fill(direct, 10_000)
  await fill(linden, 70_000)
  await buildAgency(farm.services, direct, { standing: 'passed' })
  while (await prepareDue(farm.services.store));
  breeders = await farm.as({ office: direct, kind: 2, grants: everyGrant(2) })
  farmer = await farm.as({ office: sharing, kind: 2, grants: everyGrant(2) })
})
afterAll(() => farm.close())

const whose = (rows: readonly { customer: string | null }[]) =>
  rows.map(({ customer }) => customer).toSorted()
const NAMED = [LINDEN, null]

test('says of every row whose it is, its own farm apart', async () => {
  await share(tomorrow())
  const list = { query: { size: 100 } }
  for (const endpoint of [houses.list, flocks.list, alarms.list, orders.list, inquiries.list] as const) {
    const { items } = await breeders.call(endpoint, list)
    expect(whose(items as { customer: string | null }[]), endpoint.path).toEqual(NAMED)
  }
  expect(whose(await breeders.call(houses.monitor))).toEqual(NAMED)
  expect(await breeders.call(session.userInfo)).toMatchObject({ seesCustomers: true })
  expect(await farmer.call(session.userInfo)).toMatchObject({ seesCustomers: false })
})

test('is told of its own houses that alarms phone nobody, not of its customers’', async () => {
  await share(tomorrow())
  const { items } = await breeders.call(houses.list, { query: { size: 100, officeId: linden.id } })
  const theirs = items[0]?.id ?? ''
  expect((await breeders.call(alarmDuties.now, { query: {} })).mute).toBe(1)
  expect((await breeders.call(alarmDuties.now, { query: { houseId: theirs } })).mute).toBe(0)
})

test('filters by its own farm, without what its customers have', async () => {
  await share(tomorrow())
  const query = { size: 100, officeId: farm.offices.direct.id }
  for (const endpoint of [houses.list, flocks.list, alarms.list, orders.list, inquiries.list] as const) {
    const { items } = await breeders.call(endpoint, { query })
    expect(whose(items as { customer: string | null }[]), endpoint.path).toEqual([null])
  }
  const { items } = await breeders.call(houses.list, { query: { size: 100, officeId: linden.id } })
  expect(whose(items)).toEqual([LINDEN])
})

test('names the customer in its Excel files', async () => {
  await share(tomorrow())
  const { id } = await breeders.call(houses.export, { body: {} })
  const { file } = await jobIn(breeders, id, 'done')
  const [titles, ...rows] = await rowsOf(farm, file?.url)
  expect(titles).toContain('Customer')
  expect(rows.map(row => row[titles?.indexOf('Customer') ?? 0] ?? null).toSorted()).toEqual([
    LINDEN,
    'direct',
  ])
})

test('begins the day with its own flocks, whatever its customers share', async () => {
  await share(tomorrow())
  expect((await breeders.call(workplace.list)).map(({ alive }) => alive)).toEqual([10_000])
})

test('shows on its screen its own houses, or the farms of its customers that share', async () => {
  await share(tomorrow())
  expect(await breeders.call(dataScreen.figures)).toMatchObject({
    isFarm: true,
    farms: 1,
    houses: 1,
    birds: 10_000,
    alarms: [{ farm: null }],
  })
  const ofCustomers = () => breeders.call(dataScreen.figures, { query: { of: 'customers' } })
  expect(await ofCustomers()).toMatchObject({
    isFarm: false,
    farms: 1,
    houses: 1,
    birds: 70_000,
    alarms: [{ farm: LINDEN }],
  })
  await share(null)
  expect(await ofCustomers()).toMatchObject({
    farms: 0,
    houses: 0,
    birds: 0,
    alarms: [],
    notShared: { farms: 1, houses: 1 },
  })
  // A farm without customers has one screen, however it asks.
  const asked = await farmer.call(dataScreen.figures, { query: { of: 'customers' } })
  expect(asked.isFarm).toBe(true)
})

test('buys for its own houses: nothing of a customer’s controllers reaches the mall', async () => {
  const belt = await buildGood(farm.services, { englishName: 'Belt', machines: ['fan'] })
  for (const until of [null, tomorrow()]) {
    await share(until)
    const { houses: offered } = await breeders.call(mall.facets, {})
    expect(offered.map(({ name }) => name)).toEqual(['House 1'])
    const shown = await breeders.call(mall.read, { params: { id: belt.id } })
    expect(shown.houses).toHaveLength(1)
    expect(shown.fits).toHaveLength(1)
  }
})

test('is offered parts for what is due in its own houses, and its customer for its own', async () => {
  await share(tomorrow())
  const own = [farm.offices.direct, linden]
  const offered = await buildGood(farm.services, { englishName: 'V-belt', machines: ['fan'], part: 'belt' })
  const nextOn = daysAfter(dateIn('Asia/Shanghai', new Date()), 2)
  for (const [i, of] of own.entries()) {
    const { items } = await breeders.call(houses.list, { query: { officeId: of.id } })
    const item = await buildOverhaulItem(farm.services, {
      englishName: `Belts ${i}`,
      machineKind: 'fan',
      parts: ['belt'],
    })
    await buildPlan(farm.services, of, { houseId: items[0]?.id ?? '', itemId: item.id, nextOn })
  }
  const customer = await farm.as({ office: linden, kind: 2, grants: everyGrant(2) })
  const dueFor = async (who: Person) =>
    (await who.call(mall.due)).map(({ items, goods }) => [
      items.map(({ item }) => item),
      goods.map(({ id }) => id),
    ])
  for (const until of [tomorrow(), null]) {
    await share(until)
    expect(await dueFor(breeders)).toEqual([[['Belts 0'], [offered.id]]])
    expect(await dueFor(customer)).toEqual([[['Belts 1'], [offered.id]]])
  }
})

test('sees of a customer that shares nothing what everybody above sees', async () => {
  await share(null)
  const list = { query: { size: 100 } }
  for (const endpoint of [flocks.list, alarms.list] as const)
    expect(whose((await breeders.call(endpoint, list)).items)).toEqual([null])
  expect(whose(await breeders.call(houses.monitor))).toEqual([null])
  const { items } = await breeders.call(houses.list, list)
  expect(items.find(({ customer }) => customer === LINDEN)).toMatchObject({ state: null, aliveCount: null })
})
