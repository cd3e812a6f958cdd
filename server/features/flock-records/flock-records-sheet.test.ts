import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import type { Treatment } from '#shared/contracts/flock-records.ts'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { jobs } from '#shared/contracts/jobs.ts'
import { noFinal } from '#shared/flock-figures/final.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { flockRecord } from '../../platform/database/tables/flocks.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildFlock, buildHouse, buildRecord } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { excelOf, jobIn, rowsOf, upload } from '../../testing/uploads.ts'
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
  const flock = await buildFlock(services, offices.sharing, {
    houseId: house.id,
    type: 'breeder',
    placedOn: inDays(-30),
    ...more,
  })
  return { ...flock, houseName: house.name }
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

async function write({ id }: { id: string }) {
  await owner.call(jobs.confirm, { params: { id }, body: {} })
  await jobIn(owner, id, 'done')
}

test('males that came and left are in the file both ways', async () => {
  const { id, number } = await breeders({ placedCount: 900, placedMales: 100 })
  const titles = ['House', 'Day', 'Moved in', 'Males moved in', 'Males moved out']
  const { job, faults } = await checked(titles, [[number, inDays(-2), 0, 12, 30]])
  expect(faults).toEqual([])
  await write(job)
  const { days } = await owner.call(flocks.course, { params: { id } })
  expect(days.at(-1)).toMatchObject({ alive: 900, males: 82 })
  // A later day needs the males of this one.
  const later = await checked(['House', 'Day', 'Males dead'], [[number, inDays(-1), 80]])
  await write(later.job)
  const fewer = await checked(titles, [[number, inDays(-2), 0, 2, 30]])
  expect(fewer.faults.map(fault => fault.split(' ')[0])).toEqual(['E2'])
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

/** A workbook laid out by the farm: ages, and feed in bags of nobody knows what weight. */
async function ownFile(number: string, bags: readonly number[]) {
  const rows = bags.map((each, i) => [i + 1, number, i + 2, each])
  return excelOf([['Day of age', 'House', 'Mortality', 'Feed (bags)'], ...rows])
}

test('a farm’s own file is read by a layout that its reader completes, and the next one needs no help', async () => {
  const { id, number } = await breeders({ placedCount: 900, placedMales: 100 })
  const send = async (bags: readonly number[]) => {
    const answer = await upload(owner, flockRecords.import, await ownFile(number, bags), {
      name: 'Production.xlsx',
    })
    return jobIn(owner, answer.json().data.id, 'checked')
  }
  const job = await send([3, 4])
  expect(job.summary).toMatchObject({ rows: 2, valid: 0, faulty: 2 })
  const { items } = await owner.call(jobs.faults, { params: { id: job.id } })
  expect(items.flatMap(({ faults }) => faults.map(({ cell }) => cell))).toEqual(['D2', 'D3'])
  const own = job.summary?.own
  if (!own) throw new Error('The file was not taken for the farm’s own')
  await owner.call(jobs.layout, { params: { id: job.id }, body: { ...own.layout, bagKg: 40 } })
  const anew = await jobIn(owner, job.id, 'checked')
  expect(anew.summary).toMatchObject({ rows: 2, valid: 2, faulty: 0, changes: { added: 2 } })
  expect(anew.file).toBeNull()
  await owner.call(jobs.confirm, { params: { id: job.id }, body: { doubts: { others: 'open' } } })
  await jobIn(owner, job.id, 'done')
  const told = async () => {
    const { days } = await owner.call(flocks.course, { params: { id } })
    return days.map(({ dead, feedKg }) => [dead, feedKg])
  }
  expect(await told()).toEqual([
    [2, 120],
    [3, 160],
  ])
  const next = await send([3, 5, 6])
  expect(next.summary).toMatchObject({ valid: 3, changes: { added: 1, changed: 1, unchanged: 1 } })
  const { items: changes } = await owner.call(jobs.rows, {
    params: { id: next.id },
    query: { change: 'changed' },
  })
  expect(changes.map(({ cells }) => cells)).toEqual([
    [{ cell: 'D3', column: 'Feed (kg)', was: '4 bags', found: '5 bags' }],
  ])
  await owner.call(jobs.confirm, { params: { id: next.id }, body: { doubts: { others: 'sure' } } })
  await jobIn(owner, next.id, 'done')
  expect(await told()).toEqual([
    [2, 120],
    [3, 200],
    [4, 240],
  ])
  const trail = await owner.call(flockRecords.trail, { params: { id }, query: { day: inDays(-28) } })
  expect(trail.map(({ feed }) => feed)).toEqual([200, 160])
})

test('a house chosen for a sheet is remembered by the sheet’s own name, never by one that a program gave', async () => {
  const { houseName } = await breeders({ placedCount: 900, placedMales: 0 })
  const bring = async (sheet: string) => {
    const rows = [
      ['Day', 'Mortality'],
      [inDays(-2), 3],
    ]
    const data = rows.map(row => row.map(value => ({ value })))
    const file = await writeXlsxFile([{ sheet, data }]).toBuffer()
    const answer = await upload(owner, flockRecords.import, file, { name: 'Week.xlsx' })
    return jobIn(owner, answer.json().data.id, 'checked')
  }
  for (const [sheet, kept] of [
    ['Old barn', houseName],
    ['Sheet1', null],
  ] as const) {
    const first = await bring(sheet)
    const own = first.summary?.own
    if (!own) throw new Error('The file was not taken for the farm’s own')
    expect(own.layout.sheets[0]?.house).toBeNull()
    const sheets = own.layout.sheets.map(each => ({ ...each, house: houseName }))
    await owner.call(jobs.layout, { params: { id: first.id }, body: { ...own.layout, sheets } })
    await jobIn(owner, first.id, 'checked')
    await owner.call(jobs.confirm, { params: { id: first.id }, body: {} })
    await jobIn(owner, first.id, 'done')
    const again = await bring(sheet)
    expect(again.summary?.own?.layout.sheets[0]?.house).toBe(kept)
  }
})

test('a day that is recorded is corrected by our sheet, and what the sheet does not name stays', async () => {
  const { id, number } = await breeders({ placedCount: 900, placedMales: 0 })
  await buildRecord(farm.services, farm.offices.sharing, {
    flockId: id,
    day: inDays(-3),
    dead: 4,
    water: 200,
    note: 'Windy',
    treatments: [{ kind: 'vaccine', name: 'ND', withdrawalDays: 0 } as Treatment],
  })
  const { job, faults } = await checked(['House', 'Day', 'Dead'], [[number, inDays(-3), 6]])
  expect(faults).toEqual([])
  expect(job.summary?.changes).toEqual({ added: 0, changed: 1, unchanged: 0 })
  await owner.call(jobs.confirm, { params: { id: job.id }, body: { doubts: { others: 'sure' } } })
  await jobIn(owner, job.id, 'done')
  const { record } = await owner.call(flockRecords.sheet, { params: { id }, query: { day: inDays(-3) } })
  expect(record).toMatchObject({ dead: 6, water: 200, note: 'Windy', treatments: [{ name: 'ND' }] })
})

test('a house and a day name the flock that was there, and one that has gone takes what is told late', async () => {
  const { services, offices } = farm
  const house = await buildHouse(services, offices.sharing, { type: 'layer' })
  const kept = (more: object) =>
    buildFlock(services, offices.sharing, { houseId: house.id, type: 'layer', placedCount: 1_000, ...more })
  const old = await kept({ placedOn: inDays(-90), endedOn: inDays(-20), final: noFinal })
  const now = await kept({ placedOn: inDays(-10) })
  for (const [flockId, day] of [
    [old.id, inDays(-30)],
    [now.id, inDays(-3)],
  ] as const)
    await buildRecord(services, offices.sharing, { flockId, day, dead: 2 })
  const titles = ['House', 'Day', 'Dead'] as const
  const both = await checked(titles, [
    [house.name, inDays(-30), 2],
    [house.name, inDays(-3), 2],
  ])
  expect(both.faults).toEqual([])
  expect(both.job.summary?.changes).toMatchObject({ unchanged: 2 })
  const changed = await checked(titles, [[house.name, inDays(-30), 5]])
  expect(changed.faults).toEqual([])
  expect(changed.job.summary?.changes).toEqual({ added: 0, changed: 1, unchanged: 0 })
  const gone = await checked(titles, [[old.number, inDays(-15), 5]])
  expect(gone.faults).toEqual([expect.stringContaining('B2 This flock ended on')])
})

test('a row without a figure is refused, and a day that is not over stays open', async () => {
  const { id, number } = await breeders({ placedCount: 900, placedMales: 0 })
  const { job, faults } = await checked(
    ['House', 'Day', 'Dead'],
    [
      [number, inDays(0), 1],
      [number, inDays(-1), 2],
      [number, inDays(-2), ''],
    ],
  )
  expect(faults).toEqual([expect.stringContaining('B4 Nothing is entered')])
  await owner.call(jobs.confirm, { params: { id: job.id }, body: { acceptFaulty: true } })
  await jobIn(owner, job.id, 'done')
  const rows = await farm.services.store
    .scoped(SYSTEM)
    .select({ dead: flockRecord.dead, soFar: flockRecord.soFar })
    .from(flockRecord)
    .where(eq(flockRecord.flockId, id))
    .orderBy(flockRecord.dead)
  expect(rows).toEqual([
    { dead: 1, soFar: true },
    { dead: 2, soFar: false },
  ])
})

test('a file under a layout of another, or with nothing to read, changes nothing', async () => {
  const { number } = await breeders({ placedCount: 900, placedMales: 0 })
  const ours = await checked(['House', 'Day', 'Dead'], [[number, inDays(-3), 6]])
  const empty = { sheets: [], dates: null, bagKg: null }
  const again = await owner.ask(jobs.layout, { params: { id: ours.job.id }, body: empty })
  expect(again.statusCode).toBe(409)
  const answer = await upload(owner, flockRecords.import, Buffer.from('no table at all'), { name: 'a.csv' })
  const failed = await jobIn(owner, answer.json().data.id, 'failed')
  expect(failed.error).toContain('Excel')
  const stray = await upload(
    owner,
    flockRecords.import,
    await excelOf([
      ['Straw', 'Price'],
      ['a', 3],
    ]),
  )
  const job = await jobIn(owner, stray.json().data.id, 'checked')
  expect(job.summary).toMatchObject({ rows: 0, valid: 0 })
})

test('a formula that nobody has calculated is a fault at its cell, in our sheet and in the farm’s own', async () => {
  const { number } = await breeders({ placedCount: 900, placedMales: 0 })
  for (const [titles, day] of [
    [['House', 'Day', 'Dead'], inDays(-3)],
    [['Barn', 'Date', 'Mortality'], inDays(-3)],
  ] as const) {
    const cells = [
      titles.map(value => ({ value })),
      [{ value: number }, { value: day }, { value: '2+3', type: 'Formula' }],
      [{ value: number }, { value: inDays(-2) }, { value: 4, type: Number }],
    ]
    const file = await writeXlsxFile(cells as never).toBuffer()
    const answer = await upload(owner, flockRecords.import, file, { name: 'Formula.xlsx' })
    const job = await jobIn(owner, answer.json().data.id, 'checked')
    expect(job.summary).toMatchObject({ valid: 1, faulty: 1 })
    const { items } = await owner.call(jobs.faults, { params: { id: job.id } })
    expect(items.flatMap(({ faults }) => faults.map(({ cell, reason }) => [cell, reason]))).toEqual([
      ['C2', 'The formula =2+3 has no result. Open the file in Excel, save it and upload it again'],
    ])
  }
})

/** The file of a flock's records that somebody exports: titles, then rows. */
async function exportedBy(person: Person, flockId: string) {
  const { id } = await person.call(flockRecords.export, { body: { flockId } })
  const { file } = await jobIn(person, id, 'done')
  return rowsOf(farm, file?.url)
}

/** What a file of one row would change, confirmed if anything. */
async function changedBy(person: Person, titles: readonly string[], row: readonly (string | number)[]) {
  const file = await excelOf([titles, row])
  const answer = await upload(person, flockRecords.import, file, { name: 'records.xlsx' })
  const { id, summary } = await jobIn(person, answer.json().data.id, 'checked')
  expect(summary?.faulty).toBe(0)
  const query = { change: 'changed' as const }
  const { items } = await person.call(jobs.rows, { params: { id }, query })
  if (items.length > 0) {
    await person.call(jobs.confirm, { params: { id }, body: {} })
    await jobIn(person, id, 'done')
  }
  return items.flatMap(({ cells }) => cells)
}

test('causes of death come with their birds, and the file that goes out comes back unchanged', async () => {
  const { id, number } = await breeders({ placedCount: 1_000, placedMales: 100 })
  const titles = ['House', 'Day', 'Dead', 'Cause', 'Losses by cause']
  const { job, faults } = await checked(titles, [
    [number, inDays(-5), 7, '', 'Legs 3, heat: 2'],
    [number, inDays(-4), 4, '腿病', '腿病 3、弱雏 1'],
    [number, inDays(-3), 3, 'Cold', ''],
    [number, inDays(-2), 3, '', 'Legs 2, Heat 2'],
    [number, inDays(-1), 3, '', 'Legs, mostly'],
    [number, inDays(0), 3, 'Cold', 'Legs 3'],
  ])
  expect(faults).toEqual([
    'E5 The causes add up to 4 birds; 3 are recorded as dead or culled',
    'E6 This cannot be read. Write each cause with its birds, such as Legs 3, Heat 2',
    'E7 The cause of this row is not among them',
  ])
  await owner.call(jobs.confirm, {
    params: { id: job.id },
    body: { acceptFaulty: true, doubts: { others: 'sure' } },
  })
  await jobIn(owner, job.id, 'done')
  const told = async () => {
    const { items } = await owner.call(flockRecords.list, { query: { flockId: id } })
    return items
      .toSorted((a, b) => (a.day < b.day ? -1 : 1))
      .map(({ deadCause, lossCauses }) => [deadCause, lossCauses])
  }
  const brought = [
    ['legs', { legs: 3, heat: 2 }],
    ['legs', { legs: 3, weak: 1 }],
    ['cold', {}],
  ]
  expect(await told()).toEqual(brought)
  const { causes } = await owner.call(flocks.course, { params: { id } })
  expect(causes).toEqual({ named: { legs: 6, heat: 2, weak: 1 }, lost: 14 })

  const [head = [], ...rows] = await exportedBy(owner, id)
  const again = await checked(
    head.map(String),
    rows.map(row =>
      row.map(cell => (cell instanceof Date ? cell.toISOString().slice(0, 10) : ((cell ?? '') as string))),
    ),
  )
  expect(again.faults).toEqual([])
  expect(again.job.summary?.changes).toEqual({ added: 0, changed: 0, unchanged: 3 })
  const row = [number, inDays(-5), 7, '', 'Pecking 5']
  expect(await changedBy(owner, titles, row)).toEqual([
    { cell: 'E2', column: 'Losses by cause', was: 'Legs 3, Heat 2', found: 'Pecking 5' },
  ])
  expect(await told()).toEqual([['pecking', { pecking: 5 }], ...brought.slice(1)])
})

test('a farm’s own file has a column for each cause', async () => {
  const { id, number } = await breeders({ placedCount: 1_000, placedMales: 100 })
  const file = await excelOf([
    ['Day of age', 'House', 'Mortality', 'Weak chicks', 'Deaths by heat', '脱肛'],
    [1, number, 9, 4, 0, 2],
    [2, number, 3, '', 1, 3],
  ])
  const answer = await upload(owner, flockRecords.import, file, { name: 'Causes.xlsx' })
  const job = await jobIn(owner, answer.json().data.id, 'checked')
  const { items } = await owner.call(jobs.faults, { params: { id: job.id } })
  // The second row names four birds of three.
  expect(items.flatMap(({ faults }) => faults.map(({ cell }) => cell))).toEqual(['E3'])
  await owner.call(jobs.confirm, {
    params: { id: job.id },
    body: { acceptFaulty: true, doubts: { others: 'sure' } },
  })
  await jobIn(owner, job.id, 'done')
  const list = await owner.call(flockRecords.list, { query: { flockId: id } })
  expect(list.items).toMatchObject([{ dead: 9, deadCause: 'weak', lossCauses: { weak: 4, prolapse: 2 } }])
})

test('daily losses are in % of the birds of that morning, whatever was recorded before', async () => {
  const { id } = await breeders({ placedCount: 1_000, placedMales: 100 })
  const told = {
    [inDays(-4)]: { dead: 100 },
    [inDays(-3)]: { movedOut: 400 },
    [inDays(-2)]: { dead: 3, culled: 2 },
  }
  for (const [day, facts] of Object.entries(told))
    await buildRecord(farm.services, farm.offices.sharing, { flockId: id, day, ...facts })
  const [titles = [], ...rows] = await exportedBy(owner, id)
  const at = titles.indexOf('Daily loss %')
  // Newest first: 5 of the 500 that were left, and 100 of 1,000.
  expect(rows.map(row => row[at])).toEqual([1, null, 10])
})

test('a reader of imperial units exports, corrects and imports in pounds, and the store keeps kilograms', async () => {
  const { id, number } = await breeders({ placedCount: 900, placedMales: 100 })
  await buildRecord(farm.services, farm.offices.sharing, {
    flockId: id,
    day: inDays(-2),
    feed: 100,
    water: 200,
    weight: 3_629,
    eggWeight: 62,
  })
  const american = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: everyGrant(2),
    units: 'imperial',
  })
  const [titles = [], values = []] = await exportedBy(american, id)
  const cell = (title: string) => Number(values[titles.indexOf(title)])
  expect(cell('Feed (lb)')).toBeCloseTo(220.46, 2)
  expect(cell('Water (gal)')).toBeCloseTo(52.83, 2)
  expect(cell('Mean weight (lb)')).toBeCloseTo(8, 2)
  expect(cell('Egg weight (oz)')).toBeCloseTo(2.187, 3)
  const same = await changedBy(
    american,
    ['House', 'Day', 'Feed (lb)'],
    [number, inDays(-2), cell('Feed (lb)')],
  )
  expect(same).toEqual([])
  expect(await changedBy(american, ['House', 'Day', 'Feed, lb'], [number, inDays(-2), 231.5])).toMatchObject([
    { column: 'Feed (lb)', was: '220.46', found: '231.5' },
  ])
  const records = await farm.services.store
    .scoped(SYSTEM)
    .select({ feed: flockRecord.feed })
    .from(flockRecord)
    .where(eq(flockRecord.flockId, id))
  expect(records[0]?.feed).toBeCloseTo(105.01, 2)
})
