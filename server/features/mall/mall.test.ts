import { and, eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goods } from '#shared/contracts/goods.ts'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { basket, type DueMaintenance, goodFavourites, mall } from '#shared/contracts/mall.ts'
import type { Input } from '#shared/endpoint.ts'
import { proposedEquipment } from '#shared/house-equipment.ts'
import { LINES } from '#shared/inquiries.ts'
import { modelKeysIn } from '#shared/machine-fit.ts'
import { type Part, partNames } from '#shared/parts.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { buildGood, buildPrice, buildVariant } from '../../farm/goods/testing/build-goods.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { good, goodVariant } from '../../platform/database/tables/goods.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice, buildHouse } from '../../testing/farm-builder.ts'
import { buildOrder } from '../orders/orders.fixture.ts'
import { buildPlan } from '../overhaul/overhaul.fixture.ts'
import { buildOverhaulItem } from '../overhaul/overhaul-items.fixture.ts'

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
const asked = (who: Person, query: Input<typeof mall.list>['query']) => who.call(mall.list, { query })

describe('a price list', () => {
  test('is not told by list, order, good, basket or favourites of anybody else', async () => {
    const { services, offices } = farm
    const cheap = await buildGood(services, { englishName: 'Ordered alpha', price: '50' })
    const dear = await buildGood(services, { englishName: 'Ordered beta', price: '60' })
    await buildPrice(services, offices.sharing, { goodId: dear.id, price: '41.7' })
    const byPrice = (who: Person) => found(who, { search: 'ordered', sort: 'price' })
    expect(await byPrice(owner)).toEqual([dear.id, cheap.id])
    expect(await byPrice(other)).toEqual([cheap.id, dear.id])
    // The customer's agent too.
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

  test('orders goods by price within each currency', async () => {
    const make = (price: string, currency: 'CNY' | 'USD') =>
      buildGood(farm.services, { englishName: 'Foreign', price, currency })
    const [yuan, more, dollars] = [await make('80', 'CNY'), await make('90', 'CNY'), await make('20', 'USD')]
    const byPrice = (sort: string) => found(other, { search: 'foreign', sort })
    expect(await byPrice('price')).toEqual([yuan, more, dollars].map(({ id }) => id))
    expect(await byPrice('-price')).toEqual([more, yuan, dollars].map(({ id }) => id))
    const { services, offices } = farm
    await buildPrice(services, offices.sharing, { goodId: yuan.id, price: '10', currency: 'USD' })
    const own = await found(owner, { search: 'foreign', sort: 'price' })
    expect(own).toEqual([more, yuan, dollars].map(({ id }) => id))
  })

  test('orders goods by what their cards say: the cheapest size at the buyer’s own price, on request last', async () => {
    const { services, offices } = farm
    const make = (price: string | null) => buildGood(services, { englishName: 'Sized', price })
    const [plain, sized, asked, mixed] = [
      await make('50'),
      await make('60'),
      await make(null),
      await make('80'),
    ]
    await buildVariant(services, sized.id, { price: '40' })
    await buildVariant(services, sized.id)
    await buildVariant(services, mixed.id, { price: '70' })
    const own = await buildVariant(services, mixed.id, { price: '75' })
    const byPrice = (who: Person, sort: string) => found(who, { search: 'sized', sort })
    expect(await byPrice(other, 'price')).toEqual([sized, plain, mixed, asked].map(({ id }) => id))
    expect(await byPrice(other, '-price')).toEqual([mixed, plain, sized, asked].map(({ id }) => id))
    await buildPrice(services, offices.sharing, { goodId: mixed.id, variantId: own.id, price: '30' })
    await buildPrice(services, offices.sharing, { goodId: asked.id, price: '45' })
    for (const sort of ['price', '-price']) {
      const cards = (await owner.call(mall.list, { query: { search: 'sized', sort } })).items
      const amounts = cards.map(({ price }) => price?.amount)
      const rising = ['30.00', '40.00', '45.00', '50.00']
      expect(amounts).toEqual(sort === 'price' ? rising : rising.toReversed())
      expect(await byPrice(other, sort)).not.toEqual(cards.map(({ id }) => id))
    }
    // Changing a size's price, or removing it, moves its good.
    await services.store
      .scoped(SYSTEM)
      .delete(goodVariant)
      .where(and(eq(goodVariant.goodId, sized.id), isNotNull(goodVariant.price)))
    expect(await byPrice(other, 'price')).toEqual([plain, sized, mixed, asked].map(({ id }) => id))
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
    expect(answer.body).not.toMatch(/secret|99\.00/)
    await owner.call(goodFavourites.drop, { params: { id } })
    expect((await owner.ask(goodFavourites.keep, { params: { id } })).statusCode).toBe(404)
  })
})

/** A house with these fans on record. */
const fansOf = (...groups: { model: string; fans: number; drive?: 'direct' }[]) => ({
  ...proposedEquipment('layer', { lengthM: 100, widthM: 14, heightM: 3, birds: 30_000, latitude: 35 }),
  fanGroups: groups.map((each, i) => ({ group: i + 1, airflowM3h: 37_800, powerKw: 1.1, ...each })),
})

describe('a shelf narrowed to what fits', () => {
  test('has of each kind of part what the drive of the fan takes, as the good itself says', async () => {
    const { services, offices } = farm
    const parts = [...(Object.keys(partNames) as Part[]), null]
    const codes: Record<string, string> = {}
    const onShelf = async (said: string, part: Part | null, more: object = {}) => {
      const code = `DRIVE-${said}`
      const called = { chineseName: '备件', englishName: `Spare ${said}` }
      const { id } = await buildGood(services, { machines: ['fan'], part, code, ...called, ...more })
      codes[id] = said
    }
    const model = { models: 'EC-1400', modelKeys: modelKeysIn('EC-1400') }
    for (const part of parts) {
      await onShelf(String(part), part)
      await onShelf(`${part} of the model`, part, model)
    }
    await onShelf('named as such', null, { chineseName: '风机三角带', ...model })
    const houseIds = await Promise.all(
      ([undefined, 'direct'] as const).map(async drive => {
        const equipment = fansOf({ model: 'EC-1400', fans: 4, ...(drive && { drive }) })
        return (await buildHouse(services, offices.sharing, { name: `Drive ${drive}`, equipment })).id
      }),
    )
    const shelfOf = async (houseId: string) =>
      (await asked(owner, { houseId, search: 'DRIVE', size: 100 })).items.map(({ id }) => codes[id])
    const [withBelt = '', direct = ''] = houseIds
    expect((await shelfOf(withBelt)).toSorted()).toEqual(Object.values(codes).toSorted())
    const taken = await shelfOf(direct)
    for (const [id, part] of Object.entries(codes)) {
      const { houses } = await owner.call(mall.read, { params: { id } })
      expect(houses.find(({ id }) => id === direct)?.fit === 'fits', part).toBe(taken.includes(part))
    }
    expect(taken).toEqual(expect.arrayContaining(['shutter', 'motor']))
    expect(taken).toEqual(expect.arrayContaining(['bearing of the model', 'null of the model']))
    for (const part of ['belt', 'wheel', 'bearing', 'grease', 'null']) expect(taken).not.toContain(part)
    for (const belt of ['belt of the model', 'named as such']) expect(taken).not.toContain(belt)
    for (const id of Object.keys(codes)) await change(id, { status: 'withdrawn' })
  })
})

describe('what is due for maintenance', () => {
  const day = (days: number) => daysAfter(dateIn('Asia/Shanghai', new Date()), days)
  let planner: Person
  let due: DueMaintenance[]
  let belt: { id: string }
  let bearing: { id: string }
  beforeAll(async () => {
    const { services, offices } = farm
    const { sharing } = offices
    const own = { model: 'RT-1380', fans: 6 }
    const houseOf = (name: string, ...groups: Parameters<typeof fansOf>) =>
      buildHouse(services, sharing, { name, equipment: fansOf(...groups) })
    const house = await houseOf('Belts', own, { model: 'EC-1400', fans: 2, drive: 'direct' })
    const unknown = await houseOf('Unknown', { model: '', fans: 8 })
    const later = await houseOf('Later', { model: 'rt 1380', fans: 4 })
    const plan = async (houseId: string, englishName: string, nextOn: string, parts: Part[], more = {}) => {
      const needs = { machineKind: 'fan' as const, parts }
      const { id: itemId } = await buildOverhaulItem(services, {
        ...needs,
        englishName,
        chineseName: '',
        ...more,
      })
      return buildPlan(services, sharing, { houseId, itemId, nextOn })
    }
    await plan(house.id, 'Replace the fan belt', day(-3), ['belt'])
    await plan(unknown.id, 'Replace fan belts', day(1), ['belt'])
    await plan(house.id, 'Replace a bearing', day(2), ['bearing'])
    await plan(later.id, 'Replace the belts', day(90), ['belt'])
    await plan(house.id, 'Check the belt before you replace it', day(-9), [])
    await plan(house.id, 'Replace the starter', day(90), ['battery'], { machineKind: 'generator' })
    const good = (englishName: string, part: Part, models: string, more: object = {}) =>
      buildGood(services, {
        machines: ['fan'],
        part,
        englishName,
        models,
        modelKeys: modelKeysIn(models),
        ...more,
      })
    belt = await good('Fan belt B-68', 'belt', 'RT-1380')
    await buildVariant(services, belt.id)
    bearing = await good('Bearing 6205', 'bearing', 'RT-1380, RT-1220', { perMachine: 2 })
    await good('Fan belt B-50', 'belt', 'RT-1220')
    await good('Motor for the belt drive of a fan', 'motor', 'RT-1380')
    await good('Fan belt of tomorrow', 'belt', 'RT-1380', { status: 'draft' })
    await good('Starter battery', 'battery', '', { machines: ['generator'] })
    planner = await farm.as({
      office: sharing,
      kind: 2,
      grants: [...grants, 'device_overhaul_item_client:query', 'my_center:query'],
    })
    due = await planner.call(mall.due)
  })

  test('is a reason to buy what the work needs and what fits the models there, as many as there are', async () => {
    expect(due).toMatchObject([
      {
        machine: 'fan',
        items: [
          { item: 'Replace the fan belt', house: 'Belts', daysLeft: -3 },
          { item: 'Replace fan belts', house: 'Unknown', daysLeft: 1 },
          { item: 'Replace a bearing', house: 'Belts', daysLeft: 2 },
        ],
        unknown: [{ name: 'Unknown' }],
      },
    ])
    const offered = due[0]?.goods.map(({ id, hasSizes, quantity }) => [id, hasSizes, quantity])
    expect(offered?.toSorted()).toEqual(
      [
        [belt.id, true, 6],
        [bearing.id, false, 12],
      ].toSorted(),
    )
    expect(await owner.call(mall.due)).toEqual([])
    expect((await agent.ask(mall.due)).statusCode).toBe(403)
  })

  test('stands in the table of a good, house by house, and proposes its quantity', async () => {
    const shown = await planner.call(mall.read, { params: { id: belt.id } })
    expect(shown.quantity).toBe(6)
    const row = (name: string) => shown.houses.find(each => each.name === name)
    expect(row('Belts')).toMatchObject({
      fit: 'fits',
      machines: [{ machine: 'fan', model: 'RT-1380', count: 6 }],
      due: { item: 'Replace the fan belt', daysLeft: -3 },
    })
    expect(row('Later')).toMatchObject({ fit: 'fits', machines: [{ count: 4 }], due: null })
    expect(row('Unknown')).toMatchObject({ fit: 'unknown', machines: [{ model: '', count: 8 }], due: null })
    expect(shown.fits.map(({ name }) => name)).toEqual(['Belts', 'Later'])
    // Who does not see the plan is proposed one.
    expect(await owner.call(mall.read, { params: { id: belt.id } })).toMatchObject({ quantity: 1 })
  })

  test('proposes no number of metres, however many machines take them', async () => {
    const name = {
      englishName: 'Fan belt by the metre',
      part: 'belt' as const,
      machines: ['fan' as const],
      unit: 'metre' as const,
    }
    const { id } = await buildGood(farm.services, { ...name, models: 'RT-1380', modelKeys: ['rt1380'] })
    expect(await planner.call(mall.read, { params: { id } })).toMatchObject({ quantity: 1 })
  })

  test('says when it was last ordered, of its own farm', async () => {
    const line = { goodId: belt.id, code: 'B-68', chineseName: '', englishName: 'Fan belt B-68', price: '1' }
    await buildOrder(farm.services, farm.offices.sharing, {
      lines: [{ ...line, quantity: 16 }],
      madeAt: new Date('2026-03-02T08:00:00Z'),
    })
    await buildOrder(farm.services, farm.offices.direct, { lines: [{ ...line, quantity: 99 }] })
    const { lastOrdered } = await planner.call(mall.read, { params: { id: belt.id } })
    expect(lastOrdered).toEqual({ day: '2026-03-02', quantity: 16 })
    expect((await owner.call(mall.read, { params: { id: belt.id } })).lastOrdered).toBeNull()
  })
})

test('a basket tells the stock of a good, and of a size its own, as it is now', async () => {
  const { services } = farm
  const [counted, sized, free] = [
    await buildGood(services, { stock: 5 }),
    await buildGood(services, { stock: 90 }),
    await buildGood(services, { stock: null }),
  ]
  const size = await buildVariant(services, sized.id, { stock: 0 })
  await owner.call(basket.clear)
  for (const [{ id }, variantId] of [
    [counted, null],
    [sized, size.id],
    [free, null],
  ] as const)
    await owner.call(basket.put, { body: { goodId: id, variantId, quantity: 6 } })
  const stocks = async () => (await owner.call(basket.show)).lines.map(({ stock }) => stock)
  expect(await stocks()).toEqual([5, 0, null])
  await change(counted.id, { stock: 2 })
  expect(await stocks()).toEqual([2, 0, null])
  await owner.call(basket.clear)
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
  // Staff see how many keep it, and not who.
  await other.call(goodFavourites.keep, { params: { id } })
  const staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: ['mall_goods_list:get'] })
  expect(await staff.call(goods.get, { params: { id } })).toMatchObject({ collections: 2 })
  // The cheapest size, as on its card.
  const sized = await buildGood(farm.services, { price: '12' })
  await buildVariant(farm.services, sized.id, { price: '9' })
  await owner.call(goodFavourites.keep, { params: { id: sized.id } })
  const [kept] = (await owner.call(goodFavourites.list)).items
  expect(kept).toMatchObject({ priceThen: { amount: '9.00' }, good: { price: { amount: '9.00' } } })
})

describe('a search', () => {
  const codes = async (search: string) => (await asked(owner, { search })).items.map(({ code }) => code)
  beforeAll(async () => {
    const goodsOf = [
      ['CNV-77', '输送带张紧器', 'Conveyor tensioner'],
      ['LMP-9', '鸡舍灯泡', 'Light bulb for layers'],
      ['BLT-30', '铝合金排风扇皮带', 'V-belt for exhaust ventilators'],
      ['BEL-1', '警铃', 'Bell'],
    ]
    for (const [code = '', chineseName = '', englishName = ''] of goodsOf)
      await buildGood(farm.services, { code, chineseName, englishName })
  })

  test.each([
    ['conveyor', 'as it is written', ['CNV-77']],
    ['tension', 'by how a word begins', ['CNV-77']],
    ['CONVEYOR Tensioner', 'whatever the case', ['CNV-77']],
    ['tensioner conveyor', 'in another order', ['CNV-77']],
    ['conveior', 'with a wrong letter', ['CNV-77']],
    ['convayor tension', 'with a wrong letter in one of two words', ['CNV-77']],
    ['conveier', 'with two wrong letters', ['CNV-77']],
    ['bealt exhaust', 'with a letter too many', ['BLT-30']],
    ['exaust', 'with a letter missing', ['BLT-30']],
    ['exhuast', 'with two letters the other way round', ['BLT-30']],
    ['lightbulp', 'two words as one, with a mistake', ['LMP-9']],
    ['light bulbs layer', 'in the plural', ['LMP-9']],
    ['CNV-77', 'by its code', ['CNV-77']],
    ['cnv77', 'by its code without the hyphen', ['CNV-77']],
    ['ＣＮＶ－７７', 'by its code in full width', ['CNV-77']],
    ['输送带', 'by a part of its Chinese name', ['CNV-77']],
    ['输送带张紧器', 'by its whole Chinese name', ['CNV-77']],
    ['输送代张紧器', 'with a wrong sign', ['CNV-77']],
    ['输松带', 'with a wrong sign in the middle of three', ['CNV-77']],
    ['排风善皮带', 'with a wrong sign in the middle of the name', ['BLT-30']],
    ['皮带排风扇', 'two Chinese words without space, the other way round', ['BLT-30']],
    ['皮带 排风扇', 'two Chinese words', ['BLT-30']],
    ['皮带exhaust', 'in both languages without space', ['BLT-30']],
    ['bell', 'and not by what is only like it', ['BEL-1']],
    ['张紧 bell', 'only where it has all of the words', []],
    ['%_', 'never by signs alone', []],
    ['qqzzxx', 'never by what nothing is like', []],
  ])('for %s finds it %s', async (search, _, expected) => {
    expect(await codes(search)).toEqual(expected)
  })

  test('shows first what says just that', async () => {
    await buildGood(farm.services, { code: 'NR-1', englishName: 'Nipple regulators, spare' })
    await buildGood(farm.services, { code: 'NR-2', englishName: 'Regulator nipple' })
    expect(await codes('regulator nipple')).toEqual(['NR-2', 'NR-1'])
  })

  test('finds a good by the codes of its sizes, and staff do too', async () => {
    const sized = await buildGood(farm.services, { code: 'SZ-1', englishName: 'Clamp' })
    const size = await buildVariant(farm.services, sized.id, { code: 'KQX-4711' })
    await buildVariant(farm.services, sized.id, { code: 'KQX-4712' })
    expect(await codes('KQX-4711')).toEqual(['SZ-1'])
    expect(await codes('kqx 4712')).toEqual(['SZ-1'])
    const { provider } = farm.offices
    const staff = await farm.as({ office: provider, kind: 1, grants: ['mall_goods_list:query'] })
    const { items } = await staff.call(goods.list, { query: { search: 'kqx-4712' } })
    expect(items.map(({ code }) => code)).toEqual(['SZ-1'])
    const db = farm.services.store.scoped(SYSTEM)
    await db.update(goodVariant).set({ code: 'VVW-1' }).where(eq(goodVariant.id, size.id))
    expect(await codes('4711')).toEqual([])
    await db.delete(goodVariant).where(eq(goodVariant.goodId, sized.id))
    expect(await codes('kqx')).toEqual([])
  })

  test('does not tell of words that only goods off the shelf have', async () => {
    const hidden = await buildGood(farm.services, { englishName: 'Pecklight', status: 'draft' })
    await buildGood(farm.services, { code: 'PK-1', englishName: 'Picklight' })
    // As if the draft did not exist: similar words are found.
    expect(await codes('pecklight')).toEqual(['PK-1'])
    await change(hidden.id, { status: 'released' })
    expect(await codes('pecklight')).toEqual([hidden.code])
    await change(hidden.id, { englishName: 'Hatchlight' })
    expect(await codes('pecklight')).toEqual(['PK-1'])
    expect(await codes('hatchlight')).toEqual([hidden.code])
    await change(hidden.id, { status: 'withdrawn' })
    expect(await codes('hatchlight')).not.toContain(hidden.code)
  })

  test('counts in every filter what it finds', async () => {
    const { all } = await owner.call(mall.facets, { query: { search: '输送代张紧器' } })
    expect(all).toBe(1)
  })
})

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
    fit: 'fits',
    machines: [{ machine: 'fan', model: '', count: null }],
  })
  // A good for a model is for no fan of which nobody has said what it is.
  const ofModel = await buildGood(services, { machines: ['fan'], models: 'RT-9', modelKeys: ['rt9'] })
  expect(await found(owner, { fits: 'mine' })).not.toContain(ofModel.id)
  const asked = await owner.call(mall.read, { params: { id: ofModel.id } })
  expect(asked.houses.find(each => each.id === house.id)).toMatchObject({ fit: 'unknown' })
  expect([asked.fits, asked.quantity]).toEqual([[], 1])
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
    { field: 'goodId', message: `At most ${LINES} lines in a basket` },
  ])
  const { lines } = await other.call(basket.show)
  const asked = lines.map(({ goodId, name, quantity }) => ({ goodId, name, quantity }))
  const body = { text: 'All of these', pictures: [], lines: asked }
  const buyer = await farm.as({ office: farm.offices.direct, kind: 2, grants: ['my_center:add'] })
  expect((await buyer.call(inquiries.create, { body })).lines).toHaveLength(LINES)
})
