import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarms } from '#shared/contracts/alarms.ts'
import { analysis } from '#shared/contracts/analysis.ts'
import { customers, trialCustomers } from '#shared/contracts/customers.ts'
import { dataScreen } from '#shared/contracts/data-screen.ts'
import { devices } from '#shared/contracts/devices.ts'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { houses } from '#shared/contracts/houses.ts'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { orders } from '#shared/contracts/orders.ts'
import { overhaul } from '#shared/contracts/overhaul.ts'
import { questions } from '#shared/contracts/questions.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import { workplace } from '#shared/contracts/workplace.ts'
import { AGENT, CUSTOMER, type Kind, STAFF } from '#shared/permissions.ts'
import { waitSteps } from '#shared/tickets.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { prepareDue } from '../../farm/figures/figures.ts'
import { countTouched } from '../../features/analysis/analysis-clock.ts'
import { buildInquiry } from '../../features/inquiries/inquiries.fixture.ts'
import { buildOrder } from '../../features/orders/orders.fixture.ts'
import { buildPlan } from '../../features/overhaul/overhaul.fixture.ts'
import { buildQuestion } from '../../features/questions/questions.fixture.ts'
import { buildRepair } from '../../features/repairs/repairs.fixture.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { deviceState } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { type Person, type TestApp, testApp } from '../app.ts'
import {
  buildAlarm,
  buildDepartment,
  buildDevice,
  buildFlock,
  buildHouse,
  buildRecord,
} from '../farm-builder.ts'
import { everyGrant } from '../samples.ts'

const ZONE = 'Asia/Shanghai'
const yesterday = daysAfter(dateIn(ZONE, new Date()), -1)
const noon = (daysBefore: number) => new Date(`${daysAfter(yesterday, -daysBefore)}T12:00+08:00`)
const SIZE = 100
/** Longer than any step of waiting, at any hour. */
const longAgo = new Date(Date.now() - 30 * 86_400_000)

type Farm = 'sharing' | 'closed' | 'direct'
const farms: readonly Farm[] = ['sharing', 'closed', 'direct']

let app: TestApp
const viewers = new Map<string, Person>()
const db = () => app.services.store.scoped(SYSTEM)
const share = (farm: Farm, isShared: boolean) =>
  db()
    .update(office)
    .set({ farmAccessUntil: isShared ? new Date(Date.now() + 86_400_000) : null })
    .where(eq(office.id, app.offices[farm].id))

beforeAll(async () => {
  app = await testApp()
  const { offices, services } = app
  const department = await buildDepartment(services, offices.provider, 'North')
  for (const farm of ['sharing', 'closed'] as const)
    await db()
      .update(customer)
      .set({ managerOfficeId: department.id })
      .where(eq(customer.officeId, offices[farm].id))
  for (const [i, farm] of farms.entries()) {
    const device = await buildDevice(services, offices[farm], { type: 'controller', status: 'ONLINE' })
    const houseIds: string[] = []
    for (const state of ['normal', 'alarm', 'offline'] as const) {
      const house = await buildHouse(services, offices[farm], {
        state,
        type: state === 'alarm' ? 'broiler' : 'layer',
        deviceIds: state === 'alarm' ? [device.id] : [],
      })
      houseIds.push(house.id)
      for (let n = 0; n <= i; n++)
        await buildAlarm(services, offices[farm], {
          subjectId: device.id,
          houseIds: [house.id],
          code: `Alarm-${state}`,
          condition: 'cleared',
          handling: n === 0 ? 'new' : 'solved',
          raisedAt: new Date(noon(n).getTime() + i),
        })
    }
    for (const [n, houseId] of houseIds.slice(0, 2).entries()) await buildBirds(farm, houseId, 2 * i + n)
    for (const standing of ['pending', 'accepted', 'finished', 'cancelled'])
      await buildRepair(services, offices[farm], { standing })
    await buildRepair(services, offices[farm], { waitsSince: longAgo })
    for (const standing of ['placed', 'production', 'withdrawn'])
      await buildOrder(services, offices[farm], { standing })
    for (const asked of [
      { state: 'waiting', waitsSince: new Date() },
      { state: 'waiting', waitsSince: longAgo },
      { state: 'replied', waitsSince: null },
    ] as const) {
      await buildQuestion(services, offices[farm], asked)
      await buildInquiry(services, offices[farm], asked)
    }
    for (const [n, houseId] of houseIds.entries())
      await buildPlan(services, offices[farm], {
        houseId,
        // Overdue, due today in some zones, within a week, and later.
        nextOn: daysAfter(yesterday, [0, 1, 5, 400][n + i] ?? 0),
      })
  }
  await countTouched(services.store)
  while (await prepareDue(services.store));
  const as = (kind: Kind, place: typeof department, departmentOnly = false) =>
    app.as({ office: place, kind, grants: everyGrant(kind), departmentOnly })
  viewers.set('staff', await as(STAFF, offices.provider))
  viewers.set('staff of a department', await as(STAFF, department, true))
  viewers.set('an agent', await as(AGENT, offices.agent))
})
afterAll(() => app.close())

/** Birds with records of two days, in numbers chosen so that no two sets have the same sum. */
async function buildBirds(farm: Farm, houseId: string, place: number) {
  const { services, offices } = app
  const type = place % 2 ? ('broiler' as const) : ('layer' as const)
  const { id: flockId } = await buildFlock(services, offices[farm], {
    houseId,
    type,
    placedOn: daysAfter(yesterday, -30),
    placedCount: 1_000 * 2 ** place,
  })
  for (const ago of [0, 1])
    await buildRecord(services, offices[farm], {
      flockId,
      day: daysAfter(yesterday, -ago),
      dead: 2 ** place,
      eggsSound: type === 'layer' ? 100 * 2 ** place + ago : null,
      eggsBroken: type === 'layer' ? 1 : null,
      feed: 10 * 2 ** place + ago,
      feedMales: 1,
      water: 20 * 2 ** place + ago,
    })
}

const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((all, n) => all + n, 0)

/** Every total shown to a person, checked against the same person's lists. */
async function agreeing(who: Person) {
  const screen = await who.call(dataScreen.figures)
  const round = await who.call(workplace.round)
  const { notShared } = await who.call(workplace.sharing)
  const { items: listed } = await who.call(houses.list, { query: { size: SIZE } })
  const { items: formal } = await who.call(customers.list, { query: { size: SIZE } })
  const { items: trial } = await who.call(trialCustomers.list, { query: { size: SIZE } })
  const shown = listed.filter(({ state }) => state !== null)
  expect(screen.houses).toBe(shown.length)
  expect(sum(screen.states)).toBe(shown.length)
  expect(screen.notShared.houses).toBe(listed.length - shown.length)
  expect(round.watched).toBe(shown.length)
  // A house without a device cannot fall silent.
  const served = shown.filter(({ devices }) => devices.length > 0)
  expect(round.total).toBe(served.filter(({ state }) => state !== 'normal').length)
  expect(round.houses).toHaveLength(round.total)
  const hidden = [...formal, ...trial].filter(
    ({ farmAccessUntil, approval }) => farmAccessUntil === null && approval === 'passed',
  ).length
  expect([notShared, round.notShared]).toEqual([hidden, hidden])

  const counted = await who.call(alarms.counts, { query: {} })
  const { total } = await who.call(alarms.list, { query: { size: SIZE } })
  expect(counted).toMatchObject({ total, notShared: hidden })
  expect(sum(counted.handling)).toBe(total)
  expect(sum(counted.condition)).toBe(total)
  const alarmsIn = async (query: object) => (await who.call(alarms.list, { query })).total
  expect(counted).toMatchObject({
    unseen: await alarmsIn({ handling: 'new', condition: 'active' }),
    open: await alarmsIn({ open: 'open' }),
    condition: { active: await alarmsIn({ condition: 'active' }) },
  })

  expect(screen.farms).toBe(new Set(shown.map(({ customer }) => customer)).size)
  // Each farm has one device, in the house with the alarms.
  expect(sum(screen.devices)).toBe(shown.filter(({ state }) => state === 'alarm').length)
  expect(screen.alarms.every(({ farm }) => shown.some(({ customer }) => customer === farm))).toBe(true)

  const byStatus = await who.call(devices.counts, { query: { by: 'status' } })
  const all = await who.call(devices.list, { query: { size: SIZE } })
  expect(sum(byStatus)).toBe(all.total)
  for (const [status, rows] of Object.entries(byStatus))
    expect((await who.call(devices.list, { query: { status: status as 'ONLINE' } })).total).toBe(rows)
  return { houses: screen.houses, alarms: total, notShared: hidden }
}

/** Birds, eggs, feed and water of the data screen, against the flocks and records that the same person lists. */
async function birdsAgree(who: Person) {
  const { birds, occupied, birdsByType, days } = await who.call(dataScreen.figures)
  const { items: flocked } = await who.call(flocks.list, { query: { size: SIZE } })
  const aliveOf = (rows: typeof flocked) => rows.reduce((all, { alive }) => all + (alive ?? 0), 0)
  expect([birds, occupied]).toEqual([aliveOf(flocked), flocked.length])
  for (const type of ['layer', 'broiler'] as const)
    expect(birdsByType[type]).toBe(aliveOf(flocked.filter(flock => flock.type === type)))
  const { items: records } = await who.call(flockRecords.list, { query: { size: SIZE } })
  expect(records).toHaveLength(2 * flocked.length)
  for (const day of [yesterday, daysAfter(yesterday, -1)]) {
    const told = records.filter(record => record.day === day)
    const sumOf = (of: (record: (typeof told)[number]) => number | null) =>
      told.reduce((all, record) => all + (of(record) ?? 0), 0)
    const { eggs = null, feed = null, water = null } = days.find(each => each.day === day) ?? {}
    expect([day, eggs ?? 0, feed ?? 0, water ?? 0]).toEqual([
      day,
      sumOf(record => record.eggs),
      sumOf(record => (record.feed ?? 0) + (record.feedMales ?? 0)),
      sumOf(record => record.water),
    ])
  }
  return birds
}

/** The customers at the top of the workplace: each number against the list it leads to. */
async function customersAgree(who: Person) {
  const listed = async (query: object) => (await who.call(customers.list, { query })).total
  const summary = await who.call(customers.summary)
  expect(summary).toMatchObject({
    customers: await listed({}),
    pending: await listed({ approval: 'pending' }),
    ended: await listed({ ends: 'ended' }),
    endingSoon: await listed({ ends: '90d' }),
    maintenanceDue: await listed({ maintenance: 'due' }),
  })
  const trial = await who.call(trialCustomers.summary)
  const waiting = await who.call(trialCustomers.list, { query: { approval: 'pending' } })
  expect(trial.pending).toBe(waiting.total)
  return summary
}

/** Work in progress, which consent does not hide: each count and what waits, against the same person's list. */
async function workAgrees(who: Person) {
  const query = { size: SIZE }
  const ticketKinds = [
    [repairs, 'pending'],
    [questions, 'waiting'],
    [inquiries, 'waiting'],
  ] as const
  for (const [kind, open] of ticketKinds) {
    const { items, total } = await who.call(kind.list, { query })
    const standing = await who.call(kind.counts, { query: { by: 'standing' } })
    const { steps } = await who.call(kind.waiting)
    expect(sum(standing)).toBe(total)
    expect(total).toBeGreaterThan(0)
    expect(sum(steps)).toBe(items.filter(({ waitedHours }) => waitedHours !== null).length)
    // As the workplace's card leads to them.
    expect((await who.call(kind.list, { query: { standing: open as never } })).total).toBe(sum(steps))
    expect([steps.fresh, steps.long].every(count => count > 0)).toBe(true)
    for (const wait of waitSteps)
      expect((await who.call(kind.list, { query: { wait } })).total).toBe(steps[wait])
  }
  const standings = await who.call(orders.counts, { query: { by: 'standing' } })
  for (const [standing, rows] of Object.entries(standings))
    expect((await who.call(orders.list, { query: { standing: standing as 'placed' } })).total).toBe(rows)
  const { yes: late = 0 } = await who.call(orders.counts, { query: { by: 'late' } })
  expect((await who.call(orders.list, { query: { late: 'yes' } })).total).toBe(late)
  const due = await who.call(overhaul.counts, { query: { by: 'due' } })
  for (const [state, rows] of Object.entries(due))
    expect((await who.call(overhaul.list, { query: { due: state as 'overdue' } })).total).toBe(rows)
  const { total: ordered } = await who.call(orders.list, { query })
  for (const by of ['standing', 'paid', 'late'] as const)
    expect(sum(await who.call(orders.counts, { query: { by } }))).toBe(ordered)
  const { total: planned } = await who.call(overhaul.list, { query })
  expect(sum(await who.call(overhaul.counts, { query: { by: 'due' } }))).toBe(planned)
  expect([ordered, planned].every(total => total > 0)).toBe(true)
}

/** Only staff look back. */
async function lookedBack(who: Person) {
  const card = await who.call(analysis.alarms, { query: { days: '7' } })
  const { total } = await who.call(alarms.list, {
    query: {
      from: Date.parse(`${card.from}T00:00+08:00`),
      to: Date.parse(`${daysAfter(card.to, 1)}T00:00+08:00`) - 1,
    },
  })
  for (const kind of ['alarm', 'cause'] as const)
    expect(card.lines.filter(line => line.kind === kind).reduce((all, { now }) => all + now, 0)).toBe(total)
}

/** Inquiries and orders, by the days of the analysis and by those of the lists. */
async function workLookedBack(who: Person) {
  const query = { from: daysAfter(yesterday, -5), to: daysAfter(yesterday, 1) }
  const kinds = [
    [analysis.orders, orders.list, 'order'],
    [analysis.questions, questions.list, 'question'],
    [analysis.repairs, repairs.list, 'repair'],
    [analysis.inquiries, inquiries.list, 'inquiry'],
  ] as const
  for (const [card, list, kind] of kinds) {
    const { from, to, lines } = await who.call(card, { query })
    const { total } = await who.call(list, {
      query: {
        from: Date.parse(`${from}T00:00+08:00`),
        to: Date.parse(`${daysAfter(to, 1)}T00:00+08:00`) - 1,
      },
    })
    expect(lines.filter(line => line.kind === kind).reduce((all, { now }) => all + now, 0)).toBe(total)
    expect(total).toBeGreaterThan(0)
  }
}

const consents = [[], ['sharing'], ['sharing', 'closed'], ['direct'], farms] as const
const asked = ['staff', 'staff of a department', 'an agent'].flatMap(name =>
  consents.map(consent => [name, consent.join(' and ') || 'nobody', consent] as const),
)

test.each(asked)(
  'what %s is told in all is the sum of its lists while %s share',
  async (name, _, consent) => {
    const who = viewers.get(name)
    if (!who) throw new Error(`There is no ${name}`)
    for (const farm of farms) await share(farm, (consent as readonly Farm[]).includes(farm))
    await countTouched(app.services.store)
    await agreeing(who)
    const birds = await birdsAgree(who)
    // Two of the three farms are in the care of those who do not see all of them.
    const [first, second, third] = farms.map(farm => (consent as readonly Farm[]).includes(farm))
    expect(birds > 0).toBe(Boolean(first || second || (name === 'staff' && third)))
    if (name !== 'an agent') await lookedBack(who)
  },
)

test.each(['staff', 'staff of a department'])('what waits for %s is the sum of their lists', async name => {
  const who = viewers.get(name)
  if (!who) throw new Error(`There is no ${name}`)
  await workAgrees(who)
  await countTouched(app.services.store)
  await workLookedBack(who)
})

test.each(['staff', 'staff of a department', 'an agent'])(
  'how many customers %s has is the sum of their lists',
  async name => {
    const who = viewers.get(name)
    if (!who) throw new Error(`There is no ${name}`)
    const summary = await customersAgree(who)
    expect(summary.customers).toBeGreaterThan(0)
  },
)

test('a customer that stops sharing is out of every total at the next request', async () => {
  const who = viewers.get('staff')
  if (!who) throw new Error('There is no staff')
  for (const farm of farms) await share(farm, true)
  await countTouched(app.services.store)
  const before = await agreeing(who)
  const birdsBefore = await birdsAgree(who)
  // Nothing is recounted in between.
  await share('closed', false)
  const after = await agreeing(who)
  await lookedBack(who)
  expect(before.houses - after.houses).toBe(3)
  // Those of its two houses.
  expect(birdsBefore - (await birdsAgree(who))).toBe(998 * (2 ** 2 + 2 ** 3))
  expect(before.alarms - after.alarms).toBe(6)
  expect(after.notShared - before.notShared).toBe(1)
})

test('birds alive are one figure in houses, flocks, workplace and data screen, whatever the controllers count', async () => {
  for (const farm of farms) await share(farm, true)
  const { offices, services } = app
  // One that nobody has recorded yet, in a house whose controller counts something else.
  const counter = await buildDevice(services, offices.direct, { type: 'controller' })
  const house = await buildHouse(services, offices.direct, { deviceIds: [counter.id] })
  await buildFlock(services, offices.direct, {
    houseId: house.id,
    placedOn: daysAfter(yesterday, -3),
    placedCount: 64_000,
  })
  const values = { 'Bird/Count': [61_234, Date.now()] as [number, number] }
  const { path: officePath, farmPath } = offices.direct
  await db()
    .insert(deviceState)
    .values({
      deviceId: counter.id,
      officePath,
      farmPath: farmPath ?? officePath,
      values,
      savedAt: new Date(),
    })
  while (await prepareDue(services.store));
  const farmer = await app.as({ office: offices.direct, kind: CUSTOMER, grants: everyGrant(CUSTOMER) })
  const aliveIn = (rows: readonly { alive: number | null }[]) =>
    rows.reduce((all, { alive }) => all + (alive ?? 0), 0)
  for (const who of [viewers.get('staff'), farmer]) {
    if (!who) throw new Error('Nobody asks')
    const { items } = await who.call(houses.list, { query: { size: SIZE } })
    const { items: flocked } = await who.call(flocks.list, { query: { size: SIZE, state: 'running' } })
    const { birds } = await who.call(dataScreen.figures)
    expect(items.find(({ id }) => id === house.id)).toMatchObject({
      aliveCount: 64_000,
      countedCount: 61_234,
    })
    expect(items.reduce((all, { aliveCount }) => all + (aliveCount ?? 0), 0)).toBe(aliveIn(flocked))
    expect(birds).toBe(aliveIn(flocked))
    for (const { houseId, alive } of flocked)
      expect(items.find(({ id }) => id === houseId)?.aliveCount).toBe(alive)
  }
  const { items } = await farmer.call(flocks.list, { query: { size: SIZE, state: 'running' } })
  expect(aliveIn(await farmer.call(workplace.list))).toBe(aliveIn(items))
})
