import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { houseGroups } from '#shared/contracts/house-groups.ts'
import { houses } from '#shared/contracts/houses.ts'
import type { Grant } from '#shared/permissions.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { operationHistory } from '../../platform/database/tables/histories.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildGroup, buildHouse } from '../../testing/farm-builder.ts'

const all = (['chicken_group', 'chicken_home_manage'] as const).flatMap(id =>
  ['query', 'get', 'add', 'edit', 'delete'].map(action => `${id}:${action}` as Grant),
)
let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: all })
})
afterAll(() => farm.close())

const made = (name: string) =>
  owner.call(houseGroups.create, { body: { name, officeId: farm.offices.sharing.id } })
const built = (more: object = {}) => buildHouse(farm.services, farm.offices.sharing, more)
const assign = (id: string, houseIds: string[], version?: number) =>
  owner.call(houseGroups.assign, { params: { id }, body: { houseIds, version } })
const groupOf = async (id: string) =>
  (await farm.services.store.scoped(SYSTEM).select().from(house).where(eq(house.id, id)))[0]?.groupId

test('a group counts its houses by state', async () => {
  const group = await made('East yard')
  const inside = [await built({ state: 'alarm' }), await built({ state: 'normal' }), await built()]
  await assign(
    group.id,
    inside.map(({ id }) => id),
  )
  const { items } = await owner.call(houseGroups.list, { query: { search: 'east' } })
  expect(items).toMatchObject([
    { name: 'East yard', houses: 3, states: { normal: 1, alarm: 1, offline: 1 }, notShared: 0 },
  ])
})

test('a house is in one group: the next one takes it', async () => {
  const [first, second] = [await made('First'), await made('Second')]
  const moved = await built()
  await assign(first.id, [moved.id])
  expect(await assign(second.id, [moved.id, moved.id])).toMatchObject({ houses: 1 })
  expect(await owner.call(houseGroups.get, { params: { id: first.id } })).toMatchObject({ houses: 0 })
  expect(await groupOf(moved.id)).toBe(second.id)
})

test('a house left out of the group is in none', async () => {
  const group = await made('Shrinking')
  const [stays, goes] = [await built(), await built()]
  await assign(group.id, [stays.id, goes.id])
  await assign(group.id, [stays.id])
  expect([await groupOf(stays.id), await groupOf(goes.id)]).toEqual([group.id, null])
})

test('two people who choose the houses of a group: the second is shown what the first has stored', async () => {
  const group = await made('Contested')
  const [one, other] = [await built(), await built()]
  await assign(group.id, [one.id], group.version)
  const answer = await owner.ask(houseGroups.assign, {
    params: { id: group.id },
    body: { houseIds: [other.id], version: group.version },
  })
  expect(answer.statusCode).toBe(409)
  expect(answer.json().data.current).toMatchObject({ name: 'Contested', houses: 1 })
  expect(await groupOf(other.id)).toBeNull()
})

test('who has the form of a house open is told that its group was changed meanwhile', async () => {
  const group = await made('Late')
  const { id } = await built()
  const seen = await owner.call(houses.get, { params: { id } })
  await assign(group.id, [id])
  const answer = await owner.ask(houses.update, { params: { id }, body: { ...seen, groupId: null } })
  expect(answer.statusCode).toBe(409)
})

test('a house of another customer is refused, also to staff who see both', async () => {
  const staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: all })
  const group = await made('Own')
  const foreign = await buildHouse(farm.services, farm.offices.closed)
  const answer = await staff.ask(houseGroups.assign, {
    params: { id: group.id },
    body: { houseIds: [foreign.id] },
  })
  expect(answer.json().data).toEqual([{ field: 'houseIds.0', message: 'Choose houses of the same customer' }])
})

test('staff see how many houses a group has, but not the states that its customer does not share', async () => {
  const staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: all })
  const group = await buildGroup(farm.services, farm.offices.closed)
  await buildHouse(farm.services, farm.offices.closed, { groupId: group.id, state: 'alarm' })
  expect(await staff.call(houseGroups.get, { params: { id: group.id } })).toMatchObject({
    houses: 1,
    notShared: 1,
    states: { normal: 0, alarm: 0, offline: 0 },
  })
})

test('a deleted group leaves its houses in none, and both are in the history', async () => {
  const group = await made('Gone')
  const { id } = await built()
  await assign(group.id, [id])
  await owner.call(houseGroups.remove, { params: { id: group.id } })
  expect(await groupOf(id)).toBeNull()
  const rows = await farm.services.store
    .scoped(SYSTEM)
    .select({ description: operationHistory.description })
    .from(operationHistory)
    .where(eq(operationHistory.module, 'house-groups'))
  const said = rows.map(({ description }) => description['en-US'])
  expect(said).toContain('Changed the houses of group Gone')
  expect(said).toContain('Deleted house group Gone')
})

test('the house list shows one group only, and its form moves a house to another', async () => {
  const [yard, other] = [await made('Yard'), await made('Other yard')]
  const { id } = await built({ groupId: yard.id })
  const seen = await owner.call(houses.list, { query: { groupId: yard.id } })
  expect(seen.items).toMatchObject([{ id, groupId: yard.id, groupName: 'Yard' }])
  const [shown] = seen.items
  if (!shown) throw new Error('the house is not listed')
  await owner.call(houses.update, { params: { id }, body: { ...shown, groupId: other.id } })
  expect(await groupOf(id)).toBe(other.id)
  const { version: _, groupId: __, ...rest } = shown
  await owner.call(houses.update, { params: { id }, body: rest })
  expect(await groupOf(id)).toBe(other.id)
})

test('a farm team that does not see the group of a house does not take it away', async () => {
  const group = await made('Above the team')
  const { id } = await buildHouse(farm.services, farm.offices.team, { groupId: group.id })
  const worker = await farm.as({ office: farm.offices.team, kind: 2, grants: all })
  const seen = await worker.call(houses.get, { params: { id } })
  expect(seen).toMatchObject({ groupId: null, groupName: null })
  await worker.call(houses.update, { params: { id }, body: seen })
  expect(await groupOf(id)).toBe(group.id)
})

test('the chips of the house list are counted in one call, under its other filters', async () => {
  const group = await made('Counted')
  for (const type of ['layer', 'layer', 'pullet'] as const) await built({ type, groupId: group.id })
  expect(await owner.call(houses.counts, { query: { by: 'type', groupId: group.id } })).toEqual({
    layer: 2,
    pullet: 1,
  })
})
