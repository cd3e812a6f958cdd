import { afterAll, beforeAll, expect, test } from 'vitest'
import { flockMoves } from '#shared/contracts/flock-moves.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { houses } from '#shared/contracts/houses.ts'
import type { Grant } from '#shared/permissions.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildFlock, buildHouse, buildRecord } from '../../testing/farm-builder.ts'

const inDays = (days: number) => daysAfter(dateIn('Asia/Shanghai', new Date()), days)
const flockGrants = (...actions: string[]) => actions.map(action => `chicken_batch:${action}` as Grant)

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  owner = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: [
      ...flockGrants('query', 'get', 'add', 'edit', 'delete'),
      'chicken_home_manage:get',
      'chicken_home_manage:edit',
    ],
  })
})
afterAll(() => farm.close())

async function planned() {
  const house = await buildHouse(farm.services, farm.offices.sharing)
  const { id, number } = await buildFlock(farm.services, farm.offices.sharing, {
    houseId: house.id,
    placedOn: inDays(10),
    placedCount: 1_000,
  })
  return { id, number, house, params: { id } }
}
const deleted = (search: string, who = owner) =>
  who.ask(flocks.list, { query: { search, deleted: 'recently' } })

test('a deleted flock is listed with who deleted it and when, and restored as it was', async () => {
  const { id, number, params } = await planned()
  const before = await owner.call(flocks.get, { params })
  await owner.call(flocks.remove, { params })
  expect((await owner.call(flocks.list, { query: { search: number } })).items).toEqual([])
  const listed = (await deleted(number)).json().data
  expect(listed.items).toMatchObject([{ id, deleted: { by: 'Test User', at: expect.any(String) } }])
  const restored = await owner.call(flocks.restore, { params })
  expect({ ...restored, version: 0 }).toEqual({ ...before, version: 0 })
  expect((await owner.call(flocks.list, { query: { search: number } })).total).toBe(1)
  expect((await deleted(number)).json().data.items).toEqual([])
})

test('a flock that is over keeps its records while it is deleted, and comes back with its result', async () => {
  const house = await buildHouse(farm.services, farm.offices.sharing)
  // So long ago that its archive need no longer be kept.
  const [first, day] = [inDays(-2_040), inDays(-2_010)]
  const { id } = await buildFlock(farm.services, farm.offices.sharing, {
    houseId: house.id,
    placedOn: first,
    placedCount: 1_000,
  })
  await buildRecord(farm.services, farm.offices.sharing, { flockId: id, day, dead: 7 })
  const params = { id }
  await owner.call(flocks.close, { params, body: { endedOn: inDays(-2_000), isRight: true } as never })
  const before = await owner.call(flocks.get, { params })
  expect(before.state).toBe('closed')
  await owner.call(flocks.remove, { params })
  await owner.call(flocks.restore, { params })
  const after = await owner.call(flocks.get, { params })
  expect({ ...after, version: 0 }).toEqual({ ...before, version: 0 })
})

test('not where its house has another flock in that time, and only by those who may delete', async () => {
  const { house, number, params } = await planned()
  expect((await owner.ask(flocks.restore, { params })).statusCode).toBe(409)
  await owner.call(flocks.remove, { params })
  await owner.call(flocks.create, {
    body: { houseId: house.id, placedOn: inDays(12), placedCount: 500, category: 'laying' } as never,
  })
  const answer = await owner.ask(flocks.restore, { params })
  expect(answer.statusCode).toBe(409)
  expect(answer.json().message).toMatch(/flock/)
  const editor = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: flockGrants('query', 'get', 'edit'),
  })
  expect((await editor.ask(flocks.restore, { params })).statusCode).toBe(403)
  expect((await deleted(number, editor)).statusCode).toBe(403)
})

/** Has a house be one of layers, as its form does, or again of what it was. */
async function changeType(houseId: string, type: 'layer' | 'pullet') {
  const params = { id: houseId }
  const shown = await owner.call(houses.get, { params })
  await owner.call(houses.update, { params, body: { ...shown, type } })
}
const pulletsInLayerHouse =
  /of a pullet house, and its house is a layer house now\. Change the type of the house back first$/i

test('a deleted flock does not come back into a house that is for other birds now', async () => {
  const house = await buildHouse(farm.services, farm.offices.sharing, { type: 'pullet' })
  const { id } = await buildFlock(farm.services, farm.offices.sharing, {
    houseId: house.id,
    type: 'pullet',
    placedOn: inDays(10),
  })
  const params = { id }
  await owner.call(flocks.remove, { params })
  await changeType(house.id, 'layer')
  const answer = await owner.ask(flocks.restore, { params })
  expect(answer.statusCode).toBe(409)
  expect(answer.json().message).toMatch(pulletsInLayerHouse)
  await changeType(house.id, 'pullet')
  expect(await owner.call(flocks.restore, { params })).toMatchObject({ state: 'planned', type: 'pullet' })
})

test('a closed flock is not reopened in a house that is for other birds now, but is restored as what it was', async () => {
  const house = await buildHouse(farm.services, farm.offices.sharing, { type: 'pullet' })
  const { id } = await buildFlock(farm.services, farm.offices.sharing, {
    houseId: house.id,
    type: 'pullet',
    placedOn: inDays(-112),
    placedCount: 1_000,
  })
  const params = { id }
  await owner.call(flocks.close, { params, body: { endedOn: inDays(-1), reason: '' } })
  await changeType(house.id, 'layer')
  const answer = await owner.ask(flocks.reopen, { params, body: { reason: 'Closed too early' } })
  expect(answer.statusCode).toBe(409)
  expect(answer.json().message).toMatch(pulletsInLayerHouse)
  expect(await owner.call(flocks.get, { params })).toMatchObject({ state: 'closed', endedOn: inDays(-1) })
  await owner.call(flocks.remove, { params })
  expect(await owner.call(flocks.restore, { params })).toMatchObject({ state: 'closed' })
  await changeType(house.id, 'pullet')
  const reopened = await owner.call(flocks.reopen, { params, body: { reason: 'Closed too early' } })
  expect(reopened.state).toBe('running')
})

test('a move that emptied a house is not taken back while that house is for other birds', async () => {
  const [left, reached] = [
    await buildHouse(farm.services, farm.offices.sharing, { type: 'pullet' }),
    await buildHouse(farm.services, farm.offices.sharing),
  ]
  const { id } = await buildFlock(farm.services, farm.offices.sharing, {
    houseId: left.id,
    type: 'pullet',
    placedOn: inDays(-112),
    placedCount: 1_000,
  })
  const body = { fromFlockId: id, toHouseId: reached.id, birds: 1_000, day: inDays(0), reason: '' }
  const move = await owner.call(flockMoves.create, { body })
  await changeType(left.id, 'layer')
  const takeBack = () => owner.ask(flockMoves.takeBack, { params: { id: move.id }, body: {} })
  const answer = await takeBack()
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data).toMatchObject([{ message: expect.stringMatching(pulletsInLayerHouse) }])
  await changeType(left.id, 'pullet')
  expect((await takeBack()).statusCode).toBe(200)
  expect((await owner.call(flocks.get, { params: { id } })).state).toBe('running')
})
