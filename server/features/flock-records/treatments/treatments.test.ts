import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { flockTreatments } from '#shared/contracts/flock-treatments.ts'
import { flockHealth } from '#shared/contracts/health-programmes.ts'
import { jobs } from '#shared/contracts/jobs.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import type { Person, TestApp } from '../../../testing/app.ts'
import { buildFlock, buildHouse, buildRecord } from '../../../testing/farm-builder.ts'
import { everyGrant } from '../../../testing/samples.ts'
import { excelOf, jobIn, upload } from '../../../testing/uploads.ts'
import { workingApp } from '../../../testing/working-app.ts'
import { buildFollowed, buildProgramme, STEP } from '../../health-programmes/health-programmes.fixture.ts'

const inDays = (days: number) => daysAfter(dateIn('Asia/Shanghai', new Date()), days)
type Cells = readonly (string | number)[]

let farm: TestApp
let owner: Person
let houseName: string
let flockId: string
beforeAll(async () => {
  farm = await workingApp()
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: everyGrant(2) })
})
beforeEach(async () => {
  const { services, offices } = farm
  const house = await buildHouse(services, offices.sharing, { type: 'layer' })
  const flock = await buildFlock(services, offices.sharing, {
    houseId: house.id,
    placedOn: inDays(-60),
    hatchedOn: inDays(-200),
    placedCount: 1_000,
  })
  ;({ name: houseName } = house)
  flockId = flock.id
})
afterAll(() => farm.close())

async function checked(rows: readonly Cells[], who = owner) {
  const file = await excelOf(rows)
  const answer = await upload(who, flockTreatments.import, file, { name: 'medicine.xlsx' })
  const job = await jobIn(who, answer.json().data.id, 'checked')
  const { items } = await who.call(jobs.faults, { params: { id: job.id } })
  const faults = items.flatMap(({ faults }) => faults.map(({ cell, reason }) => `${cell} ${reason}`))
  return { job, faults }
}
async function write({ id }: { id: string }) {
  await owner.call(jobs.confirm, { params: { id }, body: { acceptFaulty: true } })
  await jobIn(owner, id, 'done')
}
const given = async (day: string) =>
  (await owner.call(flockRecords.sheet, { params: { id: flockId }, query: { day } })).record?.treatments ?? []

const english: Cells = [
  'Date',
  'House',
  'Product',
  'Lot no.',
  'Dosage',
  'Route',
  'Days',
  'Withdrawal meat',
  'Withdrawal eggs',
  'Vet',
]
const chinese: Cells = [
  '用药日期',
  '鸡舍',
  '药品名称',
  '批号',
  '剂量',
  '给药途径',
  '用药天数',
  '休药期',
  '弃蛋期',
  '兽医',
]
const courses = (house: string): readonly Cells[] => [
  [inDays(-20), house, 'Enrofloxacin 10 %', 'E2611', '0.5 mL/L', 'water', 5, 4, 7, 'Dr Li'],
  [inDays(-9), house, 'ND-IB 活疫苗', 'V88', '1 羽份', '饮水', '', '', '', ''],
]

test.each([
  ['English', english],
  ['Chinese', chinese],
])('a list with %s titles is read, looked at and written as the records of its days', async (_, titles) => {
  const { job, faults } = await checked([titles, ...courses(houseName)])
  expect(faults).toEqual([])
  expect(job.summary?.changes).toMatchObject({ added: 2 })
  expect(await given(inDays(-20))).toEqual([])
  await write(job)
  expect(await given(inDays(-20))).toMatchObject([
    {
      kind: 'medicine',
      name: 'Enrofloxacin 10 %',
      batch: 'E2611',
      dose: '0.5 mL/L',
      route: 'water',
      until: inDays(-16),
      withdrawalDays: 4,
      eggWithdrawalDays: 7,
      vet: 'Dr Li',
    },
  ])
  expect(await given(inDays(-9))).toMatchObject([{ kind: 'vaccine', name: 'ND-IB 活疫苗', batch: 'V88' }])
})

test('what a file says was given ticks the step of the health programme that it carries out, and no other', async () => {
  const { services, offices } = farm
  const step = (id: string, day: number, more: object = {}) => ({
    ...STEP,
    id,
    day,
    name: 'ND-IB 活疫苗',
    ...more,
  })
  const programme = await buildProgramme(services, offices.sharing, {
    steps: [
      step('due', 200 - 7),
      step('later', 200 + 40),
      step('other', 200 - 9, { name: 'IBD live' }),
      step('cure', 200 - 9, { kind: 'medicine' }),
    ],
  })
  await buildFollowed(services, offices.sharing, { flockId, programme })
  const { job } = await checked([
    english,
    [inDays(-9), houseName, 'nd-ib  活疫苗', 'V88', '', '', '', '', '', ''],
  ])
  await write(job)
  const { steps } = await owner.call(flockHealth.get, { params: { id: flockId } })
  expect(steps.filter(({ done }) => done).map(({ id, done }) => [id, done?.day, done?.batch])).toEqual([
    ['due', inDays(-9), 'V88'],
  ])
  // Sent a second time it changes nothing.
  const again = await checked([
    english,
    [inDays(-9), houseName, 'nd-ib  活疫苗', 'V88', '', '', '', '', '', ''],
  ])
  expect(again.job.summary?.changes).toMatchObject({ unchanged: 1 })
})

test('what is given now binds the eggs at once, in the flock it was imported into', async () => {
  const { job } = await checked([english, [inDays(-2), houseName, 'Doxycycline', '', '', '', 3, 7, 9, '']])
  await write(job)
  const { withdrawal } = await owner.call(flockRecords.sheet, { params: { id: flockId }, query: {} })
  expect(withdrawal).toEqual({ meat: inDays(7), eggs: inDays(9) })
})

test('a day keeps what it has; the same product is changed, never doubled, and read again it changes nothing', async () => {
  const { services, offices } = farm
  await buildRecord(services, offices.sharing, {
    flockId,
    day: inDays(-20),
    dead: 3,
    feed: 110,
    treatments: [
      {
        kind: 'medicine',
        name: 'Enrofloxacin 10 %',
        batch: 'E2611',
        dose: '',
        route: 'water',
        withdrawalDays: 2,
      },
    ],
  })
  const [course = []] = courses(houseName)
  const rows = [english, course, [inDays(-20), houseName, 'Vitamin C', '', '', 'water', 2, 0, 0, '']]
  const { job, faults } = await checked(rows)
  expect(faults).toEqual([])
  expect(job.summary?.changes).toMatchObject({ added: 1, changed: 1 })
  await write(job)
  const { record } = await owner.call(flockRecords.sheet, {
    params: { id: flockId },
    query: { day: inDays(-20) },
  })
  expect(record).toMatchObject({ dead: 3, feed: 110 })
  expect(record?.treatments.map(({ name, withdrawalDays }) => [name, withdrawalDays])).toEqual([
    ['Enrofloxacin 10 %', 4],
    ['Vitamin C', 0],
  ])
  const again = await checked(rows)
  expect(again.job.summary?.changes).toMatchObject({ added: 0, changed: 0, unchanged: 2 })
})

describe('what cannot be read or be right is a fault at its cell, and nothing of that row is written', () => {
  const row = (more: Record<number, string | number>): Cells =>
    Object.assign([...(courses(houseName)[0] ?? [])], more)
  test.each([
    ['another day', { 0: 'some day' }, /^A2 .*is not a day/],
    ['a day of two orders', { 0: '03/04/2026' }, /^A2 .*day or month first/],
    ['a day to come', { 0: inDays(3) }, /^A2 .*future/],
    ['a day before the birds came', { 0: inDays(-90) }, /^A2 .*placed on/],
    ['a house that is not there', { 1: 'Nowhere' }, /^B2 No house of this name/],
    ['no product', { 2: '' }, /^C2 This row names no medicine/],
    ['days in words', { 6: 'a few' }, /^G2 .*no whole number/],
    ['more days than any', { 6: 90 }, /^G2 /],
    ['no withdrawal of a medicine', { 7: '' }, /^H2 Enter the withdrawal period/],
    ['a withdrawal in words', { 7: 'short' }, /^H2 .*no whole number/],
  ])('%s', async (_, more, fault) => {
    const { job, faults } = await checked([english, row(more), ...courses(houseName).slice(1)])
    expect(faults.join('\n')).toMatch(fault)
    expect(faults.length).toBe(1)
    await write(job)
    expect(await given(inDays(-20))).toEqual([])
    expect(await given(inDays(-9))).toHaveLength(1)
  })

  test('the same product twice on one day', async () => {
    const { faults } = await checked([english, row({}), row({})])
    expect(faults).toEqual([expect.stringMatching(/^C3 The file has this product/)])
  })

  test('birds that were sold within the withdrawal period want a reason', async () => {
    const { services, offices } = farm
    await buildRecord(services, offices.sharing, { flockId, day: inDays(-14), sold: 10 })
    const { faults } = await checked([
      [...english, 'Remark'],
      [...row({}), ''],
    ])
    expect(faults.join('\n')).toMatch(/Birds left on/)
  })
})

test('a worker adds nothing to an older day of others', async () => {
  const { services, offices } = farm
  await buildRecord(services, offices.sharing, { flockId, day: inDays(-20), dead: 1 })
  const worker = await farm.as({
    office: offices.sharing,
    kind: 2,
    grants: ['chicken_batch:query', 'chicken_batch:get', 'chicken_batch:add', 'chicken_batch:import'],
  })
  const [course = []] = courses(houseName)
  expect((await checked([english, course], worker)).faults.join('\n')).toMatch(/Only those who manage flocks/)
})

test('what was exported comes back as it is', async () => {
  const { job } = await checked([english, ...courses(houseName)])
  await write(job)
  const begun = await owner.call(flockTreatments.export, { body: { flockId } })
  const done = await jobIn(owner, begun.id, 'done')
  expect(done.done).toBe(2)
})
