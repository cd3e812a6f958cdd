import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodCategories, goods } from '#shared/contracts/goods.ts'
import { mall } from '#shared/contracts/mall.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDepartment } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'

let farm: TestApp
let staff: Person
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
  owner = await farm.as({ office: farm.offices.direct, kind: 2, grants: everyGrant(2) })
})
afterAll(() => farm.close())

let number = 0
const form = (more: object = {}) => ({
  code: `T-${++number}`,
  chineseName: '皮带',
  englishName: 'Belt',
  chineseSummary: '',
  englishSummary: '',
  price: '38.5',
  currency: 'CNY' as const,
  unit: 'piece' as const,
  machines: ['fan' as const],
  pictures: [],
  ...more,
})
const size = (code: string, more: object = {}) => ({ code, chineseName: code, englishName: code, ...more })

test('a good is written with its sizes and price lists, put on the shelf, and taken off it', async () => {
  const { sharing } = farm.offices
  const made = await staff.call(goods.create, {
    body: form({
      variants: [size('A', { price: '40' }), size('B')],
      prices: [{ buyerId: sharing.id, variant: 'A', price: '33.3333', currency: 'CNY' }],
    }),
  })
  expect(made).toMatchObject({ status: 'draft', price: '38.50', collections: 0 })
  expect(made.variants).toMatchObject([
    { code: 'A', price: '40.00' },
    { code: 'B', price: null },
  ])
  expect(made.prices).toMatchObject([{ buyerId: sharing.id, variant: 'A', price: '33.3333' }])
  const seen = async () => (await owner.ask(mall.read, { params: { id: made.id } })).statusCode
  expect(await seen()).toBe(404)
  await staff.call(goods.release, { params: { id: made.id } })
  expect(await seen()).toBe(200)
  await staff.call(goods.withdraw, { params: { id: made.id } })
  expect(await seen()).toBe(404)
})

test('a size that stays keeps its id, and with it its price list', async () => {
  const made = await staff.call(goods.create, { body: form({ variants: [size('A'), size('B')] }) })
  const [a] = made.variants
  const body = { ...made, variants: [{ ...size('A2'), id: a?.id }], version: made.version }
  const changed = await staff.call(goods.update, { params: { id: made.id }, body })
  expect(changed.variants).toMatchObject([{ id: a?.id, code: 'A2' }])
  const second = await staff.ask(goods.update, { params: { id: made.id }, body })
  expect(second.statusCode).toBe(409)
  expect(second.json().data.current.variants).toMatchObject([{ code: 'A2' }])
})

test('an editor of one department keeps the prices of customers it does not see, and the sizes they are for', async () => {
  const { provider, sharing, direct } = farm.offices
  const north = await buildDepartment(farm.services, provider, 'North')
  await farm.services.store
    .scoped(SYSTEM)
    .update(customer)
    .set({ managerOfficeId: north.id })
    .where(eq(customer.officeId, direct.id))
  const editor = await farm.as({ office: north, kind: 1, grants: everyGrant(1), departmentOnly: true })
  const price = (buyerId: string, variant: string) => ({
    buyerId,
    variant,
    price: '30',
    currency: 'CNY' as const,
  })
  const { id } = await staff.call(goods.create, {
    body: form({
      variants: [size('A'), size('B'), size('C')],
      prices: [price(sharing.id, 'A'), price(sharing.id, ''), price(direct.id, 'B')],
    }),
  })
  const params = { id }
  const seen = await editor.call(goods.get, { params })
  expect(seen.prices.map(({ buyerId }) => buyerId)).toEqual([direct.id])
  const answer = await editor.ask(goods.update, {
    params,
    body: { ...seen, variants: seen.variants.slice(1, 2) },
  })
  expect(answer.json().data).toMatchObject([
    { field: 'variants', message: expect.stringContaining('Size A') },
  ])
  await editor.call(goods.update, {
    params,
    body: { ...seen, variants: seen.variants.slice(0, 1), prices: [] },
  })
  const { prices } = await staff.call(goods.get, { params })
  expect(prices.map(({ buyerId, variant }) => [buyerId, variant]).toSorted()).toEqual(
    [
      [sharing.id, ''],
      [sharing.id, 'A'],
    ].toSorted(),
  )
})

test.each([
  ['code', () => ({ code: 'T-1' })],
  ['chineseName', () => ({ chineseName: '', englishName: '' })],
  ['price', () => ({ price: '1.23456' })],
  ['categoryId', () => ({ categoryId: 'nobody' })],
  ['variants', () => ({ variants: [size('A'), size('a')] })],
  ['prices', () => ({ prices: [{ buyerId: 'nobody', variant: '', price: '1', currency: 'CNY' }] })],
])('a fault is told beside its field: %s', async (field, more) => {
  const answer = await staff.ask(goods.create, { body: form(more()) })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data.map((fault: { field: string }) => fault.field)).toContain(field)
})

test('the classification is a tree of three levels that stands in its order', async () => {
  const make = (name: string, aboveId: string | null = null) =>
    staff.call(goodCategories.create, { body: { chineseName: name, englishName: name, aboveId } })
  const air = await make('Air')
  const water = await make('Water')
  const fans = await make('Fans', air.id)
  const belts = await make('Belts', fans.id)
  const names = async () =>
    (await staff.call(goodCategories.list, {})).items.map(({ englishName, depth }) => [englishName, depth])
  expect(await names()).toEqual([
    ['Air', 0],
    ['Fans', 1],
    ['Belts', 2],
    ['Water', 0],
  ])
  const tooDeep = await staff.ask(goodCategories.create, {
    body: { chineseName: 'x', englishName: 'x', aboveId: belts.id },
  })
  expect(tooDeep.json().data).toMatchObject([{ field: 'aboveId' }])
  const circle = await staff.ask(goodCategories.update, {
    params: { id: air.id },
    body: { chineseName: 'Air', englishName: 'Air', aboveId: belts.id },
  })
  expect(circle.json().data).toMatchObject([{ field: 'aboveId' }])
  await staff.call(goodCategories.move, { params: { id: water.id }, body: { position: 0 } })
  expect(await names()).toEqual([
    ['Water', 0],
    ['Air', 0],
    ['Fans', 1],
    ['Belts', 2],
  ])
  const options = await staff.call(goodCategories.options)
  expect(options.map(({ name }) => name)).toEqual(['Water', 'Air', 'Air / Fans', 'Air / Fans / Belts'])
  expect((await staff.ask(goodCategories.remove, { params: { id: fans.id } })).statusCode).toBe(400)
  const inAir = await staff.call(goods.create, { body: form({ categoryId: belts.id }) })
  const found = await staff.call(goods.list, { query: { categoryId: air.id } })
  expect(found.items.map(({ id }) => id)).toEqual([inAir.id])
})
