import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarms } from '#shared/contracts/alarms.ts'
import { type AnalysisCardName, analysis, customerMoves } from '#shared/contracts/analysis.ts'
import type { Result } from '#shared/endpoint.ts'
import { type Grant, STAFF } from '#shared/permissions.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { newId } from '../../platform/database/ids.ts'
import * as tables from '../../platform/database/schema.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { roundsSoFar } from '../../platform/rounds.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import {
  buildAlarm,
  buildCustomer,
  buildDepartment,
  buildDevice,
  buildHouse,
  buildUser,
} from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import type { SeededOffice } from '../../testing/store.ts'
import { countTouched, startAnalysis } from './analysis-clock.ts'
import { monthOf } from './period.ts'

const ZONE = 'Asia/Shanghai'
const HOUR = 3_600_000
const yesterday = daysAfter(dateIn(ZONE, new Date()), -1)
/** A time on the provider's clock, the given number of days before yesterday. */
const at = (daysBefore: number, clock = '10:00') =>
  new Date(`${daysAfter(yesterday, -daysBefore)}T${clock}+08:00`)

type Farm = 'sharing' | 'closed' | 'direct'
const farms: readonly Farm[] = ['sharing', 'closed', 'direct']

let app: TestApp
let boss: Person
let north: Person
let department: SeededOffice
const places = new Map<Farm, { houseId: string; deviceId: string; authorId: string }>()
const db = () => app.services.store.scoped(SYSTEM)
const count = () => countTouched(app.services.store)
const stored = async () =>
  (await db().select().from(tables.analysisMonth)).map(row => JSON.stringify(row)).toSorted()

beforeAll(async () => {
  app = await testApp()
  const { provider } = app.offices
  department = await buildDepartment(app.services, provider, 'North')
  boss = await app.as({ office: provider, kind: STAFF, grants: everyGrant(STAFF) })
  north = await app.as({ office: department, kind: STAFF, grants: everyGrant(STAFF), departmentOnly: true })
  await inCareOf(department, 'sharing')
  await inCareOf(department, 'closed')
  for (const farm of farms) {
    const office = app.offices[farm]
    const { id: deviceId } = await buildDevice(app.services, office, { createdAt: at(20) })
    const { id: houseId } = await buildHouse(app.services, office)
    const { id: authorId } = await buildUser(app.services, office)
    places.set(farm, { houseId, deviceId, authorId })
  }
})
afterAll(() => app.close())

const inCareOf = ({ id }: SeededOffice, farm: Farm) =>
  db()
    .update(tables.customer)
    .set({ managerOfficeId: id })
    .where(eq(tables.customer.officeId, app.offices[farm].id))
const share = (farm: Farm, until: Date | null) =>
  db().update(tables.office).set({ farmAccessUntil: until }).where(eq(tables.office.id, app.offices[farm].id))

function placeOf(farm: Farm) {
  const place = places.get(farm)
  if (!place) throw new Error(`There is no house at ${farm}`)
  return place
}
const alarmAt = (farm: Farm, daysBefore: number, more: { code?: string; cause?: 'fan' | 'sensor' } = {}) => {
  const { houseId, deviceId } = placeOf(farm)
  const once = Math.round(Math.random() * HOUR)
  return buildAlarm(app.services, app.offices[farm], {
    subjectId: deviceId,
    houseIds: [houseId],
    condition: 'cleared',
    raisedAt: new Date(at(daysBefore).getTime() + once),
    ...more,
  })
}
function ticketAt(farm: Farm, madeAt: Date) {
  const office = app.offices[farm]
  const row = {
    id: newId(),
    number: newId(),
    officeId: office.id,
    officePath: office.path,
    farmPath: office.farmPath,
    authorId: placeOf(farm).authorId,
    authorName: 'Zhao',
    madeAt,
    lastAt: madeAt,
  }
  return row
}
async function questionAt(farm: Farm, madeAt: Date, answeredAt?: Date) {
  const row = { ...ticketAt(farm, madeAt), text: 'Why?' }
  await db().insert(tables.question).values(row)
  if (answeredAt)
    await db().insert(tables.recordEntry).values({
      id: newId(),
      officePath: row.officePath,
      module: 'questions',
      recordId: row.id,
      step: 'reply',
      at: answeredAt,
      accountId: boss.accountId,
      actorName: 'Staff',
      actorKind: STAFF,
    })
  return row
}
async function orderAt(farm: Farm, daysBefore: number, currency: 'CNY' | 'USD', sum: string | null) {
  const row = {
    ...ticketAt(farm, at(daysBefore)),
    consignee: 'Zhao',
    phone: '1',
    country: 'CN',
    city: '',
    address: '',
    content: '',
    currency,
    sum,
    goods: sum,
    lines: [{ code: 'B-1', chineseName: '皮带', englishName: 'Belt', quantity: 3, price: null }],
  }
  await db().insert(tables.order).values(row)
  return row
}

type Card = Result<(typeof analysis)[AnalysisCardName]>
const look = (who: Person, name: AnalysisCardName, query: object = { days: '7' }): Promise<Card> =>
  who.call(analysis[name], { query })
const nowOf = ({ lines }: Card, kind: string, key: string) =>
  lines.find(line => line.kind === kind && line.key === key)
const sumOf = ({ lines }: Card, kind: string) =>
  lines.filter(line => line.kind === kind).reduce((sum, { now }) => sum + now, 0)

/** What the alarm list counts for the same days. */
const listed = async (who: Person, { from, to }: Card) =>
  (
    await who.call(alarms.list, {
      query: {
        from: Date.parse(`${from}T00:00+08:00`),
        to: Date.parse(`${daysAfter(to, 1)}T00:00+08:00`) - 1,
      },
    })
  ).total

test('alarms are those of the list, for who sees all customers and for who sees a department, by kind and by cause', async () => {
  await alarmAt('sharing', 0, { cause: 'fan' })
  await alarmAt('sharing', 2, { code: 'PowerFail' })
  await alarmAt('sharing', 9)
  await alarmAt('closed', 1)
  await alarmAt('direct', 1)
  await share('direct', new Date(Date.now() + HOUR))
  await count()
  for (const who of [boss, north]) {
    const card = await look(who, 'alarms')
    expect(sumOf(card, 'alarm')).toBe(await listed(who, card))
    expect(sumOf(card, 'cause')).toBe(sumOf(card, 'alarm'))
  }
  const card = await look(boss, 'alarms')
  expect(nowOf(card, 'alarm', 'HighTemp')).toMatchObject({ now: 2, before: 1 })
  expect(nowOf(card, 'alarm', 'HighTemp')?.values).toEqual([0, 0, 0, 0, 0, 1, 1])
  expect(nowOf(card, 'cause', 'fan')).toMatchObject({ now: 1, before: 0 })
  expect(card).toMatchObject({ to: yesterday, from: daysAfter(yesterday, -6), timeZone: ZONE, notShared: 1 })
  expect(nowOf(await look(north, 'alarms'), 'alarm', 'HighTemp')).toMatchObject({ now: 1 })
})

test('a customer that stops sharing is in no total any more, also where its time is just over', async () => {
  await share('direct', null)
  const without = await look(boss, 'alarms')
  expect(sumOf(without, 'alarm')).toBe(await listed(boss, without))
  expect(without.notShared).toBe(2)
  // It ends without anybody changing it.
  await share('direct', new Date(Date.now() + 1_000))
  await count()
  const isOver = async () => (await look(boss, 'alarms')).notShared
  await expect.poll(isOver, { timeout: 10_000 }).toBe(2)
  expect(sumOf(await look(boss, 'alarms'), 'alarm')).toBe(sumOf(without, 'alarm'))
  await share('direct', new Date(Date.now() + HOUR))
  await count()
  expect(sumOf(await look(boss, 'alarms'), 'alarm')).toBe(sumOf(without, 'alarm') + 1)
})

test('late changes are counted where they belong, and a rebuild gives the same', async () => {
  const { id } = await alarmAt('sharing', 3, { code: 'PhaseLoss' })
  const late = await questionAt('closed', at(4, '09:00'))
  const order = await orderAt('sharing', 3, 'CNY', '10.0001')
  await count()
  await db().update(tables.alarm).set({ cause: 'sensor' }).where(eq(tables.alarm.id, id))
  await db()
    .update(tables.order)
    .set({ state: 'production', sum: '10.0002' })
    .where(eq(tables.order.id, order.id))
  await db().delete(tables.question).where(eq(tables.question.id, late.id))
  await alarmAt('sharing', 40)
  await count()
  expect(nowOf(await look(boss, 'alarms'), 'cause', 'sensor')?.now).toBe(1)
  expect(nowOf(await look(boss, 'orders'), 'order', 'production')?.now).toBe(1)
  expect(nowOf(await look(boss, 'orders'), 'amount', 'CNY')?.amount).toEqual({
    now: '10.0002',
    before: '0.00',
  })
  expect(sumOf(await look(boss, 'questions'), 'question')).toBe(0)
  const counted = await stored()
  await app.services.store.ingest.query('select rebuild_analysis()')
  await count()
  expect(await stored()).toEqual(counted)
})

test('a customer given to another department takes its past along', async () => {
  const south = await buildDepartment(app.services, app.offices.provider, 'South')
  const before = await look(north, 'orders')
  await inCareOf(south, 'sharing')
  await count()
  expect(sumOf(await look(north, 'orders'), 'order')).toBe(sumOf(before, 'order') - 1)
  const counted = await stored()
  await app.services.store.ingest.query('select rebuild_analysis()')
  await count()
  expect(await stored()).toEqual(counted)
})

test('tickets say within how many working hours half and nearly all were answered, and how many were not', async () => {
  // On working days of the provider, Monday to Saturday from 08:00 to 18:00.
  const monday = (hour: string) => new Date(`2026-03-02T${hour}:00+08:00`)
  const tuesday = (hour: string) => new Date(`2026-03-03T${hour}:00+08:00`)
  await questionAt('closed', monday('09:00'), monday('10:00'))
  await questionAt('closed', monday('09:30'), monday('12:30'))
  await questionAt('direct', monday('17:00'), tuesday('09:00'))
  await questionAt('direct', tuesday('10:00'))
  await count()
  const card = await look(boss, 'questions', { from: '2026-03-01', to: '2026-03-07' })
  expect(card.hours?.now).toEqual({ answered: 3, open: 1, p50: 2, p90: 3, p95: 3 })
  expect(card.hours?.before).toMatchObject({ answered: 0, p50: null })
  expect(card.lines[0]?.values).toEqual([0, 3, 1, 0, 0, 0, 0])
})

test('amounts are exact and stay in their currency; what is withdrawn or without a price is in none', async () => {
  await orderAt('closed', 5, 'USD', '0.1')
  await orderAt('closed', 5, 'USD', '0.2')
  await orderAt('closed', 5, 'USD', null)
  const gone = await orderAt('closed', 5, 'USD', '1000')
  await db().update(tables.order).set({ withdrawnAt: new Date() }).where(eq(tables.order.id, gone.id))
  await count()
  const card = await look(boss, 'orders')
  expect(nowOf(card, 'amount', 'USD')).toMatchObject({ now: 2, amount: { now: '0.30' } })
  expect(nowOf(card, 'order', 'withdrawn')?.now).toBe(1)
  expect(nowOf(card, 'good', '')?.now).toBe(12)

  // One that was deleted was not withdrawn by anybody: it is in no figure until it is restored.
  const orders = sumOf(card, 'order')
  const deletion = async (deletedAt: Date | null) => {
    await db().update(tables.order).set({ deletedAt }).where(eq(tables.order.id, gone.id))
    await count()
    return look(boss, 'orders')
  }
  const without = await deletion(new Date())
  expect([sumOf(without, 'order'), nowOf(without, 'order', 'withdrawn')?.now ?? 0]).toEqual([orders - 1, 0])
  expect(nowOf(await deletion(null), 'order', 'withdrawn')?.now).toBe(1)
})

test('devices were there for the part of the day that their connections tell', async () => {
  const { deviceId } = placeOf('direct')
  const told = (event: string, when: Date) => ({
    deviceId,
    officePath: app.offices.direct.path,
    event,
    at: when,
  })
  await db()
    .insert(tables.deviceConnection)
    .values([
      told('nbirth', at(2, '00:00')),
      told('ndeath', at(1, '18:00')),
      told('connect', at(1, '19:00')),
      told('nbirth', at(0, '12:00')),
    ])
  await count()
  const { lines } = await look(boss, 'devices', { from: daysAfter(yesterday, -2), to: yesterday })
  expect(lines.find(({ key }) => key === 'known')?.values).toEqual([86_400, 86_400, 86_400])
  expect(lines.find(({ key }) => key === 'online')?.values).toEqual([86_400, 64_800, 43_200])
})

test('the devices behind the rate add up to it, for who sees all customers and for who sees a department, shared or not', async () => {
  const told = (farm: Farm, event: string, when: Date) => ({
    deviceId: placeOf(farm).deviceId,
    officePath: app.offices[farm].path,
    event,
    at: when,
  })
  await db()
    .insert(tables.deviceConnection)
    .values([
      told('closed', 'nbirth', at(9, '06:00')),
      told('closed', 'ndeath', at(1, '12:00')),
      told('sharing', 'nbirth', at(3, '00:30')),
    ])
  await inCareOf(department, 'closed')
  await inCareOf(department, 'sharing')
  await buildDevice(app.services, app.offices.provider, {
    createdAt: at(70),
    status: 'ONLINE',
    statusSince: at(69),
  })
  await buildDevice(app.services, department, { createdAt: at(70), status: 'ONLINE', statusSince: at(69) })
  // Old days are reported late here, so all of them are recounted.
  await app.services.store.ingest.query('select rebuild_analysis()')
  await count()
  // A whole month is read by its sum, a part of one by its days.
  const lastDay = daysAfter(monthOf(yesterday), -1)
  const firstDay = monthOf(lastDay)
  const spans = [
    { from: daysAfter(yesterday, -2), to: yesterday },
    { from: yesterday, to: yesterday },
    { from: daysAfter(yesterday, -40), to: yesterday },
    { from: daysAfter(yesterday, -40), to: daysAfter(yesterday, -5) },
    { from: firstDay, to: lastDay },
    { from: firstDay, to: yesterday },
    { from: daysAfter(firstDay, 3), to: daysAfter(firstDay, 9) },
    { from: daysAfter(firstDay, -1), to: lastDay },
  ]
  for (const who of [boss, north])
    for (const query of spans) {
      const { lines } = await look(who, 'devices', query)
      const { items, total } = await who.call(analysis.usedDevices, { query })
      const sum = (key: 'known' | 'online') => items.reduce((all, row) => all + row[key], 0)
      const counted = (key: string) => lines.find(line => line.key === key)?.now ?? 0
      expect([total, sum('known'), sum('online')]).toEqual([
        items.length,
        counted('known'),
        counted('online'),
      ])
      // Of customers in care nothing was told before these days.
      if (who === boss || query.to === yesterday) expect(sum('known')).toBeGreaterThan(0)
      const away = items.map(({ known, online }) => known - online)
      expect(away).toEqual(away.toSorted((one, other) => other - one))
    }
  const named = async (who: Person) => {
    const { items } = await who.call(analysis.usedDevices, { query: spans[0] ?? {} })
    return items.map(({ device }) => device?.id).toSorted()
  }
  const inCare = (['sharing', 'closed'] as const).map(farm => placeOf(farm).deviceId).toSorted()
  expect(await named(north)).toEqual(inCare)
  expect(await named(boss)).toHaveLength(5)
})

test('a device that went to another customer stays with the one it was counted with, and is not named to who may not see it', async () => {
  const { deviceId } = placeOf('closed')
  const query = { from: daysAfter(yesterday, -1), to: yesterday }
  const before = await north.call(analysis.usedDevices, { query })
  const { id: officeId, path: officePath } = app.offices.direct
  await db().update(tables.device).set({ officeId, officePath }).where(eq(tables.device.id, deviceId))
  const after = await north.call(analysis.usedDevices, { query })
  expect(after.items.map(({ device, ...row }) => row)).toEqual(before.items.map(({ device, ...row }) => row))
  expect(after.items.find(({ device }) => device === null)).toBeDefined()
  const { id, path } = app.offices.closed
  await db()
    .update(tables.device)
    .set({ officeId: id, officePath: path })
    .where(eq(tables.device.id, deviceId))
})

test('customers are new, converted and lost on the days on which they were', async () => {
  const { id } = await buildCustomer(app.services, app.offices.provider, { createdAt: at(6), stage: 'trial' })
  const { id: waiting } = await buildCustomer(app.services, app.offices.provider, {
    approval: 'pending',
    createdAt: at(6),
  })
  const [row] = await db().select().from(tables.office).where(eq(tables.office.id, id))
  await db()
    .insert(tables.customerChange)
    .values({
      officePath: String(row?.path),
      at: at(1),
      item: 'stage',
      before: 'trial',
      after: 'formal',
      by: 'staff',
    })
  await count()
  const card = await look(boss, 'customers')
  expect(nowOf(card, 'customer', 'new')?.values[0]).toBe(1)
  expect(nowOf(card, 'customer', 'converted')?.values[5]).toBe(1)
  await db().update(tables.customer).set({ approval: 'passed' }).where(eq(tables.customer.officeId, waiting))
  await db()
    .update(tables.office)
    .set({ disabledAt: at(0) })
    .where(eq(tables.office.id, id))
  await count()
  const later = await look(boss, 'customers')
  expect(nowOf(later, 'customer', 'new')?.values[0]).toBe(2)
  expect(nowOf(later, 'customer', 'lost')?.values[6]).toBe(1)
})

test('the rows behind a count are as many as it says, for who sees all customers and for who sees a department', async () => {
  for (const who of [boss, north]) {
    const [moved, ordered] = [await look(who, 'customers'), await look(who, 'orders')]
    for (const move of customerMoves) {
      const { total, items } = await who.call(analysis.movedCustomers, { query: { days: '7', move } })
      expect([move, total, items.length]).toEqual([move, nowOf(moved, 'customer', move)?.now ?? 0, total])
    }
    const goods = await who.call(analysis.orderedGoods, { query: { days: '7', good: '' } })
    expect(goods.items.reduce((sum, { pieces }) => sum + pieces, 0)).toBe(
      nowOf(ordered, 'good', '')?.now ?? 0,
    )
  }
  const nobody = await boss.call(analysis.orderedGoods, { query: { days: '7', good: newId() } })
  expect(nobody).toEqual({ total: 0, items: [] })
})

test('of customers on trial nothing is named to who may not list them', async () => {
  const { id } = await buildCustomer(app.services, app.offices.provider, { createdAt: at(3), stage: 'trial' })
  const formalOnly = await app.as({
    office: app.offices.provider,
    kind: STAFF,
    grants: ['custom_manage:query'],
  })
  const idsFor = async (who: Person) =>
    (await who.call(analysis.movedCustomers, { query: { days: '7', move: 'new' } })).items.map(row => row.id)
  expect(await idsFor(boss)).toContain(id)
  expect(await idsFor(formalOnly)).not.toContain(id)
})

test('screens used have their course', async () => {
  const { authorId } = placeOf('direct')
  await db()
    .insert(tables.screenVisit)
    .values(
      [4, 4, 1].map((daysBefore, number) => ({
        accountId: authorId,
        officePath: app.offices.direct.path,
        lane: '0123456789abcdef',
        number,
        screen: '/houseMonitor',
        startedAt: at(daysBefore),
        durationMs: 1_000,
      })),
    )
  await count()
  const card = await look(boss, 'screens')
  expect(nowOf(card, 'screen', '2 /houseMonitor')?.values).toEqual([0, 0, 2, 0, 0, 1, 0])
})

test('a card is for who may read its list', async () => {
  const asked: [AnalysisCardName, Grant][] = [
    ['alarms', 'house_alarm:query'],
    ['orders', 'order_center:query'],
  ]
  for (const [name, grant] of asked) {
    const may = await app.as({ office: app.offices.provider, kind: STAFF, grants: [grant] })
    const mayNot = await app.as({
      office: app.offices.provider,
      kind: STAFF,
      grants: ['dashboard_analysis:query'],
    })
    expect((await may.ask(analysis[name])).statusCode).toBe(200)
    expect((await mayNot.ask(analysis[name])).statusCode).toBe(403)
  }
})

test('a long period is shown by weeks and by months, and its sum is that of its days', async () => {
  const year = await look(boss, 'alarms', { days: '365' })
  expect(year).toMatchObject({ step: 'week' })
  expect(year.days).toHaveLength(53)
  const longer = await look(boss, 'alarms', { from: '2024-01-15', to: yesterday })
  expect(longer).toMatchObject({ step: 'month' })
  expect(longer.days.slice(0, 3)).toEqual(['2024-01-15', '2024-02-01', '2024-03-01'])
  for (const card of [year, longer]) expect(sumOf(card, 'alarm')).toBe(await listed(boss, card))
})

test.each(['9999-12-31', '3000-01-01', '1999-12-31', '0000-01-01'])(
  'a period in a year of another age is refused: %s',
  async day => {
    const answer = await boss.ask(analysis.alarms, { query: { from: day, to: day } })
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json().data.map(({ field }: { field: string }) => field)).toEqual(['from', 'to'])
  },
)

test('the system monitor knows when the counting was done last', async () => {
  const { stop } = startAnalysis(app.services)
  try {
    await expect
      .poll(() => roundsSoFar().find(({ name }) => name === 'analysis'))
      .toMatchObject({ endedAt: expect.any(String), failed: 0 })
  } finally {
    await stop()
  }
})
