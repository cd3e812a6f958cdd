import { afterAll, beforeAll, expect, test } from 'vitest'
import { feedBook } from '#shared/contracts/feed-book.ts'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { doubtsOf } from '#shared/flock-doubts.ts'
import { daysAfter } from '#shared/zone-time.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildFlock, buildHouse, buildRecord } from '../../testing/farm-builder.ts'

let farm: TestApp
let owner: Person
let worker: Person
beforeAll(async () => {
  farm = await testApp()
  const office = farm.offices.direct
  const grants = ['chicken_batch:get', 'chicken_batch:add', 'chicken_batch:edit'] as const
  owner = await farm.as({ office, kind: 2, grants })
  worker = await farm.as({ office, kind: 2, grants: ['chicken_batch:get', 'chicken_batch:add'] })
})
afterAll(() => farm.close())

const today = new Date().toISOString().slice(0, 10)
const ago = (days: number) => daysAfter(today, -days)

/** A house whose birds eat so many kg a day, up to yesterday. */
async function feedingHouse(days: number, kg: number) {
  const { services, offices } = farm
  const house = await buildHouse(services, offices.direct, { timeZone: 'UTC' })
  const flock = await buildFlock(services, offices.direct, { houseId: house.id, placedOn: ago(days) })
  for (let on = days; on > 0; on -= 1)
    await buildRecord(services, offices.direct, { flockId: flock.id, day: ago(on), feed: kg })
  return { house, flock }
}

const line = (houseId: string, day: string, kind: 'delivery' | 'counted' | 'removed', amountKg: number) => ({
  houseId,
  day,
  kind,
  amountKg,
  feed: 'Starter',
})
const balance = (houseId: string, who = owner) => who.call(feedBook.balance, { query: { houseId } })
const stockOn = async (houseId: string, day: string) =>
  (await balance(houseId)).days.find(each => each.day === day)?.stock

test('what is delivered less what is fed is in the silo, and lasts until', async () => {
  const { house } = await feedingHouse(10, 1_000)
  await owner.call(feedBook.create, { body: line(house.id, ago(10), 'delivery', 15_000) })
  const told = await balance(house.id)
  expect(told.begun).toBe(ago(10))
  expect(told.days.at(-1)).toMatchObject({ day: today, stock: 5_000 })
  expect(told.lasts).toEqual({ perDay: 1_000, until: daysAfter(today, 5) })
  expect(told.short).toBeNull()
  expect(told.flock?.feed).toMatchObject({ opening: 0, delivered: 15_000, used: 10_000, left: 5_000 })
})

test('a house that would be short of feed is asked about, in words that name the day', async () => {
  const { house } = await feedingHouse(10, 1_000)
  await owner.call(feedBook.create, { body: line(house.id, ago(2), 'delivery', 9_000) })
  // The first delivery begins the book: it is eaten up on the seventh day, and the next came on the ninth.
  const early = line(house.id, ago(10), 'delivery', 6_000)
  const answer = await owner.ask(feedBook.create, { body: early })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data).toMatchObject([{ field: 'isKnownShort' }])
  expect(answer.json().data[0].message).toMatch(/1,000\s?kg short of feed on /)
  expect((await balance(house.id)).begun).toBe(ago(2))
  await owner.call(feedBook.create, { body: { ...early, isKnownShort: true } })
  expect((await balance(house.id)).short).toEqual({ day: ago(4), kg: 1_000 })
  // What makes nothing worse is not asked about again, and the delivery that was missing puts it right.
  await owner.call(feedBook.create, { body: line(house.id, ago(1), 'delivery', 100) })
  await owner.call(feedBook.create, { body: line(house.id, ago(5), 'delivery', 4_000) })
  expect((await balance(house.id)).short).toBeNull()
})

test('taking away or shrinking a delivery that was eaten is asked about as well', async () => {
  const { house } = await feedingHouse(5, 1_000)
  const made = await owner.call(feedBook.create, { body: line(house.id, ago(5), 'delivery', 6_000) })
  const { houseId: _, ...less } = { ...line(house.id, ago(5), 'delivery', 2_500), version: made.version }
  const answer = await owner.ask(feedBook.update, { params: { id: made.id }, body: less })
  expect(answer.json().data).toMatchObject([{ field: 'isKnownShort' }])
  await owner.call(feedBook.create, { body: line(house.id, ago(6), 'counted', 500) })
  const removal = await owner.ask(feedBook.remove, { params: { id: made.id } })
  expect(removal.json().data).toMatchObject([{ field: 'isKnownShort' }])
  await owner.call(feedBook.remove, { params: { id: made.id }, query: { isKnownShort: '1' } })
  expect((await balance(house.id)).short).toEqual({ day: ago(5), kg: 500 })
})

test('a stock taken puts the book right from its day on', async () => {
  const { house } = await feedingHouse(10, 1_000)
  await owner.call(feedBook.create, { body: line(house.id, ago(10), 'delivery', 15_000) })
  await owner.call(feedBook.create, { body: line(house.id, ago(4), 'counted', 7_400) })
  expect(await stockOn(house.id, ago(5))).toBe(9_000)
  const { days, flock } = await balance(house.id)
  expect(days.find(({ day }) => day === ago(4))).toMatchObject({ stock: 7_400, correction: -600 })
  expect(days.at(-1)).toMatchObject({ stock: 4_400 })
  expect(flock?.feed).toMatchObject({ used: 10_600, fed: 10_000, countedOn: ago(4) })
})

test('what one flock leaves the next one has, and stock taken in the empty house settles the first', async () => {
  const { services, offices } = farm
  const house = await buildHouse(services, offices.direct, { timeZone: 'UTC' })
  const first = await buildFlock(services, offices.direct, {
    houseId: house.id,
    placedOn: ago(30),
    endedOn: ago(20),
  })
  for (let on = 30; on > 20; on -= 1)
    await buildRecord(services, offices.direct, { flockId: first.id, day: ago(on), feed: 500 })
  await buildFlock(services, offices.direct, { houseId: house.id, placedOn: ago(10) })
  await owner.call(feedBook.create, { body: line(house.id, ago(30), 'delivery', 8_000) })
  await owner.call(feedBook.create, { body: line(house.id, ago(18), 'counted', 2_700) })
  await owner.call(feedBook.create, { body: line(house.id, ago(11), 'delivery', 3_000) })
  const { flock } = await balance(house.id)
  expect(flock?.feed).toMatchObject({ opening: 2_700, delivered: 3_000, used: 0, left: 5_700 })
})

test('a worker enters deliveries and neither sees nor sets prices', async () => {
  const { house } = await feedingHouse(3, 100)
  const priced = {
    ...line(house.id, ago(3), 'delivery', 5_000),
    tonnePrice: '3200',
    currency: 'CNY' as const,
  }
  const made = await owner.call(feedBook.create, { body: priced })
  expect(made).toMatchObject({ tonnePrice: '3200.00', currency: 'CNY' })
  expect(await worker.call(feedBook.get, { params: { id: made.id } })).toMatchObject({ tonnePrice: null })
  const theirs = await worker.call(feedBook.create, { body: { ...priced, day: ago(1) } })
  expect(theirs).toMatchObject({ tonnePrice: null, mayChange: true })
  // Their own entries of the last days they correct; not those of others.
  const { houseId: _, ...body } = { ...priced, amountKg: 4_000, version: made.version }
  const answer = await worker.ask(feedBook.update, { params: { id: made.id }, body })
  expect(answer.statusCode).toBe(403)
  await worker.call(feedBook.update, {
    params: { id: theirs.id },
    body: { ...body, version: theirs.version },
  })
  // A price that was there stays when somebody who does not see it changes the rest.
  const own = await owner.call(feedBook.get, { params: { id: made.id } })
  expect(own.tonnePrice).toBe('3200.00')
})

test('a day that eats more than the book has is asked about beside its feed, and kept', async () => {
  const { house, flock } = await feedingHouse(3, 1_000)
  await owner.call(feedBook.create, { body: line(house.id, ago(3), 'delivery', 4_200) })
  const sheet = await owner.call(flockRecords.sheet, { params: { id: flock.id }, query: { day: today } })
  expect(sheet.feedStock).toBe(1_200)
  expect(doubtsOf({ feed: 1_100 }, sheet).map(({ key }) => key)).not.toContain('feedShort')
  expect(doubtsOf({ feed: 1_500 }, sheet)).toContainEqual({
    key: 'feedShort',
    field: 'feed',
    typed: 1_500,
    against: 1_200,
  })
  await owner.call(flockRecords.create, { params: { id: flock.id }, body: { day: today, feed: 1_500 } })
  expect((await balance(house.id)).short).toEqual({ day: today, kg: 300 })
})

test.each([
  [{ day: daysAfter(today, 2) }, 'day'],
  [{ amountKg: 0 }, 'amountKg'],
  [{ amountKg: -5 }, 'amountKg'],
  [{ kind: 'guessed' }, 'kind'],
  [{ tonnePrice: '300' }, 'currency'],
])('%o is refused at its field', async (wrong, field) => {
  const { house } = await feedingHouse(1, 10)
  const body = { ...line(house.id, ago(1), 'delivery', 100), ...wrong } as never
  const answer = await owner.ask(feedBook.create, { body })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data).toMatchObject([{ field }])
})

test('two who change a line at a time do not overwrite each other', async () => {
  const { house } = await feedingHouse(1, 10)
  const made = await owner.call(feedBook.create, { body: line(house.id, ago(1), 'delivery', 100) })
  const { houseId: _, ...body } = line(house.id, ago(1), 'delivery', 200)
  const change = { params: { id: made.id }, body: { ...body, version: made.version } }
  await owner.call(feedBook.update, change)
  expect((await owner.ask(feedBook.update, change)).statusCode).toBe(409)
})

test('another farm sees nothing of it', async () => {
  const { house } = await feedingHouse(1, 10)
  const made = await owner.call(feedBook.create, { body: line(house.id, ago(1), 'delivery', 100) })
  const other = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: ['chicken_batch:get', 'chicken_batch:edit'],
  })
  expect((await other.ask(feedBook.get, { params: { id: made.id } })).statusCode).toBe(404)
  expect((await other.ask(feedBook.balance, { query: { houseId: house.id } })).statusCode).toBe(404)
  const body = line(house.id, ago(1), 'delivery', 100)
  expect((await other.ask(feedBook.create, { body })).statusCode).toBeGreaterThanOrEqual(400)
})
