import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Treatment } from '#shared/contracts/flock-records.ts'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { jobs } from '#shared/contracts/jobs.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildFlock, buildHouse, buildRecord } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { excelOf, jobIn, upload } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'

const inDays = (days: number) => daysAfter(dateIn('Asia/Shanghai', new Date()), days)

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await workingApp()
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: everyGrant(2) })
})
afterAll(() => farm.close())

/** A flock of breeders that came 30 days ago. */
async function breeders(more: { placedCount: number; placedMales: number }) {
  const { services, offices } = farm
  const house = await buildHouse(services, offices.sharing, { type: 'breeder' })
  return buildFlock(services, offices.sharing, {
    houseId: house.id,
    type: 'breeder',
    placedOn: inDays(-30),
    ...more,
  })
}

/** A file of days as typed by somebody, and its faults with their places. */
async function checked(titles: readonly string[], rows: readonly (readonly (string | number)[])[]) {
  const file = await excelOf([titles, ...rows])
  const answer = await upload(owner, flockRecords.import, file, { name: 'records.xlsx' })
  const job = await jobIn(owner, answer.json().data.id, 'checked')
  const { items } = await owner.call(jobs.faults, { params: { id: job.id } })
  const faults = items.flatMap(({ faults }) => faults.map(({ cell, reason }) => `${cell} ${reason}`))
  return { job, faults }
}

test('a file of days is written once it is confirmed, each day standing on those before it', async () => {
  const { id, number } = await breeders({ placedCount: 900, placedMales: 100 })
  const { job, faults } = await checked(
    ['House', 'Day', 'Dead', 'Males dead', 'Hatching eggs', 'Feed, kg'],
    [
      [number, inDays(-2), 3, 60, 600, 120.5],
      [number, inDays(-3), 2, 30, 610, 119],
    ],
  )
  expect(faults).toEqual([])
  await owner.call(jobs.confirm, { params: { id: job.id }, body: {} })
  await jobIn(owner, job.id, 'done')
  const { days } = await owner.call(flocks.course, { params: { id } })
  expect(days.map(({ alive, males, eggs }) => [alive, males, eggs])).toEqual([
    [898, 70, 610],
    [895, 10, 600],
  ])
})

test('no row takes birds or males that are not there, also not those a later day needs', async () => {
  const { id, number } = await breeders({ placedCount: 900, placedMales: 100 })
  await buildRecord(farm.services, farm.offices.sharing, { flockId: id, day: inDays(-1), sold: 850 })
  const titles = ['House', 'Day', 'Dead', 'Males dead']
  const { faults } = await checked(titles, [
    [number, inDays(-4), 20, 60],
    [number, inDays(-3), 20, 41],
    [number, inDays(-2), 901, 0],
  ])
  expect(faults.map(fault => fault.split(' ')[0])).toEqual(['D3', 'C4'])
  const late = await checked(titles, [
    [number, inDays(-4), 20, 0],
    [number, inDays(-3), 31, 0],
  ])
  expect(late.faults).toEqual([expect.stringContaining(`C3 This would leave fewer than 0 birds on`)])
})

test('a medicine forbids to sell from the day it was given, not before', async () => {
  const { id, number } = await breeders({ placedCount: 900, placedMales: 0 })
  await buildRecord(farm.services, farm.offices.sharing, {
    flockId: id,
    day: inDays(-10),
    treatments: [{ kind: 'medicine', name: 'Tylosin', withdrawalDays: 4 } as Treatment],
  })
  const { faults } = await checked(
    ['House', 'Day', 'Sold'],
    [
      [number, inDays(-11), 5],
      [number, inDays(-8), 5],
      [number, inDays(-5), 5],
    ],
  )
  expect(faults).toEqual([expect.stringContaining('C3 Withdrawal period until')])
})
