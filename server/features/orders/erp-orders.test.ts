import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { erpGoods, erpOrders } from '#shared/contracts/erp.ts'
import { goods } from '#shared/contracts/goods.ts'
import { notices } from '#shared/contracts/notices.ts'
import { orders } from '#shared/contracts/orders.ts'
import { noTerms } from '#shared/order-terms.ts'
import { buildGood, buildPrice, buildVariant } from '../../farm/goods/testing/build-goods.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { good } from '../../platform/database/tables/goods.ts'
import { order } from '../../platform/database/tables/orders.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { everyGrant } from '../../testing/samples.ts'
import { excelOf } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'
import { buildOrder } from './orders.fixture.ts'

let farm: TestApp
let sales: Person
beforeAll(async () => {
  farm = await workingApp()
  sales = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
  await farm.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => farm.close())

const database = () => farm.services.store.scoped(SYSTEM)
let numbers = 0
const newNumber = () => `ERP-${++numbers}`
const formOf = (externalNumber: string, more: object = {}) => ({
  externalNumber,
  officeId: farm.offices.direct.id,
  consignee: 'Wang Lei',
  phone: '+86 536 555 0148',
  country: 'CN',
  city: 'Weifang',
  address: '',
  content: '',
  currency: 'CNY' as const,
  freight: '0',
  lines: [{ code: '', chineseName: '皮带', englishName: 'Belt', quantity: 2, price: '38.5' }],
  shipments: [],
  ...more,
})
const save = (externalNumber: string, more: object = {}) =>
  sales.call(erpOrders.save, { body: formOf(externalNumber, more) })
const countOf = (number: string) => database().$count(order, eq(order.externalNumber, number))
/** Everything that changed after a cursor. */
async function changesAfter(cursor?: string) {
  const items = []
  let [next, isMore] = [cursor, true]
  while (isMore) {
    const page = await sales.call(erpOrders.changes, { query: { size: 2, ...(next && { cursor: next }) } })
    items.push(...page.items)
    next = page.cursor
    isMore = page.isMore
  }
  return { ids: items.map(({ id }) => id), cursor: next }
}

test('the same number never makes two orders, also when it comes many times at once', async () => {
  const number = newNumber()
  const made = await Promise.all(Array.from({ length: 6 }, () => save(number)))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect(await countOf(number)).toBe(1)
  const changed = await save(number, { city: 'Jinan', freight: '10.25' })
  expect(changed).toMatchObject({ id: made[0]?.id, externalNumber: number, city: 'Jinan', sum: '87.25' })
  expect(await sales.call(erpOrders.read, { query: { externalNumber: number } })).toMatchObject({
    id: changed.id,
    version: changed.version,
  })
  expect(await sales.call(orders.get, { params: { id: changed.id } })).toMatchObject({
    externalNumber: number,
  })
})

test('a number that somebody types at the same moment is refused by its field, and found when it is sent again', async () => {
  const externalNumber = newNumber()
  const { id } = await buildOrder(farm.services, farm.offices.direct)
  const waiting = async () => {
    const { rows } = await database().execute<{ n: number }>(
      sql`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%customer_order%'`,
    )
    return rows[0]?.n
  }
  const sent = await farm.services.store.transaction(SYSTEM, async db => {
    await db.update(order).set({ externalNumber }).where(eq(order.id, id))
    const asked = sales.ask(erpOrders.save, { body: formOf(externalNumber) })
    await eventually(waiting).toBe(1)
    return { asked }
  })
  const refused = await sent.asked
  expect(refused.statusCode).toBe(400)
  expect(refused.json().data).toMatchObject([{ field: 'externalNumber' }])
  expect(await save(externalNumber, { city: 'Jinan' })).toMatchObject({ id, city: 'Jinan' })
  expect(await countOf(externalNumber)).toBe(1)
})

test('a resend changes what it gives and leaves what people entered', async () => {
  const number = newNumber()
  const { id, version } = await save(number)
  const shipment = {
    carrier: 'COSCO',
    logisticsNumber: '',
    portOfLoading: 'Qingdao',
    portOfDischarge: '',
    vessel: '',
    sailingOn: null,
    arrivalOn: null,
    arrivedOn: null,
    containerType: '',
    containers: null,
  }
  const { externalNumber: _, officeId: __, ...form } = formOf(number)
  const typed = { content: 'Call before delivery', shipments: [shipment] }
  await sales.call(orders.update, { params: { id }, body: { ...form, ...typed } })
  const { direct } = farm.offices
  const resent = { externalNumber: number, officeId: direct.id, freight: '12' }
  const changed = await sales.call(erpOrders.save, { body: resent })
  expect(changed).toMatchObject({
    id,
    content: 'Call before delivery',
    shipments: [{ carrier: 'COSCO' }],
    consignee: 'Wang Lei',
    sum: '89.00',
  })
  const older = await sales.ask(erpOrders.save, { body: { ...resent, version } })
  expect(older.statusCode).toBe(409)
  const empty = await sales.ask(erpOrders.save, { body: { ...resent, externalNumber: newNumber() } })
  expect(empty.json().data.map(({ field }: { field: string }) => field)).toEqual([
    'consignee',
    'phone',
    'lines',
  ])
})

describe('the whole order sent again, with what the ERP does not know left empty', () => {
  const empty = { country: '', city: '', address: '', content: '', productionEnd: null, shipments: [] }
  const carried = (more: object = {}) => ({
    carrier: '',
    logisticsNumber: '',
    portOfLoading: '',
    portOfDischarge: '',
    vessel: '',
    sailingOn: null,
    arrivalOn: null,
    arrivedOn: null,
    containerType: '',
    containers: null,
    ...more,
  })

  test('leaves remark, address, days, shipments, terms, payments and log as people entered them', async () => {
    const number = newNumber()
    const { id } = await save(number, empty)
    const params = { id }
    const { externalNumber: _, officeId: __, ...form } = formOf(number)
    const productionEnd = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
    const typed = { country: 'ID', city: 'Surabaya', address: 'Jalan Raya 8', content: 'Call first' }
    await sales.call(orders.update, { params, body: { ...form, ...typed, productionEnd } })
    await sales.call(orders.terms, { params, body: { ...noTerms, incoterm: 'CIF', place: 'Surabaya' } })
    const shipment = { ...carried({ vessel: 'Star 12', containers: 1 }), blNumber: 'BL-9' }
    const goods = [{ lineId: 'l1', quantity: 2 }]
    await sales.call(orders.shipment, { params, body: { shipment: { ...shipment, goods } } })
    await sales.call(orders.pay, { params, body: { paidOn: '2026-11-20', note: '', amount: '7' } })
    const entry = { event: 'other' as const, happenedAt: null, text: 'Booked', pictures: [], papers: [] }
    await sales.call(orders.log, { params, body: entry })
    const entered = await sales.call(orders.get, { params })
    await save(number, { ...empty, freight: '10', consignee: 'Wang Fang' })
    const resent = await sales.call(orders.get, { params })
    for (const name of [
      ...(Object.keys(typed) as (keyof typeof typed)[]),
      'productionEnd',
      'shipments',
      'terms',
      'payments',
      'entries',
    ] as const)
      expect(resent[name], name).toEqual(entered[name])
    expect(entered.entries.map(({ text }) => text)).toContain('Booked')
    expect(resent).toMatchObject({
      ...typed,
      productionEnd,
      terms: { place: 'Surabaya' },
      shipments: [{ vessel: 'Star 12', blNumber: 'BL-9', goods: [{ quantity: 2 }] }],
      consignee: 'Wang Fang',
      sum: '87.00',
    })
  })

  test('fills in its own shipment and leaves those of people', async () => {
    const number = newNumber()
    const { id } = await save(number, { shipments: [carried({ carrier: 'COSCO' })] })
    const params = { id }
    const [own] = (await sales.call(orders.get, { params })).shipments
    const vessel = {
      ...carried({ carrier: 'COSCO', vessel: 'Star 12' }),
      id: own?.id ?? 's1',
      blNumber: '',
      goods: [],
    }
    await sales.call(orders.shipment, { params, body: { shipment: vessel } })
    const truck = { ...carried({ carrier: 'Trucks', logisticsNumber: 'T-1' }), blNumber: '', goods: [] }
    await sales.call(orders.shipment, { params, body: { shipment: truck } })
    const shipments = [carried({ carrier: 'COSCO', logisticsNumber: 'C-1' })]
    await save(number, { shipments })
    await save(number, { shipments: [...shipments, carried({ carrier: 'Air', logisticsNumber: 'A-1' })] })
    const resent = await save(number, { shipments: [carried({ logisticsNumber: 'A-1', vessel: 'KE 12' })] })
    expect(
      resent.shipments.map(({ carrier, logisticsNumber, vessel }) => [carrier, logisticsNumber, vessel]),
    ).toEqual([
      ['COSCO', 'C-1', 'Star 12'],
      ['Trucks', 'T-1', ''],
      ['Air', 'A-1', 'KE 12'],
    ])
  })
})

test('lines that the ERP changes are told to the buyer once, and stand among the changes of the order', async () => {
  const number = newNumber()
  const made = await save(number)
  const buyer = await farm.as({
    office: farm.offices.direct,
    kind: 2,
    grants: ['my_center:get', 'my_center:query'],
  })
  const [line] = made.lines
  const lines = [
    { ...line, chineseName: '皮带', englishName: 'Belt', code: '', quantity: 3, price: '38.5' },
    { code: 'B-2', chineseName: '轴承', englishName: 'Bearing', quantity: 1, price: '9' },
  ]
  const resent = { externalNumber: number, officeId: farm.offices.direct.id, lines }
  const { id } = await sales.call(erpOrders.save, { body: resent })
  await sales.call(erpOrders.save, { body: resent })
  const told = (await buyer.call(notices.list)).items.filter(({ subjectId }) => subjectId === id)
  expect(told.map(({ title }) => title)).toEqual([
    `Goods or amounts of your order ${made.number} have changed`,
  ])
  const changes = await sales.call(orders.changes, { params: { id } })
  expect(changes.find(({ fields }) => fields.length > 0)).toMatchObject({
    says: `ERP saved order ${made.number}`,
    fields: expect.arrayContaining([
      { name: 'Total', was: '77.00', now: '124.50' },
      { name: 'Belt', was: '2 × 38.50', now: '3 × 38.50' },
      { name: 'B-2 Bearing', was: '', now: '1 × 9.00' },
    ]),
  })
})

test('a good keeps its number as typed, and the number of a size is that size', async () => {
  const { id } = await buildGood(farm.services, { code: 'FOG-77', englishName: 'Nozzle', price: '20' })
  await buildVariant(farm.services, id, { code: 'FOG-77-15', price: '26', stock: 5 })
  const send = (body: { code: string; stock?: number; price?: string; unit?: 'set'; version?: number }) =>
    sales.ask(erpGoods.save, { body })
  expect((await send({ code: 'fog-77', stock: 3 })).json().data).toMatchObject({
    id,
    code: 'FOG-77',
    stock: 3,
  })
  const size = (await send({ code: 'fog-77-15', stock: 9, price: '27.5' })).json().data
  expect(size).toMatchObject({ id, variants: [{ code: 'FOG-77-15', stock: 9, price: '27.50' }] })
  expect(await database().$count(good, eq(sql`lower(${good.code})`, 'fog-77-15'))).toBe(0)
  expect((await send({ code: 'FOG-77-15', unit: 'set' })).json().data).toMatchObject([{ field: 'unit' }])
  expect((await send({ code: 'FOG-77', stock: 1, version: size.version - 1 })).statusCode).toBe(409)
})

test('a step is taken once however often it is sent, and none is left out', async () => {
  const externalNumber = newNumber()
  await save(externalNumber)
  const step = (step: 'produce' | 'ship' | 'complete') =>
    sales.ask(erpOrders.step, { body: { externalNumber, step } })
  expect((await step('ship')).statusCode).toBe(409)
  const first = (await step('produce')).json().data
  expect((await step('produce')).json().data).toEqual(first)
  expect(first).toMatchObject({ standing: 'production' })
  const nobody = await sales.ask(erpOrders.step, { body: { externalNumber: 'none', step: 'ship' } })
  expect(nobody.statusCode).toBe(404)
})

test('every change comes after the cursor, whatever made it, and then none', async () => {
  const { cursor } = await changesAfter()
  const { id: mine } = await save(newNumber())
  const { id: typed } = await buildOrder(farm.services, farm.offices.sharing)
  const { id: third } = await save(newNumber())
  const changed = await changesAfter(cursor)
  expect(changed.ids).toEqual([mine, typed, third])
  expect(await changesAfter(changed.cursor)).toEqual({ ids: [], cursor: changed.cursor })
  await sales.call(orders.produce, { params: { id: mine }, body: {} })
  expect((await changesAfter(changed.cursor)).ids).toEqual([mine])
})

test('the ERP hears that an order was deleted and restored, and a resend says what stands in its way', async () => {
  const externalNumber = newNumber()
  const { id, number } = await save(externalNumber)
  const { cursor } = await changesAfter()
  const changes = async () =>
    (await sales.call(erpOrders.changes, { query: { ...(cursor && { cursor }) } })).items
  const deletedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
  await sales.call(orders.remove, { params: { id } })
  const gone = { id, number, standing: 'withdrawn', deleted: { at: deletedAt, by: null } }
  expect(await changes()).toMatchObject([gone])
  expect(await sales.call(erpOrders.read, { query: { externalNumber } })).toMatchObject(gone)
  for (const refused of [
    await sales.ask(erpOrders.save, { body: formOf(externalNumber, { city: 'Jinan' }) }),
    await sales.ask(erpOrders.step, { body: { externalNumber, step: 'produce' } }),
  ]) {
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({
      message: `Order ${number} was deleted. Restore it first, or send the order under a new number`,
      data: { current: gone },
    })
  }
  expect(await countOf(externalNumber)).toBe(1)
  await sales.call(orders.restore, { params: { id }, body: {} })
  const [back] = await changes()
  expect(back).toMatchObject({ id, standing: 'placed' })
  expect(back).not.toHaveProperty('deleted')
  expect(await save(externalNumber, { city: 'Jinan' })).toMatchObject({ id, city: 'Jinan' })
})

test('what a transaction changes that ends later than others is not missed', async () => {
  const [slow, quick] = [await save(newNumber()), await save(newNumber())]
  const { cursor } = await changesAfter()
  let end = () => {}
  const open = new Promise<void>(resolve => {
    end = resolve
  })
  let begun = () => {}
  const isBegun = new Promise<void>(resolve => {
    begun = resolve
  })
  const ended = farm.services.store.transaction(SYSTEM, async db => {
    await db.execute(sql`update customer_order set content = 'slow' where id = ${slow.id}`)
    begun()
    await open
  })
  await isBegun
  await sales.call(orders.produce, { params: { id: quick.id }, body: {} })
  const before = await changesAfter(cursor)
  end()
  await ended
  const after = await changesAfter(before.cursor)
  expect([...before.ids, ...after.ids].toSorted()).toEqual([slow.id, quick.id].toSorted())
})

test('a program does what its token may: it changes without adding, and a customer’s reads nothing here', async () => {
  const number = newNumber()
  const program = await farm.programOf(sales, ['order_center:edit'])
  expect((await program.ask(erpOrders.save, { body: formOf(number) })).statusCode).toBe(403)
  await save(number)
  expect((await program.ask(erpOrders.save, { body: formOf(number, { city: 'Jinan' }) })).statusCode).toBe(
    200,
  )
  const owner = await farm.as({ office: farm.offices.direct, kind: 2, grants: everyGrant(2) })
  const theirs = await farm.programOf(owner, everyGrant(2))
  for (const endpoint of [
    erpOrders.changes,
    erpOrders.read,
    erpOrders.save,
    erpOrders.step,
    erpGoods.save,
    erpGoods.list,
  ])
    expect((await theirs.ask(endpoint)).statusCode).toBe(403)
})

test('a good of a number is made once as a draft, and keeps what is not sent', async () => {
  const body = { code: 'ERP-BELT', chineseName: '皮带', price: '38', currency: 'CNY' as const }
  const made = await Promise.all([1, 2, 3].map(() => sales.call(erpGoods.save, { body })))
  expect(await database().$count(good, eq(good.code, 'ERP-BELT'))).toBe(1)
  const { id } = made[0] as { id: string }
  const { version, ...row } = await sales.call(goods.get, { params: { id } })
  const specifications = [{ chineseName: '长度', englishName: 'Length', value: '1900' }]
  await sales.call(goods.update, { params: { id }, body: { ...row, version, specifications } })
  const changed = await sales.call(erpGoods.save, { body: { code: 'erp-belt', stock: 7 } })
  expect(changed).toMatchObject({
    id,
    status: 'draft',
    price: '38.00',
    stock: 7,
    specifications,
    code: 'ERP-BELT',
  })
  const named = { ...row, specifications, englishName: 'Fan belt', models: 'RT-1380' }
  await sales.call(goods.update, { params: { id }, body: { ...named, version: changed.version } })
  const empty = { code: 'ERP-BELT', englishName: '', models: '', price: null }
  expect(await sales.call(erpGoods.save, { body: empty })).toMatchObject({
    chineseName: '皮带',
    englishName: 'Fan belt',
    models: 'RT-1380',
    price: null,
  })
  const wrong = await sales.ask(erpGoods.save, { body: { code: 'ERP-NAMELESS' } })
  expect(wrong.statusCode).toBe(400)
})

test('every good comes once, page by page, with its sizes, its stock and what single buyers pay', async () => {
  const { services, offices } = farm
  const made = [
    await buildGood(services, { code: 'feed-b', stock: 5, price: '12.5' }),
    await buildGood(services, { code: 'FEED-A', stock: null }),
    await buildGood(services, { code: 'FEED-C', status: 'withdrawn' }),
  ]
  const [priced] = made
  const size = await buildVariant(services, priced?.id ?? '', { code: 'L', stock: 2 })
  await buildPrice(services, offices.direct, { goodId: priced?.id ?? '', price: '11' })
  const after = async (code: string) =>
    sales.call(erpGoods.list, { query: { after: code, size: 1 } }).then(({ items, isMore }) => ({
      isMore,
      item: items[0],
    }))
  const first = await after('feed-')
  expect(first).toMatchObject({ isMore: true, item: { code: 'FEED-A', stock: null } })
  const second = await after('FEED-A')
  expect(second.item).toMatchObject({
    code: 'feed-b',
    price: '12.50',
    stock: 5,
    variants: [{ id: size.id, code: 'L', stock: 2 }],
    prices: [{ buyerId: offices.direct.id, price: '11.00' }],
  })
  expect((await after('feed-b')).item).toMatchObject({ code: 'FEED-C', status: 'withdrawn' })
  const seen = new Set<string>()
  for (let last = '', isMore = true; isMore; ) {
    const page = await sales.call(erpGoods.list, { query: { after: last, size: 2 } })
    for (const { id } of page.items) seen.add(id)
    last = page.items.at(-1)?.code ?? last
    isMore = page.isMore
  }
  expect(seen.size).toBe(await database().$count(good))
})

test('the example of the documents does what they say', async () => {
  const { port } = farm.app.server.address() as AddressInfo
  const { cursor } = await changesAfter()
  const { token } = await farm.programOf(sales, [
    'order_center:query',
    'order_center:add',
    'order_center:edit',
    'mall_goods_list:get',
    'mall_goods_list:add',
    'mall_goods_list:edit',
  ])
  const env = {
    SMART_FARM: `http://127.0.0.1:${port}`,
    TOKEN: token,
    CUSTOMER: farm.offices.direct.id,
    ...(cursor && { CURSOR: cursor }),
  }
  const example = fileURLToPath(new URL('../../../docs/examples/erp.mjs', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [example], { env })
  expect(JSON.parse(stdout)).toMatchObject({
    number: expect.stringMatching(/^SO\d{8}-\d{4}$/),
    sum: '274.00',
    standing: 'production',
    changed: ['ERP-2026-0815'],
    left: 120,
  })
})

test('the example of Excel by a program fetches orders and goods, and sends back what was changed in them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'smart-farm-excel-'))
  const file = join(folder, 'orders.xlsx')
  const { token } = await farm.programOf(sales, [
    'order_center:export',
    'order_center:import',
    'order_center:edit',
    'mall_goods_list:export',
    'mall_goods_list:import',
  ])
  const { port } = farm.app.server.address() as AddressInfo
  const env = { SMART_FARM: `http://127.0.0.1:${port}`, TOKEN: token }
  const example = fileURLToPath(new URL('../../../docs/examples/excel.mjs', import.meta.url))
  const run = async (way: string, list: string) => {
    const { stdout } = await promisify(execFile)(process.execPath, [example, way, list, file], { env })
    return JSON.parse(stdout)
  }
  try {
    await run('fetch', 'goods')
    const all = await database().$count(good)
    expect(await run('send', 'goods')).toMatchObject({
      valid: all,
      changes: { added: 0, changed: 0, unchanged: all },
    })

    const { id, number } = await buildOrder(farm.services, farm.offices.direct, { city: 'Weifang' })
    const { rows } = await run('fetch', 'orders')
    expect(rows).toBeGreaterThan(0)
    const changed = [
      ['Order number', 'City'],
      [number, 'Jinan'],
    ]
    await writeFile(file, await excelOf(changed))
    expect(await run('send', 'orders')).toEqual({
      valid: 1,
      changes: { added: 0, changed: 1, unchanged: 0 },
    })
    expect((await sales.call(orders.get, { params: { id } })).city).toBe('Jinan')

    // Faults are named cell by cell, and nothing is written.
    await writeFile(
      file,
      await excelOf([
        ['Order number', 'City'],
        ['SO20200101-0001', 'Jinan'],
      ]),
    )
    await expect(run('send', 'orders')).rejects.toMatchObject({
      stderr: expect.stringContaining('A2: There is no order with this number'),
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})
