import { afterAll, beforeAll, expect, test } from 'vitest'
import { breedStandards } from '#shared/contracts/breed-standards.ts'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { jobs } from '#shared/contracts/jobs.ts'
import { against } from '#shared/flock-figures/course-measures.ts'
import { ownMeasureNames, ownMeasures } from '#shared/standards/own-standard.ts'
import { furtherColumns } from '#shared/standards/standard-table.ts'
import { languages, type Text } from '#shared/text.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildFlock, buildHouse, buildRecord } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { excelOf, jobIn, rowsOf, upload } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'

const inDays = (days: number) => daysAfter(dateIn('Asia/Shanghai', new Date()), days)

let farm: TestApp
let owner: Person
let other: Person
let staff: Person
beforeAll(async () => {
  farm = await workingApp()
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: everyGrant(2) })
  other = await farm.as({ office: farm.offices.direct, kind: 2, grants: everyGrant(2) })
  staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
})
afterAll(() => farm.close())

type Cell = string | number | null
const TITLES = ['Standard', 'House type', 'Source', 'Edition', 'By days or weeks', 'Age']

/** A sheet as somebody typed it: titles of its own measures, and rows; its job, and its faults with their cells. */
async function checked(person: Person, measures: readonly string[], rows: readonly (readonly Cell[])[]) {
  const file = await excelOf([[...TITLES, ...measures], ...rows])
  const answer = await upload(person, breedStandards.import, file, { name: 'standard.xlsx' })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const job = await jobIn(person, answer.json().data.id, 'checked', 'failed')
  if (job.state === 'failed') return { job, faults: [] }
  const { items } = await person.call(jobs.faults, { params: { id: job.id } })
  return { job, faults: items.flatMap(({ faults }) => faults.map(({ cell, reason }) => `${cell} ${reason}`)) }
}
async function written(person: Person, id: string) {
  await person.call(jobs.confirm, { params: { id }, body: { acceptFaulty: true } })
  return jobIn(person, id, 'done')
}
const named = async (person: Person, name: string) =>
  (await person.call(breedStandards.list)).filter(each => each.name === name)

/** Week by week from the 18th on: weight, laying rate and livability as a farm has them in its book. */
const hens = (name: string): Cell[][] =>
  Array.from({ length: 30 }, (_, i) => [
    ...(i === 0 ? [name, 'layer', 'Own hatchery', '2026', 'week'] : [null, null, null, null, null]),
    18 + i,
    1_300 + 10 * i,
    i < 2 ? 0 : 40 + i,
    99.5 - 0.1 * i,
  ])
const MEASURES = ['Body weight (g)', 'Laying rate, %', 'Livability, %']

test('a sheet of two standards is imported, seen by the farm alone, and given back as a sheet', async () => {
  const { job, faults } = await checked(owner, MEASURES, [...hens('Village brown'), ...hens('Village white')])
  expect(faults).toEqual([])
  expect(await named(owner, 'Village brown')).toEqual([])
  expect((await written(owner, job.id)).summary?.written).toBe(2)
  const [one] = await named(owner, 'Village brown')
  expect(one).toMatchObject({
    houseTypes: ['layer', 'pullet'],
    period: 'week',
    isOwn: true,
    flocks: 0,
    source: { publisher: 'Own hatchery', edition: '2026' },
  })
  expect(one?.rows).toHaveLength(30)
  expect(await named(other, 'Village brown')).toEqual([])

  const exported = await owner.call(breedStandards.export, { body: {} })
  const { file } = await jobIn(owner, exported.id, 'done')
  const [titles, first] = await rowsOf(farm, file?.url)
  expect(titles).toEqual(expect.arrayContaining(['Standard', 'Age', ...MEASURES]))
  expect(first).toEqual(expect.arrayContaining(['Village brown', 18, 1_300]))
})

test('a standard of breeders with males and hatch comes back from its sheet as it was typed', async () => {
  const titles = [
    'Hatching eggs, %',
    'Hatch of set, %',
    'Male weight (g)',
    'Daily feed a male (g)',
    'Uniformity, %',
  ]
  const rows = [
    ['Own breeders', 'breeder', 'Own', '2026', 'week', 30, 92, 86, 4_000, 135, 82],
    [null, null, null, null, null, 31, 93, 87, 4_020, 135, 82],
  ]
  const { job, faults } = await checked(owner, titles, rows)
  expect(faults).toEqual([])
  await written(owner, job.id)
  const exported = await owner.call(breedStandards.export, { body: {} })
  const { file } = await jobIn(owner, exported.id, 'done')
  const [head, ...told] = await rowsOf(farm, file?.url)
  const places = titles.map(title => head?.indexOf(title) ?? -1)
  const own = told.filter(row => row.includes('Own breeders')).map(row => places.map(at => row[at]))
  expect(own).toEqual([
    [92, 86, 4_000, 135, 82],
    [93, 87, 4_020, 135, 82],
  ])
})

test('a sheet with the titles of before keeps all its columns, in both languages', async () => {
  const former = ownMeasureNames.flatMap(name => {
    const measure: { label: Text; formerly?: Text } = ownMeasures[name]
    return measure.formerly ? [{ name, title: measure.formerly }] : []
  })
  expect(former.map(({ name }) => name)).toEqual(['feed', 'water', 'eggMass', 'waterFeed', 'maleFeed'])
  for (const language of languages) {
    const { job } = await checked(
      owner,
      former.map(({ title }) => title[language]),
      [
        [`Old book ${language}`, 'breeder', 'Own', '2025', 'week', 30, 110, 200, 55, 1.8, 130],
        [null, null, null, null, null, 31, 111, 201, 56, 1.8, 131],
      ],
    )
    expect(job.summary).toMatchObject({ valid: 2, unknown: [], headings: [] })
    await written(owner, job.id)
    const [kept] = await named(owner, `Old book ${language}`)
    const first = Object.fromEntries(kept?.columns.map((column, i) => [column, kept.rows[0]?.[i]]) ?? [])
    expect(first).toMatchObject({
      feed: 110,
      water: 200,
      eggMass: 55,
      [furtherColumns.waterFeed]: 1.8,
      maleFeed: 130,
    })
  }
})

test('a measure whose title is not known is a fault at its heading', async () => {
  const { job } = await checked(
    owner,
    [...MEASURES, 'Feed per hen'],
    hens('With feed').map(cells => [...cells, 110]),
  )
  expect(job.summary?.headings).toMatchObject([{ cell: 'J1', title: 'Feed per hen' }])
  expect((await owner.ask(jobs.confirm, { params: { id: job.id }, body: {} })).statusCode).toBe(400)
  expect(await named(owner, 'With feed')).toEqual([])
})

test('a standard of a flock is what it is compared with, and changes no recorded figure', async () => {
  const { job } = await checked(owner, MEASURES, hens('Of this flock'))
  await written(owner, job.id)
  const [standard] = await named(owner, 'Of this flock')
  const house = await buildHouse(farm.services, farm.offices.sharing, { type: 'layer' })
  const flock = await buildFlock(farm.services, farm.offices.sharing, {
    houseId: house.id,
    breed: 'hyline-brown',
    placedCount: 1_000,
    placedOn: inDays(-30),
    hatchedOn: inDays(-30 - 7 * 22),
  })
  // 50 eggs per 100 hens: the farm’s own standard wants 44 to 49 at that age, the publisher’s above 80.
  for (let day = -30; day < 0; day++)
    await buildRecord(farm.services, farm.offices.sharing, {
      flockId: flock.id,
      day: inDays(day),
      dead: 0,
      eggsSound: 500,
      feed: 110,
      water: 200,
    })
  const params = { id: flock.id }
  const before = await owner.call(flocks.course, { params })
  const senses = (course: typeof before) => course.weeks.map(week => against(course, 'rate', week).sense)
  expect(senses(before)).toContain('bad')
  const body = { ...before.flock, standardId: standard?.id ?? null }
  await owner.call(flocks.update, { params, body: body as never })
  const after = await owner.call(flocks.course, { params })
  expect(senses(after)).not.toContain('bad')
  expect(after.standard?.name).toBe('Of this flock')
  expect(after.days).toEqual(before.days)
  expect(after.weeks).toEqual(before.weeks)
  expect(after.final).toEqual(before.final)
  const sheet = await owner.call(flockRecords.sheet, { params, query: { day: inDays(-1) } })
  expect(sheet.standard?.id).toBe(standard?.id)

  // While a flock is compared with it, it stays.
  const remove = () => owner.ask(breedStandards.remove, { params: { id: standard?.id ?? '' } })
  expect((await remove()).statusCode).toBe(400)
  const { version } = after.flock
  await owner.call(flocks.update, { params, body: { ...after.flock, standardId: null, version } as never })
  expect((await remove()).statusCode).toBe(200)
})

test('what the provider publishes is there for every farm, and only the provider takes it away', async () => {
  const { job } = await checked(staff, MEASURES, hens('Published brown'))
  await written(staff, job.id)
  for (const person of [owner, other]) {
    const [one] = await named(person, 'Published brown')
    expect(one).toMatchObject({ isOwn: false })
    expect((await person.ask(breedStandards.remove, { params: { id: one?.id ?? '' } })).statusCode).toBe(403)
  }
  const [own] = await named(staff, 'Published brown')
  await staff.call(breedStandards.remove, { params: { id: own?.id ?? '' } })
  expect(await named(owner, 'Published brown')).toEqual([])
})

test('a flock is not compared with another farm’s standard, nor with one of other birds', async () => {
  const { job } = await checked(other, MEASURES, hens('Not theirs'))
  await written(other, job.id)
  const [theirs] = await named(other, 'Not theirs')
  const mine = await checked(owner, MEASURES, hens('Mine'))
  await written(owner, mine.job.id)
  const [own] = await named(owner, 'Mine')
  for (const [standardId, type] of [[theirs?.id, 'layer'] as const, [own?.id, 'broiler'] as const]) {
    const house = await buildHouse(farm.services, farm.offices.sharing, { type })
    const form = { houseId: house.id, category: 'laying', placedOn: inDays(-1), placedCount: 10, standardId }
    const answer = await owner.ask(flocks.create, { body: form as never })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().data[0].field).toBe('standardId')
  }
})

/** The rows with one cell changed: column 6 is the weight, 7 the rate, 8 the livability. */
const changed = (row: number, column: number, value: Cell) =>
  hens('Wrong').map((cells, i) => (i === row ? cells.with(column, value) : cells))

test.each([
  ['a hole', () => hens('Wrong').filter((_, i) => i !== 7), 'F9', /row for age 25 is missing/],
  ['a hole in one measure', () => changed(7, 6, null), 'G9', /missing here/],
  ['falling ages', () => changed(7, 5, 20), 'F9', /must rise/],
  ['an age twice', () => changed(7, 5, 24), 'F9', /must rise/],
  ['half a week', () => changed(7, 5, 24.5), 'F9', /whole/i],
  ['a lighter bird', () => changed(7, 6, 1_200), 'G9', /lighter/],
  ['livability that rises', () => changed(7, 8, 99.9), 'I9', /cannot rise/],
  ['more than all', () => changed(7, 7, 104), 'H9', /100/],
  ['a word', () => changed(7, 6, 'heavy'), 'G9', /number/i],
  ['kilograms', () => hens('Wrong').map(cells => cells.with(6, Number(cells[6]) / 1_000)), 'G2', /grams/],
  ['shares of 1', () => hens('Wrong').map(cells => cells.with(7, Number(cells[7]) / 100)), 'H2', /per cent/],
  ['another source further down', () => changed(7, 2, 'Somebody else'), 'C9', /first row/],
  ['a single row', () => hens('Wrong').slice(0, 1), 'F2', /at least two/],
] as const)('is answered at its cell, and nothing of it is written: %s', async (_, rows, cell, reason) => {
  const { job, faults } = await checked(owner, MEASURES, rows())
  expect(faults.find(each => each.startsWith(`${cell} `))).toMatch(reason)
  // Nor when whoever imports it accepts the valid rows.
  expect(job.summary).toMatchObject({ valid: 0 })
  expect(await named(owner, 'Wrong')).toEqual([])
})

test('two columns for one measure are refused, and so is a name that is taken', async () => {
  const twice = await checked(
    owner,
    [...MEASURES, 'Body weight (g)'],
    hens('Twice').map(cells => [...cells, 1]),
  )
  expect(twice.job.state).toBe('failed')
  expect(JSON.stringify(twice.job.error)).toMatch(/Body weight \(g\)/)
  const first = await checked(owner, MEASURES, hens('Taken'))
  await written(owner, first.job.id)
  expect((await checked(owner, MEASURES, hens('Taken'))).faults.join()).toMatch(/already/)
})

test('a program adds one in a call, and hears what is wrong with it by row and field', async () => {
  const form = (rows: object[]) =>
    ({ name: 'By call', houseType: 'broiler', source: 'Own trial', period: 'day', rows }) as never
  const wrong = await owner.ask(breedStandards.create, {
    body: form([
      { age: 0, weight: 40 },
      { age: 2, weight: 80 },
    ]),
  })
  expect(wrong.statusCode).toBe(400)
  expect(wrong.json().data[0]).toMatchObject({ field: 'rows.1.age' })
  const rows = Array.from({ length: 43 }, (_, age) => ({ age, weight: 40 + 60 * age }))
  const made = await owner.call(breedStandards.create, { body: form(rows) })
  expect(made).toMatchObject({ name: 'By call', houseTypes: ['broiler'], period: 'day', isOwn: true })
})
