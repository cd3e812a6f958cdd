import { afterAll, beforeAll, expect, test } from 'vitest'
import { flockMoves } from '#shared/contracts/flock-moves.ts'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { operaHistory } from '#shared/contracts/opera-history.ts'
import type { Grant } from '#shared/permissions.ts'
import type { HouseType } from '#shared/signals.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildFlock, buildHouse, buildRecord } from '../../testing/farm-builder.ts'

const inDays = (days: number) => daysAfter(dateIn('Asia/Shanghai', new Date()), days)

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  const actions = ['query', 'get', 'add', 'edit', 'delete'] as const
  const grants = actions.map(action => `chicken_batch:${action}` as Grant)
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: [...grants, 'opera_history:query'] })
})
afterAll(() => farm.close())

const newHouse = (type: HouseType = 'breeder') => buildHouse(farm.services, farm.offices.sharing, { type })

/** 1,000 hens and 100 males in a new house for 7 days. */
async function breeders(more: object = {}) {
  const house = await newHouse()
  const flock = await buildFlock(farm.services, farm.offices.sharing, {
    houseId: house.id,
    type: 'breeder',
    breed: 'ross308-ps',
    placedOn: inDays(-7),
    hatchedOn: inDays(-200),
    placedCount: 1_000,
    placedMales: 100,
    ...more,
  })
  return { house, id: flock.id, number: flock.number }
}
const told = (flockId: string, day: string, more: object) =>
  buildRecord(farm.services, farm.offices.sharing, { flockId, day, ...more })
const ask = (fromFlockId: string, toHouseId: string, more: object) =>
  owner.ask(flockMoves.create, {
    body: { fromFlockId, toHouseId, birds: 400, males: 40, day: inDays(-3), join: true, ...more },
  })
const moved = async (...args: Parameters<typeof ask>) => {
  const answer = await ask(...args)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}
const shown = (id: string) => owner.call(flocks.get, { params: { id } })
const recordOn = async (id: string, day: string) =>
  (await owner.call(flockRecords.sheet, { params: { id }, query: { day } })).record
const keep = (id: string, day: string, more: object, version?: number) =>
  owner.ask(flockRecords.create, { params: { id }, body: { day, ...more, version } as never })
const faultsOf = (answer: { statusCode: number; json(): { data: { field: string; message: string }[] } }) => {
  expect(answer.statusCode).toBe(400)
  return answer.json().data
}

test('males go with the hens, and their share of those placed and lost goes with them', async () => {
  const from = await breeders()
  await told(from.id, inDays(-6), { dead: 0, deadMales: 8, culledMales: 2 })
  const move = await moved(from.id, (await newHouse()).id, { males: 45 })
  expect(move).toMatchObject({ birds: 400, males: 45, began: true })
  expect(await shown(from.id)).toMatchObject({ alive: 600, males: 45 })
  expect(await shown(move.to.flockId)).toMatchObject({
    alive: 400,
    males: 45,
    placedMales: 45,
    openingMalesPlaced: 50,
    openingMalesLost: 5,
  })
  expect(await recordOn(from.id, inDays(-3))).toMatchObject({ movedOut: 400, movedOutMales: 45 })
  // 5 of 50 before, 1 more here: 12 %, as a grower would count it.
  await told(move.to.flockId, inDays(-2), { deadMales: 1 })
  const { days } = await owner.call(flocks.course, { params: { id: move.to.flockId } })
  expect(days.at(-1)).toMatchObject({ males: 44, lostMales: 6, stockedMales: 50 })
  expect(days.at(-1)?.maleLosses).toBeCloseTo(12, 9)
  // Whoever corrects a late slip in the old house changes what they brought along.
  const late = await recordOn(from.id, inDays(-6))
  expect(
    (await keep(from.id, inDays(-6), { dead: 0, deadMales: 18, culledMales: 2 }, late?.version)).statusCode,
  ).toBe(200)
  expect(await shown(move.to.flockId)).toMatchObject({ openingMalesLost: 11, openingMalesPlaced: 56 })
})

test('males alone join a flock of hens, which then counts them in its losses, and begin none', async () => {
  const [from, there] = [await breeders(), await breeders()]
  const [fault] = faultsOf(await ask(from.id, (await newHouse()).id, { birds: 0, males: 20 }))
  expect(fault).toMatchObject({ field: 'toHouseId' })
  expect(fault?.message).toMatch(/Males alone join a flock/)
  const [none] = faultsOf(await ask(from.id, there.house.id, { birds: 0, males: 0 }))
  expect(none?.field).toBe('birds')
  await moved(from.id, there.house.id, { birds: 0, males: 20 })
  expect(await shown(from.id)).toMatchObject({ alive: 1_000, males: 80 })
  expect(await shown(there.id)).toMatchObject({ alive: 1_000, males: 120 })
  await told(there.id, inDays(-2), { deadMales: 12 })
  const { days } = await owner.call(flocks.course, { params: { id: there.id } })
  expect(days.at(-1)?.maleLosses).toBeCloseTo(10, 9)
})

test('a flock ends with the last of hens and males, not before', async () => {
  const [from, there] = [await breeders(), await breeders()]
  const hens = await moved(from.id, (await newHouse()).id, { birds: 1_000, males: 90 })
  expect(hens.ended).toBe(false)
  expect(await shown(from.id)).toMatchObject({ state: 'running', alive: 0, males: 10 })
  const males = await moved(from.id, there.house.id, { birds: 0, males: 10, day: inDays(-2) })
  expect(males.ended).toBe(true)
  expect(await shown(from.id)).toMatchObject({ state: 'closed', endedOn: inDays(-2), males: 0 })
  // Fewer males went: the flock they left goes on.
  await owner.call(flockMoves.update, {
    params: { id: males.id },
    body: { birds: 0, males: 7, reason: 'Counted' },
  })
  expect(await shown(from.id)).toMatchObject({ state: 'running', males: 3 })
  expect(await shown(there.id)).toMatchObject({ males: 107 })
})

test('numbers of males are corrected in the move, in either record and in the form of the flock begun', async () => {
  const [from, there] = [await breeders(), await breeders()]
  const joined = await moved(from.id, there.house.id, {})
  const theirs = await recordOn(there.id, inDays(-3))
  const { movedIn } = theirs ?? {}
  expect((await keep(there.id, inDays(-3), { movedIn, movedInMales: 30 }, theirs?.version)).statusCode).toBe(
    200,
  )
  expect(await shown(from.id)).toMatchObject({ alive: 600, males: 70 })
  // Both at once change the one move once.
  const ours = await recordOn(from.id, inDays(-3))
  expect(
    (await keep(from.id, inDays(-3), { movedOut: 0, movedOutMales: 35 }, ours?.version)).statusCode,
  ).toBe(200)
  expect(await shown(there.id)).toMatchObject({ alive: 1_000, males: 135 })
  expect(await owner.call(flockMoves.list, { query: { flockId: from.id } })).toMatchObject([
    { birds: 0, males: 35 },
  ])
  // Whoever leaves the males out of the call leaves them as they are.
  await owner.call(flockMoves.update, { params: { id: joined.id }, body: { birds: 5, reason: '' } })
  expect(await shown(there.id)).toMatchObject({ alive: 1_005, males: 135 })
  await owner.call(flockMoves.takeBack, { params: { id: joined.id }, body: {} })
  expect(await shown(there.id)).toMatchObject({ alive: 1_000, males: 100 })
  expect(await shown(from.id)).toMatchObject({ alive: 1_000, males: 100, lastRecordOn: null })

  const begun = await moved(from.id, (await newHouse()).id, {})
  const flock = await shown(begun.to.flockId)
  const change = (more: object) =>
    owner.ask(flocks.update, { params: { id: flock.id }, body: { ...flock, ...more } as never })
  expect((await change({ placedMales: 42 })).statusCode).toBe(200)
  expect(await shown(from.id)).toMatchObject({ males: 58 })
  const [hens] = faultsOf(
    await owner.ask(flockMoves.update, {
      params: { id: begun.id },
      body: { birds: 0, males: 42, reason: '' },
    }),
  )
  expect(hens?.field).toBe('birds')
})

test('males that are not there on every day are not moved, and no record takes males that a move needs', async () => {
  const from = await breeders()
  const to = (await newHouse()).id
  const [many] = faultsOf(await ask(from.id, to, { males: 101 }))
  expect(many).toMatchObject({ field: 'males', message: expect.stringMatching(/only 100 males/) })
  await told(from.id, inDays(-1), { culledMales: 70 })
  const [later] = faultsOf(await ask(from.id, to, { males: 40 }))
  expect(later).toMatchObject({ field: 'males' })
  const move = await moved(from.id, to, { males: 30 })
  const [taken] = faultsOf(await keep(from.id, inDays(-5), { deadMales: 1 }))
  expect(taken).toMatchObject({ field: 'deadMales', message: expect.stringMatching(/fewer than 0 males/) })
  await told(move.to.flockId, inDays(-2), { deadMales: 25 })
  const [short] = faultsOf(
    await owner.ask(flockMoves.update, {
      params: { id: move.id },
      body: { birds: 400, males: 20, reason: '' },
    }),
  )
  expect(short?.field).toBe('males')
  // Males brought from another farm, and used since.
  const other = await breeders({ placedMales: 0 })
  const first = await keep(other.id, inDays(-4), { movedInMales: 12 })
  await told(other.id, inDays(-2), { deadMales: 11 })
  const [fewer] = faultsOf(await keep(other.id, inDays(-4), { movedInMales: 5 }, first.json().data.version))
  expect(fewer?.field).toBe('movedInMales')
  const back = { day: inDays(-4), version: first.json().data.version }
  expect(
    faultsOf(await owner.ask(flockRecords.takeBack, { params: { id: other.id }, body: back }))[0]?.field,
  ).toBe('day')
})

test('males are moved only where they are counted, and the answer says where that is missing', async () => {
  const [from, uncounted] = [await breeders(), await breeders({ placedMales: null })]
  for (const answer of [
    await ask(from.id, uncounted.house.id, {}),
    await ask(uncounted.id, from.house.id, {}),
  ]) {
    const [fault] = faultsOf(answer)
    expect(fault?.field).toBe('males')
    expect(fault?.message).toContain(uncounted.number)
  }
  const layers = await newHouse('layer')
  const hens = await buildFlock(farm.services, farm.offices.sharing, {
    houseId: layers.id,
    placedOn: inDays(-7),
  })
  const [fault] = faultsOf(await ask(hens.id, (await newHouse('layer')).id, {}))
  expect(fault?.field).toBe('males')
})

test('the history says how many hens and males moved', async () => {
  const [from, to] = [await breeders(), await newHouse()]
  await moved(from.id, to.id, { birds: 1, males: 40 })
  const { items } = await owner.call(operaHistory.list, { query: { page: 1, size: 5 } })
  expect(items.map(({ description }) => description)).toContain(
    `Moved 1 female and 40 males from ${from.house.name} to ${to.name}`,
  )
})

test('opening figures of males count in their losses, and cannot contradict each other', async () => {
  const { id } = await breeders({
    placedMales: 90,
    takenOver: true,
    openingMalesPlaced: 100,
    openingMalesLost: 8,
  })
  await told(id, inDays(-6), { deadMales: 2 })
  const { days } = await owner.call(flocks.course, { params: { id } })
  expect(days.at(-1)?.maleLosses).toBeCloseTo(10, 9)
  const flock = await shown(id)
  const wrong = await owner.ask(flocks.update, {
    params: { id },
    body: { ...flock, openingMalesPlaced: 97 } as never,
  })
  expect(faultsOf(wrong)[0]?.field).toBe('openingMalesPlaced')
})
