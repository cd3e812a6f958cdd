import { afterAll, beforeAll, expect, test } from 'vitest'
import { feedBook } from '#shared/contracts/feed-book.ts'
import { flockAccounts } from '#shared/contracts/flock-accounts.ts'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { daysAfter } from '#shared/zone-time.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildFlock, buildHouse, buildRecord } from '../../testing/farm-builder.ts'

let farm: TestApp
let owner: Person
let worker: Person
beforeAll(async () => {
  farm = await testApp()
  const office = farm.offices.direct
  owner = await farm.as({
    office,
    kind: 2,
    grants: ['chicken_batch:get', 'chicken_batch:add', 'chicken_batch:edit', 'chicken_batch:export'],
  })
  worker = await farm.as({ office, kind: 2, grants: ['chicken_batch:get', 'chicken_batch:add'] })
})
afterAll(() => farm.close())

const today = new Date().toISOString().slice(0, 10)
const ago = (days: number) => daysAfter(today, -days)

/** Broilers of 40 days that were placed as chicks and eat 1,500 kg a day; 10 die a day. */
async function grown(houseId?: string, lastDay = 1) {
  const { services, offices } = farm
  const { id } = houseId
    ? { id: houseId }
    : await buildHouse(services, offices.direct, { type: 'broiler', timeZone: 'UTC' })
  const flock = await buildFlock(services, offices.direct, {
    houseId: id,
    type: 'broiler',
    category: 'meat',
    placedOn: ago(lastDay + 40),
    placedCount: 20_000,
  })
  for (let on = lastDay + 40; on >= lastDay; on -= 1)
    await buildRecord(services, offices.direct, { flockId: flock.id, day: ago(on), feed: 1_500, dead: 10 })
  return { flock, houseId: id }
}
const get = (id: string, who = owner) => who.call(flockAccounts.get, { params: { id } })
const version = async (id: string) => (await get(id)).account.version
const empty = { currency: 'CNY' as const, lots: [], eggs: [], costs: [] }

test('an owner closes a flock with weights, feed of the book and money, and completes it afterwards', async () => {
  const { flock, houseId } = await grown()
  const { id } = flock
  const delivery = { houseId, day: ago(41), kind: 'delivery' as const, amountKg: 70_000 }
  await owner.call(feedBook.create, { body: { ...delivery, tonnePrice: '3000', currency: 'CNY' } })
  await owner.call(feedBook.create, { body: { houseId, day: ago(1), kind: 'counted', amountKg: 6_000 } })
  const row = await owner.call(flocks.get, { params: { id } })
  await owner.call(flocks.close, { params: { id }, body: { endedOn: ago(1), version: row.version } })
  const before = await get(id)
  expect(before.isClosed).toBe(true)
  expect(before.figures.lacks).toMatchObject({ sold: { why: 'noLots' }, margin: { why: 'noChicks' } })
  const lots = [
    { day: ago(2), birds: 10_000, liveKg: 25_000, price: '9', per: 'liveKg' as const },
    { day: ago(1), birds: 9_590, liveKg: 24_500, carcassKg: 18_000, condemned: 30, price: '9' },
  ]
  const costs = [
    { kind: 'chicks' as const, what: '', amount: '60000' },
    { kind: 'medicine' as const, what: 'vaccines', amount: '8000.50' },
  ]
  const body = { ...empty, lots, costs, version: before.account.version }
  const told = await owner.call(flockAccounts.update, { params: { id }, body })
  const { values, lacks } = told.figures
  // 20,000 placed, 41 days of 10 dead, and 19,590 in two lots.
  expect(values).toMatchObject({ days: 41, placed: 20_000, dead: 410, sold: 19_590, unaccounted: 0 })
  expect(values).toMatchObject({ feedDelivered: 70_000, feedLeft: 6_000, feedUsed: 64_000 })
  expect(values.feedRecorded).toBe(61_500)
  // By hand: 64,000 kg for 49,500 kg; 97.95 % alive at 2.5268 kg and 39.49 days.
  expect(values.conversion).toBeCloseTo(1.2929, 3)
  expect(values.meanAge).toBeCloseTo(39.49, 2)
  expect(values.efficiency).toBeCloseTo((97.95 * 2.526_8 * 100) / (39.49 * 1.292_9), 0)
  expect(values.yield).toBeCloseTo((100 * 18_000) / 24_500, 3)
  expect(values.condemned).toBe(30)
  expect(values).toMatchObject({ incomeBirds: 445_500, costFeed: 192_000, costMedicine: 8_000.5 })
  expect(values.cost).toBeCloseTo(260_000.5, 3)
  expect(values.margin).toBeCloseTo(185_499.5, 3)
  expect(lacks.costEnergy).toEqual({ why: 'noMeter' })
  expect(told.feedCountedOn).toBe(ago(1))

  // The flock's page and the farm's best have that conversion too, and follow when feed is entered late.
  const { flock: other } = await grown()
  const shown = async () => {
    const [own, beside] = await Promise.all(
      [id, other.id].map(each => owner.call(flocks.course, { params: { id: each } })),
    )
    return [own?.final.feedConversion, beside?.best?.final.feedConversion]
  }
  expect(await shown()).toEqual([values.conversion, values.conversion])
  await owner.call(feedBook.create, { body: { ...delivery, day: ago(20), amountKg: 1_000 } })
  const now = (await get(id)).figures.values.conversion
  expect(now).toBeCloseTo(65_000 / 49_500, 9)
  expect(await shown()).toEqual([now, now])
})

test('birds and eggs are not accounted as sold within a withdrawal, whichever is entered first', async () => {
  const { services, offices } = farm
  const house = await buildHouse(services, offices.direct, { type: 'layer', timeZone: 'UTC' })
  const { id } = await buildFlock(services, offices.direct, {
    houseId: house.id,
    placedOn: ago(60),
    placedCount: 1_000,
  })
  const tell = (day: string, facts: object) =>
    owner.ask(flockRecords.create, { params: { id }, body: { day, ...facts } } as never)
  const account = async (rows: object) =>
    owner.ask(flockAccounts.update, {
      params: { id },
      body: { ...empty, ...rows, version: await version(id) },
    })
  const fields = (answer: { json: () => { data: { field: string }[] } }) =>
    answer.json().data.map(({ field }) => field)
  const medicine = (name: string, withdrawalDays: number, eggWithdrawalDays: number) => ({
    treatments: [{ kind: 'medicine', name, withdrawalDays, eggWithdrawalDays }],
  })
  await tell(ago(10), medicine('Tylosin', 5, 2))
  const lot = (day: string) => ({ day, birds: 100 })
  const sale = (day: string) => ({ day, grade: 'L' as const, eggs: 1_000 })
  expect(fields(await account({ lots: [lot(ago(6))], eggs: [sale(ago(9))] }))).toEqual(['lots', 'eggs'])
  // Eggs are free again before the birds are.
  const kept = { lots: [lot(ago(4))], eggs: [sale(ago(7)), sale(ago(11))] }
  expect((await account(kept)).statusCode).toBe(200)

  // The medicine is told after what was sold: that is not refused, but asked about, and the account stays as it is.
  expect(fields(await tell(ago(5), medicine('Enrofloxacin', 3, 0)))).toEqual(['reason'])
  expect(fields(await tell(ago(8), medicine('Colistin', 0, 1)))).toEqual(['reason'])
  const reason = 'The buyer holds them back'
  expect((await tell(ago(5), { ...medicine('Enrofloxacin', 3, 0), reason })).statusCode).toBe(200)
  const costs = [{ kind: 'labour' as const, what: '', amount: '10' }]
  expect((await account({ ...kept, costs })).statusCode).toBe(200)
  expect(fields(await account({ ...kept, lots: [...kept.lots, lot(ago(3))] }))).toEqual(['lots'])
})

test('birds that nobody accounts for stand as such, and more birds than there were are refused', async () => {
  const { flock } = await grown()
  const { id } = flock
  const lots = [{ day: ago(1), birds: 19_000, liveKg: 47_500 }]
  const still = { ...empty, lots, version: await version(id) }
  const running = await owner.call(flockAccounts.update, { params: { id }, body: still })
  // While birds are in the house, the rest is not sold yet.
  expect(running.figures.lacks.conversion).toMatchObject({ why: 'lotsPart', n: 590 })
  expect(running.figures.values.unaccounted).toBeNull()
  const row = await owner.call(flocks.get, { params: { id } })
  await owner.call(flocks.close, { params: { id }, body: { endedOn: ago(1), version: row.version } })
  expect((await get(id)).figures.values.unaccounted).toBe(590)
  const more = { ...still, lots: [{ day: ago(1), birds: 20_001 }], version: await version(id) }
  const answer = await owner.ask(flockAccounts.update, { params: { id }, body: more })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data).toMatchObject([{ field: 'lots' }])
})

test('feed without a price, and days without feed, leave the cost open and say why', async () => {
  const { services, offices } = farm
  const { flock, houseId } = await grown()
  const { id } = flock
  const body = { houseId, day: ago(41), kind: 'delivery' as const, amountKg: 40_000 }
  await owner.call(feedBook.create, {
    body: { ...body, isKnownShort: true, tonnePrice: '3000', currency: 'CNY' },
  })
  await owner.call(feedBook.create, { body: { ...body, day: ago(20), amountKg: 40_000 } })
  const { figures } = await get(id)
  expect(figures.values.feedUsed).toBe(61_500)
  expect(figures.lacks.costFeed).toMatchObject({ why: 'feedPrice', of: 61_500 })
  expect(figures.lacks.margin).toMatchObject({ why: 'noChicks' })
  const gappy = await buildHouse(services, offices.direct, { type: 'broiler', timeZone: 'UTC' })
  const other = await buildFlock(services, offices.direct, {
    houseId: gappy.id,
    type: 'broiler',
    placedOn: ago(3),
    placedCount: 100,
  })
  await owner.call(feedBook.create, { body: { ...body, houseId: gappy.id, day: ago(3), amountKg: 500 } })
  const lacking = (await get(other.id)).figures.lacks
  expect(lacking.feedUsed).toMatchObject({ why: 'feedDays' })
  expect(lacking.costFeed).toMatchObject({ why: 'feedDays' })
})

test('what was entered for feed counts in place of what the book says', async () => {
  const { flock, houseId } = await grown()
  const { id } = flock
  const body = { houseId, day: ago(41), kind: 'delivery' as const, amountKg: 70_000 }
  await owner.call(feedBook.create, { body: { ...body, tonnePrice: '3000', currency: 'CNY' } })
  expect((await get(id)).figures.values.costFeed).toBeCloseTo(184_500, 3)
  const costs = [{ kind: 'feed' as const, what: 'by the mill', amount: '200000' }]
  const told = await owner.call(flockAccounts.update, {
    params: { id },
    body: { ...empty, costs, version: await version(id) },
  })
  expect(told.figures.values.costFeed).toBe(200_000)
})

test('the flock before it in the house stands beside it', async () => {
  const { services, offices } = farm
  const { flock, houseId } = await grown(undefined, 60)
  const row = await owner.call(flocks.get, { params: { id: flock.id } })
  await owner.call(flocks.close, {
    params: { id: flock.id },
    body: { endedOn: ago(60), version: row.version },
  })
  const next = await buildFlock(services, offices.direct, { houseId, type: 'broiler', placedOn: ago(5) })
  const told = await get(next.id)
  expect(told.before).toMatchObject({ number: flock.number })
  expect(told.before?.figures.values).toMatchObject({ days: 41, dead: 410 })
})

test('a worker sees what left and what was fed, and no money', async () => {
  const { flock } = await grown()
  const { id } = flock
  const lots = [{ day: ago(1), birds: 19_590, liveKg: 49_000, price: '9' }]
  const costs = [{ kind: 'chicks' as const, what: '', amount: '60000' }]
  await owner.call(flockAccounts.update, {
    params: { id },
    body: { ...empty, lots, costs, note: 'paid late', version: await version(id) },
  })
  const seen = await get(id, worker)
  expect(seen).toMatchObject({ seesMoney: false })
  expect(seen.account).toMatchObject({ costs: [], note: '', lots: [{ birds: 19_590, price: null }] })
  expect(seen.figures.values).toMatchObject({ sold: 19_590, incomeBirds: null, cost: null, margin: null })
  expect(Object.keys(seen.figures.lacks)).not.toContain('margin')
  const answer = await worker.ask(flockAccounts.update, { params: { id }, body: { ...empty, version: 1 } })
  expect(answer.statusCode).toBe(403)
})

test('two who keep an account at a time do not overwrite each other', async () => {
  const { flock } = await grown()
  const change = { params: { id: flock.id }, body: { ...empty, version: await version(flock.id) } }
  await owner.call(flockAccounts.update, change)
  expect((await owner.ask(flockAccounts.update, change)).statusCode).toBe(409)
})
