import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { valuesOf } from '#shared/choices.ts'
import { erpOrders } from '#shared/contracts/erp.ts'
import { goods } from '#shared/contracts/goods.ts'
import { orderForm, orders } from '#shared/contracts/orders.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import { RESTORABLE_MS } from '#shared/limits.ts'
import { balanceOf } from '#shared/order-payments.ts'
import type { OrderStanding } from '#shared/orders.ts'
import { noPacking } from '#shared/packing.ts'
import { STATEMENT_VERSION } from '#shared/service-statement.ts'
import {
  deliveriesOf,
  lineIdOf,
  type Shipment,
  shipmentIdOf,
  shippedOf,
  shippedStates,
} from '#shared/shipments.ts'
import { buildGood } from '../../farm/goods/testing/build-goods.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { order } from '../../platform/database/tables/orders.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { everyGrant } from '../../testing/samples.ts'
import { buildOrder } from './orders.fixture.ts'

let farm: TestApp
let sales: Person
let buyer: Person
beforeAll(async () => {
  farm = await testApp()
  const { provider, direct } = farm.offices
  sales = await farm.as({ office: provider, kind: 1, grants: everyGrant(1) })
  buyer = await farm.as({ office: direct, kind: 2, grants: everyGrant(2) })
})
afterAll(() => farm.close())

const anOrder = (more: object = {}) =>
  buildOrder(farm.services, farm.offices.direct, { currency: 'USD', goods: '456', sum: '456', ...more })
const terms = {
  incoterm: 'CIF' as const,
  place: 'Tanjung Priok',
  parts: [
    { percent: '30', amount: null, due: 'order' as const, days: 0, dueOn: null },
    { percent: null, amount: null, due: 'lading' as const, days: 0, dueOn: null },
  ],
  validUntil: null,
  note: '',
}
const shipment = {
  carrier: 'Blue Strait Lines',
  logisticsNumber: '',
  portOfLoading: 'Qingdao',
  portOfDischarge: 'Tanjung Priok',
  vessel: '',
  sailingOn: '2026-12-01',
  arrivalOn: '2026-12-20',
  arrivedOn: null,
  containerType: '40 HC',
  containers: 1,
  blNumber: '',
  goods: [] as { lineId: string; quantity: number; serials?: string[] }[],
}
const faultOf = async (answer: ReturnType<Person['ask']>) => {
  const { statusCode, data } = await answer.then(got => ({
    statusCode: got.statusCode,
    data: got.json().data,
  }))
  return [statusCode, data?.[0]?.field, data?.[0]?.message]
}

describe('terms and payments', () => {
  test('a deposit and a balance are paid in parts, what is owed is always known, and too much is said', async () => {
    const { id } = await anOrder()
    const params = { id }
    expect(await sales.call(orders.terms, { params, body: terms })).toMatchObject({
      terms: { place: 'Tanjung Priok' },
    })
    const pay = (more: object) =>
      sales.call(orders.pay, { params, body: { paidOn: '2026-11-20', note: '', ...more } })
    const owed = (row: { payments: never[] | object[]; sum: string | null }) =>
      balanceOf(row.payments as never, row.sum)
    const deposit = await pay({ amount: '136.80', reference: 'TT-1' })
    expect(deposit).toMatchObject({ paidOn: null, payments: [{ amount: '136.80', reference: 'TT-1' }] })
    expect(owed(deposit)).toEqual({ paid: '136.80', owed: '319.20', over: '0.00' })
    const euros = await pay({ amount: '100', currency: 'EUR', counts: '108.30', paidOn: '2026-11-21' })
    expect(owed(euros).owed).toBe('210.90')
    const whole = await pay({ paidOn: '2026-11-22' })
    expect([whole.paidOn, owed(whole).owed]).toEqual(['2026-11-22', '0.00'])
    const twice = await pay({ amount: '5', paidOn: '2026-11-23' })
    expect(owed(twice).over).toBe('5.00')
    const back = await pay({ way: 'refund', amount: '5', paidOn: '2026-11-24' })
    expect(owed(back)).toMatchObject({ owed: '0.00', over: '0.00' })
    const wrong = back.payments.find(({ currency }) => currency === 'EUR')
    const corrected = await sales.call(orders.unpay, {
      params,
      body: { reason: 'Another customer’s', payment: wrong?.id },
    })
    expect([corrected.paidOn, owed(corrected).owed]).toEqual([null, '108.30'])
    const { entries } = await buyer.call(orders.get, { params })
    expect(entries.map(({ text }) => text)).toContain('USD 136.80 · TT-1')
  })

  test('what cannot be right is refused in words at its field', async () => {
    const { id } = await anOrder()
    const params = { id }
    const pay = (body: object) =>
      faultOf(sales.ask(orders.pay, { params, body: { paidOn: '2026-11-20', note: '', ...body } }))
    expect(await pay({ paidOn: '2099-01-01' })).toEqual([
      400,
      'paidOn',
      'The date cannot be later than today',
    ])
    expect(await pay({ amount: '5', currency: 'EUR' })).toMatchObject([400, 'counts', expect.any(String)])
    expect(await pay({ amount: '0' })).toMatchObject([400, 'amount', expect.any(String)])
    expect(await pay({ way: 'refund', amount: '1' })).toMatchObject([400, 'amount', expect.any(String)])
    const parts = [terms.parts[1], terms.parts[0]]
    expect(await faultOf(sales.ask(orders.terms, { params, body: { ...terms, parts } }))).toEqual([
      400,
      'parts',
      'Only the last part can be what is left',
    ])
    expect((await buyer.ask(orders.terms, { params, body: terms })).statusCode).toBe(403)
    const shipped = (days: object) =>
      faultOf(sales.ask(orders.shipment, { params, body: { shipment: { ...shipment, ...days } } }))
    for (const [days, field, message] of [
      [{ sailingOn: '2020-12-01' }, 'sailingOn', '1 Dec 2020 is far from today. Check the year'],
      [{ arrivalOn: '2099-01-01' }, 'arrivalOn', '1 Jan 2099 is far from today. Check the year'],
      [
        { sailedOn: '2099-01-01', arrivalOn: null },
        'sailedOn',
        'What has happened cannot be later than today',
      ],
    ] as const)
      expect(await shipped(days)).toEqual([400, field, message])
    expect(
      await faultOf(sales.ask(orders.produce, { params, body: { productionEnd: '2020-01-01' } })),
    ).toEqual([400, 'productionEnd', '1 Jan 2020 is far from today. Check the year'])
  })

  test('an order that gets more lines after it was paid is not paid any more, and its buyer does not withdraw it', async () => {
    const { id, lines } = await anOrder()
    const params = { id }
    await sales.call(orders.pay, { params, body: { paidOn: '2026-11-20', note: '' } })
    const { version, ...row } = await sales.call(orders.get, { params })
    const { consignee, phone, country, city, address, content, productionEnd, currency, freight, shipments } =
      row
    const form = {
      consignee,
      phone,
      country,
      city,
      address,
      content,
      productionEnd,
      currency,
      freight,
      shipments,
    }
    const more = { code: 'X', chineseName: '', englishName: 'Screw', quantity: 1, price: '1' }
    const changed = await sales.call(orders.update, {
      params,
      body: { ...form, version, lines: [...lines, more] },
    })
    expect([changed.paidOn, changed.sum]).toEqual([null, '457.00'])
    expect((await buyer.ask(orders.withdraw, { params, body: { reason: 'No' } })).statusCode).toBe(409)
  })
})

describe('shipments', () => {
  const ship = (id: string, more: object, isMoreMeant = false) =>
    sales.ask(orders.shipment, { params: { id }, body: { shipment: { ...shipment, ...more }, isMoreMeant } })

  test('take parts of the lines, never more than ordered without being asked, and what came back is owed again', async () => {
    const { id } = await anOrder()
    const first = (await ship(id, { goods: [{ lineId: 'l1', quantity: 7 }], blNumber: 'BL-1' })).json().data
    expect(first.shipments).toMatchObject([
      { blNumber: 'BL-1', firstArrivalOn: '2026-12-20', goods: [{ quantity: 7 }] },
    ])
    expect(await faultOf(ship(id, { goods: [{ lineId: 'l1', quantity: 6 }] }))).toEqual([
      400,
      'goods',
      '1 more of “Fan belt B-1321” than ordered. Confirm if you mean it',
    ])
    const second = (await ship(id, { goods: [{ lineId: 'l1', quantity: 6 }] }, true)).json().data
    expect(deliveriesOf(second.lines, second.shipments)[0]).toMatchObject({ shipped: 13, over: 1, open: 0 })
    expect(
      await faultOf(ship(id, { isReturn: true, goods: [{ lineId: 'l1', quantity: 14 }] })),
    ).toMatchObject([400, 'goods', expect.any(String)])
    const third = (await ship(id, { isReturn: true, goods: [{ lineId: 'l1', quantity: 3 }] })).json().data
    expect(deliveriesOf(third.lines, third.shipments)[0]).toMatchObject({ returned: 3, open: 2 })
    // Changed, the first one is itself again and not one more.
    const [own] = third.shipments.map(shipmentIdOf)
    const fourth = (
      await ship(id, { id: own, goods: [{ lineId: 'l1', quantity: 5 }], arrivalOn: '2026-12-24' })
    ).json().data
    expect(fourth.shipments).toHaveLength(3)
    expect(fourth.shipments[0]).toMatchObject({ arrivalOn: '2026-12-24', firstArrivalOn: '2026-12-20' })
    expect(await faultOf(ship(id, { arrivalOn: '2026-11-01' }))).toMatchObject([
      400,
      'arrivalOn',
      expect.any(String),
    ])
    expect(await faultOf(ship(id, { goods: [{ lineId: 'l9', quantity: 1 }] }))).toMatchObject([
      400,
      'goods',
      expect.any(String),
    ])
    expect((await buyer.ask(orders.shipment, { params: { id }, body: { shipment } })).statusCode).toBe(403)
  })

  test('know the weights and codes of goods and sizes as they were, and keep them where the form of the order is saved', async () => {
    const belt = await buildGood(farm.services, {
      unit: 'metre',
      packing: {
        ...noPacking,
        piecesPerCarton: 50,
        netKg: 0.8,
        grossKg: 42,
        volumeM3: 0.1,
        hsCode: '5910.00',
        origin: 'CN',
      },
    })
    const { id, number } = await anOrder({
      lines: [
        { code: 'A', chineseName: '', englishName: 'Screw', quantity: 5, price: '1' },
        { goodId: belt.id, code: 'B', chineseName: '', englishName: 'Belt', quantity: 100, price: '2' },
      ],
    })
    const params = { id }
    const serials = ['SN-1']
    const { shipments } = (
      await ship(id, { blNumber: 'BL-9', goods: [{ lineId: 'l2', quantity: 60, serials }] })
    ).json().data
    expect(shipments[0].goods[0]).toMatchObject({
      hsCode: '5910.00',
      origin: 'CN',
      serials,
      packing: { netKg: 0.8 },
    })
    const { version, ...row } = await sales.call(orders.get, { params })
    const { consignee, phone, country, city, address, content, productionEnd, currency, freight, lines } = row
    const form = { consignee, phone, country, city, address, content, productionEnd, currency, freight }
    // As a program writes it: without ids, the first line gone, a shipment before the known one.
    const plain = ({
      blNumber: _,
      goods: __,
      boxes: ___,
      id: ____,
      ...known
    }: (typeof row.shipments)[number]) => known
    const other = { ...plain(row.shipments[0] as never), logisticsNumber: 'NEW-1' }
    const body = {
      ...form,
      version,
      lines: lines.slice(1).map(({ id: _, ...line }) => line),
      shipments: [plain(row.shipments[0] as never), other],
    }
    const saved = await sales.call(orders.update, { params, body: body as never })
    expect(saved.lines.map(lineIdOf)).toEqual(['l2'])
    expect(saved.shipments[0]).toMatchObject({ blNumber: 'BL-9', goods: [{ lineId: 'l2', quantity: 60 }] })
    const fewer = {
      ...body,
      version: saved.version,
      lines: saved.lines.map(line => ({ ...line, quantity: 59 })),
    }
    expect(await faultOf(sales.ask(orders.update, { params, body: fewer as never }))).toMatchObject([
      400,
      'lines',
      expect.any(String),
    ])
    expect(number).toMatch(/^SO/)
  })
})

test('days that nobody can mean are refused wherever an order is typed, and those that stay are let be', async () => {
  const { sailingOn, arrivalOn, carrier } = shipment
  const plain = {
    carrier,
    logisticsNumber: '',
    portOfLoading: '',
    portOfDischarge: '',
    vessel: '',
    sailingOn,
    arrivalOn,
    arrivedOn: null,
    containerType: '',
    containers: null,
  }
  const form = {
    consignee: 'W',
    phone: '1',
    country: 'CN',
    city: '',
    address: '',
    content: '',
    productionEnd: null,
    currency: 'CNY' as const,
    freight: '0',
    lines: [{ code: '', chineseName: '皮带', englishName: 'Belt', quantity: 2, price: '38.5' }],
    shipments: [plain],
  }
  const { id } = await anOrder({ lines: form.lines })
  const officeId = farm.offices.direct.id
  let numbers = 0
  const ways = {
    create: (typed: typeof form) => sales.ask(orders.create, { body: { ...typed, officeId } }),
    update: (typed: typeof form) => sales.ask(orders.update, { params: { id }, body: typed }),
    erp: (typed: typeof form) =>
      sales.ask(erpOrders.save, { body: { ...typed, officeId, externalNumber: `DAY-${++numbers}` } }),
  }
  const wrong = [
    [
      { productionEnd: '2020-01-01' as never },
      'productionEnd',
      '1 Jan 2020 is far from today. Check the year',
    ],
    [
      { shipments: [{ ...plain, sailingOn: '2062-12-01', arrivalOn: null as never }] },
      'shipments.0.sailingOn',
      '1 Dec 2062 is far from today. Check the year',
    ],
    [
      { shipments: [plain, { ...plain, arrivalOn: '2026-11-30' }] },
      'shipments.1.arrivalOn',
      'It cannot arrive before it sails',
    ],
    [
      { shipments: [{ ...plain, arrivedOn: '2099-01-01' as never }] },
      'shipments.0.arrivedOn',
      'What has happened cannot be later than today',
    ],
  ] as const
  for (const [way, send] of Object.entries(ways))
    for (const [typed, field, message] of wrong)
      expect([way, ...(await faultOf(send({ ...form, ...typed } as never)))]).toEqual([
        way,
        400,
        field,
        message,
      ])
  for (const send of Object.values(ways)) expect((await send(form)).statusCode).toBe(200)

  const old = await anOrder({
    lines: form.lines,
    productionEnd: '2020-01-01',
    shipments: [{ ...plain, sailingOn: '2020-02-01', arrivalOn: '2020-01-01' }],
  })
  const known = await sales.call(orders.get, { params: { id: old.id } })
  const again = { ...orderForm.parse(known), city: 'Jinan' }
  expect(await sales.call(orders.update, { params: { id: old.id }, body: again })).toMatchObject({
    city: 'Jinan',
    productionEnd: '2020-01-01',
  })
})

describe('a deleted order', () => {
  test('is out of all lists, and comes back with its stock within the days it is kept', async () => {
    const belt = await buildGood(farm.services, { stock: 10 })
    const { id, number } = await buyer.call(orders.place, {
      body: {
        consignee: 'W',
        phone: '1',
        country: 'CN',
        city: '',
        address: '',
        content: '',
        lines: [{ goodId: belt.id, name: 'x', quantity: 4 }],
      },
    })
    const params = { id }
    const stock = async () => (await sales.call(goods.get, { params: { id: belt.id } })).stock
    expect(await stock()).toBe(6)
    const listed = async (deleted?: 'recently') =>
      (await sales.call(orders.list, { query: { search: number, deleted } })).items.map(row => row.id)
    expect((await buyer.ask(orders.remove, { params })).statusCode).toBe(403)
    await sales.call(orders.remove, { params })
    expect([await listed(), await listed('recently')]).toEqual([[], [id]])
    expect(await stock()).toBe(10)
    expect((await buyer.ask(orders.get, { params })).statusCode).toBe(404)
    expect((await buyer.ask(orders.list, { query: { deleted: 'recently' } })).statusCode).toBe(403)
    const restored = await sales.call(orders.restore, { params, body: {} })
    expect(restored.standing).toBe('placed')
    expect([await listed(), await listed('recently')]).toEqual([[id], []])
    expect(await stock()).toBe(6)
    expect((await sales.ask(orders.restore, { params, body: {} })).statusCode).toBe(409)
    await sales.call(orders.pay, { params, body: { paidOn: '2026-11-20', note: '' } })
    expect((await sales.ask(orders.remove, { params })).statusCode).toBe(409)
  })

  test('can be restored for 30 days, while its goods are still there', async () => {
    const belt = await buildGood(farm.services, { stock: 10 })
    const consignee = { consignee: 'W', phone: '1', country: 'CN', city: '', address: '', content: '' }
    const place = (quantity: number) =>
      buyer.call(orders.place, { body: { ...consignee, lines: [{ goodId: belt.id, name: 'x', quantity }] } })
    const stock = async () => (await sales.call(goods.get, { params: { id: belt.id } })).stock
    const { id, number } = await place(4)
    const params = { id }
    const restore = () => sales.ask(orders.restore, { params, body: {} })
    const deletedFor = async (ms: number) => {
      await sales.call(orders.remove, { params })
      const at = new Date(Date.now() - ms)
      await farm.services.store
        .scoped(SYSTEM)
        .update(order)
        .set({ deletedAt: at, withdrawnAt: at })
        .where(eq(order.id, id))
    }
    await deletedFor(RESTORABLE_MS - 60_000)
    // Sold to somebody else meanwhile.
    const other = await place(8)
    expect((await restore()).statusCode).toBe(400)
    expect(await stock()).toBe(2)
    await sales.call(orders.remove, { params: { id: other.id } })
    expect((await restore()).json().data).toMatchObject({ standing: 'placed' })
    expect(await stock()).toBe(6)
    await deletedFor(RESTORABLE_MS + 60_000)
    const late = await restore()
    expect(late.statusCode).toBe(409)
    expect(late.json().message).toContain('30 days')
    const query = { search: number, deleted: 'recently' as const }
    expect((await sales.call(orders.list, { query })).items).toEqual([])
    expect(await stock()).toBe(10)
  })

  test('that was withdrawn before comes back withdrawn, and takes no goods again', async () => {
    const belt = await buildGood(farm.services, { stock: 10 })
    const consignee = { consignee: 'W', phone: '1', country: 'CN', city: '', address: '', content: '' }
    const lines = [{ goodId: belt.id, name: 'x', quantity: 4 }]
    const { id } = await buyer.call(orders.place, { body: { ...consignee, lines } })
    const params = { id }
    const stock = async () => (await sales.call(goods.get, { params: { id: belt.id } })).stock
    expect(await stock()).toBe(6)
    await sales.call(orders.withdraw, { params, body: { reason: 'Twice' } as never })
    const before = await sales.call(orders.get, { params })
    expect([before.standing, await stock()]).toEqual(['withdrawn', 10])
    await sales.call(orders.remove, { params })
    await sales.call(orders.restore, { params, body: {} })
    const after = await sales.call(orders.get, { params })
    expect({ ...after, version: 0 }).toEqual({ ...before, version: 0 })
    expect(await stock()).toBe(10)
  })
})

test('orders that are paid in part are found apart from paid and unpaid ones', async () => {
  const search = `Part ${Date.now()}`
  const [none, some, all, back] = await Promise.all(
    Array.from({ length: 4 }, () => anOrder({ consignee: search })),
  )
  const pay = (order: { id: string } | undefined, more: object) =>
    sales.call(orders.pay, {
      params: { id: order?.id ?? '' },
      body: { paidOn: '2026-11-20', note: '', ...more },
    })
  await pay(some, { amount: '1' })
  await pay(all, {})
  await pay(back, { amount: '50' })
  await pay(back, { amount: '50', way: 'refund' })
  const found = async (paid: 'yes' | 'partly' | 'no') =>
    (await sales.call(orders.list, { query: { search, paid } })).items.map(({ id }) => id).toSorted()
  expect(await found('partly')).toEqual([some?.id])
  expect(await found('yes')).toEqual([all?.id])
  expect(await found('no')).toEqual([none?.id, back?.id].toSorted())
  expect(await sales.call(orders.counts, { query: { by: 'paid', search } })).toEqual({
    no: 2,
    partly: 1,
    yes: 1,
  })
})

test('orders that are shipped in part are found apart, and the list counts as the order itself says', async () => {
  const search = `Shipped ${Date.now()}`
  const { goods: _, ...rest } = shipment
  const aShipment: Shipment = rest
  const good = (lineId: string, quantity: number) => ({
    lineId,
    quantity,
    hsCode: '',
    origin: '',
    serials: [],
    packing: noPacking,
  })
  const line = { code: 'B', chineseName: '带', englishName: 'Belt', price: '1' }
  const lines = [
    { ...line, id: 'a', quantity: 2 },
    { ...line, quantity: 3 },
  ]
  const out = (...goods: ReturnType<typeof good>[]): Shipment => ({ ...aShipment, goods })
  const back = (...goods: ReturnType<typeof good>[]): Shipment => ({ ...out(...goods), isReturn: true })
  const cases: [standing: OrderStanding, shipments: Shipment[]][] = [
    ['production', []],
    ['transit', []],
    ['completed', [aShipment]],
    ['withdrawn', [aShipment]],
    ['production', [out(good('a', 2))]],
    ['transit', [out(good('a', 2), good('l2', 3))]],
    ['transit', [out(good('a', 2)), out(good('l2', 4))]],
    ['transit', [out(good('a', 2), good('l2', 3)), back(good('l2', 1))]],
    ['completed', [out(good('a', 1)), back(good('a', 1))]],
    ['transit', [out(good('gone', 9))]],
  ]
  const made = await Promise.all(
    cases.map(([standing, shipments]) => anOrder({ consignee: search, standing, lines, shipments })),
  )
  const wanted = cases.map(([standing, shipments]) => shippedOf({ standing, lines, shipments }))
  expect(wanted).toEqual(['no', 'yes', 'yes', 'no', 'partly', 'yes', 'yes', 'partly', 'no', 'no'])
  for (const shipped of valuesOf(shippedStates)) {
    const { items } = await sales.call(orders.list, { query: { search, shipped } })
    expect(items.map(({ id }) => id).toSorted(), shipped).toEqual(
      made.flatMap(({ id }, i) => (wanted[i] === shipped ? [id] : [])).toSorted(),
    )
  }
  expect(await sales.call(orders.counts, { query: { by: 'shipped', search } })).toEqual({
    no: 4,
    partly: 2,
    yes: 4,
  })
})

describe('after the sale', () => {
  test('a claim is a repair that knows its order and the line; the order shows it, and nobody claims for another’s', async () => {
    const { id, number } = await anOrder({ standing: 'transit' })
    const body = {
      title: 'Two fans do not start',
      equipment: '',
      description: 'The capacitors are swollen.',
      pictures: [],
      phone: '',
      statement: STATEMENT_VERSION,
      orderId: id,
    }
    const claim = await buyer.call(repairs.create, { body: { ...body, line: 'l1' } })
    const { claims } = await sales.call(orders.get, { params: { id } })
    expect(claims).toMatchObject([{ id: claim.id, number: claim.number, lineId: 'l1', standing: 'pending' }])
    const repair = await buyer.call(repairs.get, { params: { id: claim.id } })
    expect(repair.claim).toEqual({ orderId: id, number, lineId: 'l1' })
    expect(await faultOf(buyer.ask(repairs.create, { body: { ...body, line: 'l7' } }))).toMatchObject([
      400,
      'orderId',
      expect.any(String),
    ])
    const stranger = await farm.as({ office: farm.offices.sharing, kind: 2, grants: everyGrant(2) })
    expect((await stranger.ask(repairs.create, { body: { ...body, line: 'l1' } })).statusCode).toBe(400)
  })

  test('who looks after orders sees who changed what, in the words of the reader', async () => {
    const { id, number } = await anOrder({ standing: 'production' })
    const params = { id }
    await sales.call(orders.ship, { params, body: {} })
    const [newest] = await sales.call(orders.changes, { params })
    expect(newest).toMatchObject({ by: 'Test User', says: `Shipped order ${number}` })
    expect(newest?.fields).toContainEqual({ name: 'Status', was: 'In production', now: 'In transit' })
    expect((await buyer.ask(orders.changes, { params })).statusCode).toBe(403)
  })
})
