import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { overhaul } from '#shared/contracts/overhaul.ts'
import { overhaulItemsContract } from '#shared/contracts/overhaul-items.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import { dayIn, dayPlus } from '#shared/zone-time.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { customer, customerChange } from '../../platform/database/tables/customers.ts'
import { overhaulPlan } from '../../platform/database/tables/overhaul.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildFlock, buildHouse } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { buildPlan } from './overhaul.fixture.ts'
import { openEmptyPeriods } from './overhaul-clock.ts'
import { buildOverhaulItem } from './overhaul-items.fixture.ts'
import { seed } from './overhaul-items.seed.ts'

let farm: TestApp
let worker: Person
let engineer: Person
beforeAll(async () => {
  farm = await testApp()
  worker = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: ['device_overhaul_item_client:get', 'device_overhaul_item_client:add'],
  })
  engineer = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
})
afterAll(() => farm.close())

const today = (days = 0) => dayPlus(dayIn(Date.now(), 'Asia/Shanghai'), days)
const passed = { failed: [], reading: '', note: '', pictures: [] }

test('what staff plan for a house its people see, due a cycle from today by their calendar', async () => {
  const house = await buildHouse(farm.services, farm.offices.sharing)
  const [every30, whenEmpty] = [
    await buildOverhaulItem(farm.services, { cycle: 30 }),
    await buildOverhaulItem(farm.services, { cycleKind: 'emptyPeriod' }),
  ]
  const body = { houseId: house.id, itemIds: [every30.id, whenEmpty.id] }
  expect(await engineer.call(overhaul.plan, { body })).toEqual({ planned: 2 })
  // What the house has already stays as it is.
  expect(await engineer.call(overhaul.plan, { body })).toEqual({ planned: 0 })
  const { items } = await worker.call(overhaul.list, { query: { houseId: house.id } })
  expect(items.map(({ nextOn, due, customer }) => [nextOn, due, customer])).toEqual([
    [today(30), 'later', null],
    [null, 'undated', null],
  ])
})

test('the next date counts from the day it was really done, not from when it was due', async () => {
  const { id } = await buildPlan(farm.services, farm.offices.sharing, { nextOn: today(-4) })
  const before = await worker.call(overhaul.get, { params: { id } })
  expect(before).toMatchObject({ due: 'overdue', daysLeft: -4, lastAt: null })
  const done = await worker.call(overhaul.finish, { params: { id }, body: { ...passed, reading: '4.1 A' } })
  expect(done).toMatchObject({ nextOn: today(30), due: 'later' })
  const { deeds } = await engineer.call(overhaul.get, { params: { id } })
  expect(deeds).toMatchObject([{ by: 'Test User', step: 'passed', reading: '4.1 A', repairNumber: null }])
})

test('what failed opens a repair for its house', async () => {
  const item = await buildOverhaulItem(farm.services, {
    chineseChecks: '皮带齐平\n张紧度',
    englishChecks: 'Belt level\nTension',
  })
  const { id, houseId } = await buildPlan(farm.services, farm.offices.sharing, { itemId: item.id })
  const plan = await worker.call(overhaul.get, { params: { id } })
  expect(plan.checks).toEqual(['Belt level', 'Tension'])
  const body = { ...passed, failed: ['Tension'], note: 'Belt slips' }
  await worker.call(overhaul.finish, { params: { id }, body })
  const [deed] = (await worker.call(overhaul.get, { params: { id } })).deeds
  expect(deed?.checks).toEqual([
    { text: 'Belt level', isFailed: false },
    { text: 'Tension', isFailed: true },
  ])
  const { items } = await engineer.call(repairs.list, { query: { search: String(deed?.repairNumber) } })
  expect(items).toMatchObject([{ standing: 'pending', title: 'Tension', house: { id: houseId } }])
})

test('of two who record the same overhaul the second is shown that it was done', async () => {
  const { id } = await buildPlan(farm.services, farm.offices.sharing)
  const { version } = await worker.call(overhaul.get, { params: { id } })
  await engineer.call(overhaul.finish, { params: { id }, body: { ...passed, version } })
  const answer = await worker.ask(overhaul.finish, { params: { id }, body: { ...passed, version } })
  expect(answer.statusCode).toBe(409)
})

test('what is due first stands first, and the chips count how soon', async () => {
  await farm.services.store.scoped(SYSTEM).delete(overhaulPlan)
  for (const nextOn of [today(40), null, today(-2), today(), today(3)])
    await buildPlan(farm.services, farm.offices.sharing, { nextOn })
  const { items, total } = await engineer.call(overhaul.list)
  expect(items.map(({ due }) => due)).toEqual(['overdue', 'today', 'soon', 'later', 'undated'])
  expect(total).toBe(5)
  expect(await engineer.call(overhaul.counts, { query: { by: 'due' } })).toEqual({
    overdue: 1,
    today: 1,
    soon: 1,
    later: 1,
    undated: 1,
  })
  expect((await engineer.call(overhaul.list, { query: { page: 9 } })).total).toBe(5)
})

test('an item that is planned is withdrawn, not deleted, and nobody plans with a draft', async () => {
  const { itemId } = await buildPlan(farm.services, farm.offices.sharing)
  expect((await engineer.ask(overhaulItemsContract.remove, { params: { id: itemId } })).statusCode).toBe(400)
  const draft = await buildOverhaulItem(farm.services, { status: 'draft' })
  const house = await buildHouse(farm.services, farm.offices.sharing)
  const body = { houseId: house.id, itemIds: [draft.id] }
  const answer = await engineer.ask(overhaul.plan, { body })
  expect(answer.json().data).toMatchObject([{ field: 'itemIds' }])
})

test('every installation begins with 68 released items in both languages', async () => {
  const db = farm.services.store.scoped(SYSTEM)
  await seed.write(db)
  const { total, items } = await engineer.call(overhaulItemsContract.list, {
    query: { search: 'generator', status: 'released' },
  })
  expect(total).toBe(4)
  expect(items.map(({ chineseEquipment }) => chineseEquipment)).toContain('发电机')
})

test('what is looked at is the item itself where it has no check list, and a line that is gone is refused', async () => {
  const { id } = await buildPlan(farm.services, farm.offices.sharing)
  const { checks, item } = await worker.call(overhaul.get, { params: { id } })
  expect(checks).toEqual([item])
  const answer = await worker.ask(overhaul.finish, { params: { id }, body: { ...passed, failed: ['Gone'] } })
  expect(answer.json().data).toMatchObject([{ field: 'failed' }])
})

test('the next maintenance of the customer follows, with a line in its update log', async () => {
  const db = farm.services.store.scoped(SYSTEM)
  const { id: officeId, path } = farm.offices.sharing
  const nextOfCustomer = async () => {
    const [row] = await db.select().from(customer).where(eq(customer.officeId, officeId))
    return [row?.nextMaintenanceOn, row?.nextMaintenance]
  }
  await db.delete(overhaulPlan)
  const house = await buildHouse(farm.services, farm.offices.sharing)
  const [weekly, monthly] = [
    await buildOverhaulItem(farm.services, { cycle: 7 }),
    await buildOverhaulItem(farm.services, { cycle: 30 }),
  ]
  await engineer.call(overhaul.plan, { body: { houseId: house.id, itemIds: [monthly.id, weekly.id] } })
  expect(await nextOfCustomer()).toEqual([today(7), `${weekly.chineseName} · ${weekly.englishName}`])
  const { items } = await worker.call(overhaul.list, { query: { houseId: house.id } })
  await engineer.call(overhaul.remove, { params: { id: items[0]?.id ?? '' } })
  expect(await nextOfCustomer()).toEqual([today(30), `${monthly.chineseName} · ${monthly.englishName}`])
  const changes = await db.select().from(customerChange).where(eq(customerChange.officePath, path))
  expect(changes.map(({ item, after }) => [item, after])).toContainEqual(['nextMaintenanceOn', today(30)])
})

test('what is done each empty period is due when the house got empty, once for each', async () => {
  const db = farm.services.store.scoped(SYSTEM)
  const house = await buildHouse(farm.services, farm.offices.sharing)
  const item = await buildOverhaulItem(farm.services, { cycleKind: 'emptyPeriod' })
  const { id } = await buildPlan(farm.services, farm.offices.sharing, { houseId: house.id, itemId: item.id })
  const dueOn = async () => {
    await openEmptyPeriods(farm.services.store)
    return (await worker.call(overhaul.get, { params: { id } })).nextOn
  }
  expect(await dueOn()).toBeNull()
  await buildFlock(farm.services, farm.offices.sharing, {
    houseId: house.id,
    placedOn: today(-400),
    endedOn: today(-3),
  })
  expect(await dueOn()).toBe(today(-2))
  await worker.call(overhaul.finish, { params: { id }, body: passed })
  expect(await dueOn()).toBeNull()
  await db.delete(overhaulPlan)
})
