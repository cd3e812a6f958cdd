import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobs } from '#shared/contracts/jobs.ts'
import { mall } from '#shared/contracts/mall.ts'
import { orders } from '#shared/contracts/orders.ts'
import { priceLists } from '#shared/contracts/price-lists.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { buildGood, buildPrice, buildVariant } from '../../farm/goods/testing/build-goods.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { CELL_CHARACTERS } from '../../platform/excel/cell.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildCustomer } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { excelOf, jobIn, rowsOf, upload } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'

let farm: TestApp
let staff: Person
let buyer: Person
let other: Person
let agent: Person
beforeAll(async () => {
  farm = await workingApp()
  const { provider, direct, sharing, agent: office } = farm.offices
  staff = await farm.as({ office: provider, kind: 1, grants: everyGrant(1) })
  buyer = await farm.as({ office: direct, kind: 2, grants: everyGrant(2) })
  other = await farm.as({ office: sharing, kind: 2, grants: everyGrant(2) })
  agent = await farm.as({ office, kind: 3, grants: everyGrant(3) })
})
afterAll(() => farm.close())

const faultsOf = async (id: string) =>
  (await staff.call(jobs.faults, { params: { id } })).items.flatMap(({ faults }) =>
    faults.map(({ reason }) => reason),
  )

let made = 0
const day = (days: number) => daysAfter(dateIn('UTC', Date.now()), days)
const make = (more: object) =>
  staff.call(priceLists.create, {
    body: { name: `List ${++made}`, buyers: [farm.offices.direct.id], ...more },
  })
const remove = ({ id }: { id: string }) => staff.call(priceLists.remove, { params: { id } })
const line = (code: string, price: string) => ({ code, price, currency: 'CNY' as const })
const paysFor = async (who: Person, id: string) =>
  (await who.call(mall.read, { params: { id } })).price?.amount ?? null

test('a list gives its buyers so much off, within its days, and nobody else', async () => {
  const { id } = await buildGood(farm.services, { price: '40' })
  const list = await make({ percent: 12.5, fromOn: day(-2), untilOn: day(2) })
  expect(await paysFor(buyer, id)).toBe('35.00')
  for (const who of [other, agent]) expect(await paysFor(who, id)).toBe('40.00')
  for (const days of [
    { fromOn: day(3), untilOn: null },
    { fromOn: null, untilOn: day(-3) },
  ]) {
    const { version } = await staff.call(priceLists.get, { params: { id: list.id } })
    const body = { name: list.name, percent: 12.5, buyers: list.buyers, lines: [], ...days, version }
    await staff.call(priceLists.update, { params: { id: list.id }, body })
    expect(await paysFor(buyer, id)).toBe('40.00')
  }
  await remove(list)
})

test.each([
  ['a part that costs about a cent', 'CNY', '0.0125', 5, '0.0119'],
  ['a yen, which has no hundredths', 'JPY', '101', 5, '96'],
  ['a dinar, which has thousandths', 'KWD', '1.005', 10, '0.905'],
  ['a price in whole yuan', 'CNY', '33', 5, '31.35'],
] as const)('percent take no more off than they say: %s', async (_, currency, price, percent, pays) => {
  const { id } = await buildGood(farm.services, { price, currency })
  const list = await make({ percent })
  expect(Number(await paysFor(buyer, id))).toBe(Number(pays))
  await remove(list)
})

test('an own price comes before a line, a line before the percent, and of two lists the one that began last', async () => {
  const { services, offices } = farm
  const [own, listed, off] = await Promise.all(
    ['LP-OWN', 'LP-LINE', 'LP-OFF'].map(code => buildGood(services, { code, price: '100' })),
  )
  if (!own || !listed || !off) throw new Error('There are no goods')
  await buildPrice(services, offices.direct, { goodId: own.id, price: '71' })
  const lists = [
    await make({ percent: 10, fromOn: day(-9), lines: [line('LP-OWN', '90'), line('lp-line', '80')] }),
    await make({ percent: 20, fromOn: day(-1) }),
  ]
  expect(await Promise.all([own, listed, off].map(({ id }) => paysFor(buyer, id)))).toEqual([
    '71.00',
    '80.00',
    '80.00',
  ])
  const query = { buyerId: offices.direct.id, goodIds: [own, listed, off].map(({ id }) => id).join() }
  const sources = await staff.call(priceLists.sources, { query })
  const of = ({ id }: { id: string }) => sources.find(({ goodId }) => goodId === id)
  expect([of(own), of(listed), of(off)]).toMatchObject([
    { source: 'buyer', list: null, price: '71.00' },
    { source: 'list', list: lists[0]?.name, price: '80.00' },
    { source: 'percent', list: lists[1]?.name, price: '80.00' },
  ])
  for (const list of lists) await remove(list)
})

test('a size has its own price in a list, and an order takes the price that was shown', async () => {
  const { id } = await buildGood(farm.services, { code: 'LP-SIZED', price: '10' })
  const size = await buildVariant(farm.services, id, { code: 'LP-SIZED-L', price: '20' })
  const list = await make({ percent: 50, lines: [line('LP-SIZED-L', '15')] })
  const { variants } = await buyer.call(mall.read, { params: { id } })
  expect(variants).toMatchObject([{ id: size.id, price: { amount: '15.00' } }])
  const offered = await staff.call(orders.goods, {
    query: { search: 'LP-SIZED', officeId: farm.offices.direct.id },
  })
  expect(offered.find(({ variantId }) => variantId === size.id)?.price?.amount).toBe('15.00')
  await remove(list)
})

test('all buyers of one list pay by it, each with its farm teams, and one that is taken off it pays as before', async () => {
  const { direct, sharing, team } = farm.offices
  const worker = await farm.as({ office: team, kind: 2, grants: everyGrant(2) })
  const { id } = await buildGood(farm.services, { code: 'LP-GROUP', price: '40' })
  const list = await make({ percent: 10, buyers: [direct.id, sharing.id], lines: [line('LP-GROUP', '33')] })
  for (const who of [buyer, other, worker]) expect(await paysFor(who, id)).toBe('33.00')
  expect(await paysFor(agent, id)).toBe('40.00')
  const { version } = await staff.call(priceLists.get, { params: { id: list.id } })
  const body = { name: list.name, percent: 10, buyers: [direct.id], lines: list.lines, version }
  await staff.call(priceLists.update, { params: { id: list.id }, body })
  expect(await paysFor(buyer, id)).toBe('33.00')
  for (const who of [other, worker]) expect(await paysFor(who, id)).toBe('40.00')
  await remove(list)
})

test('an agent pays by its own list, which reaches none of its customers, nor theirs it', async () => {
  const { agent: agency, sharing, closed } = farm.offices
  const hidden = await farm.as({ office: closed, kind: 2, grants: everyGrant(2) })
  const { id } = await buildGood(farm.services, { code: 'LP-AGENT', price: '100' })
  const own = await make({ percent: 30, buyers: [agency.id] })
  expect(await Promise.all([agent, other, hidden].map(who => paysFor(who, id)))).toEqual([
    '70.00',
    '100.00',
    '100.00',
  ])
  const theirs = await make({ percent: 5, buyers: [sharing.id] })
  expect(await Promise.all([agent, other, hidden].map(who => paysFor(who, id)))).toEqual([
    '70.00',
    '95.00',
    '100.00',
  ])
  const pricesFor = async (officeId: string) =>
    (await staff.call(orders.goods, { query: { search: 'LP-AGENT', officeId } })).map(
      ({ price }) => price?.amount,
    )
  expect([await pricesFor(sharing.id), await pricesFor(closed.id)]).toEqual([['95.00'], ['100.00']])
  for (const list of [own, theirs]) await remove(list)
})

test('what a list cannot be is told by field', async () => {
  const wrong = async (more: object) => {
    const body = { name: `Wrong ${++made}`, percent: 5, buyers: [], lines: [], ...more }
    const answer = await staff.ask(priceLists.create, { body })
    return answer.json().data.map(({ field }: { field: string }) => field)
  }
  expect(await wrong({ percent: null })).toEqual(['percent'])
  expect(await wrong({ percent: 120 })).toEqual(['percent'])
  expect(await wrong({ fromOn: day(2), untilOn: day(1) })).toEqual(['untilOn'])
  expect(await wrong({ lines: [line('NO-SUCH-GOOD', '1')] })).toEqual(['lines'])
  expect(await wrong({ buyers: ['nobody'] })).toEqual(['buyers'])
  const list = await make({ percent: 5 })
  expect(await wrong({ name: list.name.toUpperCase() })).toEqual(['name'])
  await remove(list)
})

test('goes to Excel and back unchanged, changed, and with what is wrong in it', async () => {
  await buildGood(farm.services, { code: 'LP-XL', price: '10' })
  const list = await make({ percent: 7.5, untilOn: day(30), lines: [line('LP-XL', '8.5')] })
  const { id: job } = await staff.call(priceLists.export, { body: { search: list.name } })
  const { file } = await jobIn(staff, job, 'done')
  const [titles = [], values = []] = await rowsOf(farm, file?.url)
  const at = (title: string) => titles.indexOf(title)
  expect([values[at('Buyers by name')], values[at('Prices of single goods')]]).toEqual([
    'direct',
    'LP-XL | 8.50 | CNY',
  ])
  const send = async (change: Record<string, unknown>) => {
    const row = values.map((value, i) => (String(titles[i]) in change ? change[String(titles[i])] : value))
    const bytes = await excelOf([titles, row] as Parameters<typeof excelOf>[0])
    const answer = await upload(staff, priceLists.import, bytes, { name: 'prices.xlsx' })
    const { id, summary } = await jobIn(staff, answer.json().data.id, 'checked')
    return { faults: await faultsOf(id), changes: summary?.changes }
  }
  expect(await send({})).toEqual({ faults: [], changes: { added: 0, changed: 0, unchanged: 1 } })
  expect(await send({ 'Prices of single goods': 'LP-XL | 8 | CNY' })).toEqual({
    faults: [],
    changes: { added: 0, changed: 1, unchanged: 0 },
  })
  const { faults } = await send({ 'Buyers by name': 'Nobody Ltd.', 'Prices of single goods': 'LP-XL | much' })
  const { faults: cut } = await send({
    'Prices of single goods': `${'LP-XL | 8.50 | CNY\n'.repeat(2_000).slice(0, CELL_CHARACTERS - 1)}…`,
  })
  expect(cut).toEqual([expect.stringMatching(/^This cell holds as much as Excel can keep/)])
  const { faults: typed } = await send({
    'Prices of single goods': `${'LP'.repeat(30)} | 8 | CNY`,
    'Buyers by name': 'direct',
  })
  expect(typed).toEqual([expect.stringMatching(/too long|at most/i)])
  expect(faults).toEqual([
    'No customer or agent is named “Nobody Ltd.”',
    expect.stringMatching(/^One price per line/),
  ])
  await remove(list)
})

test('a name that several buyers have stands for the one on the list; a new one must be chosen', async () => {
  const twins = []
  for (let i = 0; i < 2; i++) twins.push(await buildCustomer(farm.services, farm.offices.provider))
  const name = 'Twin Farms'
  await farm.services.store
    .scoped(SYSTEM)
    .update(office)
    .set({ chineseName: name, englishName: name })
    .where(
      inArray(
        office.id,
        twins.map(({ id }) => id),
      ),
    )
  for (const [own, expected] of [
    [twins.slice(0, 1), 'unchanged'],
    [twins.slice(1), 'unchanged'],
    [twins, 'unchanged'],
    [[], 'refused'],
  ] as const) {
    const list = await make({ percent: 5, buyers: [farm.offices.direct.id, ...own.map(({ id }) => id)] })
    const { id: job } = await staff.call(priceLists.export, { body: { search: list.name } })
    const { file } = await jobIn(staff, job, 'done')
    const [titles = [], values = []] = await rowsOf(farm, file?.url)
    const buyers = expected === 'refused' ? 'direct\nTwin Farms' : null
    const row = values.map((value, i) => (buyers && titles[i] === 'Buyers by name' ? buyers : value))
    const bytes = await excelOf([titles, row] as Parameters<typeof excelOf>[0])
    const answer = await upload(staff, priceLists.import, bytes, { name: 'prices.xlsx' })
    const { id, summary } = await jobIn(staff, answer.json().data.id, 'checked')
    if (expected === 'unchanged') expect(summary?.changes).toMatchObject({ changed: 0, unchanged: 1 })
    else
      expect(await faultsOf(id)).toEqual([
        'Several customers or agents are named “Twin Farms”: choose on the page of the list',
      ])
    await remove(list)
  }
})

test('buyers do not read the lists', async () => {
  const list = await make({ percent: 5 })
  for (const who of [buyer, agent]) {
    expect((await who.ask(priceLists.list, {})).statusCode).toBe(403)
    expect((await who.ask(priceLists.get, { params: { id: list.id } })).statusCode).toBe(403)
  }
  await remove(list)
})
