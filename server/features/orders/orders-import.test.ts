import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobs } from '#shared/contracts/jobs.ts'
import { notices } from '#shared/contracts/notices.ts'
import { operaHistory } from '#shared/contracts/opera-history.ts'
import { orders } from '#shared/contracts/orders.ts'
import { goodsFor } from '../../farm/goods/goods.ts'
import { buildGood, buildPrice, buildVariant } from '../../farm/goods/testing/build-goods.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { everyGrant } from '../../testing/samples.ts'
import { excelOf, jobIn, rowsOf, upload } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'
import { buildOrder } from './orders.fixture.ts'

let farm: TestApp
let sales: Person
let buyer: Person
beforeAll(async () => {
  farm = await workingApp()
  const { provider, direct } = farm.offices
  sales = await farm.as({ office: provider, kind: 1, grants: everyGrant(1) })
  buyer = await farm.as({ office: direct, kind: 2, grants: everyGrant(2) })
})
afterAll(() => farm.close())

type Rows = Parameters<typeof excelOf>[0]
const TITLES = [
  'Order number',
  'Customer',
  'Code',
  'Goods',
  'Pieces',
  'Price',
  'Consignee',
  'Phone',
  'Country',
]
async function checked(rows: Rows) {
  const answer = await upload(sales, orders.import, await excelOf(rows), { name: 'orders.xlsx' })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return jobIn(sales, answer.json().data.id, 'checked')
}
async function written(id: string) {
  await sales.call(jobs.confirm, { params: { id }, body: { acceptFaulty: true } })
  return (await jobIn(sales, id, 'done')).summary?.written
}
const found = async (search: string) => (await sales.call(orders.list, { query: { search } })).items
const faultsOf = async (id: string) => {
  const { items } = await sales.call(jobs.faults, { params: { id } })
  return items.flatMap(({ faults }) => faults.map(({ cell, reason }) => `${cell}: ${reason}`))
}

test('rows of one reference become one order, at the prices of its customer where they say none', async () => {
  const belt = await buildGood(farm.services, { code: 'IMP-B', englishName: 'Belt', price: '38', stock: 20 })
  const pad = await buildGood(farm.services, { code: 'IMP-P', englishName: 'Pad', price: '9' })
  const large = await buildVariant(farm.services, pad.id, { code: 'IMP-P-L', price: '12' })
  await buildPrice(farm.services, farm.offices.direct, { goodId: belt.id, price: '31.505' })
  const { id, summary } = await checked([
    TITLES,
    ['C-1', 'direct', 'imp-b', null, 3, null, 'Imported one', '+86 1', 'Netherlands'],
    ['C-2', 'sharing', 'IMP-B', null, 2, null, 'Imported two', '+86 2', null],
    ['c-1', null, 'IMP-P-L', null, 2, null, null, null, null],
    ['C-1', null, 'THEIRS-7', 'Fitting on the farm', 1, 100.5, null, null, null],
  ])
  expect(await faultsOf(id)).toEqual([])
  expect(summary).toMatchObject({ rows: 4, valid: 4, faulty: 0 })
  expect(await found('Imported')).toEqual([])
  expect(await written(id)).toBe(2)
  const [one] = await found('Imported one')
  expect(one).toMatchObject({
    officeId: farm.offices.direct.id,
    country: 'NL',
    currency: 'CNY',
    standing: 'placed',
  })
  expect(
    one?.lines.map(({ goodId, variantId, code, quantity, price }) => [
      goodId,
      variantId,
      code,
      quantity,
      price,
    ]),
  ).toEqual([
    [belt.id, null, 'IMP-B', 3, '31.5050'],
    [pad.id, large.id, 'IMP-P-L', 2, '12.00'],
    [undefined, undefined, 'THEIRS-7', 1, '100.50'],
  ])
  // 94.515 + 24 + 100.5
  expect(one?.sum).toBe('219.02')
  expect((await found('Imported two'))[0]).toMatchObject({ sum: '76.00' })
  const left = await goodsFor(farm.services.store.scoped(SYSTEM), [belt.id], null)
  expect(left.get(belt.id)?.stock).toBe(15)
  const told = (await buyer.call(notices.list)).items
  expect(told.filter(({ title }) => title.includes(one?.number ?? '—'))).toHaveLength(1)
})

test('half of an order is not written: a wrong row keeps the others of its order out, with the reason at each', async () => {
  await buildGood(farm.services, { code: 'IMP-S', englishName: 'Sized', price: '5' }).then(({ id }) =>
    buildVariant(farm.services, id, { code: 'IMP-S-1' }),
  )
  await buildGood(farm.services, { code: 'IMP-U', price: '5', currency: 'USD' })
  await buildGood(farm.services, { code: 'IMP-C', price: '5' })
  const { id, summary } = await checked([
    TITLES,
    ['A', 'direct', 'IMP-C', null, 1, null, 'Half of one', '1', null],
    ['A', 'sharing', 'NOT-THERE', null, 0, null, null, null, null],
    ['B', 'direct', 'IMP-S', null, 1, null, 'Half of one', '1', null],
    ['B', null, 'NOT-THERE', null, 1, null, null, null, null],
    ['C', 'direct', 'IMP-C', null, 1, null, 'Half of one', '1', 'Atlantis'],
    ['D', 'direct', 'IMP-C', null, 1, null, 'Half of one', '1', null],
    ['D', null, 'IMP-U', null, 1, null, null, null, null],
    ['E', 'direct', 'IMP-C', null, 1, null, 'Whole', '1', null],
    ['F', 'direct', 'IMP-C', null, 1, -3, 'Half of one', '1', null],
  ])
  expect(summary).toMatchObject({ rows: 9, valid: 1, faulty: 8 })
  expect(await faultsOf(id)).toEqual([
    'A2: Row 3 of the same order has an error',
    'B3: Does not match row 2 of the same order',
    'E3: At least 1',
    'C4: These goods come in sizes. Enter the code of a size',
    'C5: There are no goods on sale with this code',
    'I6: Enter a country name or its two-letter code',
    'A7: Row 8 of the same order has an error',
    'F8: Priced in USD. Enter a price in the currency of the order',
    expect.stringMatching(/^F10: /),
  ])
  expect(await written(id)).toBe(1)
  expect(await found('Half of one')).toEqual([])
  expect(await found('Whole')).toHaveLength(1)
})

describe('a file of orders that are there', () => {
  /** The titles and rows of staff's export for one search. */
  async function exported(search: string) {
    const { id } = await sales.call(orders.export, { body: { search } })
    const { file } = await jobIn(sales, id, 'done')
    const [titles = [], ...rows] = await rowsOf(farm, file?.url)
    return { titles, rows, column: (title: string) => titles.indexOf(title) }
  }
  /** Two items of one order of a separate customer, found by a search. */
  async function anOrder(consignee: string, more: object = {}) {
    const lines = [
      { code: 'FIT-1', chineseName: '皮带', englishName: 'Belt', quantity: 12, price: '38' },
      { code: '', chineseName: '安装', englishName: 'Fitting', quantity: 1, price: '100.5' },
    ]
    const sum = { goods: '556.5', sum: '556.5' }
    return buildOrder(farm.services, farm.offices.direct, { consignee, lines, ...sum, ...more })
  }
  const stored = (id: string) => sales.call(orders.get, { params: { id } })
  const importing = async (rows: readonly (readonly unknown[])[], who = sales) => {
    const answer = await upload(who, orders.import, await excelOf(rows as Rows), { name: 'again.xlsx' })
    return jobIn(who, answer.json().data.id, 'checked')
  }
  const changesOf = async (id: string) =>
    (await sales.call(jobs.rows, { params: { id } })).items.map(({ row, change, known, cells }) => [
      row,
      change,
      known,
      ...cells.map(({ column, was, found }) => `${column}: ${was} > ${found}`),
    ])

  test('what an export writes is read again as unchanged; sums stand once an order', async () => {
    const { number } = await anOrder('Round trip', {
      productionEnd: '2026-12-24',
      freight: '12.5',
      externalNumber: 'ERP | 7',
      shipments: [
        {
          carrier: 'COSCO',
          logisticsNumber: 'B-1',
          portOfLoading: 'Qingdao',
          portOfDischarge: 'Rotterdam',
          vessel: 'Jade River 2647S',
          sailingOn: '2026-11-18',
          arrivalOn: '2026-12-20',
          arrivedOn: null,
          containerType: '40HC',
          containers: 2,
        },
      ],
    })
    const { titles, rows, column } = await exported('Round trip')
    expect(
      rows.map(row => [row[column('Order number')], row[column('Goods')], row[column('Pieces')]]),
    ).toEqual([
      [number, 'Belt', 12],
      [number, 'Fitting', 1],
    ])
    expect(rows.map(row => row[column('Total')])).toEqual([556.5, null])
    const { id, summary } = await importing([titles, ...rows])
    expect(await faultsOf(id)).toEqual([])
    expect(summary?.unknown).toEqual(['Asked by', expect.stringMatching(/^Asked at/), 'Total'])
    expect(summary?.changes).toEqual({ added: 0, changed: 0, unchanged: 2 })
  })

  test('changes cells, adds and takes out items, goes one step on, beside a new order', async () => {
    const good = await buildGood(farm.services, { code: 'ADD-1', englishName: 'Added', price: '5', stock: 9 })
    const { id, number } = await anOrder('Changed by a file')
    const before = await stored(id)
    const titles = [
      'Order number',
      'Customer',
      'Code',
      'Goods',
      'Pieces',
      'Price',
      'City',
      'Status',
      'Shipping',
    ]
    const job = await importing([
      [...titles, 'Consignee', 'Phone', 'Version'],
      [
        number.toLowerCase(),
        null,
        'fit-1',
        null,
        10,
        null,
        'Jinan',
        'In production',
        'COSCO | B-9',
        null,
        null,
        before.version,
      ],
      [number, null, null, 'Fitting', 0],
      [number, null, 'ADD-1', null, 4],
      ['Mine', 'direct', 'ADD-1', null, 1, null, null, null, null, 'New beside', '1'],
    ])
    expect(await faultsOf(job.id)).toEqual([])
    expect(job.summary?.changes).toEqual({ added: 1, changed: 3, unchanged: 0 })
    expect(await changesOf(job.id)).toEqual([
      [
        2,
        'changed',
        number,
        'Pieces: 12 > 10',
        'City: Weifang > Jinan',
        'Status: Order placed > In production',
        'Shipping: null > COSCO | B-9',
      ],
      [3, 'changed', number, 'Pieces: 1 > 0'],
      [
        4,
        'changed',
        number,
        'Code: null > ADD-1',
        'Goods: null > null',
        'Pieces: null > 4',
        'Price: null > null',
      ],
      [5, 'added', 'Mine'],
    ])
    expect((await stored(id)).version).toBe(before.version)
    expect(await written(job.id)).toBe(2)
    const after = await stored(id)
    expect(after).toMatchObject({
      standing: 'production',
      city: 'Jinan',
      consignee: 'Changed by a file',
      sum: '400.00',
    })
    expect(after.lines.map(({ englishName, quantity, price }) => [englishName, quantity, price])).toEqual([
      ['Belt', 10, '38.00'],
      ['Added', 4, '5.00'],
    ])
    expect(after.shipments).toMatchObject([{ carrier: 'COSCO', logisticsNumber: 'B-9', sailingOn: null }])
    expect(after.entries.map(({ step }) => step)).toEqual(['produce'])
    const left = await goodsFor(farm.services.store.scoped(SYSTEM), [good.id], null)
    expect(left.get(good.id)?.stock).toBe(4)
    const told = (await buyer.call(notices.list)).items
    expect(told.map(({ title }) => title)).toContain(`Your order ${number} has a new status`)
    const lines = await sales.call(operaHistory.list, { query: { operatorId: sales.accountId } })
    const { parts } = await sales.call(operaHistory.get, { params: { id: lines.items[0]?.id ?? '' } })
    const of = await sales.call(operaHistory.list, { query: { partOf: parts ?? '' } })
    expect(of.items.map(({ type }) => type).toSorted()).toEqual(['create', 'update'])
    // The same file again is outdated.
    const stale = await importing([
      ['Order number', 'City', 'Version'],
      [number, 'Qingdao', before.version],
    ])
    expect(await faultsOf(stale.id)).toEqual([
      expect.stringMatching(/^C2: Changed since this file was exported/),
    ])
  })

  test('goes back, and is withdrawn, with a reason alone; what was taken is for sale again', async () => {
    const good = await buildGood(farm.services, { code: 'BACK-1', stock: 3 })
    const line = {
      goodId: good.id,
      code: 'BACK-1',
      chineseName: '皮带',
      englishName: 'Belt',
      quantity: 2,
      price: '1',
    }
    const one = await anOrder('Goes back', { standing: 'production', lines: [line] })
    const paid = await anOrder('Is paid', { standing: 'transit', paidOn: '2026-11-01' })
    const unpaid = await anOrder('Is not', { standing: 'placed' })
    const titles = ['Order number', 'Status', 'Reason', 'Paid on']
    const refused = await importing([
      titles,
      [one.number, 'Order placed', null, null],
      [paid.number, 'Order placed', 'Two steps', '2026-11-02'],
      [unpaid.number, 'Completed', null, null],
    ])
    expect(await faultsOf(refused.id)).toEqual([
      'C2: Enter a reason for correcting or withdrawing the order',
      'B3: An order cannot go from “In transit” to “Order placed” in one step',
      'D3: Already paid. Correct the payment date on the order page',
      'B4: An order cannot go from “Order placed” to “Completed” in one step',
    ])
    const { id } = await importing([
      titles,
      [one.number, '已撤回', 'Ordered twice', null],
      [paid.number, 'In production', 'Wrong ship', null],
      [unpaid.number, null, null, '2026-11-02'],
    ])
    expect(await faultsOf(id)).toEqual([])
    expect(await written(id)).toBe(3)
    expect(await stored(one.id)).toMatchObject({ standing: 'withdrawn' })
    const left = await goodsFor(farm.services.store.scoped(SYSTEM), [good.id], null)
    expect(left.get(good.id)?.stock).toBe(5)
    const back = await stored(paid.id)
    expect(back).toMatchObject({ standing: 'production', paidOn: '2026-11-01' })
    expect(back.entries.map(({ step, text }) => [step, text])).toEqual([['unship', 'Wrong ship']])
    expect(await stored(unpaid.id)).toMatchObject({ standing: 'placed', paidOn: '2026-11-02' })
  })

  test('what is closed, unknown, of another or incomplete is refused, and nothing of the order is written', async () => {
    const closed = await anOrder('Closed', { standing: 'completed' })
    const open = await anOrder('Open')
    const other = await anOrder('Other')
    const good = await buildGood(farm.services, { code: 'KEEP-1', englishName: 'Kept' })
    const named = await anOrder('Named', {
      externalNumber: 'ERP-OF-ANOTHER',
      lines: [
        {
          goodId: good.id,
          code: 'KEEP-1',
          chineseName: '皮带',
          englishName: 'Kept',
          quantity: 1,
          price: '1',
        },
      ],
    })
    const titles = ['Order number', 'Customer', 'Code', 'Goods', 'Pieces', 'City', 'ERP number', 'Shipping']
    const { id, summary } = await importing([
      titles,
      [closed.number, null, null, null, null, 'Jinan', null, null],
      ['SO20200101-0001', 'direct', null, 'x', 1, null, null, null],
      [open.number, 'sharing', 'FIT-1', null, 3, null, null, null],
      [other.number, null, 'FIT-1', null, 0, null, 'ERP-OF-ANOTHER', 'COSCO | 1 | | | | soon'],
      [other.number, null, null, 'Fitting', 0, null, null, null],
      [named.number, null, 'KEEP-1', 'Renamed', 2, null, null, null],
    ])
    expect(summary).toMatchObject({ valid: 0, faulty: 6 })
    expect(await faultsOf(id)).toEqual([
      'A2: The order is withdrawn or completed',
      'A3: There is no order with this number',
      'B4: The customer of an order cannot be changed',
      expect.stringMatching(/^C4: “Fitting” from this order is missing in the file/),
      expect.stringMatching(/^H5: /),
      'A6: Row 5 of the same order has an error',
      'D7: The name of ordered goods cannot be changed',
    ])
  })

  test('days that nobody can mean are named at their cell; old days that stay are let be', async () => {
    const productionEnd = '2020-01-01'
    const old = await anOrder('Old days', { productionEnd })
    const { id } = await importing([
      [
        'Order number',
        'Customer',
        'Goods',
        'Pieces',
        'Consignee',
        'Phone',
        'Estimated production end',
        'Shipping',
      ],
      [old.number, null, null, null, 'Old days, new name', null, null, null],
      ['New 1', 'direct', 'Belt', 1, 'W', '1', productionEnd, null],
      ['New 2', 'direct', 'Belt', 1, 'W', '1', null, 'COSCO | B | | | | 2026-12-20 | 2026-12-01'],
    ])
    expect(await faultsOf(id)).toEqual([
      'G3: 1 Jan 2020 is far from today. Check the year',
      'H4: It cannot arrive before it sails',
    ])
  })

  test('a change between check and writing is not overwritten; who may not edit changes nothing', async () => {
    const { id, number } = await anOrder('Between')
    const { version } = await stored(id)
    const rows = [
      ['Order number', 'City', 'Version'],
      [number, 'Of the file', version],
    ]
    const job = await importing(rows)
    expect(job.summary?.changes).toEqual({ added: 0, changed: 1, unchanged: 0 })
    await sales.call(orders.produce, { params: { id }, body: {} })
    await sales.call(jobs.confirm, { params: { id: job.id }, body: {} })
    const anew = await jobIn(sales, job.id, 'checked')
    expect(anew.summary).toMatchObject({ isAnew: true, valid: 0 })
    expect(await stored(id)).toMatchObject({ city: 'Weifang', standing: 'production' })

    const grants = everyGrant(1).filter(grant => grant !== 'order_center:edit')
    const importer = await farm.as({ office: farm.offices.provider, kind: 1, grants })
    const theirs = await importing(
      [
        ['Order number', 'City'],
        [number, 'Not theirs'],
      ],
      importer,
    )
    const { items } = await importer.call(jobs.faults, { params: { id: theirs.id } })
    expect(items.flatMap(({ faults }) => faults.map(({ reason }) => reason))).toEqual([
      'It already exists and you cannot change it',
    ])
  })
})
