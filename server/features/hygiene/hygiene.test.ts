import { afterAll, beforeAll, expect, test } from 'vitest'
import { hygiene } from '#shared/contracts/hygiene.ts'
import { daysAfter } from '#shared/zone-time.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildHouse } from '../../testing/farm-builder.ts'

let farm: TestApp
let worker: Person
beforeAll(async () => {
  farm = await testApp()
  const office = farm.offices.direct
  worker = await farm.as({ office, kind: 2, grants: ['chicken_batch:get', 'chicken_batch:add'] })
})
afterAll(() => farm.close())

const today = new Date().toISOString().slice(0, 10)

test('a worker records what was disinfected, removed and disposed of', async () => {
  const { id: houseId } = await buildHouse(farm.services, farm.offices.direct)
  const at = { houseId, day: today }
  const cleaned = { ...at, kind: 'disinfection', agent: 'Iodophor', place: 'house', person: 'Li' } as const
  expect(await worker.call(hygiene.create, { body: cleaned })).toMatchObject({
    agent: 'Iodophor',
    place: 'house',
    person: 'Li',
    mayChange: true,
  })
  const manure = { ...at, kind: 'manure', amountKg: 4_000, receiver: 'Green Fields' } as const
  await worker.call(hygiene.create, { body: manure })
  const dead = { ...at, kind: 'carcasses', carcasses: 25, way: 'collected', receiver: 'Rendering' } as const
  const made = await worker.call(hygiene.create, { body: dead })
  const { items } = await worker.call(hygiene.list, { query: { houseId } })
  expect(items.map(({ kind }) => kind).sort()).toEqual(['carcasses', 'disinfection', 'manure'])
  // An entry has what belongs to its kind.
  const { houseId: _, ...changed } = { ...dead, agent: 'left over', version: made.version }
  const after = await worker.call(hygiene.update, { params: { id: made.id }, body: changed })
  expect(after).toMatchObject({ agent: '', carcasses: 25 })
})

test.each([
  [{ kind: 'disinfection', place: 'house' }, 'agent'],
  [{ kind: 'disinfection', agent: 'Iodophor' }, 'place'],
  [{ kind: 'manure', receiver: 'Somebody' }, 'amountKg'],
  [{ kind: 'manure', amountKg: 10 }, 'receiver'],
  [{ kind: 'carcasses', way: 'buried' }, 'carcasses'],
  [{ kind: 'carcasses', carcasses: 3 }, 'way'],
  [{ kind: 'disinfection', agent: 'Iodophor', place: 'house', day: daysAfter(today, 3) }, 'day'],
])('%o is refused at %s', async (wrong, field) => {
  const { id: houseId } = await buildHouse(farm.services, farm.offices.direct)
  const answer = await worker.ask(hygiene.create, { body: { houseId, day: today, ...wrong } as never })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data).toMatchObject([{ field }])
})
