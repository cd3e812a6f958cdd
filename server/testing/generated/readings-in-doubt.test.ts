import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Job } from '#shared/contracts/jobs.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { PROBES } from '#shared/house-temperature.ts'
import { joinMetrics } from '#shared/metric-list.ts'
import { codeOfDoubt, type DoubtReason, doubtReasons } from '#shared/probe-doubts.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { features } from '../../app.ts'
import { prepareDue } from '../../farm/figures/figures.ts'
import { buildRepair } from '../../features/repairs/repairs.fixture.ts'
import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { repairReading } from '../../platform/database/tables/tickets.ts'
import type { Person, TestApp } from '../app.ts'
import { buildAlarm, buildDevice, buildFlock, buildHouse, buildRecord } from '../farm-builder.ts'
import { everyGrant, inputSchema, sampleOf } from '../samples.ts'
import { storeReports } from '../stored-reports.ts'
import { jobIn, rowsOf } from '../uploads.ts'
import { workingApp } from '../working-app.ts'

/** What a device tells and nobody should believe; the value occurs nowhere else. */
interface Lie {
  metric: string
  reason: DoubtReason
  value: number
}
const lies: readonly Lie[] = [
  { metric: 'Climate/Temp/S8', reason: 'stuck', value: 38.4375 },
  { metric: 'Air/CO2/S1', reason: 'thin', value: 151.625 },
  { metric: 'Bird/WeightAvg', reason: 'balance', value: 4_231.25 },
  { metric: 'Water/Today', reason: 'jumped', value: 987_654 },
]

/** The calls that show what is not believed, with why; a new one that shows readings adds its line. */
const marking = [
  'alarms.get',
  'alarms.list',
  'houses.chart',
  'houses.chartFile',
  'houses.chartWorkbook',
  'houses.meters',
  'houses.monitor',
  'houses.reported',
  'houses.state',
  'repairs.get',
]

const MINUTE = 60_000
const STEP = 5 * MINUTE
const END = Math.floor(Date.now() / STEP) * STEP
const ZONE = 'Asia/Shanghai'
const today = dateIn(ZONE, END)

let farm: TestApp
let ids: Record<string, string>
let owner: Person
let staff: Person
beforeAll(async () => {
  farm = await workingApp()
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: everyGrant(2) })
  staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
  ids = await buildLyingHouse()
  while (await prepareDue(farm.services.store));
})
afterAll(() => farm.close())

/** A house that tells readings of every kind for a day, some of which are in doubt. */
async function buildLyingHouse(): Promise<Record<string, string>> {
  const { services, offices } = farm
  const { sharing } = offices
  const device = await buildDevice(services, sharing, { type: 'controller', status: 'ONLINE' })
  const house = await buildHouse(services, sharing, { deviceIds: [device.id], state: 'alarm' as const })
  const flock = await buildFlock(services, sharing, {
    houseId: house.id,
    breed: 'ross-308',
    placedOn: daysAfter(today, -30),
    placedCount: 20_000,
  })
  await buildRecord(services, sharing, { flockId: flock.id, day: daysAfter(today, -2), feed: 2_000 })
  const told: Record<string, number> = {
    ...Object.fromEntries(PROBES.map(probe => [probe, 22])),
    'Climate/Temp/Target': 22,
    'Bird/Count': 19_900,
    'Feed/Today': 1_500,
    ...Object.fromEntries(lies.map(({ metric, value }) => [metric, value])),
  }
  const at = Date.now()
  const readings = new Map(Object.entries(told).map(([name, value]) => [name, { value, at }]))
  services.devices.states.set(device.id, { readings, lastMessageAt: at, reportIntervalS: 60 })
  await storeReports(
    services,
    device.id,
    Object.keys(told),
    Array.from({ length: 26 * 12 }, (_, i) => ({
      at: END - i * STEP,
      values: Object.values(told),
    })).reverse(),
  )
  for (const { metric, reason } of lies)
    await buildAlarm(services, sharing, {
      code: codeOfDoubt(reason, metric),
      source: 'platform',
      level: 'warning',
      subjectId: device.id,
      houseIds: [house.id],
      raisedAt: new Date(END - 23 * 60 * MINUTE),
      since: new Date(END - 30 * 60 * MINUTE),
    })
  const alarm = await buildAlarm(services, sharing, {
    code: 'CarbonDioxideHigh',
    source: 'platform',
    level: 'critical',
    subjectId: device.id,
    houseIds: [house.id],
    raisedAt: new Date(END - MINUTE),
  })
  const repair = await buildRepair(services, sharing, { houseId: house.id, deviceId: device.id })
  await services.store
    .scoped(SYSTEM)
    .insert(repairReading)
    .values({
      repairId: repair.id,
      officePath: sharing.path,
      farmPath: sharing.path,
      values: Object.fromEntries(lies.map(({ metric, value }) => [metric, [value, at] as [number, number]])),
    })
  return {
    houses: house.id,
    flocks: flock.id,
    'flock-records': flock.id,
    settings: house.id,
    alarms: alarm.id,
    devices: device.id,
    repairs: repair.id,
  }
}

const makesFile = (type: string, { method, path, returns }: Endpoint): boolean =>
  method === 'POST' &&
  returns === Job &&
  !['import', 'upload'].includes(type) &&
  !path.startsWith('/admin/auth/jobs')
/** Everything that can be read, and every file that can be asked for. */
const endpoints = features.flatMap(({ name: module, contract }) =>
  Object.entries<Endpoint>(contract)
    .filter(
      ([type, endpoint]) =>
        endpoint.access !== 'public' && (endpoint.method === 'GET' || makesFile(type, endpoint)),
    )
    .map(([type, endpoint]) => ({ module, name: `${module}.${type}`, endpoint })),
)

/** The content of a file, without thousands separators. */
async function textOf({ name, url }: NonNullable<Job['file']>): Promise<string> {
  if (!name.endsWith('.pdf')) return JSON.stringify(await rowsOf(farm, url))
  const { rawPayload } = await farm.app.inject({ method: 'GET', url })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true })
  return text.replaceAll(',', '')
}

async function answerOf(person: Person, { module, endpoint }: (typeof endpoints)[number]): Promise<string> {
  const known = {
    metrics: joinMetrics(lies.map(({ metric }) => metric)),
    metric: lies[0]?.metric,
    items: ids.flocks,
    houseId: ids.houses,
    flockId: ids.flocks,
    day: today,
    firstDay: daysAfter(today, -1),
    lastDay: today,
    from: END - 24 * 60 * MINUTE,
    to: END + MINUTE,
    points: 500,
    size: 100,
    page: 1,
    language: 'en-US',
    ...(module === 'alarm-rules' && { metric: undefined }),
  }
  const answer = await person.ask(endpoint, {
    params: { id: ids[module] ?? newId() },
    headers: { 'access-i18n': 'en-US', 'access-units': 'metric' },
    ...(endpoint.query && { query: sampleOf(inputSchema(endpoint.query), known) }),
    ...(endpoint.body && { body: sampleOf(inputSchema(endpoint.body), known) }),
  })
  if (endpoint.method === 'GET' || answer.statusCode !== 200) return answer.body
  const { id } = answer.json().data as Job
  const { file } = await jobIn(person, id, 'done', 'failed')
  return file ? textOf(file) : ''
}

/** Whether a text has the number, whatever stands around it. */
const shows = (text: string, { value }: Lie): boolean =>
  new RegExp(`(?<![\\d.])${String(value).replace('.', '\\.')}(?!\\d)`).test(text)

/** Whether it says why a metric is not believed: by code, by metric and reason, or in words. */
const says = (text: string, { metric, reason }: Lie): boolean =>
  [
    codeOfDoubt(reason, metric),
    `"metric":"${metric}","reason":"${reason}"`,
    doubtReasons[reason].label['en-US'],
  ].some(mark => text.includes(mark))

describe('whatever shows what is not believed', () => {
  const answers = new Map<string, string>()
  beforeAll(async () => {
    for (const entry of endpoints)
      answers.set(entry.name, (await answerOf(owner, entry)) + (await answerOf(staff, entry)))
  }, 300_000)

  test.each(lies)('says that $metric is in doubt, and why', lie => {
    const silent = [...answers].filter(([, text]) => shows(text, lie) && !says(text, lie))
    expect(silent.map(([name]) => name)).toEqual([])
  })

  test('is known, so that no sum, mean or record holds it', () => {
    const found = [...answers].filter(([, text]) => lies.some(lie => shows(text, lie)))
    expect(found.map(([name]) => name).toSorted()).toEqual(marking)
  })
})
