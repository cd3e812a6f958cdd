import { afterAll, beforeAll, expect, test } from 'vitest'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { jobs } from '#shared/contracts/jobs.ts'
import { noFinal } from '#shared/flock-figures/final.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildFlock, buildHouse } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { excelOf, jobIn, upload } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'

const inDays = (days: number) => daysAfter(dateIn('Asia/Shanghai', new Date()), days)

let farm: TestApp
let manager: Person
let worker: Person
beforeAll(async () => {
  farm = await workingApp()
  const { sharing } = farm.offices
  manager = await farm.as({ office: sharing, kind: 2, grants: everyGrant(2) })
  const grants = everyGrant(2).filter(grant => grant !== 'chicken_batch:edit')
  worker = await farm.as({ office: sharing, kind: 2, grants })
})
afterAll(() => farm.close())

/** A house with a flock that is over and closed here, and the one after it. */
async function twoFlocks() {
  const { services, offices } = farm
  const house = await buildHouse(services, offices.sharing, { type: 'broiler' })
  const kept = (more: object) =>
    buildFlock(services, offices.sharing, { houseId: house.id, type: 'broiler', placedCount: 1_000, ...more })
  const old = await kept({ placedOn: inDays(-90), endedOn: inDays(-50), final: noFinal })
  const now = await kept({ placedOn: inDays(-30) })
  return { house, old, now }
}

async function checked(person: Person, rows: readonly (readonly (string | number)[])[]) {
  const answer = await upload(person, flockRecords.import, await excelOf(rows), { name: 'Two years.xlsx' })
  const job = await jobIn(person, answer.json().data.id, 'checked')
  const { items } = await person.call(jobs.faults, { params: { id: job.id } })
  return { job, faults: items.flatMap(({ faults }) => faults.map(({ cell, reason }) => `${cell} ${reason}`)) }
}
const recordedOf = async (flockId: string) => {
  const { items } = await manager.call(flockRecords.list, { query: { flockId, size: 50 } })
  return items.map(({ day, dead }) => [day, dead]).toSorted()
}
const sheet = (house: string) => [
  ['Date', 'Barn', 'Mortality'],
  [inDays(-70), house, 1],
  [inDays(-69), house, 2],
  [inDays(-40), house, 5],
  [inDays(-29), house, 1],
  [inDays(-1), house, 2],
]

test('a workbook over two flocks of a house writes each day to the birds that were there', async () => {
  const { house, old, now } = await twoFlocks()
  const { job, faults } = await checked(manager, sheet(house.name))
  // Nobody lived there in between.
  expect(faults).toEqual([expect.stringMatching(/^A4 The birds were placed on/)])
  const body = { acceptFaulty: true, doubts: { others: 'open' as const } }
  await manager.call(jobs.confirm, { params: { id: job.id }, body })
  await jobIn(manager, job.id, 'done')
  expect(await recordedOf(old.id)).toEqual([
    [inDays(-70), 1],
    [inDays(-69), 2],
  ])
  expect(await recordedOf(now.id)).toEqual([
    [inDays(-29), 1],
    [inDays(-1), 2],
  ])
})

test('a closed flock is chosen by name for a sheet of ages, by who manages flocks only', async () => {
  const { house, old } = await twoFlocks()
  const name = `${house.name} · ${old.number}`
  const ages = [
    ['Age', 'Barn', 'Mortality'],
    [3, name, 1],
    [4, name, 2],
  ]
  const { job, faults } = await checked(manager, ages)
  expect(faults).toEqual([])
  expect(job.summary?.own?.choices.houses).toEqual(expect.arrayContaining([house.name, name]))
  expect(job.summary?.changes).toMatchObject({ added: 2 })
  const refused = await checked(worker, ages)
  expect(refused.job.summary).toMatchObject({ valid: 0, faulty: 2 })
  expect(refused.faults[0]).toContain('Only those who manage flocks')
})
