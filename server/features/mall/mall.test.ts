import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { basket, goodFavourites, mall } from '#shared/contracts/mall.ts'
import { LINES } from '#shared/inquiries.ts'
import { buildGood, buildPrice, buildVariant } from '../../farm/goods/testing/build-goods.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { good } from '../../platform/database/tables/goods.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice, buildHouse } from '../../testing/farm-builder.ts'

const grants = ['mall_goods_client_list:query', 'mall_goods_client_list:get'] as const

let farm: TestApp
let owner: Person
let other: Person
let agent: Person
beforeAll(async () => {
  farm = await testApp()
  const { sharing, direct, agent: office } = farm.offices
  owner = await farm.as({ office: sharing, kind: 2, grants })
  other = await farm.as({ office: direct, kind: 2, grants })
  agent = await farm.as({ office, kind: 3, grants })
})
afterAll(() => farm.close())

const change = (id: string, changed: Partial<typeof good.$inferInsert>) =>
  farm.services.store.scoped(SYSTEM).update(good).set(changed).where(eq(good.id, id))
const found = async (who: Person, query: Parameters<typeof asked>[1]) =>
  (await asked(who, query)).items.map(({ id }) => id)
const asked = (who: Person, query: { search?: string; fits?: 'mine'; machine?: 'scraper'; sort?: string }) =>
  who.call(mall.list, { query })

describe('a price list', () => {
  test('is not told by list, order, good, basket or favourites of anybody else', async () => {
    const { services, offices } = farm
    const cheap = await buildGood(services, { englishName: 'Ordered alpha', price: '50' })
    const dear = await buildGood(services, { englishName: 'Ordered beta', price: '60' })
    await buildPrice(services, offices.sharing, { goodId: dear.id, price: '41.7' })
    const byPrice = (who: Person) => found(who, { search: 'ordered', sort: 'price' })
    expect(await byPrice(owner)).toEqual([dear.id, cheap.id])
    expect(await byPrice(other)).toEqual([cheap.id, dear.id])
    // The agent of the customer too.
    expect(await byPrice(agent)).toEqual([cheap.id, dear.id])
    for (const who of [other, agent]) {
      await who.call(goodFavourites.keep, { params: { id: dear.id } })
      const answers = [
        await who.ask(mall.list, { query: { search: 'ordered' } }),
        await who.ask(mall.read, { params: { id: dear.id } }),
        await who.ask(mall.facets),
        await who.ask(goodFavourites.list),
        await who.ask(basket.put, { body: { goodId: dear.id, quantity: 2 } }),
      ]
      for (const { statusCode, body } of answers) {
        expect(statusCode).toBe(200)
        expect(body).not.toContain('"41.7')
      }
    }
    const own = await owner.call(basket.put, { body: { goodId: dear.id, quantity: 2 } })
    expect(own.totals).toEqual([{ amount: '83.40', currency: 'CNY' }])
    await owner.call(basket.clear)
  })
})

describe('what is off the shelf', () => {
  test('shows in favourites alone, by what it was called and cost then', async () => {
    const { id } = await buildGood(farm.services, { englishName: 'Soon gone', price: '12' })
    await owner.call(goodFavourites.keep, { params: { id } })
    await owner.call(basket.put, { body: { goodId: id, quantity: 1 } })
    await change(id, { status: 'withdrawn', englishName: 'Renamed in secret', price: '99' })
    expect(await found(owner, { search: 'soon gone' })).toEqual([])
    expect((await owner.ask(mall.read, { params: { id } })).statusCode).toBe(404)
    expect(await owner.call(basket.show)).toEqual({ lines: [], totals: [], gone: 1 })
    const answer = await owner.ask(goodFavourites.list)
    expect(answer.json().data.items[0]).toMatchObject({
      id,
      name: 'Soon gone',
      priceThen: { amount: '12.00' },
      good: null,
    })
    expect(answer.body).not.toMatch(/secret|99/)
    await owner.call(goodFavourites.drop, { params: { id } })
    expect((await owner.ask(goodFavourites.keep, { params: { id } })).statusCode).toBe(404)
  })
})

test('a favourite tells what it cost when it was kept', async () => {
  const { id } = await buildGood(farm.services, { price: '12' })
  await owner.call(goodFavourites.keep, { params: { id } })
  await owner.call(goodFavourites.keep, { params: { id } })
  await change(id, { price: '10.5' })
  const { items } = await owner.call(goodFavourites.list)
  expect(items.filter(each => each.id === id)).toMatchObject([
    { priceThen: { amount: '12.00' }, good: { price: { amount: '10.50' }, isFavourite: true } },
  ])
})

test.each(['conveyor', 'conveior', 'convayor tension', '输送带', 'CNV-77'])(
  'a search for %s finds it, with a mistake and in either language',
  async search => {
    const [known] = await farm.services.store
      .scoped(SYSTEM)
      .select()
      .from(good)
      .where(eq(good.code, 'CNV-77'))
    const id =
      known?.id ??
      (
        await buildGood(farm.services, {
          code: 'CNV-77',
          chineseName: '输送带张紧器',
          englishName: 'Conveyor tensioner',
        })
      ).id
    expect(await found(owner, { search })).toEqual([id])
  },
)

test('what fits is known from the houses of the one who asks', async () => {
  const { services, offices } = farm
  const { id } = await buildGood(services, { machines: ['fan'] })
  const strange = await buildGood(services, { machines: ['scraper'] })
  const controller = await buildDevice(services, offices.sharing, { type: 'controller' })
  const house = await buildHouse(services, offices.sharing, { deviceIds: [controller.id] })
  await services.store
    .scoped(SYSTEM)
    .execute(`update house_device set main = true where house_id = '${house.id}'`)
  const fan = { value: 1, at: 0 }
  services.devices.states.set(controller.id, {
    readings: new Map([
      ['Settings/Relay/R01/Function', fan],
      ['Settings/Relay/R02/Function', fan],
    ]),
  } as never)
  const fitting = await found(owner, { fits: 'mine' })
  expect(fitting).toContain(id)
  expect(fitting).not.toContain(strange.id)
  const read = await owner.call(mall.read, { params: { id } })
  expect(read.houses.find(each => each.id === house.id)).toMatchObject({
    isFitting: true,
    machines: [{ machine: 'fan', groups: 2 }],
  })
  expect(await found(other, { fits: 'mine' })).toEqual([])
  expect((await agent.call(mall.facets, {})).houses).toEqual([])
  expect(await found(owner, { machine: 'scraper' })).toEqual([strange.id])
})

test('a basket is the same in another session, and wants a size where there are some', async () => {
  const { id } = await buildGood(farm.services, { price: '5' })
  const { id: variantId } = await buildVariant(farm.services, id, { price: '7.25' })
  const refused = await owner.ask(basket.put, { body: { goodId: id, quantity: 3 } })
  expect(refused.json().data).toMatchObject([{ field: 'variantId' }])
  await owner.call(basket.put, { body: { goodId: id, variantId, quantity: 1 } })
  await owner.call(basket.put, { body: { goodId: id, variantId, quantity: 3 } })
  const { lines } = await owner.call(basket.show)
  expect(lines).toMatchObject([{ goodId: id, variantId, quantity: 3, sum: { amount: '21.75' } }])
  expect((await other.call(basket.show)).lines.map(line => line.goodId)).not.toContain(id)
  const empty = await owner.call(basket.put, { body: { goodId: id, variantId, quantity: 0 } })
  expect(empty.lines).toEqual([])
})

test('a basket holds no more lines than an inquiry or an order takes', async () => {
  const built = await Promise.all(Array.from({ length: LINES + 1 }, () => buildGood(farm.services)))
  const put = ({ id }: { id: string }) => other.ask(basket.put, { body: { goodId: id, quantity: 1 } })
  await other.call(basket.clear)
  for (const good of built.slice(1)) expect((await put(good)).statusCode).toBe(200)
  const refused = await put(built[0] ?? { id: '' })
  expect(refused.json().data).toMatchObject([
    { field: 'goodId', message: `A basket has at most ${LINES} lines` },
  ])
  const { lines } = await other.call(basket.show)
  const asked = lines.map(({ goodId, name, quantity }) => ({ goodId, name, quantity }))
  const body = { text: 'All of these', pictures: [], lines: asked }
  const buyer = await farm.as({ office: farm.offices.direct, kind: 2, grants: ['my_center:add'] })
  expect((await buyer.call(inquiries.create, { body })).lines).toHaveLength(LINES)
})
