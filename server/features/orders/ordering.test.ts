import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { basket } from '#shared/contracts/mall.ts'
import { notices } from '#shared/contracts/notices.ts'
import { type Order, orders } from '#shared/contracts/orders.ts'
import { buildGood, buildPrice, buildVariant } from '../../farm/goods/testing/build-goods.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { good } from '../../platform/database/tables/goods.ts'
import { order } from '../../platform/database/tables/orders.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { everyGrant } from '../../testing/samples.ts'
import { buildOrder } from './orders.fixture.ts'

let farm: TestApp
let buyer: Person
let stranger: Person
let sales: Person
beforeAll(async () => {
  farm = await testApp()
  const { direct, sharing, provider } = farm.offices
  const grants = everyGrant(2).filter(grant => /^(my_center|mall_goods_client_list):/.test(grant))
  buyer = await farm.as({ office: direct, kind: 2, grants })
  stranger = await farm.as({ office: sharing, kind: 2, grants, language: 'zh-CN' })
  sales = await farm.as({ office: provider, kind: 1, grants: everyGrant(1) })
})
afterAll(() => farm?.close())

const database = () => farm.services.store.scoped(SYSTEM)
const consignee = {
  consignee: 'Wang Lei',
  phone: '+86 536 555 0148',
  country: 'CN',
  city: 'Weifang',
  address: 'Farm road 1',
  content: '',
}
const yuan = (amount: string) => ({ amount, currency: 'CNY' as const })
let keys = 0
const key = () => `key-of-an-order-${++keys}`

describe('a price is agreed as it was shown', () => {
  test('a price that changed since is refused, with both in words, and nothing is ordered', async () => {
    const belt = await buildGood(farm.services, {
      price: '10',
      englishName: 'Sold belt',
      chineseName: '皮带',
    })
    const { lines } = await buyer.call(basket.put, { body: { goodId: belt.id, quantity: 3 } })
    expect(lines.find(({ goodId }) => goodId === belt.id)?.price).toEqual(yuan('10.00'))
    await database().update(good).set({ price: '99.9' }).where(eq(good.id, belt.id))
    const asked = { goodId: belt.id, name: 'Sold belt', quantity: 3 }
    const place = (seen: ReturnType<typeof yuan> | null, who = buyer) =>
      who.ask(orders.place, { body: { ...consignee, lines: [{ ...asked, seen }] } })
    const refused = await place(yuan('10.00'))
    expect(refused.statusCode).toBe(400)
    expect(refused.json().data).toEqual([
      {
        field: 'lines',
        message: 'Prices have changed. Check them, then order again: “Sold belt” was ¥10.00, is now ¥99.90',
      },
    ])
    const chinese = await place(null, stranger)
    expect(chinese.json().message).toBe('价格有变动，请确认后再下单：“皮带”原价 询价，现价 ¥99.90')
    expect((await buyer.call(basket.show)).lines.map(({ goodId }) => goodId)).toContain(belt.id)
    const made = (await place(yuan('99.9'))).json().data
    expect(made.sum).toBe('299.70')
  })

  test('a program that shows no prices agrees to what the good costs its buyer at this moment, and is told it', async () => {
    const belt = await buildGood(farm.services, { price: '10', englishName: 'Program belt' })
    await buildPrice(farm.services, farm.offices.direct, { goodId: belt.id, price: '8.5' })
    const lines = [{ goodId: belt.id, name: 'Program belt', quantity: 2 }]
    const place = (who: Person) => who.call(orders.place, { body: { ...consignee, lines } })
    expect(await place(buyer)).toMatchObject({ sum: '17.00', lines: [{ price: '8.50' }] })
    expect(await place(stranger)).toMatchObject({ sum: '20.00', lines: [{ price: '10.00' }] })
    await database().update(good).set({ price: '12' }).where(eq(good.id, belt.id))
    expect(await place(stranger)).toMatchObject({ sum: '24.00', lines: [{ price: '12.00' }] })
    expect(await place(buyer)).toMatchObject({ sum: '17.00' })
  })

  test('a good that is on request now was not agreed at its former price', async () => {
    const pad = await buildGood(farm.services, { price: null })
    const lines = [{ goodId: pad.id, name: 'Pad', quantity: 1, seen: yuan('5.00') }]
    expect((await buyer.ask(orders.place, { body: { ...consignee, lines } })).statusCode).toBe(400)
    const seen = lines.map(line => ({ ...line, seen: null }))
    expect((await buyer.ask(orders.place, { body: { ...consignee, lines: seen } })).statusCode).toBe(200)
  })
})

describe('an order takes its goods out of the basket', () => {
  beforeEach(() => buyer.call(basket.clear))

  test('those and no others, also of an inquiry, and only if it is made', async () => {
    const [belt, fan, scarce] = [
      await buildGood(farm.services),
      await buildGood(farm.services),
      await buildGood(farm.services, { stock: 1 }),
    ]
    const size = await buildVariant(farm.services, fan.id)
    for (const body of [
      { goodId: belt.id, quantity: 2 },
      { goodId: fan.id, variantId: size.id, quantity: 1 },
      { goodId: scarce.id, quantity: 9 },
    ])
      await buyer.call(basket.put, { body })
    const left = async () => (await buyer.call(basket.show)).lines.map(({ goodId }) => goodId)
    const lineOf = ({ id }: { id: string }, quantity: number) => ({ goodId: id, name: 'x', quantity })
    const place = (lines: object[]) =>
      buyer.ask(orders.place, { body: { ...consignee, lines: lines as never } })
    expect((await place([lineOf(belt, 2), lineOf(scarce, 9)])).statusCode).toBe(400)
    expect(await left()).toHaveLength(3)
    expect((await place([lineOf(belt, 2)])).statusCode).toBe(200)
    expect(await left()).toEqual([fan.id, scarce.id])
    const lines = [{ ...lineOf(fan, 1), variantId: size.id }]
    await buyer.call(inquiries.create, { body: { text: 'When?', pictures: [], lines } })
    expect(await left()).toEqual([scarce.id])
  })
})

describe('what is sent twice stays one', () => {
  test('an order, also when both arrive at once; another person’s key is another order', async () => {
    const belt = await buildGood(farm.services, { stock: 10 })
    const body = {
      ...consignee,
      sentId: key(),
      lines: [{ goodId: belt.id, name: 'Belt', quantity: 4 }],
    }
    const both = await Promise.all([1, 2].map(() => buyer.call(orders.place, { body })))
    expect(new Set(both.map(({ id }) => id)).size).toBe(1)
    expect((await buyer.call(orders.place, { body })).number).toBe(both[0]?.number)
    const [row] = await database().select({ stock: good.stock }).from(good).where(eq(good.id, belt.id))
    expect(row?.stock).toBe(6)
    const other = await stranger.call(orders.place, { body })
    expect(other.id).not.toBe(both[0]?.id)
  })

  test('an inquiry', async () => {
    const body = { text: 'Belts?', pictures: [], sentId: key() }
    const [one, other] = [
      await buyer.call(inquiries.create, { body }),
      await buyer.call(inquiries.create, { body }),
    ]
    expect(other.id).toBe(one.id)
  })
})

test('an order begins with where the last one went, else with the customer’s record', async () => {
  const { closed } = farm.offices
  const owner = await farm.as({ office: closed, kind: 2, grants: ['my_center:add'] })
  const record = { contact: 'Farid', phone: '+98 21 555', country: 'IR', city: 'Qom', address: 'Gate 2' }
  await database().update(customer).set(record).where(eq(customer.officeId, closed.id))
  const { contact, ...place } = record
  const ofStaff = () => sales.call(orders.consignee, { query: { officeId: closed.id } })
  expect(await owner.call(orders.consignee, { query: {} })).toEqual({ consignee: contact, ...place })
  expect(await ofStaff()).toEqual({ consignee: contact, ...place })
  const own = { phone: '+98 21 777' }
  const { content: _, ...last } = { ...consignee, ...own }
  const made = await owner.call(orders.place, {
    body: { ...consignee, ...own, lines: [{ name: 'Belt', quantity: 1 }] },
  })
  expect(await owner.call(orders.consignee, { query: {} })).toEqual(last)
  expect(await ofStaff()).toEqual(last)
  // A client names nobody else.
  const theirs = await stranger.call(orders.consignee, { query: { officeId: closed.id } })
  expect(theirs.phone).not.toBe(last.phone)
  // What was deleted may have been wrong, and can be read by nobody.
  const query = { version: (await sales.call(orders.get, { params: { id: made.id } })).version }
  await sales.call(orders.remove, { params: { id: made.id }, query })
  for (const ask of [() => owner.call(orders.consignee, { query: {} }), ofStaff])
    expect(await ask()).toEqual({ consignee: contact, ...place })
})

test('late orders stand first, then open ones by age, then closed ones', async () => {
  const { services, offices } = farm
  await database().delete(order)
  const at = (days: number) => new Date(Date.now() - days * 86_400_000)
  const made = (standing: string, days: number, more: object = {}) =>
    buildOrder(services, offices.direct, { standing, madeAt: at(days), lastAt: at(days), ...more })
  const day = (days: number) => at(days).toISOString().slice(0, 10)
  const shipment = {
    carrier: '',
    logisticsNumber: '',
    portOfLoading: '',
    portOfDischarge: '',
    vessel: '',
    sailingOn: null,
    arrivalOn: day(3),
    arrivedOn: null,
    containerType: '',
    containers: null,
  }
  const wanted = [
    await made('transit', 40, { shipments: [{ ...shipment, arrivalOn: day(-9) }, shipment] }),
    await made('production', 5, { productionEnd: day(2) }),
    await made('transit', 30, { shipments: [{ ...shipment, arrivedOn: day(1) }] }),
    await made('production', 12, { productionEnd: day(-2) }),
    await made('placed', 9),
    await made('placed', 1),
    await made('completed', 2, { productionEnd: day(20) }),
    await made('withdrawn', 8, { productionEnd: day(20) }),
    await made('completed', 60),
  ]
  const ids = wanted.map(({ id }) => id)
  for (const who of [buyer, sales]) {
    const { items } = await who.call(orders.list)
    expect(items.map(({ id }) => id)).toEqual(ids)
  }
  const late = await sales.call(orders.list, { query: { late: 'yes' } })
  expect(late.items.map(({ id }) => id)).toEqual(ids.slice(0, 2))
})

test('pages far down go on where the ones before end, across late, open and closed orders', async () => {
  await database().delete(order)
  const { id } = await buildOrder(farm.services, farm.offices.direct, { standing: 'placed' })
  // Every seventh late, three of ten open, the others closed, in no order.
  await database().execute(sql`insert into customer_order (id, number, office_id, office_path, farm_path, author_id, author_name,
      made_at, last_at, state, production_end, consignee, phone, country, city, address, content, currency, lines)
    select 'deep-' || n, 'DEEP-' || n, o.office_id, o.office_path, o.farm_path, o.author_id, o.author_name,
      now() - make_interval(mins => n * 37 % 2003), now() - make_interval(mins => n * 53 % 2003),
      case when n % 10 < 3 then 'production' else 'completed' end, case when n % 7 = 0 then date '2020-01-01' end,
      '', '', '', '', '', '', 'CNY', '[]'
    from generate_series(1, 2000) n, customer_order o where o.id = ${id}`)
  const size = 100
  const page = async (number: number, more: object = {}) =>
    (await sales.call(orders.list, { query: { size, page: number, ...more } })).items
  const all = (await Promise.all(Array.from({ length: 21 }, (_, i) => page(i + 1)))).flat()
  expect(new Set(all.map(order => order.id)).size).toBe(2001)
  const rankOf = ({ standing, productionEnd }: Order) =>
    standing === 'completed' ? 2 : productionEnd === null ? 1 : 0
  const sorted = all.toSorted((a, b) => {
    const isClosed = rankOf(a) === 2
    return (
      rankOf(a) - rankOf(b) ||
      (isClosed ? 0 : Date.parse(a.madeAt) - Date.parse(b.madeAt)) ||
      Date.parse(b.lastAt) - Date.parse(a.lastAt) ||
      (a.id < b.id ? 1 : -1)
    )
  })
  expect(all.map(order => order.id)).toEqual(sorted.map(order => order.id))
  expect(await page(22)).toEqual([])
  const closed = sorted.filter(order => rankOf(order) === 2)
  expect(closed.length).toBeGreaterThan(1100)
  expect((await page(11, { standing: 'completed' })).map(order => order.id)).toEqual(
    closed.slice(1000, 1100).map(order => order.id),
  )
})

test('an order that staff enter is told as theirs, one that the customer places as the customer’s', async () => {
  const lines = [{ code: '', chineseName: '皮带', englishName: 'Belt', quantity: 1, price: '5' }]
  const form = { ...consignee, currency: 'CNY' as const, freight: '0', lines, shipments: [] }
  const { number } = await sales.call(orders.create, { body: { ...form, officeId: farm.offices.direct.id } })
  const titles = async (who: Person) => (await who.call(notices.list)).items.map(({ title }) => title)
  expect(await titles(buyer)).toContain(`Your provider has entered order ${number} for you`)
  const own = await buyer.call(orders.place, {
    body: { ...consignee, lines: [{ name: 'Belt', quantity: 1 }] },
  })
  expect(await titles(sales)).toEqual(
    expect.arrayContaining([expect.stringMatching(new RegExp(` placed order ${own.number}$`))]),
  )
})
