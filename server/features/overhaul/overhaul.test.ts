import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customers } from '#shared/contracts/customers.ts'
import { files } from '#shared/contracts/files.ts'
import { overhaul } from '#shared/contracts/overhaul.ts'
import { overhaulItemsContract } from '#shared/contracts/overhaul-items.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { customer, customerChange } from '../../platform/database/tables/customers.ts'
import { houseDevice } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { overhaulItem, overhaulPlan } from '../../platform/database/tables/overhaul.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice, buildFlock, buildHouse } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { listening, sendFile } from '../../testing/sent-files.ts'
import { storeReports } from '../../testing/stored-reports.ts'
import { buildPlan } from './overhaul.fixture.ts'
import { openEmptyPeriods } from './overhaul-clock.ts'
import { buildOverhaulItem } from './overhaul-items.fixture.ts'
import { seed } from './overhaul-items.seed.ts'
import { followRunning } from './running-hours.ts'

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

const today = (days = 0) => daysAfter(dateIn('Asia/Shanghai', Date.now()), days)
const passed = { failed: [], reading: '', note: '', pictures: [] }

test('what staff plan for a house its people see, due a cycle from today by their calendar', async () => {
  const house = await buildHouse(farm.services, farm.offices.sharing)
  const [every30, whenEmpty] = [
    await buildOverhaulItem(farm.services, { cycle: 30 }),
    await buildOverhaulItem(farm.services, { cycleKind: 'emptyPeriod' }),
  ]
  const body = { houseId: house.id, itemIds: [every30.id, whenEmpty.id] }
  expect(await engineer.call(overhaul.plan, { body })).toEqual({ planned: 2 })
  // Existing plans of the house stay as they are.
  expect(await engineer.call(overhaul.plan, { body })).toEqual({ planned: 0 })
  const { items } = await worker.call(overhaul.list, { query: { houseId: house.id } })
  expect(items.map(({ nextOn, due, customer }) => [nextOn, due, customer])).toEqual([
    [today(30), 'later', null],
    [null, 'undated', null],
  ])
})

test('tests of safety are listed and counted apart from other maintenance, which lacks none of the rest', async () => {
  for (const proof of [null, null, 'alarm' as const]) {
    const { id: itemId } = await buildOverhaulItem(farm.services, { proof })
    await buildPlan(farm.services, farm.offices.sharing, { itemId, nextOn: today(-1) })
  }
  const overdue = async (only?: 'tests' | 'work') => {
    const { items, total } = await engineer.call(overhaul.list, {
      query: { due: 'overdue', size: 100, ...(only && { only }) },
    } as never)
    const counts = await engineer.call(overhaul.counts, { query: { by: 'due', ...(only && { only }) } })
    expect(counts.overdue ?? 0).toBe(total)
    return items
  }
  const [tests, work] = [await overdue('tests'), await overdue('work')]
  expect(tests.map(({ proof }) => proof)).toContain('alarm')
  expect(tests.every(({ proof }) => proof !== null)).toBe(true)
  expect(work.every(({ proof }) => proof === null)).toBe(true)
  expect(work.length).toBeGreaterThan(1)
  const ids = (of: { id: string }[]) => of.map(({ id }) => id).toSorted()
  expect(ids([...tests, ...work])).toEqual(ids(await overdue()))
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

test('pictures of what failed go with its repair, and stay with it when the plan is gone', async () => {
  const { id } = await buildPlan(farm.services, farm.offices.sharing)
  const [check = ''] = (await worker.call(overhaul.get, { params: { id } })).checks
  const picture = await sendFile(await listening(farm), worker)
  const body = { ...passed, failed: [check], pictures: [picture.id] }
  await worker.call(overhaul.finish, { params: { id }, body })
  const [deed] = (await worker.call(overhaul.get, { params: { id } })).deeds
  expect(deed?.pictures).toEqual([picture.id])
  const { items } = await engineer.call(repairs.list, { query: { search: String(deed?.repairNumber) } })
  const repair = await engineer.call(repairs.get, { params: { id: items[0]?.id ?? '' } })
  expect(repair.entries[0]).toMatchObject({ step: 'create', pictures: [picture.id] })
  const seen = async (who: Person) =>
    (await who.call(files.shown, { query: { ids: picture.id } })).map(file => file.id)
  const repairer = await farm.as({
    office: farm.offices.provider,
    kind: 1,
    grants: ['device_repair_admin_list:query', 'device_repair_admin_list:get'],
  })
  const stranger = await farm.as({ office: farm.offices.closed, kind: 2, grants: everyGrant(2) })
  for (const who of [worker, engineer, repairer]) expect(await seen(who)).toEqual([picture.id])
  expect(await seen(stranger)).toEqual([])
  await engineer.call(overhaul.remove, { params: { id } })
  expect(await seen(repairer)).toEqual([picture.id])
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

test('the end of a plan is taken back with its date, unless the same was planned anew', async () => {
  const { id, houseId, itemId } = await buildPlan(farm.services, farm.offices.sharing, { nextOn: today(3) })
  const params = { id }
  const before = await engineer.call(overhaul.get, { params })
  const restore = (who = engineer) => who.ask(overhaul.restore, { params })
  expect((await restore()).statusCode).toBe(404)
  await engineer.call(overhaul.remove, { params })
  expect((await engineer.ask(overhaul.get, { params })).statusCode).toBe(404)
  expect((await restore(worker)).statusCode).toBe(403)
  expect((await restore()).json().data).toMatchObject({ id, nextOn: today(3) })
  expect({ ...(await engineer.call(overhaul.get, { params })), version: before.version }).toEqual(before)

  await engineer.call(overhaul.remove, { params })
  await engineer.call(overhaul.plan, { body: { houseId, itemIds: [itemId] } })
  const refused = (await restore()).json()
  expect(refused.data.current).toMatchObject({ house: { id: houseId } })
  expect(refused.data.current.id).not.toBe(id)
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

test('every installation begins with 69 released items in both languages', async () => {
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

  // Everybody reads it in one language, and sending it back as it was read keeps both.
  const keeper = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
  const params = { params: { id: officeId } }
  await db.update(customer).set({ contact: 'Bert', country: 'DE' }).where(eq(customer.officeId, officeId))
  const shown = await keeper.call(customers.get, params)
  expect(shown.nextMaintenance).toBe(monthly.englishName)
  await keeper.call(customers.update, { ...params, body: shown as never })
  expect(await nextOfCustomer()).toEqual([today(30), `${monthly.chineseName} · ${monthly.englishName}`])
  const typed = { ...shown, nextMaintenance: 'Sort the fans', version: shown.version + 1 }
  expect((await keeper.call(customers.update, { ...params, body: typed as never })).nextMaintenance).toBe(
    'Sort the fans',
  )
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

test('what is done by running hours is due when its fan ran for so long, as its controller tells', async () => {
  const db = farm.services.store.scoped(SYSTEM)
  const { id: deviceId } = await buildDevice(farm.services, farm.offices.sharing)
  const house = await buildHouse(farm.services, farm.offices.sharing, { deviceIds: [deviceId] })
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  await db
    .update(houseDevice)
    .set({ from: ago(30) })
    .where(eq(houseDevice.houseId, house.id))
  // From the UTC midnight five days ago on: group 1 runs six hours of each of three days, group 2 two hours; then nothing changes.
  const start = Math.floor(ago(5).getTime() / 86_400_000) * 86_400_000
  const MINUTES = 5
  const told = Array.from({ length: (3 * 24 * 60) / MINUTES }, (_, i) => {
    const minute = (i * MINUTES) % 1_440
    // Unchanged values are not reported again.
    const at = (on: number) => (minute === 0 ? 1 : minute === on * 60 ? 0 : Number.NaN)
    return { at: start + i * MINUTES * 60_000, values: [at(6), at(2)] }
  })
  await storeReports(farm.services, deviceId, ['Fan/G01/State', 'Fan/G02/State'], told)
  const item = await buildOverhaulItem(farm.services, {
    cycleKind: 'runningHours',
    machine: 'fans',
    cycle: 100,
  })
  const { id } = await buildPlan(farm.services, farm.offices.sharing, {
    houseId: house.id,
    itemId: item.id,
    lastAt: new Date(start),
  })
  const shown = async (who = worker) => {
    await followRunning(farm.services.store)
    return who.call(overhaul.get, { params: { id } })
  }
  const first = await shown()
  expect(first).toMatchObject({ machine: 'fans', ranHours: expect.closeTo(18, 1) })
  // 82 hours are left, at six a day.
  expect(first.nextOn).toBe(today(14))
  await db.update(overhaulItem).set({ cycle: 18 }).where(eq(overhaulItem.id, item.id))
  expect(await shown()).toMatchObject({ due: 'today', nextOn: today() })
  await db
    .update(overhaulPlan)
    .set({ nextOn: today(-2) })
    .where(eq(overhaulPlan.id, id))
  expect(await shown()).toMatchObject({ due: 'overdue', nextOn: today(-2) })
  // Late reports are counted as well, once.
  const late = told.map(({ at, values }) => ({ at: at + 3 * 86_400_000, values }))
  await storeReports(
    farm.services,
    deviceId,
    ['Fan/G01/State', 'Fan/G02/State'],
    late.slice(0, (8 * 60) / MINUTES),
  )
  expect((await shown()).ranHours).toBeCloseTo(24, 1)
  expect((await shown(engineer)).ranHours).toBeCloseTo(24, 1)
  const done = await worker.call(overhaul.finish, { params: { id }, body: passed })
  expect(done).toMatchObject({ ranHours: 0, nextOn: today(3) })
  // Hours are readings: viewers who may not see those get only the date.
  await db.update(office).set({ farmAccessUntil: null }).where(eq(office.path, farm.offices.sharing.path))
  expect(await shown(engineer)).toMatchObject({ ranHours: null, nextOn: today(3) })
  await db.delete(overhaulPlan)
})

test('what ran on the day before the overhaul was planned is no hour since', async () => {
  const db = farm.services.store.scoped(SYSTEM)
  const { id: deviceId } = await buildDevice(farm.services, farm.offices.sharing)
  const house = await buildHouse(farm.services, farm.offices.sharing, { deviceIds: [deviceId] })
  // From midnight, UTC, until now, or an hour if the day is young, reported every five minutes.
  const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000
  await db
    .update(houseDevice)
    .set({ from: new Date(midnight) })
    .where(eq(houseDevice.houseId, house.id))
  const spell = (from: number, to: number) =>
    Array.from({ length: Math.floor((to - from) / 300_000) }, (_, i) => ({
      at: from + i * 300_000,
      values: [1],
    }))
  await storeReports(farm.services, deviceId, ['Fan/G01/State'], spell(midnight, Date.now()))
  const item = await buildOverhaulItem(farm.services, {
    cycleKind: 'runningHours',
    machine: 'fans',
    cycle: 100,
  })
  const { id } = await buildPlan(farm.services, farm.offices.sharing, { houseId: house.id, itemId: item.id })
  await followRunning(farm.services.store)
  expect((await worker.call(overhaul.get, { params: { id } })).ranHours).toBeCloseTo(0, 1)
  await db.delete(overhaulPlan)
})

test('an item by running hours names its machine, and is planned for a house', async () => {
  const form = {
    chineseName: '润滑',
    englishName: 'Grease',
    chineseEquipment: '风机',
    englishEquipment: 'Fan',
    cycleKind: 'runningHours' as const,
    cycle: 500,
    chineseChecks: '',
    englishChecks: '',
  }
  const refused = await engineer.ask(overhaulItemsContract.create, { body: form })
  expect(refused.json().data).toMatchObject([{ field: 'machine' }])
  const made = await engineer.call(overhaulItemsContract.create, { body: { ...form, machine: 'fans' } })
  await engineer.call(overhaulItemsContract.release, { params: { id: made.id } })
  const { id: deviceId } = await buildDevice(farm.services, farm.offices.sharing)
  const body = { deviceId, itemIds: [made.id] }
  const homeless = await engineer.ask(overhaul.plan, { body })
  expect(homeless.json().data).toMatchObject([{ field: 'houseId' }])
})

test('the log for insurer and authority names date, check, result and person, of one’s own farm', async () => {
  const item = await buildOverhaulItem(farm.services, {
    chineseChecks: '负载测试',
    englishChecks: 'Under load',
  })
  const { id, houseId } = await buildPlan(farm.services, farm.offices.sharing, { itemId: item.id })
  const finish = (failed: string[], reading: string) =>
    worker.call(overhaul.finish, { params: { id }, body: { ...passed, failed, reading } })
  await finish([], '52 Hz')
  await finish(['Under load'], '')
  const query = { firstDay: today(-1), lastDay: today(), houseId: String(houseId) }
  const { lines, isWhole } = await worker.call(overhaul.log, { query })
  expect(isWhole).toBe(true)
  expect(lines).toMatchObject([
    { isPassed: false, failed: ['Under load'], by: 'Test User', repairNumber: expect.stringMatching(/^RP/) },
    { isPassed: true, failed: [], reading: '52 Hz', item: item.englishName, customer: null },
  ])
  expect((await engineer.call(overhaul.log, { query })).lines[0]?.customer).not.toBeNull()
  const stranger = await farm.as({ office: farm.offices.closed, kind: 2, grants: everyGrant(2) })
  expect((await stranger.call(overhaul.log, { query })).lines).toEqual([])
  const before = { ...query, firstDay: today(-9), lastDay: today(-8) }
  expect((await worker.call(overhaul.log, { query: before })).lines).toEqual([])
  const turned = await worker.ask(overhaul.log, { query: { ...query, lastDay: today(-2) } })
  expect(turned.json().data).toMatchObject([{ field: 'lastDay' }])
})

test('staff see every customer by the day something is due there next, and a customer sees no such list', async () => {
  const db = farm.services.store.scoped(SYSTEM)
  await db.delete(overhaulPlan)
  const [soon, agreed, never] = [farm.offices.sharing, farm.offices.closed, farm.offices.direct]
  const due = (place: { path: string }, nextMaintenanceOn: string | null) =>
    db.update(customer).set({ nextMaintenanceOn }).where(eq(customer.officePath, place.path))
  await db.update(customer).set({ nextMaintenanceOn: null })
  await buildPlan(farm.services, soon, { nextOn: today(-3) })
  await buildPlan(farm.services, soon, { nextOn: today(9) })
  await due(soon, today(-3))
  // Agreed with the customer, without a plan.
  await due(agreed, today(2))
  await buildPlan(farm.services, never, { nextOn: null })
  const { places, total } = await engineer.call(overhaul.places)
  expect(total).toBe(await db.$count(customer, eq(customer.approval, 'passed')))
  expect(places).toHaveLength(total)
  expect(places.slice(0, 2)).toMatchObject([
    { id: soon.id, nextOn: today(-3), daysLeft: -3, overdue: 1, planned: 2 },
    { id: agreed.id, nextOn: today(2), daysLeft: 2, overdue: 0, planned: 0 },
  ])
  expect(places.find(({ id }) => id === never.id)).toMatchObject({ nextOn: null, daysLeft: null, planned: 1 })
  expect((await worker.ask(overhaul.places)).statusCode).toBe(403)
  // For the day's round: what is due now, and nothing else.
  const now = await engineer.call(overhaul.places, { query: { due: 'now' } })
  expect([now.total, now.places.map(({ id }) => id)]).toEqual([1, [soon.id]])
  await db.delete(overhaulPlan)
})

test('the days of a month say what is due on each, to its reader and under the filters, and lead to exactly that', async () => {
  const db = farm.services.store.scoped(SYSTEM)
  await db.delete(overhaulPlan)
  const [own, other] = [farm.offices.sharing, farm.offices.closed]
  const house = await buildHouse(farm.services, own)
  const named = async (englishName: string) => (await buildOverhaulItem(farm.services, { englishName })).id
  const names = ['Belt', 'Bearing', 'Pad', 'Pump']
  for (const name of names)
    await buildPlan(farm.services, own, {
      nextOn: '2030-02-28',
      houseId: house.id,
      itemId: await named(name),
    })
  await buildPlan(farm.services, own, { nextOn: '2030-02-01' })
  await buildPlan(farm.services, other, { nextOn: '2030-02-01' })
  for (const nextOn of ['2030-01-31', '2030-03-01', null]) await buildPlan(farm.services, own, { nextOn })
  const days = async (who: Person, more: object = {}) =>
    (await who.call(overhaul.days, { query: { month: '2030-02-10', ...more } })).map(day => [
      day.on,
      day.plans,
    ])
  expect(await days(worker)).toEqual([
    ['2030-02-01', 1],
    ['2030-02-28', 4],
  ])
  expect(await days(engineer)).toEqual([
    ['2030-02-01', 2],
    ['2030-02-28', 4],
  ])
  expect(await days(engineer, { houseId: house.id })).toEqual([['2030-02-28', 4]])
  const [, last] = await worker.call(overhaul.days, { query: { month: '2030-02-28' } })
  expect(last?.items).toEqual(['Bearing', 'Belt', 'Pad'])
  const { items } = await worker.call(overhaul.list, { query: { on: '2030-02-28' } })
  expect(items.map(({ item }) => item).toSorted()).toEqual(names.toSorted())
  for (const month of ['2030-13-01', '2030-02-30', '2030-2'])
    expect((await worker.ask(overhaul.days, { query: { month } })).json().data).toMatchObject([
      { field: 'month' },
    ])
  await db.delete(overhaulPlan)
})
