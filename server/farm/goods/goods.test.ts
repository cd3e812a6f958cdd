import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Scope, SYSTEM, scopeOf } from '../../platform/database/store.ts'
import { good } from '../../platform/database/tables/goods.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import type { SeededOffice } from '../../testing/store.ts'
import { goodsFor, takeStock } from './goods.ts'
import { buildGood, buildPrice, buildVariant } from './testing/build-goods.ts'

let farm: TestApp
beforeAll(async () => {
  farm = await testApp()
})
afterAll(() => farm.close())

const scoped = (scope: Scope) => farm.services.store.scoped(scope)
const customer = ({ path, farmPath }: SeededOffice) => scopeOf(path, farmPath ?? path)
const staff = () => scopeOf(farm.offices.provider.path, '')
const agent = () => scopeOf(farm.offices.agent.path, '')

/** What a good and its variants cost the viewer. */
async function prices(scope: Scope, id: string, buyer: string | null = null) {
  const sold = (await goodsFor(scoped(scope), [id], buyer)).get(id)
  return sold && [sold.price, ...sold.variants.map(({ price }) => price)].map(price => price?.amount ?? null)
}

describe('a price', () => {
  test('is the buyer’s own if it has one, and nobody else learns of it', async () => {
    const { offices, services } = farm
    const { id } = await buildGood(services, { price: '38' })
    await buildPrice(services, offices.sharing, { goodId: id, price: '31.5' })
    await buildPrice(services, offices.agent, { goodId: id, price: '25' })
    expect(await prices(customer(offices.sharing), id)).toEqual(['31.50'])
    expect(await prices(customer(offices.team), id)).toEqual(['31.50'])
    expect(await prices(agent(), id)).toEqual(['25.00'])
    expect(await prices(customer(offices.closed), id)).toEqual(['38.00'])
    expect(await prices(customer(offices.direct), id)).toEqual(['38.00'])
  })

  test('of another buyer is shown to the provider alone', async () => {
    const { offices, services } = farm
    const { id } = await buildGood(services, { price: '38' })
    await buildPrice(services, offices.sharing, { goodId: id, price: '31.5' })
    expect(await prices(staff(), id, offices.sharing.path)).toEqual(['31.50'])
    expect(await prices(staff(), id)).toEqual(['38.00'])
    // The agent that the customer belongs to, and another customer.
    expect(await prices(agent(), id, offices.sharing.path)).toEqual(['38.00'])
    expect(await prices(customer(offices.direct), id, offices.sharing.path)).toEqual(['38.00'])
  })

  test('of a variant takes precedence over that of the good', async () => {
    const { offices, services } = farm
    const { id } = await buildGood(services, { price: '38' })
    const [, large] = [
      await buildVariant(services, id),
      await buildVariant(services, id, { price: '52.25' }),
      await buildVariant(services, id, { price: '60' }),
    ]
    await buildPrice(services, offices.direct, { goodId: id, price: '30' })
    await buildPrice(services, offices.direct, { goodId: id, variantId: large.id, price: '45' })
    expect(await prices(customer(offices.direct), id)).toEqual(['30.00', '30.00', '45.00', '60.00'])
    expect(await prices(customer(offices.closed), id)).toEqual(['38.00', '38.00', '52.25', '60.00'])
  })

  test('may be on request', async () => {
    const { id } = await buildGood(farm.services, { price: null })
    expect(await prices(customer(farm.offices.direct), id)).toEqual([null])
  })
})

test('a good off the shelf is found by the provider alone', async () => {
  const { id } = await buildGood(farm.services, { status: 'withdrawn' })
  await buildVariant(farm.services, id)
  expect(await prices(customer(farm.offices.direct), id)).toBeUndefined()
  expect(await prices(agent(), id)).toBeUndefined()
  expect(await prices(staff(), id)).toEqual(['38.00', '38.00'])
})

describe('stock', () => {
  const take = (goodId: string, pieces: number, variantId: string | null = null) =>
    takeStock(scoped(customer(farm.offices.direct)), { goodId, variantId, pieces })
  const left = async (id: string) => (await goodsFor(scoped(SYSTEM), [id], null)).get(id)

  test('of the last piece goes to one of two who want it', async () => {
    const { id } = await buildGood(farm.services, { stock: 1 })
    expect((await Promise.all([take(id, 1), take(id, 1)])).toSorted()).toEqual([false, true])
    expect((await left(id))?.stock).toBe(0)
  })

  test('is taken whole or not at all, and put back', async () => {
    const { id } = await buildGood(farm.services, { stock: 5 })
    expect(await take(id, 6)).toBe(false)
    expect(await take(id, 4)).toBe(true)
    expect(await take(id, -2)).toBe(true)
    expect((await left(id))?.stock).toBe(3)
  })

  test('is that of the variant if it is counted, and unlimited if none is', async () => {
    const { id } = await buildGood(farm.services, { stock: 5 })
    const [counted, other] = [
      await buildVariant(farm.services, id, { stock: 2 }),
      await buildVariant(farm.services, id),
    ]
    expect(await take(id, 3, counted.id)).toBe(false)
    expect(await take(id, 2, counted.id)).toBe(true)
    expect(await take(id, 3, other.id)).toBe(true)
    expect((await left(id))?.variants.map(({ stock }) => stock)).toEqual([0, 2])
    const uncounted = await buildGood(farm.services, { stock: null })
    expect(await take(uncounted.id, 1_000)).toBe(true)
  })

  test('taken meanwhile makes an open form an outdated one', async () => {
    const { id } = await buildGood(farm.services, { stock: 5 })
    await take(id, 1)
    expect((await scoped(SYSTEM).select().from(good)).find(each => each.id === id)?.version).toBe(2)
  })
})
