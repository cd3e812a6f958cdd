import { afterAll, beforeAll, expect, test } from 'vitest'
import { overhaulParts } from '#shared/contracts/mall.ts'
import { overhaulItemsContract } from '#shared/contracts/overhaul-items.ts'
import { proposedEquipment } from '#shared/house-equipment.ts'
import { modelKeysIn } from '#shared/machine-fit.ts'
import { type Machine, machineNames } from '#shared/machines.ts'
import type { Part } from '#shared/parts.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { buildGood } from '../../farm/goods/testing/build-goods.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { overhaulItem } from '../../platform/database/tables/overhaul.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildHouse } from '../../testing/farm-builder.ts'
import { buildPlan } from '../overhaul/overhaul.fixture.ts'
import { buildOverhaulItem } from '../overhaul/overhaul-items.fixture.ts'
import { seed } from '../overhaul/overhaul-items.seed.ts'

/** Machines of each kind in the house; no two kinds have as many. */
const countOf = (machine: Machine) => 3 + Object.keys(machineNames).indexOf(machine)
const size = { lengthM: 100, widthM: 14, heightM: 3, birds: 30_000, latitude: 35 }
const soon = daysAfter(dateIn('Asia/Shanghai', new Date()), 2)

let farm: TestApp
let owner: Person
let houseId: string
beforeAll(async () => {
  farm = await testApp()
  const { services, offices } = farm
  owner = await farm.as({
    office: offices.direct,
    kind: 2,
    grants: [
      'mall_goods_client_list:query',
      'mall_goods_client_list:get',
      'device_overhaul_item_client:query',
    ],
  })
  const kinds = (Object.keys(machineNames) as Machine[]).filter(machine => machine !== 'fan')
  const fans = { group: 1, fans: countOf('fan'), model: 'M-fan', airflowM3h: 37_800, powerKw: 1.1 }
  const house = await buildHouse(services, offices.direct, {
    equipment: {
      ...proposedEquipment('layer', size),
      fanGroups: [fans],
      machines: kinds.map(machine => ({ machine, model: `M-${machine}`, count: countOf(machine) })),
    },
  })
  houseId = house.id
})
afterAll(() => farm.close())

const shelf = (machine: Machine, part: Part, models: string, more: object = {}) =>
  buildGood(farm.services, { machines: [machine], part, models, modelKeys: modelKeysIn(models), ...more })

test('each item that came with the product leads to the parts of the models in the house, as many as they take', async () => {
  const { services, offices } = farm
  const db = services.store.scoped(SYSTEM)
  await seed.write(db)
  const shipped = (await db.select().from(overhaulItem)).filter(({ key }) => key !== null)
  expect(shipped.length).toBeGreaterThan(60)
  const using = shipped.filter(({ parts }) => parts.length > 0)
  const pairs = new Map(
    using.flatMap(({ machineKind, parts }) =>
      parts.map(part => [`${machineKind} ${part}`, { machine: machineKind ?? 'fan', part }] as const),
    ),
  )
  const fitting = new Map<string, string>()
  for (const [key, { machine, part }] of pairs) {
    fitting.set(key, (await shelf(machine, part, `M-${machine}`)).id)
    await shelf(machine, part, 'another model')
  }
  for (const { id: itemId, key, machineKind, parts, partsPer } of shipped) {
    const { id } = await buildPlan(services, offices.direct, { houseId, itemId, nextOn: soon })
    const found = await owner.call(overhaulParts.read, { params: { id } })
    const wanted = parts.map(part => [
      fitting.get(`${machineKind} ${part}`),
      partsPer === 'machine' && machineKind ? countOf(machineKind) : 1,
    ])
    expect(found.goods.map(({ id, quantity }) => [id, quantity]).toSorted(), key ?? '').toEqual(
      wanted.toSorted(),
    )
    expect(found).toMatchObject({ parts, unknown: [] })
  }
})

test('two of a part in each machine are twice as many, and what is sold by weight is rounded up', async () => {
  const { services, offices } = farm
  const planned = async (parts: Part[]) => {
    const item = await buildOverhaulItem(services, { machineKind: 'fan', parts })
    return buildPlan(services, offices.direct, { houseId, itemId: item.id, nextOn: soon })
  }
  const two = await shelf('fan', 'bearing', 'M-fan', { perMachine: 2 })
  const grams = await shelf('fan', 'oil', 'M-fan', { unit: 'kilogram', perMachine: 0.3 })
  const plan = await planned(['bearing', 'oil'])
  const { goods } = await owner.call(overhaulParts.read, { params: { id: plan.id } })
  expect(new Map(goods.map(({ id, quantity }) => [id, quantity]))).toEqual(
    new Map([
      [two.id, 2 * countOf('fan')],
      [grams.id, 1],
    ]),
  )
})

test('nobody is led to parts by a plan of another farm, and to goods only with the right to the mall', async () => {
  const { services, offices } = farm
  const item = await buildOverhaulItem(services, { machineKind: 'fan', parts: ['belt'] })
  await shelf('fan', 'belt', '')
  const equipment = proposedEquipment('layer', size)
  const house = await buildHouse(services, offices.sharing, { equipment })
  const { id } = await buildPlan(services, offices.sharing, {
    houseId: house.id,
    itemId: item.id,
    nextOn: soon,
  })
  expect((await owner.ask(overhaulParts.read, { params: { id } })).statusCode).toBe(404)
  const worker = await farm.as({
    office: offices.sharing,
    kind: 2,
    grants: ['device_overhaul_item_client:query'],
  })
  const { goods, parts } = await worker.call(overhaulParts.read, { params: { id } })
  expect([goods, parts]).toEqual([[], ['belt']])
  const buyer = await farm.as({ office: offices.sharing, kind: 2, grants: ['mall_goods_client_list:query'] })
  expect((await buyer.ask(overhaulParts.read, { params: { id } })).statusCode).toBe(403)
})

test('parts need a kind of machine', async () => {
  const staff = await farm.as({
    office: farm.offices.provider,
    kind: 1,
    grants: ['device_overhaul:add', 'device_overhaul:query'],
  })
  const form = {
    chineseName: '换滤芯',
    englishName: '',
    chineseEquipment: '水线',
    englishEquipment: '',
    chineseChecks: '',
    englishChecks: '',
    cycleKind: 'days' as const,
    cycle: 30,
  }
  const answer = await staff.ask(overhaulItemsContract.create, { body: { ...form, parts: ['filter'] } })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data[0].field).toBe('machineKind')
  const made = await staff.call(overhaulItemsContract.create, {
    body: { ...form, parts: ['filter'], machineKind: 'waterLine', partsPer: 'worn' },
  })
  expect(made).toMatchObject({ machineKind: 'waterLine', parts: ['filter'], partsPer: 'worn' })
  // Programs that do not know parts yet go on as before.
  expect(await staff.call(overhaulItemsContract.create, { body: form })).toMatchObject({ parts: [] })
})
