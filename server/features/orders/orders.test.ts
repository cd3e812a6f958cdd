import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { notices } from '#shared/contracts/notices.ts'
import { orders } from '#shared/contracts/orders.ts'
import { lateOf, sumsOf } from '#shared/orders.ts'
import type { Shipment } from '#shared/shipments.ts'
import { goodsFor } from '../../farm/goods/goods.ts'
import { buildGood, buildPrice, buildVariant } from '../../farm/goods/testing/build-goods.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { nextNumber } from '../../platform/records/numbers.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { everyGrant } from '../../testing/samples.ts'
import { buildOrder } from './orders.fixture.ts'

let farm: TestApp
let buyer: Person
let colleague: Person
let stranger: Person
let agent: Person
let sales: Person
beforeAll(async () => {
  farm = await testApp()
  const { direct, sharing, provider, agent: ofAgent } = farm.offices
  const grants = everyGrant(2).filter(grant => grant.startsWith('my_center:'))
  buyer = await farm.as({ office: direct, kind: 2, grants })
  colleague = await farm.as({ office: direct, kind: 2, grants })
  stranger = await farm.as({ office: sharing, kind: 2, grants })
  agent = await farm.as({ office: ofAgent, kind: 3, grants })
  sales = await farm.as({ office: provider, kind: 1, grants: everyGrant(1) })
})
afterAll(() => farm.close())

const consignee = {
  consignee: 'Wang Lei',
  phone: '+86 536 555 0148',
  country: 'CN',
  city: 'Weifang',
  address: '',
  content: '',
}
type Asked = { goodId?: string; name: string; quantity: number }
const bodyOf = (lines: Asked[]) => ({ body: { ...consignee, lines } })
const place = (lines: Asked[], who = buyer) => who.call(orders.place, bodyOf(lines))
const titles = async (person: Person) => (await person.call(notices.list)).items.map(({ title }) => title)
const formOf = async (id: string) => {
  const { version, ...row } = await sales.call(orders.get, { params: { id } })
  const { content, productionEnd, currency, freight, lines, shipments } = row
  const { consignee: name, phone, country, city, address } = row
  return {
    version,
    consignee: name,
    phone,
    country,
    city,
    address,
    content,
    productionEnd,
    currency,
    freight,
    lines,
    shipments,
  }
}
const stockOf = async (goodId: string) =>
  (await goodsFor(farm.services.store.scoped(SYSTEM), [goodId], null)).get(goodId)?.stock

test('an order names who sells it, to its buyer as well', async () => {
  const { id } = await place([{ name: 'Belt', quantity: 1 }])
  const sellers = await Promise.all([buyer, sales].map(who => who.call(orders.get, { params: { id } })))
  for (const { seller } of sellers) expect(seller?.englishName).toBe('provider')
})

test('an order asks the database a few things: each takes time in which no gateway is heard', async () => {
  await place([{ name: 'Egg belt', quantity: 1 }])
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await place([{ name: 'Egg belt', quantity: 1 }])
    const texts = (asked.mock.calls as unknown[][]).map(([query]) =>
      typeof query === 'string' ? query : String((query as { text?: string }).text),
    )
    expect(texts.filter(text => !text.includes('pgboss')).length).toBeLessThanOrEqual(16)
  } finally {
    asked.mockRestore()
  }
})

describe('what an order costs', () => {
  test('is what the buyer pays at the moment of ordering, whatever the goods cost later', async () => {
    const belt = await buildGood(farm.services, { price: '38.125', englishName: 'Belt', chineseName: '皮带' })
    await buildPrice(farm.services, farm.offices.direct, { goodId: belt.id, price: '30.1' })
    const made = await place([{ goodId: belt.id, name: 'whatever', quantity: 3 }])
    expect(made).toMatchObject({ goods: '90.30', sum: '90.30', currency: 'CNY', standing: 'placed' })
    expect(made.lines).toEqual([
      {
        goodId: belt.id,
        variantId: null,
        code: belt.code,
        chineseName: '皮带',
        englishName: 'Belt',
        quantity: 3,
        unit: 'piece',
        price: '30.10',
      },
    ])
    expect(made.number).toMatch(/^SO\d{8}-\d{4}$/)
  })

  test('is counted by the server in exact decimals, with the freight, as the form counts it', async () => {
    const made = await place([{ name: 'A part of ours', quantity: 3 }])
    expect(made).toMatchObject({ goods: null, sum: null })
    const form = await formOf(made.id)
    const lines = [
      { ...form.lines[0], code: 'X', chineseName: '', englishName: 'Part', quantity: 3, price: '0.1' },
      { code: 'Y', chineseName: '', englishName: 'Screw', quantity: 7, price: '1234567.0035' },
    ]
    const body = { ...form, lines, freight: '1350.2' }
    const changed = await sales.call(orders.update, { params: { id: made.id }, body })
    expect(changed).toMatchObject({ goods: '8641969.32', sum: '8643319.52', freight: '1350.20' })
    const sums = sumsOf(lines, '1350.2', 'CNY')
    expect([sums?.goods.amount, sums?.total.amount]).toEqual([changed.goods, changed.sum])
  })

  test('goods that are off the shelf are not ordered', async () => {
    const gone = await buildGood(farm.services, { status: 'withdrawn', englishName: 'Old belt' })
    const answer = await buyer.ask(orders.place, bodyOf([{ goodId: gone.id, name: 'Old belt', quantity: 1 }]))
    expect(answer.json().data[0].message).toBe('“Old belt” is no longer sold. Remove that line')
  })
})

describe('what staff may add to an order', () => {
  test('has the price and the currency of its customer, in each size; what is off the shelf is not among it', async () => {
    const pad = await buildGood(farm.services, { code: 'PICK-1', englishName: 'Pickable pad', price: '38.1' })
    const large = await buildVariant(farm.services, pad.id, { code: 'PICK-1-L', price: '52' })
    await buildGood(farm.services, { englishName: 'Pickable pad, old', status: 'withdrawn' })
    const { direct, sharing, team } = farm.offices
    await buildPrice(farm.services, sharing, {
      goodId: pad.id,
      variantId: large.id,
      price: '7.125',
      currency: 'USD',
    })
    const found = async (officeId?: string) =>
      (await sales.call(orders.goods, { query: { search: 'pickabel pad', officeId } })).map(
        ({ code, variantId, price }) => [code, variantId, price?.amount, price?.currency],
      )
    expect(await found()).toEqual([['PICK-1-L', large.id, '52.00', 'CNY']])
    expect(await found(direct.id)).toEqual([['PICK-1-L', large.id, '52.00', 'CNY']])
    for (const { id } of [sharing, team])
      expect(await found(id)).toEqual([['PICK-1-L', large.id, '7.1250', 'USD']])
    expect((await sales.ask(orders.goods, { query: { officeId: 'nobody' } })).statusCode).toBe(400)
    expect((await buyer.ask(orders.goods, {})).statusCode).toBe(403)
  })
})

describe('the stock', () => {
  test('of two who order the last piece at once, one gets it', async () => {
    const last = await buildGood(farm.services, { stock: 1 })
    const lines = [{ goodId: last.id, name: 'Fan belt', quantity: 1 }]
    const answers = await Promise.all([buyer, stranger].map(who => who.ask(orders.place, bodyOf(lines))))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
    expect(await stockOf(last.id)).toBe(0)
  })

  test('has back what an order has less, and all of a withdrawn one', async () => {
    const belt = await buildGood(farm.services, { stock: 10 })
    const { id } = await place([{ goodId: belt.id, name: 'Belt', quantity: 6 }])
    expect(await stockOf(belt.id)).toBe(4)
    const form = await formOf(id)
    const fewer = { ...form, lines: form.lines.map(line => ({ ...line, quantity: 2 })) }
    await sales.call(orders.update, { params: { id }, body: fewer })
    expect(await stockOf(belt.id)).toBe(8)
    await buyer.call(orders.withdraw, { params: { id }, body: { reason: 'Ordered twice' } })
    expect(await stockOf(belt.id)).toBe(10)
  })
})

describe('the course of an order', () => {
  test('goes one step at a time, back with a reason, and its buyer is told each time', async () => {
    const { id, number } = await place([{ name: 'Fans', quantity: 14 }])
    const params = { id }
    expect((await sales.ask(orders.ship, { params, body: {} })).statusCode).toBe(409)
    const started = await sales.call(orders.produce, { params, body: { productionEnd: '2026-12-01' } })
    expect(started).toMatchObject({ standing: 'production', productionEnd: '2026-12-01' })
    await sales.call(orders.ship, { params, body: {} })
    await sales.call(orders.unship, { params, body: { reason: 'Wrong order' } })
    const { entries, standing } = await buyer.call(orders.get, { params })
    expect(standing).toBe('production')
    expect(entries.map(({ step, text }) => [step, text])).toEqual([
      ['create', null],
      ['produce', null],
      ['ship', null],
      ['unship', 'Wrong order'],
    ])
    expect(await titles(buyer)).toContain(`Your order ${number} has a new status`)
    expect(await titles(buyer)).toContain(`The status of your order ${number} was corrected`)
  })

  test('what staff take down for a customer is told to its people, as is what happens to the goods', async () => {
    const form = {
      ...consignee,
      productionEnd: null,
      currency: 'USD' as const,
      freight: '0',
      lines: [{ code: 'F', chineseName: '', englishName: 'Fan', quantity: 1, price: '238' }],
      shipments: [],
    }
    const { id, number } = await sales.call(orders.create, {
      body: { ...form, officeId: farm.offices.direct.id },
    })
    const happenedAt = '2026-11-18T13:40:00.000Z'
    const body = { event: 'sailed' as const, happenedAt, text: 'Jade River 2647S', pictures: [], papers: [] }
    await sales.call(orders.log, { params: { id }, body })
    expect(await titles(colleague)).toContain(`Order ${number} has a logistics update`)
    expect(await titles(stranger)).not.toContain(`Order ${number} has a logistics update`)
    const { entries } = await colleague.call(orders.get, { params: { id } })
    expect(entries.map(({ step, at }) => step === 'sailed' && at)).toContain(happenedAt)
    const later = { ...body, happenedAt: '2126-11-18T13:40:00.000Z' }
    expect((await sales.ask(orders.log, { params: { id }, body: later })).statusCode).toBe(400)
  })

  test('a buyer withdraws it only while it is placed and unpaid', async () => {
    const { id } = await place([{ name: 'Fans', quantity: 1 }])
    const params = { id }
    const withdraw = () => buyer.ask(orders.withdraw, { params, body: { reason: 'Not needed' } })
    await sales.call(orders.pay, { params, body: { paidOn: '2026-11-20', note: 'Deposit' } })
    expect((await withdraw()).statusCode).toBe(409)
    expect(
      (await sales.ask(orders.pay, { params, body: { paidOn: '2026-11-21', note: '' } })).statusCode,
    ).toBe(409)
    await sales.call(orders.unpay, { params, body: { reason: 'Of another order' } })
    await sales.call(orders.produce, { params, body: {} })
    expect((await withdraw()).statusCode).toBe(409)
    await sales.call(orders.unproduce, { params, body: { reason: 'Not yet' } })
    expect((await withdraw()).json().data).toMatchObject({ standing: 'withdrawn' })
    const form = await formOf(id)
    expect((await sales.ask(orders.update, { params, body: form })).statusCode).toBe(409)
  })
})

test('of two staff who change an order, the second is shown what the first made of it', async () => {
  const { id } = await place([{ name: 'Fans', quantity: 1 }])
  const form = await formOf(id)
  await sales.call(orders.update, { params: { id }, body: { ...form, city: 'Jinan' } })
  const answer = await sales.ask(orders.update, { params: { id }, body: { ...form, city: 'Qingdao' } })
  expect(answer.statusCode).toBe(409)
  expect(answer.json().data.current).toMatchObject({ city: 'Jinan', version: form.version + 1 })
})

test('staff type the number of the ERP: it is one order’s, and stays where a change leaves it out', async () => {
  const { id } = await place([{ name: 'Fans', quantity: 1 }])
  const { id: second } = await place([{ name: 'Fans', quantity: 1 }])
  const put = async (of: string, more: object) =>
    sales.ask(orders.update, { params: { id: of }, body: { ...(await formOf(of)), ...more } })
  expect((await put(id, { externalNumber: 'ERP-77' })).json().data).toMatchObject({
    externalNumber: 'ERP-77',
  })
  await sales.call(orders.update, { params: { id }, body: await formOf(id) })
  const { items } = await sales.call(orders.list, { query: { search: 'ERP-77' } })
  expect(items.map(order => order.id)).toEqual([id])
  const taken = await put(second, { externalNumber: 'ERP-77' })
  expect([taken.statusCode, taken.json().data]).toEqual([
    400,
    [{ field: 'externalNumber', message: 'This ERP number is already used by another order' }],
  ])
  await put(id, { externalNumber: '' })
  expect((await put(second, { externalNumber: 'ERP-77' })).statusCode).toBe(200)
})

test('another customer neither lists, counts, opens nor withdraws it; an agent sees its own customers’ only', async () => {
  const { id } = await place([{ name: 'Fans', quantity: 1 }])
  const theirs = await place([{ name: 'Belts', quantity: 1 }], stranger)
  const of = async (person: Person) => await person.call(orders.list)
  expect((await of(buyer)).items.map(row => row.id)).not.toContain(theirs.id)
  const { items, total } = await of(stranger)
  expect(items.every(row => row.id !== id)).toBe(true)
  const counts = await stranger.call(orders.counts, { query: { by: 'standing' } })
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(total)
  expect((await stranger.ask(orders.get, { params: { id } })).statusCode).toBe(404)
  expect((await stranger.ask(orders.withdraw, { params: { id }, body: { reason: 'x' } })).statusCode).toBe(
    404,
  )
  expect((await of(agent)).items.map(row => row.id)).not.toContain(id)
})

test('the filter finds late just what is called late', async () => {
  const words = { carrier: '', logisticsNumber: '', portOfLoading: '', portOfDischarge: '', vessel: '' }
  const one = (arrivalOn: string | null, arrivedOn: string | null): Shipment => {
    return { ...words, sailingOn: null, arrivalOn, arrivedOn, containerType: '', containers: null }
  }
  const shipments = (arrivalOn: string, arrivedOn: string | null = null) => [
    one(arrivalOn, arrivedOn),
    one(null, null),
  ]
  const past = { productionEnd: '2020-01-01', shipments: [] }
  const cases = [
    ['placed', past],
    ['production', { ...past, productionEnd: '2999-01-01' }],
    ['production', { ...past, productionEnd: null }],
    ['withdrawn', past],
    ['transit', past],
    ['transit', { ...past, shipments: shipments('2020-01-01') }],
    ['transit', { ...past, shipments: shipments('2020-01-01', '2020-01-03') }],
    ['completed', { ...past, shipments: shipments('2020-01-01') }],
  ] as const
  const made = await Promise.all(
    cases.map(([standing, more]) =>
      buildOrder(farm.services, farm.offices.direct, {
        ...more,
        standing,
        shipments: [...more.shipments],
        consignee: 'Somebody who waits',
      }),
    ),
  )
  const wanted = made.filter((_, i) => {
    const [standing, course] = cases[i] ?? cases[0]
    return lateOf({ ...course, standing }, '2026-11-22') !== null
  })
  const query = { search: 'Somebody who waits', late: 'yes' as const }
  const { items } = await sales.call(orders.list, { query })
  expect(items.map(({ id }) => id).toSorted()).toEqual(wanted.map(({ id }) => id).toSorted())
  const counts = await sales.call(orders.counts, { query: { by: 'late', search: query.search } })
  expect(counts).toEqual({ yes: wanted.length, no: made.length - wanted.length })
  expect(wanted).toHaveLength(2)
})

test('lines that come to more than can be stored are refused by name', async () => {
  const line = {
    chineseName: '风机',
    englishName: 'Fan',
    code: '',
    price: '9999999999.9999',
    quantity: 99_999,
  }
  const form = {
    ...consignee,
    officeId: farm.offices.direct.id,
    productionEnd: null,
    currency: 'CNY',
    freight: '0',
  }
  const answer = await sales.ask(orders.create, { body: { ...form, lines: [line], shipments: [] } })
  expect(answer.statusCode, answer.body).toBe(400)
  expect(answer.json().data).toMatchObject([
    { field: 'lines', message: expect.stringContaining('too large') },
  ])
})

test('an order that takes long to store keeps nobody from getting a number', async () => {
  const [mine, theirs] = await farm.services.store.transaction(SYSTEM, async db => {
    const drawn = await nextNumber(db, 'SO')
    // Whoever needs one now does not wait for this transaction.
    return [drawn, (await place([{ name: 'Belt', quantity: 1 }], stranger)).number]
  })
  expect(theirs.localeCompare(mine)).toBe(1)
})
