import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobs } from '#shared/contracts/jobs.ts'
import { notices } from '#shared/contracts/notices.ts'
import { orders } from '#shared/contracts/orders.ts'
import { goodsFor } from '../../farm/goods/goods.ts'
import { buildGood, buildPrice, buildVariant } from '../../farm/goods/testing/build-goods.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { everyGrant } from '../../testing/samples.ts'
import { excelOf, jobIn, upload } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'

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
  'Order reference',
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
    'A2: Row 3 of the same order is wrong',
    'B3: Row 2 of the same order says something else',
    'E3: At least 1',
    'C4: This good comes in sizes: enter the code of one',
    'C5: No good on the shelf has this code',
    'I6: Choose a country, by its name or its two letters',
    'A7: Row 8 of the same order is wrong',
    'F8: It costs USD: enter its price in the currency of the order',
    expect.stringMatching(/^F10: /),
  ])
  expect(await written(id)).toBe(1)
  expect(await found('Half of one')).toEqual([])
  expect(await found('Whole')).toHaveLength(1)
})
