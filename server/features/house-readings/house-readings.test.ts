import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { houseReadings } from '#shared/contracts/house-readings.ts'
import { houses } from '#shared/contracts/houses.ts'
import { type Job, jobs } from '#shared/contracts/jobs.ts'
import type { Grant } from '#shared/permissions.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { createEvents } from '../../platform/events.ts'
import { startRollups } from '../../telemetry/rollups.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildDevice, buildHouse } from '../../testing/farm-builder.ts'
import { storeReports } from '../../testing/stored-reports.ts'
import { jobIn } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'

const grants: Grant[] = [
  'chicken_home_manage:query',
  'chicken_home_manage:get',
  'chicken_home_manage:import',
  'device_chart:query',
  'device_chart:export',
]
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Midnight in Shanghai some days ago, ms. */
const midnight = (daysAgo: number) =>
  Math.floor((Date.now() + 8 * HOUR) / DAY) * DAY - 8 * HOUR - daysAgo * DAY
const local = (at: number) => new Date(at + 8 * HOUR).toISOString()
/** 31/01/2026 and 13:05:00 as clocks in Shanghai show it. */
const dmy = (at: number) => {
  const [year, month, day] = local(at).slice(0, 10).split('-')
  return `${day}/${month}/${year};${local(at).slice(11, 19)}`
}

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await workingApp()
  owner = await farm.as({ office: farm.offices.direct, kind: 2, grants })
})
afterAll(() => farm.close())

const send = (body: string | Buffer, houseId: string, name: string, who = owner) =>
  who.ask(houseReadings.upload, {
    query: { name, houseId },
    body: Buffer.from(body),
    headers: { 'content-type': 'application/octet-stream' },
  } as never)
async function checked(body: string | Buffer, houseId: string, name = 'old system.csv'): Promise<Job> {
  const answer = await send(body, houseId, name)
  expect(answer.statusCode, answer.body).toBe(200)
  return jobIn(owner, answer.json().data.id, 'checked')
}
async function confirmed({ id, summary }: Job): Promise<Job> {
  await owner.call(jobs.confirm, { params: { id }, body: { acceptFaulty: (summary?.faulty ?? 0) > 0 } })
  return jobIn(owner, id, 'done')
}
async function under(
  job: Job,
  change: (layout: NonNullable<NonNullable<Job['summary']>['own']>['layout']) => void,
) {
  const layout = structuredClone(job.summary?.own?.layout)
  if (!layout) throw new Error('no layout')
  change(layout)
  await owner.call(jobs.layout, { params: { id: job.id }, body: layout })
  return jobIn(owner, job.id, 'checked')
}
const chartOf = (id: string, metric: string, from: number, to: number, more: object = {}) =>
  owner.call(houses.chart, { params: { id }, query: { metrics: metric, from, to, points: 600, ...more } })
const told = (values: readonly (number | null)[] = []) => values.filter(value => value !== null)

/** One reading a row, decimal commas, a point for thousands, day first, as farm systems of Brazil hand it out. */
function longFile(at: number, collector = 'A-1'): string {
  const rows = Array.from({ length: 48 }, (_, i) => {
    const when = dmy(at + i * 30 * MINUTE)
    return [
      `CO2;${collector};GALPÃO 1;1.${200 + i},00;${when}`,
      `AMÔNIA;${collector};GALPÃO 1;${10 + (i % 5)},50;${when}`,
    ]
  })
  return `sep=;\nGrandeza;Coletor;Local;Valor;Data;Hora\n${rows.flat().join('\n')}\n`
}

/** The same as such a system sends it unchanged: identities and lots beside each reading, and codes where a sensor said nothing. */
function fileAsSent(at: number): string {
  const beside = 'SHED-7;CT-0;1f0c2f6e-0000-4000-8000-000000000007;0a:1b:2c:3d;0;AVIÁRIO MEIO'
  const line = (quantity: string, value: string, i: number) =>
    `${quantity};${beside};${value};${dmy(at + i * 5 * MINUTE)};1;SHED-7-1`
  const rows = Array.from({ length: 24 }, (_, i) => [
    line('CO2', i === 5 ? '65.535,00' : `1.${300 + i},00`, i),
    line('AMÔNIA', i === 9 ? '-999,00' : `${20 + (i % 4)},50`, i),
    line('DIFERENCIAL DE PRESSÃO', `${(i % 3) - 1},0`, i),
  ])
  const head = 'Grandeza;Coletor;Dispositivo;ID longa;ID curta;Canal;Local;Valor;Data;Hora;Lote;lote_composto'
  return `\uFEFFsep=;\n${head}\n${rows.flat().join('\n')}\n`
}

describe('a file with one reading a row', () => {
  test('as another system sends it goes in unchanged; its codes for no reading are left out, and it stays marked as imported', async () => {
    const { id } = await buildHouse(farm.services, farm.offices.direct, { name: 'Galpão 7' })
    // Beyond the twelfth of a month the order of day and month is proven.
    const from = midnight(150) + (Number(local(midnight(150)).slice(8, 10)) <= 12 ? 13 * DAY : 0)
    const job = await checked(fileAsSent(from), id, 'export.csv')
    const [preview] = job.summary?.readings?.houses ?? []
    expect(job.summary).toMatchObject({ faulty: 0 })
    expect(preview).toMatchObject({ house: 'Galpão 7', from: new Date(from).toISOString() })
    expect(preview?.metrics.map(({ metric, low, high, readings }) => [metric, low, high, readings])).toEqual([
      ['Air/CO2/S1', 1_300, 1_323, 23],
      ['Air/NH3/S1', 20.5, 23.5, 23],
      ['Air/Pressure/S1', -1, 1, 24],
    ])
    const notes = job.summary?.readings?.notes.join('\n') ?? ''
    expect(notes).toMatch(/codes for no reading: 1 .*65535/)
    expect(notes).toMatch(/codes for no reading: 1 .*-999/)
    await confirmed(job)
    const until = from + 2 * HOUR
    const chart = await chartOf(id, 'Air/CO2/S1', from, until, { resolution: '15m' })
    // Three readings in each quarter of an hour; the last of the second one was a code.
    const highest = Array.from({ length: 8 }, (_, quarter) => (quarter === 1 ? 1_304 : 1_302 + 3 * quarter))
    expect(told(chart.series[0]?.high)).toEqual(highest)
    expect(chart.imported).toMatchObject([{ source: 'export.csv', metrics: ['Air/CO2/S1'] }])
    const pressure = await chartOf(id, 'Air/Pressure/S1', from, until, { resolution: '15m' })
    expect(told(pressure.series[0]?.low).every(value => value === -1)).toBe(true)
    expect(pressure.imported).toMatchObject([{ source: 'export.csv' }])
  })

  test('is read, shown, written, named on charts and in files, and taken back as one act', async () => {
    const { id } = await buildHouse(farm.services, farm.offices.direct, { name: 'Old house' })
    const from = midnight(200)
    const job = await checked(longFile(from), id)
    const [preview] = job.summary?.readings?.houses ?? []
    expect(preview).toMatchObject({ house: 'Old house', reports: 48, timeZone: 'Asia/Shanghai' })
    expect(preview?.from).toBe(new Date(from).toISOString())
    expect(preview?.metrics.map(({ metric, low, high, readings }) => [metric, low, high, readings])).toEqual([
      ['Air/CO2/S1', 1_200, 1_247, 48],
      ['Air/NH3/S1', 10.5, 14.5, 48],
    ])
    // Nothing is there before somebody has agreed.
    expect(told((await chartOf(id, 'Air/CO2/S1', from, from + DAY)).series[0]?.mean)).toEqual([])
    const done = await confirmed(job)
    expect(done.summary?.written).toBe(48)

    const chart = await chartOf(id, 'Air/CO2/S1', from, from + DAY, { resolution: '15m' })
    expect(told(chart.series[0]?.mean)).toEqual(Array.from({ length: 48 }, (_, i) => 1_200 + i))
    expect(chart.imported).toEqual([
      { source: 'old system.csv', from, to: from + 47 * 30 * MINUTE + 15 * MINUTE, metrics: ['Air/CO2/S1'] },
    ])
    const file = await owner.call(houses.chartFile, {
      params: { id },
      query: { metrics: 'Air/CO2/S1', from, to: from + DAY, points: 600, resolution: '15m' },
    })
    const [titles = '', first = ''] = file.text.split('\r\n')
    expect(titles).toContain('"Source"')
    expect(first).toContain('Imported from old system.csv')

    // Days are made of it, so reports of the time count it.
    await madeDays()
    const byDay = await chartOf(id, 'Air/NH3/S1', from, from + DAY, { resolution: 'day' })
    expect(byDay.series[0]?.high).toEqual([14.5])

    const [listed] = await owner.call(houseReadings.list, { query: { houseId: id } })
    expect(listed).toMatchObject({ source: 'old system.csv', reports: 48, readings: 96, takenBackAt: null })
    await owner.call(houseReadings.takeBack, { params: { id: listed?.id ?? '' } })
    const after = await chartOf(id, 'Air/CO2/S1', from, from + DAY, { resolution: '15m' })
    expect(told(after.series[0]?.mean)).toEqual([])
    expect(after.imported).toBeUndefined()
    const [gone] = await owner.call(houseReadings.list, { query: { houseId: id } })
    expect(gone?.takenBackAt).not.toBeNull()
    expect((await owner.ask(houseReadings.takeBack, { params: { id: listed?.id ?? '' } })).statusCode).toBe(
      409,
    )
    // The same file can be imported again.
    expect((await confirmed(await checked(longFile(from), id))).summary?.written).toBe(48)
  })

  test('of two houses never mixes them: each goes to the own house that is chosen for it, or stays out and is named', async () => {
    const { services, offices } = farm
    const { id } = await buildHouse(services, offices.direct, { name: 'Two of a file: one' })
    const other = await buildHouse(services, offices.direct, { name: 'Two of a file: two' })
    /** Air of one house and pressure of another; only the collector tells them apart. */
    const fileOf = (from: number) => {
      const rows = Array.from({ length: 12 }, (_, i) => {
        const when = dmy(from + i * 30 * MINUTE)
        return [
          `CO2;SITE-1;AVIÁRIO MEIO;1.${200 + i},00;${when}`,
          `DIFERENCIAL DE PRESSÃO;SITE-4;AVIÁRIO MEIO;1${i % 5},5;${when}`,
        ]
      })
      return `sep=;\nGrandeza;Coletor;Ponto;Valor;Data;Hora\n${rows.flat().join('\n')}\n`
    }
    const from = midnight(90) + (Number(local(midnight(90)).slice(8, 10)) <= 12 ? 13 * DAY : 0)
    const housesOf = ({ summary }: Job) =>
      summary?.readings?.houses.map(({ house, metrics }) => [house, metrics.map(({ metric }) => metric)])
    const pressureIn = async (houseId: string, at: number) =>
      told((await chartOf(houseId, 'Air/Pressure/S1', at, at + DAY, { resolution: '15m' })).series[0]?.mean)
    const job = await checked(fileOf(from), id)
    // Nothing in the file says which of our houses they are.
    expect(job.summary).toMatchObject({ rows: 24, valid: 0, faulty: 0 })
    expect(housesOf(job)).toEqual([])
    expect(job.summary?.own?.layout.sheets[0]?.houses).toEqual([
      { named: 'SITE-1', house: null },
      { named: 'SITE-4', house: null },
    ])

    const one = await under(job, ({ sheets: [sheet] }) => {
      Object.assign(sheet?.houses?.[0] ?? {}, { house: 'Two of a file: one' })
    })
    expect(one.summary).toMatchObject({ rows: 24, valid: 12, faulty: 0 })
    expect(one.summary?.readings?.notes).toContain(
      'SITE-4: rows left out because no house was chosen for it: 12 (first is row 4)',
    )
    await confirmed(one)
    expect(await pressureIn(id, from)).toEqual([])
    expect(await pressureIn(other.id, from)).toEqual([])

    // The next file knows the first; with both chosen each has its own.
    const next = await checked(fileOf(from + DAY), id)
    expect(housesOf(next)).toEqual([['Two of a file: one', ['Air/CO2/S1']]])
    const both = await under(next, ({ sheets: [sheet] }) => {
      Object.assign(sheet?.houses?.[1] ?? {}, { house: 'Two of a file: two' })
    })
    expect(housesOf(both)).toEqual([
      ['Two of a file: one', ['Air/CO2/S1']],
      ['Two of a file: two', ['Air/Pressure/S1']],
    ])
    expect(both.summary?.readings?.notes).toEqual([])
    await confirmed(both)
    expect(await pressureIn(id, from + DAY)).toEqual([])
    expect(await pressureIn(other.id, from + DAY)).toHaveLength(12)
  })

  test('keeps what was chosen for its names, for the next file', async () => {
    const { id } = await buildHouse(farm.services, farm.offices.direct, { name: 'Kept house' })
    const file = (daysAgo: number) =>
      `Kanal;Messwert;Datum\n${[1, 2, 3].map(i => `Fühler X;2${i},5;${local(midnight(daysAgo) + i * HOUR).slice(0, 16)}`).join('\n')}\n`
    const unknown = await checked(file(30), id)
    expect(unknown.summary?.readings?.houses).toEqual([])
    const read = await under(unknown, ({ sheets: [sheet] }) => {
      const column = sheet?.columns.find(({ title }) => title === 'Fühler X')
      if (column && sheet) Object.assign(column, { use: 'Climate/Temp/S3', unit: '°C' })
      if (sheet) sheet.isUsed = true
    })
    expect(read.summary?.readings?.houses[0]?.metrics[0]).toMatchObject({
      metric: 'Climate/Temp/S3',
      low: 21.5,
      high: 23.5,
    })
    await confirmed(read)
    const next = await checked(file(29), id)
    expect(next.summary?.own?.layout.sheets[0]?.columns.find(({ title }) => title === 'Fühler X')?.use).toBe(
      'Climate/Temp/S3',
    )
  })
})

describe('a file with a column for each sensor', () => {
  const head = 'Date/Time,Temp 1,Temp 2 (°F),Outside Temp (°F),Static Pressure (inWG),Air flow (cfm),Humidity'
  const wide = (at: number, order: (at: number) => string, cells: (i: number) => string) =>
    `${head}\n${Array.from({ length: 24 }, (_, i) => `${order(at + i * 5 * MINUTE)},${cells(i)}`).join('\n')}\n`
  const american = (at: number) => {
    const [year, month, day] = local(at).slice(0, 10).split('-')
    return `${month}/${day}/${year} ${local(at).slice(11, 16)}`
  }

  test('in American units becomes metric; codes for no reading and impossible values are left out and told', async () => {
    const { id } = await buildHouse(farm.services, farm.offices.direct, { name: 'Feet' })
    // Beyond the twelfth of a month the order of day and month is proven.
    const at = midnight(120) + (Number(local(midnight(120)).slice(8, 10)) <= 12 ? 13 * DAY : 0)
    const cells = (i: number) => {
      if (i === 3) return '-999,77,50,0.05,60000,65'
      if (i === 4) return '77,32767,50,0.05,60000,650'
      return '77,77,50,0.05,60000,65'
    }
    const job = await checked(wide(at, american, cells), id)
    const byMetric = new Map(job.summary?.readings?.houses[0]?.metrics.map(each => [each.metric, each]))
    // The first column names no unit: 77 cannot be °C in a house.
    expect(byMetric.get('Climate/Temp/S1')).toMatchObject({ low: 25, high: 25, readings: 23 })
    expect(byMetric.get('Climate/Temp/S2')).toMatchObject({ low: 25, high: 25, readings: 23 })
    expect(byMetric.get('Climate/Temp/Outdoor')?.mean).toBeCloseTo(10, 9)
    expect(byMetric.get('Air/Pressure/S1')?.mean).toBeCloseTo(12.454, 3)
    expect(byMetric.get('Air/AirFlow')?.mean).toBeCloseTo(101_940.6, 0)
    expect(byMetric.get('Climate/Hum/Avg')).toMatchObject({ high: 65, readings: 23 })
    const notes = job.summary?.readings?.notes.join('\n') ?? ''
    expect(notes).toMatch(/probe 1: left out as codes for no reading: 1 \(first in row 5: -999\)/)
    expect(notes).toMatch(/probe 2.*32767/)
    expect(notes).toMatch(/impossible: 1 .*650/)
    expect(notes).toMatch(/By its values it was taken for °F/)
    await confirmed(job)
    const chart = await chartOf(id, 'Climate/Temp/S1', at, at + 2 * HOUR, { resolution: '15m' })
    expect(new Set(told(chart.series[0]?.mean))).toEqual(new Set([25]))
  })

  test('of which nobody can tell the order of day and month waits until it is chosen', async () => {
    const { id } = await buildHouse(farm.services, farm.offices.direct, { name: 'Order' })
    const at = Date.UTC(new Date().getUTCFullYear() - 1, 2, 4)
    // With titles of its own: the order chosen for the same titles is remembered.
    const file = wide(at, american, () => '77,77,50,0.05,60000,65').replace('Date/Time', 'Taken at')
    const job = await checked(file, id)
    expect(job.summary).toMatchObject({ valid: 0, faulty: 24, own: { layout: { dates: null } } })
    const faults = await owner.call(jobs.faults, { params: { id: job.id }, query: { page: 1, size: 5 } })
    expect(faults.items[0]?.faults[0]?.reason).toMatch(/day or month/)
    const read = await under(job, layout => {
      layout.dates = 'mdy'
    })
    expect(read.summary?.faulty).toBe(0)
    expect(read.summary?.readings?.houses[0]?.from.slice(5, 10)).toBe('03-04')
    const utc = await under(read, layout => {
      layout.zone = 'UTC'
    })
    const [was, now] = [read, utc].map(each => Date.parse(each.summary?.readings?.houses[0]?.from ?? ''))
    expect((now ?? 0) - (was ?? 0)).toBe(8 * HOUR)
  })

  test('as a workbook keeps the clock of its times; a clock that was set back and gaps are told', async () => {
    const { id } = await buildHouse(farm.services, farm.offices.direct, { name: 'Workbook' })
    const at = midnight(60)
    const times = [0, 5, 10, 4, 15, 20, 3 * 24 * 60].map(
      minutes => new Date(at + minutes * MINUTE + 8 * HOUR),
    )
    const cells = [
      [{ value: '时间' }, { value: '室内平均温度' }, { value: 'Night shift' }],
      ...times.map((value, i) => [
        { value, type: Date, format: 'yyyy-mm-dd hh:mm:ss' },
        { value: 24 + i / 10, type: Number },
        { value: 'Li' },
      ]),
    ]
    const job = await checked(await writeXlsxFile(cells as never).toBuffer(), id, 'book.xlsx')
    const [house] = job.summary?.readings?.houses ?? []
    expect(house).toMatchObject({ from: new Date(at).toISOString(), reports: 7 })
    const notes = job.summary?.readings?.notes.join('\n') ?? ''
    expect(notes).toMatch(/clock jumps back: 1 /)
    expect(notes).toMatch(/gaps of more than a day: 1 /)
    expect(job.summary?.own?.layout.sheets[0]?.columns[2]).toMatchObject({ use: null, problem: 'unknown' })
  })
})

test('what a device has sent stands, nothing rings, and nobody is told', async () => {
  const { services, offices } = farm
  const gateway = await buildDevice(services, offices.direct)
  const device = await buildDevice(services, offices.direct, { type: 'controller', gatewayId: gateway.id })
  const { id } = await buildHouse(services, offices.direct, {
    name: 'With controller',
    deviceIds: [device.id],
  })
  const at = Math.floor(Date.now() / HOUR) * HOUR - 3 * HOUR
  // The binding may be younger than the readings.
  await services.store
    .scoped(SYSTEM)
    .execute(`update house_device set "from" = now() - interval '10 days' where device_id = '${device.id}'`)
  await storeReports(
    services,
    device.id,
    ['Climate/Temp/Avg'],
    [0, 15, 30].map(minutes => ({ at: at + minutes * MINUTE, values: [25] })),
  )
  const rows = Array.from({ length: 12 }, (_, i) => `${new Date(at + i * 10 * MINUTE).toISOString()},44,2000`)
  const job = await checked(`UTC,Average temperature (°C),CO2 (ppm)\n${rows.join('\n')}\n`, id)
  const notes = job.summary?.readings?.notes.join('\n') ?? ''
  expect(notes).toMatch(/Average temperature: left out because the house has readings of a device/)
  const before = await counts()
  await confirmed(job)
  const chart = await chartOf(id, 'Climate/Temp/Avg', at, at + 2 * HOUR, { resolution: '15m' })
  expect(chart.series[0]?.mean.slice(0, 3)).toEqual([25, 25, 25])
  expect(told(chart.series[0]?.mean.slice(3))).toEqual(Array(5).fill(44))
  // Of another metric the device said nothing.
  const air = await chartOf(id, 'Air/CO2/S1', at, at + 2 * HOUR, { resolution: '15m' })
  expect(told(air.series[0]?.mean)).toEqual(Array(8).fill(2_000))
  expect(await counts()).toEqual(before)
  // Nor does a second file write over the first.
  const again = await checked(
    `UTC,CO2 (ppm)\n${rows.map(row => row.replace('44,2000', '900')).join('\n')}\n`,
    id,
  )
  expect(again.summary).toMatchObject({ valid: 0, readings: { houses: [] } })
})

test('what a controller sends late stands instead of what was imported for that time, and it is said', async () => {
  const { services, offices } = farm
  const gateway = await buildDevice(services, offices.direct)
  const device = await buildDevice(services, offices.direct, { type: 'controller', gatewayId: gateway.id })
  const { id } = await buildHouse(services, offices.direct, { name: 'Late', deviceIds: [device.id] })
  await services.store
    .scoped(SYSTEM)
    .execute(`update house_device set "from" = now() - interval '10 days' where device_id = '${device.id}'`)
  const at = midnight(2) + 6 * HOUR
  const rows = Array.from({ length: 12 }, (_, i) => `${new Date(at + i * 10 * MINUTE).toISOString()},44,2000`)
  const file = `UTC,Average temperature (°C),CO2 (ppm)\n${rows.join('\n')}\n`
  await confirmed(await checked(file, id))
  await madeDays()
  await storeReports(
    services,
    device.id,
    ['Climate/Temp/Avg'],
    [0, 5, 10, 15, 20, 25].map(minutes => ({ at: at + minutes * MINUTE, values: [25] })),
  )
  await madeDays()
  const readAs = async (metric: string, resolution: string) =>
    told((await chartOf(id, metric, at, at + 2 * HOUR, { resolution })).series[0]?.mean)
  expect(await readAs('Climate/Temp/Avg', '15m')).toEqual([25, 25, 44, 44, 44, 44, 44, 44])
  expect((await readAs('Climate/Temp/Avg', 'raw')).slice(0, 6)).toEqual(Array(6).fill(25))
  // Of another metric the controller said nothing.
  expect(await readAs('Air/CO2/S1', '15m')).toEqual(Array(8).fill(2_000))
  const [line] = await owner.call(houseReadings.list, { query: { houseId: id } })
  expect(line).toMatchObject({ replaced: 2 })
  // Made anew, it is not counted twice; taken back, the controller's values are all there is.
  await storeReports(services, device.id, ['Climate/Temp/Avg'], [{ at: at + 12 * MINUTE, values: [25] }])
  await madeDays()
  expect(await owner.call(houseReadings.list, { query: { houseId: id } })).toMatchObject([{ replaced: 2 }])
  const day = await chartOf(id, 'Climate/Temp/Avg', midnight(2), midnight(1), { resolution: 'day' })
  expect(day.series[0]).toMatchObject({ low: [25], high: [44] })
  await owner.call(houseReadings.takeBack, { params: { id: line?.id ?? '' } })
  await madeDays()
  expect(await readAs('Climate/Temp/Avg', '15m')).toEqual([25, 25])
})

test('only those who may import into houses of their own farm do', async () => {
  const theirs = await buildHouse(farm.services, farm.offices.closed, { name: 'Theirs' })
  const job = await checked(longFile(midnight(20)), theirs.id)
  expect(job.summary?.own?.choices.houses).not.toContain('Theirs')
  const reader = await farm.as({
    office: farm.offices.direct,
    kind: 2,
    grants: ['chicken_home_manage:query'],
  })
  expect((await send('Time,CO2\n', theirs.id, 'a.csv', reader)).statusCode).toBe(403)
  const other = await farm.as({ office: farm.offices.closed, kind: 2, grants })
  const house = await buildHouse(farm.services, farm.offices.direct, { name: 'Ours' })
  await confirmed(await checked(longFile(midnight(20), 'B-1'), house.id))
  const [ours] = await owner.call(houseReadings.list, { query: { houseId: house.id } })
  expect((await other.ask(houseReadings.takeBack, { params: { id: ours?.id ?? '' } })).statusCode).toBe(404)
  expect(await other.call(houseReadings.list, { query: { houseId: house.id } })).toEqual([])
})

async function madeDays(): Promise<void> {
  const rollups = startRollups(farm.services.store.ingest, createEvents(), Fastify().log)
  await rollups.catchUp(true)
  await rollups.stop()
}

async function counts() {
  const db = farm.services.store.scoped(SYSTEM)
  return [await db.$count(alarm), await db.$count(noticeMessage)]
}
