import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { houses } from '#shared/contracts/houses.ts'
import { proposedEquipment } from '#shared/house-equipment.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice, buildHouse } from '../../testing/farm-builder.ts'
import { tellSettings } from '../../testing/told-settings.ts'
import { buildCageType } from '../cage-types/cage-types.fixture.ts'

let farm: TestApp
let keeper: Person
const grants = ['chicken_home_manage:query', 'chicken_home_manage:edit'] as const
beforeAll(async () => {
  farm = await testApp()
  keeper = await farm.as({ office: farm.offices.direct, kind: 2, grants })
})
afterAll(() => farm.close())

const newHouse = () => buildHouse(farm.services, farm.offices.direct, { flockCount: 20_000 })

test('a house starts with what is usual, and keeps what is told of it, groups in their order', async () => {
  const { id } = await newHouse()
  const params = { id }
  const before = await keeper.call(houses.equipment, { params })
  expect(before).toMatchObject({ isRecorded: false, padM2: before.proposed.padM2 })
  const { proposed, version } = before
  const told = { ...proposed, padM2: 42, fanGroups: proposed.fanGroups.toReversed() }
  const after = await keeper.call(houses.equip, { params, body: { ...told, version } })
  expect(after).toMatchObject({ isRecorded: true, padM2: 42, version: version + 1, proposed })
  expect(after.fanGroups).toEqual(proposed.fanGroups)
})

describe('the machines proposed for a house', () => {
  const proposedIn = async (
    more: Parameters<typeof buildHouse>[2],
    who = keeper,
    office = farm.offices.direct,
  ) => {
    const { id } = await buildHouse(farm.services, office, { flockCount: 20_000, ...more })
    const { isRecorded, machines, proposed } = await who.call(houses.equipment, { params: { id } })
    // What nobody has recorded is filled in as proposed.
    expect([isRecorded, machines]).toEqual([false, proposed.machines])
    return Object.fromEntries((machines ?? []).map(({ machine, count }) => [machine, count]))
  }

  test('are those of its type', async () => {
    const [layer, broiler] = [await proposedIn({ type: 'layer' }), await proposedIn({ type: 'broiler' })]
    expect(layer).toMatchObject({ cage: 12, manureBelt: 12, eggBelt: 24, feedCart: 3, temperatureSensor: 5 })
    expect(broiler).toMatchObject({ feedLine: 3, pan: 400, waterLine: 4, birdScale: 1, temperatureSensor: 5 })
    for (const machine of ['cage', 'manureBelt', 'eggBelt', 'feedCart'])
      expect(broiler).not.toHaveProperty(machine)
    for (const machine of ['feedLine', 'pan', 'birdScale']) expect(layer).not.toHaveProperty(machine)
  })

  test('are as many as its cage system has tiers and rows', async () => {
    const { id: cageTypeId } = await buildCageType(farm.services, { tiers: 8, rows: 5 })
    expect(await proposedIn({ cageTypeId })).toMatchObject({
      cage: 40,
      manureBelt: 40,
      waterLine: 40,
      eggBelt: 80,
      eggElevator: 5,
      feedCart: 5,
    })
    const litter = await buildCageType(farm.services, { layout: 'litter', tiers: 1, rows: 2 })
    expect(await proposedIn({ cageTypeId: litter.id })).toMatchObject({ feedLine: 2, waterLine: 4 })
  })

  test('are also those that its controller drives, for whoever may read its settings', async () => {
    const { sharing, provider } = farm.offices
    const { id } = await buildDevice(farm.services, sharing, { type: 'controller' })
    const relay = (number: string) => `Settings/Relay/R${number}/Function`
    // A fan, a manure belt and an egg belt, which no broiler house has otherwise.
    tellSettings(farm.services, id, { [relay('01')]: 1, [relay('02')]: 35, [relay('64')]: 34 })
    const owner = await farm.as({ office: sharing, kind: 2, grants })
    const told = await proposedIn({ type: 'broiler', deviceIds: [id] }, owner, sharing)
    expect(told).toMatchObject({ manureBelt: null, eggBelt: null, feedLine: 3 })
    expect(told).not.toHaveProperty('fan')
    const staff = await farm.as({ office: provider, kind: 1, grants })
    const other = await buildDevice(farm.services, sharing, { type: 'controller' })
    tellSettings(farm.services, other.id, { [relay('01')]: 35 })
    const asked = await proposedIn({ type: 'broiler', deviceIds: [other.id] }, staff, sharing)
    expect(asked).toMatchObject({ feedLine: 3 })
    expect(asked).not.toHaveProperty('manureBelt')
  })
})

test('heaters without a flue are kept by their fuel; what was stored before has none told', async () => {
  const { id } = await newHouse()
  const params = { id }
  const { proposed, version } = await keeper.call(houses.equipment, { params })
  expect(proposed.heaters).toBeFalsy()
  const gas = await keeper.call(houses.equip, { params, body: { ...proposed, heaters: 'propane', version } })
  expect(gas.heaters).toBe('propane')
  const answer = await keeper.ask(houses.equip, { params, body: { ...proposed, heaters: 'coal' as never } })
  expect([answer.statusCode, answer.json().data[0].field]).toEqual([400, 'heaters'])
})

test('who saw an older house is refused, with both', async () => {
  const { id } = await newHouse()
  const params = { id }
  const { proposed, version } = await keeper.call(houses.equipment, { params })
  await keeper.call(houses.equip, { params, body: { ...proposed, heatingKw: 5, version } })
  const answer = await keeper.ask(houses.equip, { params, body: { ...proposed, heatingKw: 6, version } })
  expect(answer.statusCode).toBe(409)
  expect(answer.json().data).toMatchObject({ yours: { heatingKw: 6 }, current: { heatingKw: 5 } })
})

test('what cannot be is refused by its field', async () => {
  const { id } = await newHouse()
  const { proposed } = await keeper.call(houses.equipment, { params: { id } })
  const [first] = proposed.fanGroups
  if (!first) throw new Error('no group')
  const wrong = async (more: object) => {
    const answer = await keeper.ask(houses.equip, { params: { id }, body: { ...proposed, ...more } })
    expect(answer.statusCode).toBe(400)
    return answer.json().data.map(({ field }: { field: string }) => field)
  }
  expect(await wrong({ padM2: -1 })).toEqual(['padM2'])
  expect(await wrong({ fanGroups: [first, first] })).toEqual(['fanGroups'])
  expect(await wrong({ fanGroups: [{ ...first, fans: 0 }] })).toEqual(['fanGroups.0.fans'])
  const [more, less] = [first.airflowM3h + 1, first.airflowM3h - 1]
  expect(await wrong({ fanGroups: [{ ...first, freeAirM3h: less }] })).toEqual(['fanGroups.0.freeAirM3h'])
  expect(await wrong({ fanGroups: [{ ...first, air50PaM3h: more }] })).toEqual(['fanGroups.0.air50PaM3h'])
  expect((await keeper.call(houses.equipment, { params: { id } })).isRecorded).toBe(false)
})

test('staff and agents see and change what stands in a house only while its customer shares the farm', async () => {
  const { closed, provider, sharing } = farm.offices
  const staff = await farm.as({ office: provider, kind: 1, grants })
  const equipped = {
    ...proposedEquipment('layer', { lengthM: 90, widthM: 12, heightM: 4, birds: 9, latitude: 35 }),
  }
  const told = {
    ...equipped,
    padM2: 77,
    machines: [{ machine: 'eggBelt' as const, model: 'EB-SECRET', count: 3 }],
  }
  const hidden = await buildHouse(farm.services, closed, { equipment: told })
  const shown = await buildHouse(farm.services, sharing, { equipment: told })
  for (const ask of [
    () => staff.ask(houses.equipment, { params: { id: hidden.id } }),
    () => staff.ask(houses.equip, { params: { id: hidden.id }, body: { ...told, version: 1 } }),
  ]) {
    const answer = await ask()
    expect(answer.statusCode).toBe(403)
    expect(answer.body).not.toContain('EB-SECRET')
  }
  expect(await staff.call(houses.equipment, { params: { id: shown.id } })).toMatchObject({ padM2: 77 })
  const owner = await farm.as({ office: closed, kind: 2, grants })
  expect((await owner.call(houses.equipment, { params: { id: hidden.id } })).machines).toHaveLength(1)
})
