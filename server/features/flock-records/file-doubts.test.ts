import { afterAll, beforeAll, expect, test } from 'vitest'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { type DoubtAnswers, jobs } from '#shared/contracts/jobs.ts'
import { askDoubt } from '#shared/flock-doubt-texts.ts'
import { openDoubts } from '#shared/flock-doubts.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildFlock, buildHouse, buildRecord } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { excelOf, jobIn, upload } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'

const inDays = (days: number) => daysAfter(dateIn('Asia/Shanghai', new Date()), days)
const READER = { language: 'en-US', units: 'metric' } as const

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await workingApp()
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: everyGrant(2) })
})
afterAll(() => farm.close())

/** Hens of which four days are recorded, as they usually are. */
async function hens() {
  const { services, offices } = farm
  const { id: houseId, name } = await buildHouse(services, offices.sharing, { type: 'layer' })
  const flock = await buildFlock(services, offices.sharing, {
    houseId,
    type: 'layer',
    placedOn: inDays(-40),
    hatchedOn: inDays(-300),
    placedCount: 10_000,
  })
  for (const ago of [12, 11, 10, 9])
    await buildRecord(services, offices.sharing, {
      flockId: flock.id,
      day: inDays(-ago),
      dead: 2,
      feed: 1_100 + ago,
      water: 2_000 + ago,
      eggsSound: 8_700 + ago,
      weight: 1_800,
    })
  return { id: flock.id, houseId, name }
}

type Cell = string | number
const TITLES = ['Date', 'House', 'Mortality', 'Feed (kg)', 'Water (L)', 'Eggs (pcs)', 'Avg weight (g)']
/** Six of eight days have one value that the form asks about, and with ten times the feed the mean of the next is odd too. */
const wrong: readonly (readonly [ago: number, ...figures: Cell[]])[] = [
  [8, 2, 1_112, 2_001, 8_701, 1_802],
  [7, 60, 1_113, 2_002, 8_702, ''],
  [6, 2, 11_140, 2_003, 8_703, ''],
  [5, 3, 1_115, 0, 8_704, ''],
  [4, 1, 1_116, 2_005, 10_400, ''],
  [3, 2, 1_117, 2_006, 8_706, 18],
  [2, 2, 1_118, 2_007, 0, ''],
  [1, 2, 1_119, 2_008, 8_708, ''],
]

async function checked(house: string, rows: readonly (readonly Cell[])[], titles = TITLES) {
  const told = rows.map(([ago, ...figures]) => [inDays(-Number(ago)), house, ...figures])
  const answer = await upload(owner, flockRecords.import, await excelOf([titles, ...told]), {
    name: 'Own.xlsx',
  })
  const job = await jobIn(owner, answer.json().data.id, 'checked')
  const { items } = await owner.call(jobs.rows, {
    params: { id: job.id },
    query: { change: 'doubted', size: 100 },
  })
  return { job, doubted: items }
}
async function write(id: string, doubts: Partial<DoubtAnswers>) {
  await owner.call(jobs.confirm, { params: { id }, body: { doubts } })
  return jobIn(owner, id, 'done')
}
/** What the form of a day still asks, in the order of days. */
async function askedByForm(flockId: string) {
  const asked: string[] = []
  for (const [ago] of wrong) {
    const sheet = await owner.call(flockRecords.sheet, {
      params: { id: flockId },
      query: { day: inDays(-ago) },
    })
    if (sheet.record)
      for (const doubt of openDoubts(sheet.record, sheet, sheet.record.confirmed))
        asked.push(`${sheet.day} ${askDoubt(doubt, READER)}`)
  }
  return asked
}
const said = (doubted: Awaited<ReturnType<typeof checked>>['doubted']) =>
  doubted.flatMap(({ known, doubts = [] }) => doubts.map(({ asks }) => `${known.split(' · ')[1]} ${asks}`))

test('a file is asked what the form asks, at its cells, and nothing is written before each day is answered', async () => {
  const { id, name } = await hens()
  const { job, doubted } = await checked(name, wrong)
  expect(job.summary).toMatchObject({ valid: 8, faulty: 0, doubted: 7 })
  expect(doubted.flatMap(({ doubts = [] }) => doubts.map(({ cell }) => cell))).toEqual(
    expect.arrayContaining(['C3', 'D4', 'E5', 'F6', 'G7', 'F8']),
  )
  const refused = await owner.ask(jobs.confirm, { params: { id: job.id }, body: {} })
  expect(refused.statusCode).toBe(400)
  expect(refused.json().data).toMatchObject([{ field: 'doubts', message: expect.stringContaining('7') }])
  await write(job.id, { others: 'open' })
  // What nobody has answered stays in doubt: the form asks the same.
  expect(await askedByForm(id)).toEqual(said(doubted))
})

test('what is confirmed stays confirmed, and a day that is left out is not recorded', async () => {
  const { id, name } = await hens()
  const { job, doubted } = await checked(name, wrong)
  const [first, second] = doubted
  const rows = [first, second].map(each => ({ row: each?.row ?? 0, answer: 'leftOut' as const }))
  const done = await write(job.id, { rows, others: 'sure' })
  expect(done.summary).toMatchObject({ written: 6, leftOut: 2 })
  expect(await askedByForm(id)).toEqual([])
  const recorded = await owner.call(flockRecords.list, {
    query: { flockId: id, firstDay: inDays(-8), size: 50 },
  })
  expect(recorded.items.map(({ day }) => day)).not.toContain(inDays(-7))
  // The same file asks of the days that are missing, and of nothing that was answered.
  const again = await checked(name, wrong)
  expect(again.job.summary).toMatchObject({ changes: { added: 2, changed: 0, unchanged: 6 } })
  expect(said(again.doubted).map(each => each.slice(0, 10))).toEqual(
    expect.arrayContaining([inDays(-7), inDays(-6)]),
  )
  // A correction is asked about for its own value.
  const corrected = await checked(name, [[5, 70, 1_115, 0, 8_704, '']])
  expect(corrected.doubted.flatMap(({ doubts = [] }) => doubts.map(({ cell }) => cell))).toEqual(['C2'])
  await write(corrected.job.id, { others: 'sure' })
  const { record } = await owner.call(flockRecords.sheet, { params: { id }, query: { day: inDays(-5) } })
  expect(record?.confirmed).toEqual(expect.arrayContaining(['noWater 0', 'deadMany 70']))
})

test('an amount of several days is spread, says so once, and does not silently replace what was recorded', async () => {
  const { id, name } = await hens()
  const titles = ['Date', 'House', 'Cumulative mortality', 'Cumulative eggs (pcs)']
  const rows = [
    [8, 20, 80_000],
    [2, 38, 132_207],
  ]
  await buildRecord(farm.services, farm.offices.sharing, { flockId: id, day: inDays(-4), dead: 9 })
  const { job, doubted } = await checked(name, rows, titles)
  expect(job.summary?.own?.notes).toHaveLength(4)
  expect(doubted.flatMap(({ doubts = [] }) => doubts.map(({ asks }) => asks))).toEqual([
    expect.stringContaining('Dead 9 is recorded'),
  ])
  await write(job.id, { rows: [{ row: doubted[0]?.row ?? 0, answer: 'leftOut' }] })
  const { items } = await owner.call(flockRecords.list, {
    query: { flockId: id, firstDay: inDays(-8), size: 50 },
  })
  const byDay = new Map(items.map(each => [each.day, each]))
  expect(byDay.get(inDays(-4))).toMatchObject({ dead: 9, note: '' })
  for (const ago of [7, 6, 5, 3, 2])
    expect(byDay.get(inDays(-ago))).toMatchObject({
      dead: 3,
      note: expect.stringMatching(/^Spread evenly: Dead 18/),
    })
  // The same count for days is no counter that stands still: the file says that it is a mean.
  expect(await askedByForm(id)).toEqual([expect.stringContaining(`${inDays(-4)} 9 dead`)])
  const again = await checked(name, rows, titles)
  expect(again.job.summary?.changes).toMatchObject({ added: 0, changed: 1, unchanged: 5 })
})
