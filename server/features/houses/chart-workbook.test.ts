import { eq, sql } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { houses } from '#shared/contracts/houses.ts'
import { jobs } from '#shared/contracts/jobs.ts'
import { momentOf } from '#shared/dates.ts'
import { CHART_REPORTS } from '#shared/limits.ts'
import type { Grant } from '#shared/permissions.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { operationHistory } from '../../platform/database/tables/histories.ts'
import { job } from '../../platform/database/tables/jobs.ts'
import { accountRole, office, role } from '../../platform/database/tables/offices.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildAlarm, buildDevice, buildHouse } from '../../testing/farm-builder.ts'
import { storeReports } from '../../testing/stored-reports.ts'
import { jobIn, rowsOf } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Math.floor(Date.now() / HOUR) * HOUR - 20 * HOUR
const charts: Grant[] = ['device_chart:query', 'device_chart:export']
const METRICS = ['Climate/Temp/Avg', 'Climate/Temp/Target']

let farm: TestApp
let owner: Person
let houseId: string
/** A house that reports every second. */
let busyId: string
beforeAll(async () => {
  farm = await workingApp()
  const { services, offices } = farm
  owner = await farm.as({ office: offices.sharing, kind: 2, grants: [...charts, 'house_alarm:query'] })
  const build = async (name: string) => {
    const device = await buildDevice(services, offices.sharing, { type: 'controller' })
    return { device, house: await buildHouse(services, offices.sharing, { name, deviceIds: [device.id] }) }
  }
  const north = await build('North/1')
  houseId = north.house.id
  // The target is reported once, since it does not change; after the third report there is an hour of silence.
  const reports = [0, 1, 2, 62, 63].map((minute, i) => ({
    at: START + minute * MINUTE,
    values: [20.25 + i, i === 0 ? 21 : Number.NaN],
  }))
  await storeReports(services, north.device.id, METRICS, reports)
  await buildAlarm(services, offices.sharing, {
    subjectId: north.device.id,
    houseIds: [houseId],
    code: 'HighTemp',
    value: 33.5,
    limit: 31,
    raisedAt: new Date(START + MINUTE),
    clearedAt: new Date(START + 2 * MINUTE),
    condition: 'cleared',
  })
  const busy = await build('Busy')
  busyId = busy.house.id
  const many = Array.from({ length: CHART_REPORTS + 1 }, (_, i) => ({
    at: START + i * 1_000,
    values: [20 + (i % 100) / 10, 21],
  }))
  await storeReports(services, busy.device.id, METRICS, many)
})
afterAll(() => farm.close())

const database = () => farm.services.store.scoped(SYSTEM)
const body = (more: object = {}) => ({ metrics: METRICS.join(), from: START, to: START + 2 * HOUR, ...more })
async function exported(person: Person, id = houseId, more: object = {}) {
  const begun = await person.call(houses.chartWorkbook, { params: { id }, body: body(more) })
  return jobIn(person, begun.id, 'done', 'failed')
}
const inShanghai = (at: number) => new Date(at + 8 * HOUR)
const toSecond = (value: unknown) =>
  value instanceof Date ? new Date(Math.round(value.getTime() / 1_000) * 1_000) : value

test('what is drawn is rows with real times and numbers, gaps empty, and what is missing is not made up', async () => {
  const done = await exported(owner)
  expect(done).toMatchObject({ kind: 'export', list: 'charts', title: 'Reports', source: 'North/1' })
  expect(done.file?.name).toMatch(/^North-1 \d{4}-\d\d-\d\d.*\.xlsx$/)
  const [head, ...rows] = await rowsOf(farm, done.file?.url)
  expect(head).toEqual(['Time (Asia/Shanghai)', 'UTC', 'Average temperature (°C)', 'Target temperature (°C)'])
  const at = (minute: number) => [
    inShanghai(START + minute * MINUTE),
    new Date(START + minute * MINUTE).toISOString(),
  ]
  expect(rows.map(row => row.map(toSecond))).toEqual([
    [...at(0), 20.25, 21],
    [...at(1), 21.25, 21],
    [...at(2), 22.25, 21],
    // An hour of silence: a gap, after which the target is unknown.
    [...at(3), null, null],
    [...at(62), 23.25, null],
    [...at(63), 24.25, null],
  ])
  expect(done).toMatchObject({ done: rows.length, total: rows.length })
})

test('the same to print says the house, the time, the figures and what was alarmed', async () => {
  const paper = { metrics: METRICS.join(), from: START, to: START + 2 * HOUR }
  const begun = await owner.call(houses.chartPaper, { params: { id: houseId }, body: paper })
  const done = await jobIn(owner, begun.id, 'done', 'failed')
  expect(done).toMatchObject({ list: 'chart-report', title: 'Chart', source: 'North/1' })
  expect(done.file?.name).toMatch(/^Chart North-1 \d{4}-\d\d-\d\d.*\.pdf$/)
  const answer = await farm.app.inject({ url: done.file?.url ?? '' })
  const document = await getDocumentProxy(new Uint8Array(answer.rawPayload))
  const { text } = await extractText(document, { mergePages: true })
  for (const said of ['North/1', 'Average temperature', '24.3', 'High temperature', '33.5', '1 min'])
    expect(text).toContain(said)
  const unseeing = await farm.as({ office: farm.offices.sharing, kind: 2, grants: [...charts] })
  const other = await unseeing.call(houses.chartPaper, { params: { id: houseId }, body: paper })
  const quiet = await jobIn(unseeing, other.id, 'done', 'failed')
  const page = await farm.app.inject({ url: quiet.file?.url ?? '' })
  const said = await extractText(await getDocumentProxy(new Uint8Array(page.rawPayload)), {
    mergePages: true,
  })
  expect(said.text).not.toContain('High temperature')
})

test('a second sheet says what it is, and a third has the alarms of the period', async () => {
  const { file } = await exported(owner)
  const about = Object.fromEntries(await rowsOf(farm, file?.url, 'About'))
  expect(about).toMatchObject({ House: 'North/1', Rows: 'Every report', 'Time zone': 'Asia/Shanghai' })
  expect(about.From).toBe(momentOf(START, 'en-US', 'Asia/Shanghai'))
  const [, alarm, ...more] = await rowsOf(farm, file?.url, 'Alarms')
  expect(more).toEqual([])
  expect(alarm?.map(toSecond)).toEqual([
    inShanghai(START + MINUTE),
    inShanghai(START + 2 * MINUTE),
    'High temperature',
    'Critical',
    'Cleared',
    'New',
    33.5,
    31,
    '°C',
  ])
  const withoutAlarms = await farm.as({ office: farm.offices.sharing, kind: 2, grants: charts })
  const { file: other } = await exported(withoutAlarms)
  await expect(rowsOf(farm, other?.url, 'Alarms')).rejects.toThrow('not found')
})

test('a reader of imperial units gets lines and alarms in theirs', async () => {
  const person = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: [...charts, 'house_alarm:query'],
    units: 'imperial',
  })
  const { file } = await exported(person)
  const [head, first] = await rowsOf(farm, file?.url)
  expect([head?.[2], first?.[2], first?.[3]]).toEqual(['Average temperature (°F)', 68.45, 69.8])
  const [, alarm] = await rowsOf(farm, file?.url, 'Alarms')
  expect(alarm?.slice(6)).toEqual([92.3, 87.8, '°F'])
})

test('a file with alarms in it is not handed out any more once its owner loses the right to alarms', async () => {
  const person = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: [...charts, 'house_alarm:query'],
  })
  const { id, file } = await exported(person)
  const fetched = () => farm.app.inject({ method: 'GET', url: file?.url ?? '' })
  expect((await fetched()).statusCode).toBe(200)
  const [held] = await database()
    .select()
    .from(accountRole)
    .where(eq(accountRole.accountId, person.accountId))
  const without = [
    { permissionId: 'device_chart' as const, actionList: ['query' as const, 'export' as const] },
  ]
  await database()
    .update(role)
    .set({ permissions: without })
    .where(eq(role.id, held?.roleId ?? ''))
  farm.services.events.emit('access', { accountIds: 'all' })
  expect((await fetched()).statusCode).toBe(404)
  expect((await person.call(jobs.get, { params: { id } })).file).toBeNull()
  const { file: anew } = await exported(person)
  expect((await farm.app.inject({ method: 'GET', url: anew?.url ?? '' })).statusCode).toBe(200)
})

test('of more alarms than a file has, the newest are there, and their sheet says so', async () => {
  const { offices, services } = farm
  const house = await buildHouse(services, offices.sharing, { name: 'Loud' })
  const device = await buildDevice(services, offices.sharing, { type: 'controller' })
  const { id } = await buildAlarm(services, offices.sharing, {
    subjectId: device.id,
    houseIds: [house.id],
    raisedAt: new Date(START),
    condition: 'cleared',
  })
  // In parts: so many at once take longer on a busy machine than a statement may.
  for (let from = 1; from < 10_000; from += 2_500)
    await services.store
      .scoped(SYSTEM)
      .execute(sql`insert into alarm select (jsonb_populate_record(a, jsonb_build_object(
      'id', a.id || n, 'raised_at', a.raised_at + n * interval '1 ms'))).* from alarm a, generate_series(${from}::int, ${from + 2_499}::int) n
      where a.id = ${id}`)
  const { file } = await exported(owner, house.id)
  const [, newest, ...others] = await rowsOf(farm, file?.url, 'Alarms (newest 10,000)')
  expect(others).toHaveLength(9_999)
  expect(toSecond(newest?.[0])).toEqual(inShanghai(START + 10_000))
})

test('where a row stands for several reports it has mean, lowest and highest, in the reader’s language', async () => {
  const reader = await farm.as({ office: farm.offices.sharing, kind: 2, grants: charts, language: 'zh-CN' })
  const { file } = await exported(reader, busyId, { points: 3 })
  const [head, first] = await rowsOf(farm, file?.url)
  expect(head?.slice(0, 5)).toEqual([
    '时间 (Asia/Shanghai)',
    'UTC',
    '平均温度 平均 (°C)',
    '平均温度 最低 (°C)',
    '平均温度 最高 (°C)',
  ])
  const [, , mean, low, high] = first as unknown as [Date, string, number, number, number]
  expect([low <= mean, mean <= high, low, high]).toEqual([true, true, 20, 29.9])
  const about = Object.fromEntries(await rowsOf(farm, file?.url, '说明'))
  expect(about.每行).toBe('1小时均值，含最低和最高')
})

test('every report is written when asked for, up to a limit that is said', async () => {
  const hours = 6
  const done = await exported(owner, busyId, { isEveryReport: true, to: START + hours * HOUR })
  expect(done).toMatchObject({ state: 'done', total: hours * 3_600 })
  const rows = await rowsOf(farm, done.file?.url)
  expect(rows.length).toBe(hours * 3_600 + 1)
  expect(rows.at(-1)?.slice(2)).toEqual([Number((20 + ((hours * 3_600 - 1) % 100) / 10).toFixed(1)), 21])

  const failed = await exported(owner, busyId, { isEveryReport: true, to: START + 15 * HOUR })
  expect(failed).toMatchObject({
    state: 'failed',
    file: null,
    error: 'More than 50,000 reports. Choose a shorter period, or export the chart as drawn',
  })
})

test('it needs the right to export, the house in sight, and the leave of its customer until it is written', async () => {
  const { offices } = farm
  const ask = async (person: Person) =>
    (await person.ask(houses.chartWorkbook, { params: { id: houseId }, body: body() })).statusCode
  const reader = await farm.as({ office: offices.sharing, kind: 2, grants: ['device_chart:query'] })
  expect(await ask(reader)).toBe(403)
  const neighbour = await farm.as({ office: offices.closed, kind: 2, grants: charts })
  expect(await ask(neighbour)).toBe(404)

  const staff = await farm.as({ office: offices.provider, kind: 1, grants: charts })
  const seen = await exported(staff)
  expect(seen.state).toBe('done')
  const [told] = await database()
    .select()
    .from(operationHistory)
    .where(eq(operationHistory.type, 'chartWorkbook'))
  expect(told?.description['en-US']).toBe('Exported the reports: North/1, 6 rows')
  const settings = body({ metrics: 'Settings/Version' })
  const refused = await staff.ask(houses.chartWorkbook, { params: { id: houseId }, body: settings })
  expect(refused.statusCode).toBe(403)

  await database().update(office).set({ farmAccessUntil: null }).where(eq(office.id, offices.sharing.id))
  expect(await ask(staff)).toBe(403)
  expect((await farm.app.inject({ method: 'GET', url: seen.file?.url ?? '' })).statusCode).toBe(404)
  // A file requested before the customer stopped sharing is not written either.
  await farm.services.store.transaction(SYSTEM, async db => {
    await db.insert(job).values({
      id: 'late-chart',
      accountId: staff.accountId,
      officePath: offices.provider.path,
      kind: 'export',
      list: 'charts',
      step: 'export',
      language: 'en-US',
      timeZone: 'UTC',
      request: { ...body({ metrics: METRICS }), houseId },
      expiresAt: new Date(Date.now() + MINUTE),
    })
    await farm.services.jobs.add(db, 'late-chart')
  })
  const late = await jobIn(staff, 'late-chart', 'failed')
  expect(late).toMatchObject({ error: 'This customer does not share its farm data', file: null })
})

test('what is wrong with the request is said at once, by field', async () => {
  const ask = (more: object) => owner.ask(houses.chartWorkbook, { params: { id: houseId }, body: body(more) })
  expect((await ask({ to: START })).json().data).toEqual([
    { field: 'to', message: 'The end must be after the start' },
  ])
  expect((await ask({ metrics: ',' })).json().data[0].field).toBe('metrics')
})
