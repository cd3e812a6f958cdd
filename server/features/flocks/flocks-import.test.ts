import { afterAll, beforeAll, expect, test } from 'vitest'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { flockHealth } from '#shared/contracts/health-programmes.ts'
import { jobs } from '#shared/contracts/jobs.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildFlock, buildHouse } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { excelOf, jobIn, rowsOf, upload } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'
import { buildProgramme, STEP } from '../health-programmes/health-programmes.fixture.ts'

const inDays = (days: number) => daysAfter(dateIn('Asia/Shanghai', new Date()), days)

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await workingApp()
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: everyGrant(2) })
})
afterAll(() => farm.close())

const TITLES = [
  'House',
  'Breed',
  'Placed on',
  'Hatched on',
  'Placed',
  'Lost before',
  'Sold before',
  'Eggs before',
  'Feed before, kg',
]
async function checked(rows: readonly (readonly (string | number | null)[])[]) {
  const answer = await upload(owner, flocks.import, await excelOf([TITLES, ...rows]), { name: 'flocks.xlsx' })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const job = await jobIn(owner, answer.json().data.id, 'checked')
  const { items } = await owner.call(jobs.faults, { params: { id: job.id } })
  return { job, faults: items.flatMap(({ faults }) => faults.map(({ cell, reason }) => `${cell} ${reason}`)) }
}
const newHouse = (more: object = {}) => buildHouse(farm.services, farm.offices.sharing, more)

test('a farm that begins brings its flocks with what they have behind them, and gets them back in Excel', async () => {
  const [hens, chicks] = [await newHouse(), await newHouse({ type: 'broiler' })]
  const { job, faults } = await checked([
    [hens.name, 'Hy-Line Brown', inDays(-3), inDays(-300), 9_500, 300, 200, 1_400_000, null],
    [chicks.name, 'Ross 308', inDays(-3), null, 20_000, null, null, null, null],
  ])
  expect(faults).toEqual([])
  await owner.call(jobs.confirm, { params: { id: job.id }, body: {} })
  await jobIn(owner, job.id, 'done')
  const { items } = await owner.call(flocks.list, { query: { houseId: hens.id } })
  expect(items).toMatchObject([
    {
      breed: 'hyline-brown',
      category: 'laying',
      placedCount: 9_500,
      alive: 9_500,
      takenOver: true,
      lost: 300,
      openingLost: 300,
      openingSold: 200,
      openingEggs: 1_400_000,
      openingFeed: null,
      age: 300,
      livability: null,
      livabilityLacks: 'unrecorded',
    },
  ])
  const other = await owner.call(flocks.list, { query: { houseId: chicks.id } })
  expect(other.items).toMatchObject([{ category: 'meat', takenOver: false, age: 3, breed: 'ross308' }])
  const exported = await owner.call(flocks.export, { body: {} })
  const { file } = await jobIn(owner, exported.id, 'done')
  const [titles = [], ...rows] = await rowsOf(farm, file?.url)
  const at = (title: string) => titles.indexOf(title)
  const row = rows.find(each => each[at('House')] === hens.name) ?? []
  expect([row[at('Lost before')], row[at('Eggs before')], row[at('Feed before (kg)')]]).toEqual([
    300,
    1_400_000,
    null,
  ])
})

test('what cannot be is answered at its cell', async () => {
  const [hens, taken] = [await newHouse(), await newHouse()]
  await buildFlock(farm.services, farm.offices.sharing, { houseId: taken.id, placedOn: inDays(-30) })
  const other = await newHouse()
  const { faults } = await checked([
    ['No such house', null, inDays(-3), null, 10, null, null, null, null],
    [taken.name, null, inDays(-3), null, 10, null, null, null, null],
    [hens.name, null, inDays(-3), null, 1_000, 10, 10, null, null],
    [hens.name, null, inDays(-3), inDays(-200), 1_000, 10, 10, 900_000, null],
    [other.name, 'Ross 308', inDays(-3), inDays(-200), 1_000, null, null, null, null],
  ])
  expect(faults.find(each => each.startsWith('A2'))).toMatch(/no such house/)
  expect(faults.find(each => each.startsWith('C3'))).toMatch(/already has flock/)
  expect(faults.find(each => each.startsWith('D4'))).toMatch(/hatched/)
  expect(faults.find(each => each.startsWith('H5'))).toMatch(/at most/)
  expect(faults.filter(each => each.endsWith('6') || /^.6 /.test(each))).toEqual([
    'B6 This breed is not kept in such a house',
  ])
})

test('the litter of a flock comes from its column in either language, and is refused at its cell in a house with cages', async () => {
  const [floor, hens] = [await newHouse({ type: 'broiler' }), await newHouse()]
  const rows = [
    ['House', 'Placed on', 'Placed', 'Litter'],
    [floor.name, inDays(-3), 20_000, 'Used before'],
    [hens.name, inDays(-3), 1_000, '旧垫料'],
  ]
  const read = async (sheet: typeof rows) => {
    const answer = await upload(owner, flocks.import, await excelOf(sheet), { name: 'flocks.xlsx' })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    const job = await jobIn(owner, answer.json().data.id, 'checked')
    const { items } = await owner.call(jobs.faults, { params: { id: job.id } })
    return { job, cells: items.flatMap(({ faults }) => faults.map(({ cell }) => cell)) }
  }
  expect((await read(rows)).cells).toEqual(['D3'])
  const { job, cells } = await read(rows.slice(0, 2))
  expect(cells).toEqual([])
  await owner.call(jobs.confirm, { params: { id: job.id }, body: {} })
  await jobIn(owner, job.id, 'done')
  const { items } = await owner.call(flocks.list, { query: { houseId: floor.id } })
  expect(items).toMatchObject([{ litter: 'reused' }])
})

test('past flocks come with their last day, their records by file, and one that overlaps is refused at its cell', async () => {
  const house = await newHouse({ type: 'broiler' })
  await buildFlock(farm.services, farm.offices.sharing, {
    houseId: house.id,
    type: 'broiler',
    placedOn: inDays(-10),
  })
  const titles = ['House', 'Breed', 'Placed on', 'Ended on', 'Placed']
  const send = async (rows: (string | number | null)[][]) => {
    const answer = await upload(owner, flocks.import, await excelOf([titles, ...rows]), { name: 'past.xlsx' })
    const job = await jobIn(owner, answer.json().data.id, 'checked')
    const { items } = await owner.call(jobs.faults, { params: { id: job.id } })
    return {
      job,
      faults: items.flatMap(({ faults }) => faults.map(({ cell, reason }) => `${cell} ${reason}`)),
    }
  }
  const [placed, ended] = [inDays(-100), inDays(-60)]
  const wrong = await send([
    [house.name, 'Ross 308', placed, ended, 20_000],
    [house.name, 'Ross 308', inDays(-70), inDays(-40), 20_000],
    [house.name, 'Ross 308', inDays(-30), inDays(-5), 20_000],
    [house.name, 'Ross 308', inDays(-200), inDays(-210), 20_000],
  ])
  expect(wrong.faults).toEqual([
    'C3 The flock of row 2 is still in this house then',
    expect.stringMatching(/^C4 The house already has flock FL/),
    'D5 Before the placement date',
  ])
  const { job, faults } = await send([[house.name, 'Ross 308', placed, ended, 20_000]])
  expect(faults).toEqual([])
  await owner.call(jobs.confirm, { params: { id: job.id }, body: {} })
  await jobIn(owner, job.id, 'done')
  const { items } = await owner.call(flocks.list, { query: { houseId: house.id, state: 'closed' } })
  const [past] = items
  if (!past) throw new Error('The past flock is missing')
  expect(past).toMatchObject({ breed: 'ross308', placedOn: placed, endedOn: ended, state: 'closed' })

  // Last year's workbook of the grower: ages, for the flock that is chosen.
  const rows = Array.from({ length: 41 }, (_, age) => [age + 1, age < 40 ? 10 : 5])
  const file = await excelOf([['Day of age', 'Mortality'], ...rows])
  const answer = await upload(owner, flockRecords.import, file, { name: 'Last year.xlsx' })
  const read = await jobIn(owner, answer.json().data.id, 'checked')
  const own = read.summary?.own
  const name = `${house.name} · ${past.number}`
  expect(own?.choices.houses).toContain(name)
  const sheets = own?.layout.sheets.map(sheet => ({ ...sheet, isUsed: true, house: name })) ?? []
  await owner.call(jobs.layout, {
    params: { id: read.id },
    body: { sheets, dates: own?.layout.dates ?? null, bagKg: null },
  })
  const anew = await jobIn(owner, read.id, 'checked')
  const first = past.placementDay === 1 ? 0 : 1
  expect(anew.summary).toMatchObject({ rows: 41, valid: 41 - first, faulty: first })
  await owner.call(jobs.confirm, { params: { id: read.id }, body: { acceptFaulty: first > 0 } })
  await jobIn(owner, read.id, 'done')
  const course = await owner.call(flocks.course, { params: { id: past.id } })
  expect(course.days).toHaveLength(41 - first)
  expect(course.flock).toMatchObject({ state: 'closed', lost: first ? 400 : 405 })
  expect(course.final.livability).toBeCloseTo(100 - (100 * (first ? 400 : 405)) / 20_000, 9)
})

test('a flock in its house that comes by file follows the farm’s programme from today on; one that has gone follows none', async () => {
  const programme = await buildProgramme(farm.services, farm.offices.sharing, {
    houseType: 'pullet',
    isGiven: true,
    steps: [
      { ...STEP, id: 'long-ago', day: 7 },
      { ...STEP, id: 'yesterday', day: 111 },
      { ...STEP, id: 'today', day: 112 },
      { ...STEP, id: 'next', day: 118 },
    ],
  })
  const [running, past] = [await newHouse({ type: 'pullet' }), await newHouse({ type: 'pullet' })]
  const rows = [
    ['House', 'Placed on', 'Ended on', 'Placed'],
    [running.name, inDays(-112), null, 10_000],
    [past.name, inDays(-130), inDays(-2), 10_000],
  ]
  const answer = await upload(owner, flocks.import, await excelOf(rows), { name: 'pullets.xlsx' })
  const job = await jobIn(owner, answer.json().data.id, 'checked')
  await owner.call(jobs.confirm, { params: { id: job.id }, body: {} })
  await jobIn(owner, job.id, 'done')
  const planIn = async (house: { id: string }) => {
    const { items } = await owner.call(flocks.list, { query: { houseId: house.id } })
    return owner.call(flockHealth.get, { params: { id: items[0]?.id ?? '' } })
  }
  const plan = await planIn(running)
  expect(plan.programme).toMatchObject({ id: programme.id, since: inDays(0) })
  expect(plan.steps.map(({ id, state }) => [id, state])).toEqual([
    ['long-ago', 'before'],
    ['yesterday', 'before'],
    ['today', 'today'],
    ['next', 'soon'],
  ])
  expect((await planIn(past)).programme).toBeNull()
})
