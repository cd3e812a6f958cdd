import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodFavourites } from '#shared/contracts/mall.ts'
import { orders } from '#shared/contracts/orders.ts'
import { buildGood } from '../../farm/goods/testing/build-goods.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { good } from '../../platform/database/tables/goods.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { everyGrant } from '../../testing/samples.ts'

let farm: TestApp
let greedy: Person
let other: Person
beforeAll(async () => {
  farm = await testApp()
  const grants = everyGrant(2).filter(grant => /^(my_center|mall_goods_client_list):/.test(grant))
  greedy = await farm.as({ office: farm.offices.direct, kind: 2, grants })
  other = await farm.as({ office: farm.offices.sharing, kind: 2, grants, language: 'zh-CN' })
})
afterAll(() => farm?.close())

const AT_ONCE = 60
const consignee = { consignee: 'Wang Lei', phone: '1', country: 'CN', city: '', address: '', content: '' }

/** Does something while nobody can take this good out of the stock. */
const whileHeld = <T>(id: string, work: () => Promise<T>) =>
  farm.services.store.reserved('background').transaction(SYSTEM, async db => {
    await db.select({ id: good.id }).from(good).where(eq(good.id, id)).for('update')
    return work()
  })

test('sixty orders of one account that wait for the same stock stop nobody else', async () => {
  const wanted = await buildGood(farm.services, { stock: 1_000 })
  const free = await buildGood(farm.services, { stock: 1_000 })
  const orderOf = (goodId: string) => ({
    body: { ...consignee, lines: [{ goodId, name: 'Belt', quantity: 1 }] },
  })
  const burst = await whileHeld(wanted.id, async () => {
    // An injected call starts only when it is awaited.
    const calls = Array.from({ length: AT_ONCE }, () =>
      Promise.resolve(greedy.ask(orders.place, orderOf(wanted.id))),
    )
    await expect
      .poll(() => farm.services.store.load().find(({ purpose }) => purpose === '')?.waiting ?? 0)
      .toBeGreaterThan(AT_ONCE / 2)
    const { number } = await other.call(orders.place, orderOf(free.id))
    expect(number).toMatch(/^SO\d{8}-\d{4}$/)
    await other.call(goodFavourites.keep, { params: { id: free.id } })
    return calls
  })
  const answers = await Promise.all(burst)
  const statuses = new Set(answers.map(({ statusCode }) => statusCode))
  expect([...statuses].filter(status => status !== 200 && status !== 429)).toEqual([])
  for (const answer of answers.filter(({ statusCode }) => statusCode === 429)) {
    expect(answer.headers['retry-after']).toBeDefined()
    expect(answer.json().message).not.toBe('')
  }
  const placed = answers
    .filter(({ statusCode }) => statusCode === 200)
    .map(answer => answer.json().data.number)
  expect(new Set(placed).size).toBe(placed.length)
  const [row] = await farm.services.store
    .scoped(SYSTEM)
    .select({ stock: good.stock })
    .from(good)
    .where(eq(good.id, wanted.id))
  expect(row?.stock).toBe(1_000 - placed.length)
})
