import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cageTypes } from '#shared/contracts/cage-types.ts'
import { houses } from '#shared/contracts/houses.ts'
import type { Grant } from '#shared/permissions.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildHouse } from '../../testing/farm-builder.ts'
import { buildCageType } from './cage-types.fixture.ts'

let farm: TestApp
let staff: Person
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  staff = await farm.as({
    office: farm.offices.provider,
    kind: 1,
    grants: ['query', 'get', 'add', 'edit', 'delete', 'enable', 'disable'].map(
      action => `chickHouse_type_manage:${action}` as Grant,
    ),
  })
  owner = await farm.as({
    office: farm.offices.direct,
    kind: 2,
    grants: ['chicken_home_manage:query', 'chicken_home_manage:get', 'chicken_home_manage:edit'],
  })
})
afterAll(() => farm.close())

const form = (more: object = {}) => ({
  chineseName: '五层叠笼',
  englishName: 'Five tiers',
  layout: 'stacked' as const,
  tiers: 5,
  rows: 3,
  birdsPerCage: 8,
  houseTypes: ['layer' as const],
  ...more,
})
const offered = async () => (await owner.call(cageTypes.options, {})).map(({ id }) => id)

test('a new type is a draft that no customer sees until it is released', async () => {
  const made = await staff.call(cageTypes.create, { body: form() })
  expect(made).toMatchObject({ status: 'draft', tiers: 5, rows: 3, birdsPerCage: 8, houses: 0 })
  expect(await offered()).not.toContain(made.id)
  await staff.call(cageTypes.release, { params: { id: made.id } })
  expect(await offered()).toContain(made.id)
})

test('a name in one language is enough, and is shown in the other', async () => {
  const { id } = await staff.call(cageTypes.create, { body: form({ englishName: '' }) })
  await staff.call(cageTypes.release, { params: { id } })
  const options = await owner.call(cageTypes.options, {})
  expect(options.find(option => option.id === id)?.name).toBe('五层叠笼')
  const answer = await staff.ask(cageTypes.create, { body: form({ englishName: ' ', chineseName: '' }) })
  expect(answer.json().data).toEqual([
    { field: 'chineseName', message: 'Enter a name in at least one language' },
  ])
})

test('birds on the floor have one tier', async () => {
  const answer = await staff.ask(cageTypes.create, { body: form({ layout: 'litter', tiers: 3 }) })
  expect(answer.json().data).toEqual([{ field: 'tiers', message: 'Floor systems have only one tier' }])
})

test('a house shows its system in the reader’s language, also after it was withdrawn', async () => {
  const type = await buildCageType(farm.services, { chineseName: '叠笼', englishName: 'Stack', tiers: 6 })
  const { id } = await buildHouse(farm.services, farm.offices.direct)
  const body = await owner.call(houses.get, { params: { id } })
  await owner.call(houses.update, { params: { id }, body: { ...body, cageTypeId: type.id } })
  await staff.call(cageTypes.withdraw, { params: { id: type.id } })
  expect(await offered()).not.toContain(type.id)
  const now = await owner.call(houses.get, { params: { id } })
  expect(now.cage).toEqual({ id: type.id, name: 'Stack', layout: 'stacked', tiers: 6, rows: 4 })
  const chinese = await owner.ask(houses.get, { params: { id }, headers: { 'access-i18n': 'zh-CN' } })
  expect(chinese.json().data.cage.name).toBe('叠笼')
  await owner.call(houses.update, { params: { id }, body: { ...now, cageTypeId: type.id } })
})

test('a house gets a released type only', async () => {
  const draft = await buildCageType(farm.services, { status: 'draft' })
  const { id } = await buildHouse(farm.services, farm.offices.direct)
  const body = await owner.call(houses.get, { params: { id } })
  const answer = await owner.ask(houses.update, { params: { id }, body: { ...body, cageTypeId: draft.id } })
  expect(answer.json().data).toEqual([{ field: 'cageTypeId', message: 'Choose a released cage system type' }])
})

test('a type that houses have is not deleted, and says how many they are', async () => {
  const type = await buildCageType(farm.services)
  const { id } = await buildHouse(farm.services, farm.offices.direct, { cageTypeId: type.id })
  const refused = await staff.ask(cageTypes.remove, { params: { id: type.id } })
  expect(refused.statusCode).toBe(400)
  expect(refused.json().message).toContain('Houses with this type: 1')
  await farm.services.store.scoped(SYSTEM).update(house).set({ cageTypeId: null }).where(eq(house.id, id))
  await staff.call(cageTypes.remove, { params: { id: type.id } })
  expect((await staff.ask(cageTypes.get, { params: { id: type.id } })).statusCode).toBe(404)
})

test('a type of a house is offered for houses of its kind', async () => {
  const type = await buildCageType(farm.services, { houseTypes: ['breeder'] })
  const ids = async (houseType: 'breeder' | 'layer') =>
    (await owner.call(cageTypes.options, { query: { houseType } })).map(({ id }) => id)
  expect(await ids('breeder')).toContain(type.id)
  expect(await ids('layer')).not.toContain(type.id)
})
