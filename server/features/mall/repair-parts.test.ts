import { afterAll, beforeAll, expect, test } from 'vitest'
import { houses } from '#shared/contracts/houses.ts'
import { mall, repairParts } from '#shared/contracts/mall.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import { proposedEquipment } from '#shared/house-equipment.ts'
import { modelKeysIn } from '#shared/machine-fit.ts'
import type { Part } from '#shared/parts.ts'
import { STATEMENT_VERSION } from '#shared/service-statement.ts'
import { buildGood, buildVariant } from '../../farm/goods/testing/build-goods.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildAlarm, buildDevice, buildHouse } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { buildRepair } from '../repairs/repairs.fixture.ts'

let farm: TestApp
let owner: Person
const houseIds = { belts: '', mixed: '', unknown: '', mistaken: '' }
const size = { lengthM: 100, widthM: 14, heightM: 3, birds: 30_000, latitude: 35 }

beforeAll(async () => {
  farm = await testApp()
  const { services, offices } = farm
  owner = await farm.as({ office: offices.sharing, kind: 2, grants: everyGrant(2) })
  const houseOf = async (name: string, fans: { model: string; drive?: 'direct' }[]) => {
    const fanGroups = fans.map((each, i) => ({
      group: i + 1,
      fans: 6,
      airflowM3h: 37_800,
      powerKw: 1.1,
      ...each,
    }))
    const equipment = {
      ...proposedEquipment('layer', size),
      fanGroups,
      machines: [{ machine: 'pad' as const, model: 'PD-150', count: 80 }],
    }
    return (await buildHouse(services, offices.sharing, { name, equipment })).id
  }
  houseIds.belts = await houseOf('Belts', [{ model: 'RT-1380' }])
  houseIds.mixed = await houseOf('Mixed', [{ model: 'RT-1380' }, { model: 'EC-1400', drive: 'direct' }])
  houseIds.unknown = await houseOf('Unknown', [{ model: '' }])
  houseIds.mistaken = await houseOf('Mistaken', [{ model: 'RT-1380' }])
  await shelf('belt', 'RT-1380', { code: 'BELT-1380' })
  await shelf('belt', 'RT-1220', { code: 'BELT-1220' })
  await shelf('bearing', 'RT-1380', { code: 'BEARING', perMachine: 2 })
  await shelf('motor', 'EC-1400', { code: 'EC-MOTOR' })
  await shelf('shutter', '', { code: 'SHUTTER' })
  await shelf('padSheet', 'PD-150', { code: 'SHEET', machines: ['pad'] })
  await shelf('belt', 'RT-1380', { code: 'DRAFT', status: 'draft' })
  await buildVariant(services, await shelf('grease', '', { code: 'GREASE' }))
})
afterAll(() => farm.close())

const shelf = async (part: Part, models: string, more: object) =>
  (
    await buildGood(farm.services, {
      machines: ['fan'],
      part,
      models,
      modelKeys: modelKeysIn(models),
      ...more,
    })
  ).id
const partsOf = async (id: string, who = owner) => {
  const { goods, ...more } = await who.call(repairParts.read, { params: { id } })
  return { ...more, codes: goods.map(({ code }) => code).toSorted(), goods }
}
const repairOf = (houseId: string | null, more: object = {}) =>
  buildRepair(farm.services, farm.offices.sharing, { houseId, machine: 'fan', ...more })

test('a repair of a fan leads to what the model in its house takes, as many as one fan has', async () => {
  const { id } = await repairOf(houseIds.belts)
  const { machine, codes, goods, unknown } = await partsOf(id)
  expect({ machine, codes, unknown }).toEqual({
    machine: 'fan',
    codes: ['BEARING', 'BELT-1380', 'GREASE', 'SHUTTER'],
    unknown: [],
  })
  const [belt, bearing, grease] = ['BELT-1380', 'BEARING', 'GREASE'].map(code =>
    goods.find(each => each.code === code),
  )
  expect(belt).toMatchObject({ part: 'belt', quantity: 1, hasSizes: false, models: [] })
  expect(bearing).toMatchObject({ part: 'bearing', quantity: 2 })
  expect(grease).toMatchObject({ part: 'grease', hasSizes: true })
  // A card of the mall says the same of every one.
  for (const good of goods) {
    const { houses } = await owner.call(mall.read, { params: { id: good.id } })
    expect(houses.find(({ id }) => id === houseIds.belts)?.fit, good.code).toBe('fits')
  }
})

test('where a house has two models, each part says for which', async () => {
  const { id } = await repairOf(houseIds.mixed)
  const { goods } = await partsOf(id)
  expect(Object.fromEntries(goods.map(({ code, models }) => [code, models]))).toEqual({
    'BELT-1380': ['RT-1380'],
    BEARING: ['RT-1380'],
    'EC-MOTOR': ['EC-1400'],
    GREASE: ['RT-1380'],
    SHUTTER: ['RT-1380', 'EC-1400'],
  })
})

test('a model that nobody has entered is asked for, and a repair without house looks at all of them', async () => {
  const unknown = await partsOf((await repairOf(houseIds.unknown)).id)
  expect(unknown).toMatchObject({ codes: ['GREASE', 'SHUTTER'], unknown: [{ id: houseIds.unknown }] })
  const anywhere = await partsOf((await repairOf(null)).id)
  expect(anywhere.codes).toEqual(['BEARING', 'BELT-1380', 'EC-MOTOR', 'GREASE', 'SHUTTER'])
  const pads = await partsOf((await repairOf(houseIds.belts, { machine: 'pad' })).id)
  expect(pads.codes).toEqual(['SHEET'])
  const nothing = await partsOf((await repairOf(houseIds.belts, { machine: null })).id)
  expect(nothing).toMatchObject({ machine: null, codes: [] })
})

test('an engineer at the house corrects which fans stand in it, and everybody is led to the parts of those', async () => {
  const engineer = await farm.as({
    office: farm.offices.provider,
    kind: 1,
    grants: ['chicken_home_manage:get', 'chicken_home_manage:edit'],
  })
  const params = { id: houseIds.mistaken }
  const { id } = await repairOf(houseIds.mistaken)
  expect((await partsOf(id)).codes).toEqual(['BEARING', 'BELT-1380', 'GREASE', 'SHUTTER'])
  const { id: _, name, isRecorded, proposed, ...stands } = await engineer.call(houses.equipment, { params })
  expect({ name, isRecorded }).toEqual({ name: 'Mistaken', isRecorded: true })
  const fanGroups = stands.fanGroups.map(group => ({ ...group, model: 'RT-1220' }))
  await engineer.call(houses.equip, { params, body: { ...stands, fanGroups } })
  expect((await partsOf(id)).codes).toEqual(['BELT-1220', 'GREASE', 'SHUTTER'])
  const [belt] = (await partsOf(id)).goods
  const { houses: told } = await owner.call(mall.read, { params: { id: belt?.id ?? '' } })
  expect(told.find(each => each.id === houseIds.mistaken)?.fit).toBe('fits')
  // It is what the customer finds on record, with the rest as it was.
  expect(await owner.call(houses.equipment, { params })).toMatchObject({
    fanGroups,
    machines: stands.machines,
    padM2: stands.padM2,
  })
})

test('a repair asked for from an alarm is of the machine of the alarm, unless another is named', async () => {
  const { services, offices } = farm
  const controller = await buildDevice(services, offices.sharing, { type: 'controller' })
  const { id: alarmId } = await buildAlarm(services, offices.sharing, {
    code: 'FanGroupFault3',
    subjectId: controller.id,
    houseIds: [houseIds.belts],
  })
  const ask = async (more: object) => {
    const texts = { title: 'Fan stopped', equipment: '', description: 'It hums.', phone: '', pictures: [] }
    const body = { ...texts, statement: STATEMENT_VERSION, ...more }
    const { id } = await owner.call(repairs.create, { body })
    return (await owner.call(repairs.get, { params: { id } })).machine
  }
  expect(await ask({ alarmId })).toBe('fan')
  expect(await ask({ alarmId, machine: 'panel' })).toBe('panel')
  expect(await ask({ alarmId, machine: null })).toBeNull()
  expect(await ask({})).toBeNull()
})

test('nobody is led to parts by the repair of another farm, or without the right to the mall', async () => {
  const { id } = await repairOf(houseIds.belts)
  const { closed, sharing, provider } = farm.offices
  const neighbour = await farm.as({ office: closed, kind: 2, grants: everyGrant(2) })
  expect((await neighbour.ask(repairParts.read, { params: { id } })).statusCode).toBe(404)
  const worker = await farm.as({ office: sharing, kind: 2, grants: ['device_repair_client_list:get'] })
  expect(await partsOf(id, worker)).toMatchObject({ machine: 'fan', codes: [] })
  const staff = await farm.as({ office: provider, kind: 1, grants: everyGrant(1) })
  expect((await staff.ask(repairParts.read, { params: { id } })).statusCode).toBe(403)
})
