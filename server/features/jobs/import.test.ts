import { and, eq, inArray, like } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devices } from '#shared/contracts/devices.ts'
import { houses } from '#shared/contracts/houses.ts'
import { jobs } from '#shared/contracts/jobs.ts'
import { operaHistory } from '#shared/contracts/opera-history.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { device, house } from '../../platform/database/tables/farms.ts'
import { operationHistory } from '../../platform/database/tables/histories.ts'
import { job, jobRow } from '../../platform/database/tables/jobs.ts'
import { accountRole } from '../../platform/database/tables/offices.ts'
import { CELL_CHARACTERS } from '../../platform/excel/cell.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildDevice, buildHouse } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { excelOf, jobIn, rowsOf, upload } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'

let farm: TestApp
let owner: Person
let staff: Person
beforeAll(async () => {
  farm = await workingApp()
  owner = await farm.as({ office: farm.offices.direct, kind: 2, grants: everyGrant(2) })
  staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
})
afterAll(() => farm.close())

const database = () => farm.services.store.scoped(SYSTEM)
const TITLES = ['Name', 'House type', 'Length (m)', 'Width (m)', 'Height (m)']
const sized = (name: string | null, type = 'Layer') => [name, type, 120, 15, 4]
const named = (prefix: string) =>
  database()
    .select()
    .from(house)
    .where(like(house.name, `${prefix}%`))
    .orderBy(house.name)

type Rows = Parameters<typeof excelOf>[0]
async function checked(person: Person, rows: Rows, endpoint: Endpoint = houses.import) {
  const answer = await upload(person, endpoint, await excelOf(rows))
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return jobIn(person, answer.json().data.id, 'checked')
}
const faultsOf = async (person: Person, id: string) => {
  const { items } = await person.call(jobs.faults, { params: { id } })
  return items.flatMap(({ faults }) => faults.map(({ cell, reason }) => `${cell}: ${reason}`))
}
async function refusal(person: Person, rows: Rows) {
  const answer = await upload(person, houses.import, await excelOf(rows))
  return (await jobIn(person, answer.json().data.id, 'failed')).error
}

test('houses come in from a file: nothing is written before its owner says so, and then each has its history', async () => {
  const rows = [TITLES, sized('In 1'), sized('In 2', 'broiler'), sized('In 3', '种鸡')]
  const { id, summary, source } = await checked(owner, rows)
  expect({ source, ...summary }).toMatchObject({
    source: 'houses.xlsx',
    rows: 3,
    valid: 3,
    faulty: 0,
    written: null,
  })
  expect(await named('In ')).toEqual([])

  await owner.call(jobs.confirm, { params: { id }, body: {} })
  const done = await jobIn(owner, id, 'done')
  expect(done.summary?.written).toBe(3)
  const written = await named('In ')
  expect(written.map(({ name, type, officeId, lengthM }) => [name, type, officeId, lengthM])).toEqual([
    ['In 1', 'layer', farm.offices.direct.id, 120],
    ['In 2', 'broiler', farm.offices.direct.id, 120],
    ['In 3', 'breeder', farm.offices.direct.id, 120],
  ])
  const told = await database()
    .select()
    .from(operationHistory)
    .where(eq(operationHistory.actorId, owner.accountId))
  const sentences = told.map(({ description }) => description['en-US'])
  expect(sentences).toEqual([
    'Created house: In 1',
    'Created house: In 2',
    'Created house: In 3',
    'Imported houses from houses.xlsx, 3 rows',
  ])
  expect(new Set(told.map(({ ip }) => ip))).toEqual(new Set(['127.0.0.1']))
})

test('an imported file is one line of the history; its rows are found under it and in their own histories', async () => {
  const person = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
  const rows = [
    [...TITLES, 'Customer'],
    [...sized('Part 1'), 'direct'],
    [...sized('Part 2'), 'direct'],
  ]
  const { id } = await checked(person, rows)
  await person.call(jobs.confirm, { params: { id }, body: {} })
  await jobIn(person, id, 'done')

  const seen = async (who: Person, query: object) => {
    const { items } = await who.call(operaHistory.list, { query: { operatorId: person.accountId, ...query } })
    return items.map(({ description }) => description)
  }
  expect(await seen(person, {})).toEqual(['Imported houses from houses.xlsx, 2 rows'])
  const [line] = (await person.call(operaHistory.list, { query: { operatorId: person.accountId } })).items
  const { parts, after } = await person.call(operaHistory.get, { params: { id: line?.id ?? '' } })
  expect(after).toEqual({ source: 'houses.xlsx', rows: 2 })
  const written = ['Created house: Part 2', 'Created house: Part 1']
  expect(await seen(person, { partOf: parts })).toEqual(written)
  // The customer does not see the file's line, so the rows written for them are listed by themselves.
  expect(await seen(owner, {})).toEqual(written)

  const [house] = await named('Part')
  await person.call(houses.remove, { params: { id: house?.id ?? '' } })
  const [removed] = (await person.call(operaHistory.list, { query: { operatorId: person.accountId } })).items
  const { sameRecord } = await person.call(operaHistory.get, { params: { id: removed?.id ?? '' } })
  expect(sameRecord.map(({ description }) => description)).toEqual(['Created house: Part 1'])
})

test('every wrong cell is named as in Excel, with the reason in the language of its reader', async () => {
  await buildHouse(farm.services, farm.offices.direct, { name: 'There already' })
  const { id, summary, file } = await checked(owner, [
    [...TITLES, 'Birds placed', 'Start feeding date', 'Customer', 'Colour'],
    [...sized('Right'), 100, new Date('2026-01-31'), null, 'red'],
    [null, 'Duck', 'long', 15, 400, null, null, null],
    [...sized('Right'), 100, '31/31/2026', null],
    [...sized('There already'), 100, null, 'Nobody'],
    [],
    [...sized('There already'), null, new Date('2099-01-01'), null],
  ])
  expect(summary).toMatchObject({ rows: 5, valid: 1, faulty: 4, unknown: [] })
  expect(summary?.headings).toMatchObject([
    { cell: 'I1', title: 'Colour', reason: expect.stringMatching(/no column of this title/) },
  ])
  expect(summary?.columns.find(({ field }) => field === 'type')).toMatchObject({ letters: 'B', faults: 1 })
  expect(await faultsOf(owner, id)).toEqual([
    'A3: This field is required',
    'B3: Must be one of: Layer, Broiler, Pullet, Breeder',
    'C3: Must be a number',
    'E3: At most 15\u202fm',
    'G4: Must be a date such as 2026-01-31',
    'H5: No such customer',
    'A7: The customer already has a house with this name',
    'G7: A flock can be planned up to one year ahead',
  ])
  const { items, total } = await owner.call(jobs.faults, { params: { id }, query: { field: 'type' } })
  expect(total).toBe(1)
  expect(items[0]).toMatchObject({ row: 3, cells: [null, 'Duck', 'long', '15', '400', null, null, null] })
  expect(items[0]?.faults[1]).toMatchObject({ column: 'House type', found: 'Duck' })

  const [header, first] = await rowsOf(farm, file?.url)
  expect(header?.slice(0, 3)).toEqual(['Name *', 'Customer', 'House type *'])
  expect(header?.slice(-2)).toEqual(['Row in your file', 'Remarks'])
  expect(first?.at(-2)).toBe(3)
  expect(String(first?.at(-1))).toContain('Length (m): Must be a number')
  const back = await checked(owner, [
    [...TITLES, 'Row in your file', 'Remarks'],
    [...sized('Corrected'), 3, 'Must be a number'],
  ])
  expect(back.summary).toMatchObject({ valid: 1, unknown: [], headings: [] })
})

test('a column that nothing explains is a fault at its heading; it is left out only if its owner accepts that', async () => {
  const { id, summary } = await checked(owner, [
    [...TITLES, 'Colour', 'Never filled'],
    [...sized('Without colour'), 'red', null, 'stray'],
  ])
  expect(summary).toMatchObject({ valid: 1, faulty: 0, unknown: [] })
  expect(summary?.headings?.map(({ cell, title }) => [cell, title])).toEqual([
    ['F1', 'Colour'],
    ['H1', ''],
  ])
  expect((await owner.ask(jobs.confirm, { params: { id }, body: {} })).statusCode).toBe(400)
  expect(await named('Without colour')).toEqual([])
  await owner.call(jobs.confirm, { params: { id }, body: { acceptFaulty: true } })
  await jobIn(owner, id, 'done')
  expect(await named('Without colour')).toHaveLength(1)
})

test('a number that can be read in two ways is refused in words; a decimal comma is read', async () => {
  const { id } = await checked(owner, [
    [...TITLES, 'Birds placed'],
    ['Two ways', 'Layer', '1,200', '15,5', 4, '30.000'],
    ['One way', 'Layer', '120,5', '15', '4', null],
  ])
  expect(await faultsOf(owner, id)).toEqual([
    'C2: This number can be read in two ways. Write 1200 or 1.2',
    'F2: This number can be read in two ways. Write 30000 or 30.0',
  ])
})

test('a text that does not fit a cell is refused, and little is kept of one that fits no field', async () => {
  const long = 'x'.repeat(CELL_CHARACTERS)
  const { id, summary } = await checked(owner, [TITLES, sized('Long', long), [long, ...sized('').slice(1)]])
  const { items } = await owner.call(jobs.faults, { params: { id } })
  expect(JSON.stringify({ items, summary }).length).toBeLessThan(10_000)
  const kept = await database().select().from(jobRow).where(eq(jobRow.jobId, id))
  expect(JSON.stringify(kept).length).toBeLessThan(10_000)
  expect(await refusal(owner, [TITLES, sized(`${long}x`)])).toBe(
    'A cell holds more than 32,767 characters, the most Excel allows. Clear it and save the file in Excel again',
  )
})

test('a character that cannot be seen is named and refused', async () => {
  const { id } = await checked(owner, [
    TITLES,
    sized('Zero\u200bwidth'),
    sized('Right\u202eleft'),
    sized('Two\u0085lines'),
  ])
  expect(await faultsOf(owner, id)).toEqual(
    ['U+200B', 'U+202E', 'U+0085'].map(
      (mark, i) => `A${i + 2}: Contains an invisible character (${mark}). Please type it again`,
    ),
  )
})

test('houses go out in feet and come back the very same metres; a title says which unit its column is in', async () => {
  const american = await farm.as({
    office: farm.offices.direct,
    kind: 2,
    grants: everyGrant(2),
    units: 'imperial',
  })
  await buildHouse(farm.services, farm.offices.direct, { name: 'Feet 1', lengthM: 119.99976, widthM: 15 })
  const { id } = await american.call(houses.export, { body: { search: 'Feet 1' } })
  const [header = [], row = []] = await rowsOf(farm, (await jobIn(american, id, 'done')).file?.url)
  const column = (title: string) => row[header.indexOf(title)] as number
  expect(column('Length (ft)')).toBeCloseTo(393.7, 6)
  const sides = [column('Length (ft)'), column('Width (ft)'), column('Height (ft)')]

  // Whoever uploads it, and however the brackets are typed.
  const titles = ['Name', 'House type', '长（ft）', 'Width(ft)', 'Height (ft)']
  const back = await checked(owner, [titles, ['Feet 2', 'Layer', ...sides]])
  await owner.call(jobs.confirm, { params: { id: back.id }, body: {} })
  await jobIn(owner, back.id, 'done')
  const [first, second] = await named('Feet')
  expect([second?.lengthM, second?.widthM, second?.heightM]).toEqual([first?.lengthM, 15, first?.heightM])

  const wrong = await checked(american, [titles, ['Feet 3', 'Layer', 1_000, 50, 12]])
  expect(await faultsOf(american, wrong.id)).toEqual(['C2: At most 984.25\u202fft'])
  const { items } = await american.call(jobs.faults, { params: { id: wrong.id } })
  expect(items[0]?.faults[0]).toMatchObject({
    column: 'Length (ft)',
    expected: '3.29\u202fft to 984.25\u202fft',
  })
  const [remarks] = await rowsOf(farm, wrong.file?.url)
  expect(remarks).toContain('Length (ft) *')
})

test('a length whose title says no unit is asked for, not guessed', async () => {
  expect(
    await refusal(owner, [['Name', 'House type', 'Length', 'Width', 'Height'], sized('No unit')]),
  ).toContain('Length (m)')
})

test('faulty rows are left out only when their owner accepts that', async () => {
  const { id } = await checked(owner, [TITLES, sized('Partly 1'), sized('Partly 2', 'Duck')])
  const refused = await owner.ask(jobs.confirm, { params: { id }, body: {} })
  expect(refused.statusCode).toBe(400)
  expect(refused.json().data[0].field).toBe('acceptFaulty')
  await owner.call(jobs.confirm, { params: { id }, body: { acceptFaulty: true } })
  expect((await jobIn(owner, id, 'done')).summary).toMatchObject({ written: 1 })
  expect((await named('Partly')).map(({ name }) => name)).toEqual(['Partly 1'])
  // Rows left out can still be corrected.
  expect((await faultsOf(owner, id)).length).toBe(1)
})

test('the same row twice in a file, and a file imported twice, are told', async () => {
  const rows = [TITLES, sized('Twice'), sized('TWICE')]
  const first = await checked(owner, rows)
  expect(await faultsOf(owner, first.id)).toEqual(['A3: Same as row 2'])
  await owner.call(jobs.confirm, { params: { id: first.id }, body: { acceptFaulty: true } })
  await jobIn(owner, first.id, 'done')
  const again = await checked(owner, rows)
  expect(again.summary).toMatchObject({ valid: 0, faulty: 2 })
  const answer = await owner.ask(jobs.confirm, { params: { id: again.id }, body: { acceptFaulty: true } })
  expect(answer.json().data[0].message).toBe('There are no rows to import')
})

test('who confirms many times writes once', async () => {
  const { id } = await checked(owner, [TITLES, sized('Once 1'), sized('Once 2')])
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => owner.ask(jobs.confirm, { params: { id }, body: {} })),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
  await jobIn(owner, id, 'done')
  await owner.call(jobs.confirm, { params: { id }, body: {} })
  // Another job of the queue comes after whatever is left of this one.
  await checked(owner, [TITLES, sized('Behind')])
  expect(await named('Once')).toHaveLength(2)
})

test('what became impossible between check and confirmation is told, and nothing is written', async () => {
  const { id } = await checked(owner, [TITLES, sized('Race 1'), sized('Race 2')])
  await buildHouse(farm.services, farm.offices.direct, { name: 'Race 2' })
  await owner.call(jobs.confirm, { params: { id }, body: {} })
  const back = await jobIn(owner, id, 'checked')
  expect(back.summary).toMatchObject({ valid: 1, faulty: 1, isAnew: true })
  expect((await named('Race')).length).toBe(1)
  await owner.call(jobs.confirm, { params: { id }, body: { acceptFaulty: true } })
  await jobIn(owner, id, 'done')
  expect((await named('Race')).map(({ name }) => name)).toEqual(['Race 1', 'Race 2'])
})

test('a cancelled check is forgotten and cannot be written any more', async () => {
  const { id } = await checked(owner, [TITLES, sized('Never')])
  expect((await owner.call(jobs.cancel, { params: { id } })).state).toBe('cancelled')
  expect((await owner.ask(jobs.confirm, { params: { id }, body: {} })).statusCode).toBe(409)
  expect(await named('Never')).toEqual([])
})

test('who loses the right between check and confirmation writes nothing', async () => {
  const person = await farm.as({ office: farm.offices.direct, kind: 2, grants: everyGrant(2) })
  const { id } = await checked(person, [TITLES, sized('Rightless')])
  await database().delete(accountRole).where(eq(accountRole.accountId, person.accountId))
  farm.services.events.emit('access', { accountIds: [person.accountId] })
  expect((await person.ask(jobs.confirm, { params: { id }, body: {} })).statusCode).toBe(403)
  // A confirmation in flight is refused when its turn comes.
  await farm.services.store.transaction(SYSTEM, async db => {
    await db.update(job).set({ step: 'write', state: 'waiting' }).where(eq(job.id, id))
    await farm.services.jobs.add(db, id)
  })
  await jobIn(person, id, 'failed')
  expect(await named('Rightless')).toEqual([])
})

test('a file cannot put a house into the farm of somebody else', async () => {
  const { id } = await checked(owner, [
    [...TITLES, 'Customer'],
    [...sized('Foreign'), 'sharing'],
  ])
  expect(await faultsOf(owner, id)).toEqual(['F2: No such customer'])
  const byStaff = await checked(staff, [
    [...TITLES, 'Customer'],
    [...sized('By staff'), 'sharing'],
  ])
  expect(byStaff.summary?.valid).toBe(1)
})

test('devices come in with gateways of the same file, and codes that are taken anywhere are told', async () => {
  const { services, offices } = farm
  await buildDevice(services, offices.closed, { code: 'TAKEN-1' })
  await buildDevice(services, offices.closed, { code: 'GONE-1', deletedAt: new Date() })
  await buildDevice(services, offices.direct, { code: 'OURS-GW' })
  const { id, summary } = await checked(
    owner,
    [
      ['Code', 'Name', 'Type', 'Gateway'],
      ['NEW-EC', 'Controller', 'Environment controller', 'new-gw'],
      ['NEW-GW', 'Gateway', 'Gateway', null],
      ['NEW-SC', 'Scale', 'Scale', 'OURS-GW'],
      ['taken-1', 'Taken', 'Gateway', null],
      ['GONE-1', 'Reserved', 'Gateway', null],
      ['a b c d', 'Blanks', 'Gateway', null],
      ['NO-GW-1', 'Alone', 'Scale', null],
      ['BAD-GW-1', 'Astray', 'Scale', 'TAKEN-1'],
    ],
    devices.import,
  )
  expect(await faultsOf(owner, id)).toEqual([
    'A5: This code is already in use',
    expect.stringMatching(/^A6: This code belongs to a deleted device/),
    'A7: Letters, digits and - _ @ . : ; only',
    'D8: Choose the gateway this device connects through',
    'D9: Choose a gateway of the same customer',
  ])
  expect(summary?.valid).toBe(3)
  await owner.call(jobs.confirm, { params: { id }, body: { acceptFaulty: true } })
  await jobIn(owner, id, 'done')
  const written = await database()
    .select()
    .from(device)
    .where(inArray(device.code, ['NEW-EC', 'NEW-GW', 'NEW-SC']))
  const byCode = new Map(written.map(row => [row.code, row]))
  expect(byCode.get('NEW-EC')?.gatewayId).toBe(byCode.get('NEW-GW')?.id)
  expect(byCode.get('NEW-GW')).toMatchObject({ credentialHash: null, status: 'UNACTIVE' })
})

test('numbers that Excel made of codes are told where they lost digits, and kept where they did not', async () => {
  const { id, summary } = await checked(
    owner,
    [
      ['Code', 'Name', 'Type'],
      [12_345_678, 'Number', 'Gateway'],
      [1.38e20, 'Lost', 'Gateway'],
    ],
    devices.import,
  )
  expect(summary?.valid).toBe(1)
  expect(await faultsOf(owner, id)).toEqual([
    'A3: Excel has turned the text into the number 138000000000000000000. Format the cell as text',
  ])
})

test('a house with a flock is refused where the customer does not share, by its row; one without comes in', async () => {
  const { id, summary } = await checked(staff, [
    [...TITLES, 'Birds placed', 'Start feeding date', 'Customer'],
    [...sized('With birds'), 100, new Date('2026-01-31'), 'closed'],
    [...sized('Empty'), null, null, 'closed'],
  ])
  expect(await faultsOf(staff, id)).toEqual(['G2: This customer does not share its farm data'])
  expect(summary).toMatchObject({ rows: 2, valid: 1, faulty: 1 })
})

test('the template is in the reader’s language, says what is wanted, and comes back filled in', async () => {
  const reader = await farm.as({
    office: farm.offices.direct,
    kind: 2,
    grants: everyGrant(2),
    language: 'zh-CN',
  })
  const { name, url } = await reader.call(houses.template)
  expect(name).toBe('鸡舍.xlsx')
  const [header] = await rowsOf(farm, url)
  expect(header?.slice(0, 3)).toEqual(['名称 *', '客户', '鸡舍类型 *'])
  const filled = [...(header ?? [])].map(title => String(title))
  const row = ['模板', null, '蛋鸡', 120, 15, 4]
  const answer = await upload(reader, houses.import, await excelOf([filled, row]))
  const { summary } = await jobIn(reader, answer.json().data.id, 'checked')
  expect(summary).toMatchObject({ rows: 1, valid: 1 })
})

test.each([
  ['without rows', [TITLES], 'There are no rows below the column titles'],
  ['without a column it needs', [['Name'], ['A']], /^These columns are missing: House type, Length \(m\)/],
  ['with a column twice', [[...TITLES, 'name'], sized('A')], 'The column “name” appears twice'],
  ['that is empty', [[null]], 'The first sheet is empty'],
])('a file %s is refused as a whole', async (_, rows, reason) => {
  expect(await refusal(owner, rows)).toMatch(reason)
})

test('what is no Excel file is refused, and so is what is too large or of another type', async () => {
  const noExcel = await upload(owner, houses.import, Buffer.from('name;type'))
  expect((await jobIn(owner, noExcel.json().data.id, 'failed')).error).toMatch(/not an Excel file/)
  expect((await upload(owner, houses.import, Buffer.alloc(10 * 1024 * 1024 + 1))).statusCode).toBe(413)
  expect((await upload(owner, houses.import, Buffer.from('a'), { type: 'text/csv' })).statusCode).toBe(415)
  const elsewhere = await upload(owner, houses.create, Buffer.from('a'))
  expect(elsewhere.statusCode).toBe(415)
})

test('an uploaded file is never handed out', async () => {
  const { id } = await checked(owner, [TITLES, sized('Upload')])
  expect((await owner.call(jobs.get, { params: { id } })).file).toBeNull()
})

test('a job that was cut off half-way is done by the next try, and nothing of it is there twice', async () => {
  const { id } = await checked(owner, [TITLES, sized('Cut 1'), sized('Cut 2')])
  // As left by a kill: running, with nothing stored, and queued again.
  await farm.services.store.transaction(SYSTEM, async db => {
    await db.update(job).set({ step: 'write', state: 'running' }).where(eq(job.id, id))
    await farm.services.jobs.add(db, id)
    await farm.services.jobs.add(db, id)
  })
  farm.services.jobs.wake()
  await jobIn(owner, id, 'done')
  await checked(owner, [TITLES, sized('Later')])
  expect(await named('Cut')).toHaveLength(2)
  const left = and(eq(jobRow.jobId, id))
  expect(await database().select().from(jobRow).where(left)).toEqual([])
})
