import { afterAll, beforeAll, expect, test } from 'vitest'
import { comparison } from '#shared/contracts/comparison.ts'
import { daysAfter } from '#shared/zone-time.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildFlock, buildHouse, buildRecord } from '../../testing/farm-builder.ts'

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  owner = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: ['chicken_group_comparison:query'],
  })
})
afterAll(() => farm.close())

async function layers(office: 'sharing' | 'closed', eggs: readonly number[], more: object = {}) {
  const { services, offices } = farm
  const { id: houseId } = await buildHouse(services, offices[office])
  const flock = await buildFlock(services, offices[office], {
    houseId,
    breed: 'hyline-brown',
    placedOn: '2026-05-01',
    hatchedOn: '2026-01-02',
    ...more,
  })
  for (const [i, eggsSound] of eggs.entries())
    await buildRecord(services, offices[office], {
      flockId: flock.id,
      day: daysAfter('2026-05-01', 7 * i),
      eggsSound,
    })
  return flock
}
const compare = (...ids: string[]) =>
  owner.call(comparison.courses, { query: { flocks: ids.join(',') } } as never)

test('flocks stand side by side week by week, in the order they were asked for', async () => {
  const [one, other] = [await layers('sharing', [9_000, 9_100]), await layers('sharing', [8_000])]
  const compared = await compare(other.id, one.id)
  expect(compared.map(({ flock }) => flock.id)).toEqual([other.id, one.id])
  expect(compared.map(({ weeks }) => weeks.map(({ week, rate }) => [week, rate]))).toEqual([
    [[18, 80]],
    [
      [18, 90],
      [19, 91],
    ],
  ])
})

test('no more than three, and nothing of one that is out of sight', async () => {
  const hidden = await layers('closed', [9_000])
  const ask = (flocks: string) => owner.ask(comparison.courses, { query: { flocks } } as never)
  expect((await ask('a,b,c,d')).statusCode).toBe(400)
  expect((await ask('')).statusCode).toBe(400)
  expect(await compare(hidden.id)).toEqual([])
})

test('flocks in their houses are offered before those that have gone, and none of the future', async () => {
  const gone = await layers('sharing', [], { endedOn: '2026-06-30' })
  const planned = await layers('sharing', [], { placedOn: '2099-01-01', hatchedOn: null })
  const there = await layers('sharing', [])
  const offered = (await owner.call(comparison.choices, { query: {} } as never)).map(({ id }) => id)
  expect(offered).not.toContain(planned.id)
  expect(offered.indexOf(there.id)).toBeLessThan(offered.indexOf(gone.id))
})
