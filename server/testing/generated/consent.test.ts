import { eq } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Treatment } from '#shared/contracts/flock-records.ts'
import { Job } from '#shared/contracts/jobs.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { proposedEquipment } from '#shared/house-equipment.ts'
import { encodePayload } from '#shared/sparkplug/encode.ts'
import { DataType } from '#shared/sparkplug/types.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { features } from '../../app.ts'
import { newId } from '../../platform/database/ids.ts'
import * as tables from '../../platform/database/schema.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { buildAlarmRule } from '../alarm-rules.ts'
import type { Person, TestApp } from '../app.ts'
import { buildCamera } from '../cameras.ts'
import {
  buildAlarm,
  buildDevice,
  buildExchange,
  buildFlock,
  buildGroup,
  buildHouse,
  buildMove,
  buildReadingImport,
  buildRecord,
  buildRefused,
  buildSettingChange,
  buildTemplate,
} from '../farm-builder.ts'
import { buildClip } from '../recordings.ts'
import { audienceOf, everyGrant, grantsTo, inputSchema, sampleOf } from '../samples.ts'
import { storeReports } from '../stored-reports.ts'
import { jobIn, rowsOf } from '../uploads.ts'
import { workingApp } from '../working-app.ts'

/** Occurs in farm data only, in each kind of it. */
const MARK = 'FARMDATA'
const COUNT = 387_654
const SOLD = 276_543
const SINCE = new Date('2026-02-03T04:05:06.789Z')
const PLACED_ON = '2026-05-17'
const HATCHED_ON = '2026-05-11'
const START = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 2 * 3_600_000
const METRIC = 'Climate/Temp/Avg'
/** The reading's day, by the house's calendar; the alarm is on it or the next. */
const day = dateIn('Asia/Shanghai', new Date(START))
const reportedDays = { day, firstDay: day, lastDay: daysAfter(day, 1) }

/** The calls that show farm data, each with the rows it is about; a new one adds a line here. */
const showing = [
  'agent-area.morning',
  'alarm-rules.get',
  'alarm-rules.list',
  'alarms.export',
  'alarms.get',
  'alarms.list',
  'camera-channels.watched',
  'camera-clips.get',
  'camera-clips.list',
  'cameras.export',
  'cameras.get',
  'cameras.list',
  'comparison.choices',
  'comparison.courses',
  'comparison.metered',
  'data-screen.figures',
  'devices.quarantine',
  'flock-moves.list',
  'flock-records.export',
  'flock-records.list',
  'flock-records.sheet',
  'flock-records.trail',
  'flock-treatments.export',
  'flocks.course',
  'flocks.export',
  'flocks.get',
  'flocks.list',
  'house-groups.export',
  'house-groups.get',
  'house-groups.list',
  'house-readings.list',
  'houses.alarmMarks',
  'houses.births',
  'houses.chart',
  'houses.chartFile',
  'houses.chartPaper',
  'houses.chartWorkbook',
  'houses.charted',
  'houses.deeds',
  'houses.equipment',
  'houses.export',
  'houses.get',
  'houses.list',
  'houses.meters',
  'houses.monitor',
  'houses.reported',
  'houses.state',
  'medicine-register.registerPaper',
  'medicine-register.registerWorkbook',
  'reports.alarmLog',
  'reports.daily',
  'reports.flock',
  'settings.changes',
  'settings.ofGroup',
  'settings.ofHouse',
  'settings.templates',
  'weather.get',
  'workplace.round',
]

const isFor = (endpoint: Endpoint) => {
  const grants = grantsTo(endpoint)
  const kinds = endpoint.kinds ?? [1, 2, 3]
  return (
    endpoint.access !== 'public' &&
    kinds.some(kind => kind !== 2) &&
    (grants.length === 0 || grants.some(grant => audienceOf(grant).some(kind => kind !== 2)))
  )
}
/** Everything that staff or agents can read, and every file they can ask for. */
const endpoints = features.flatMap(({ name: module, contract }) =>
  Object.entries<Endpoint>(contract)
    .filter(([type, endpoint]) => isFor(endpoint) && (endpoint.method === 'GET' || makesFile(type, endpoint)))
    .map(([type, endpoint]) => ({ module, type, name: `${module}.${type}`, endpoint })),
)
/** Whether a job makes Excel, PDF or another file for the person who asked. */
function makesFile(type: string, { method, path, returns }: Endpoint): boolean {
  return (
    method === 'POST' &&
    returns === Job &&
    !['import', 'upload'].includes(type) &&
    !path.startsWith('/admin/auth/jobs')
  )
}

/** The content of a file, without thousands separators. */
async function textOf({ name, url }: NonNullable<Job['file']>): Promise<string> {
  if (!name.endsWith('.pdf')) return JSON.stringify(await rowsOf(farm, url))
  const { rawPayload } = await farm.app.inject({ method: 'GET', url })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true })
  return text.replaceAll(',', '')
}

let farm: TestApp
let ids: Record<string, string>
beforeAll(async () => {
  farm = await workingApp()
  ids = await buildFarm()
})
afterAll(() => farm.close())

const database = () => farm.services.store.scoped(SYSTEM)
const share = (until: Date | null) =>
  database()
    .update(tables.office)
    .set({ farmAccessUntil: until, remoteControlUntil: until })
    .where(eq(tables.office.id, farm.offices.closed.id))
const tomorrow = () => new Date(Date.now() + 86_400_000)
beforeEach(() => share(null))

/** One of each kind of the customer's farm data, with the mark in it. */
async function buildFarm(): Promise<Record<string, string>> {
  const { services, offices } = farm
  const { closed } = offices
  const gateway = await buildDevice(services, closed)
  const controller = await buildDevice(services, closed, { type: 'controller', gatewayId: gateway.id })
  const group = await buildGroup(services, closed)
  const house = await buildHouse(services, closed, {
    deviceIds: [controller.id],
    groupId: group.id,
    state: 'alarm' as const,
    stateSince: SINCE,
    latitude: 36.71,
    longitude: 119.1,
    equipment: {
      ...proposedEquipment('layer', { lengthM: 90, widthM: 12, heightM: 4, birds: 20_000, latitude: 36.71 }),
      machines: [{ machine: 'eggBelt', model: MARK }],
    },
    breed: MARK,
    flockStartedOn: PLACED_ON,
    flockHatchedOn: HATCHED_ON,
    flockCount: COUNT,
    flockSold: SOLD,
  })
  const [flock] = await database().select().from(tables.flock).where(eq(tables.flock.houseId, house.id))
  const flockId = flock?.id ?? ''
  await buildReadingImport(services, closed, { houseId: house.id, source: MARK })
  const rule = await buildAlarmRule(services, closed, { name: MARK })
  const given = { kind: 'vaccine', name: MARK, withdrawalDays: 0 } as Treatment
  await buildRecord(services, closed, { flockId, day: '2026-10-02', note: MARK, treatments: [given] })
  const gone = async () => {
    const { id: houseId } = await buildHouse(services, closed)
    return buildFlock(services, closed, { houseId, endedOn: '2026-02-20' })
  }
  const [left, joined] = [await gone(), await gone()]
  await buildMove(services, closed, { fromFlockId: left.id, toFlockId: joined.id, reason: MARK })
  const camera = await buildCamera(services, closed, { houseId: house.id, name: MARK })
  const clip = await buildClip(services, closed, {
    houseId: house.id,
    channelId: camera.id,
    name: MARK,
    channelName: MARK,
  })
  const alarm = await buildAlarm(services, closed, {
    subjectId: controller.id,
    houseIds: [house.id],
    handledBy: MARK,
    value: COUNT,
  })
  const readings = new Map([
    [METRIC, { value: COUNT, at: Date.now() }],
    ['Settings/Temp/TargetOffset', { value: 1, at: Date.now() }],
  ])
  services.devices.states.set(controller.id, { readings, lastMessageAt: Date.now(), reportIntervalS: 5 })
  await storeReports(services, controller.id, [METRIC], [{ at: START, values: [COUNT] }])
  const birth = { name: METRIC, datatype: DataType.Int32, value: COUNT }
  const payload = Buffer.from(encodePayload({ timestamp: START, metrics: [birth] }))
  await buildSettingChange(services, closed, { deviceId: controller.id, houseId: house.id, actorName: MARK })
  await buildExchange(services, closed, { houseId: house.id, deviceId: controller.id, actorName: MARK })
  await buildTemplate(services, closed, { houseType: house.type, name: MARK, actorName: MARK })
  await database().insert(tables.deviceBirth).values({
    deviceId: controller.id,
    officePath: closed.path,
    farmPath: closed.path,
    kind: 'DBIRTH',
    topic: 'topic',
    size: payload.length,
    payload,
    receivedAt: new Date(),
  })
  await buildRefused(services, closed, { deviceId: gateway.id, payload: Buffer.from(MARK) })
  return {
    houses: house.id,
    flocks: flockId,
    'flock-records': flockId,
    'flock-moves': left.id,
    settings: house.id,
    alarms: alarm.id,
    cameras: camera.id,
    'camera-channels': camera.id,
    'camera-clips': clip.id,
    'camera-recordings': camera.id,
    devices: gateway.id,
    'house-groups': group.id,
    'alarm-rules': rule.id,
    weather: `${closed.id}~36.7~119.1`,
    alarmId: alarm.id,
  }
}

/** Whether an answer contains anything that only farm data has. */
const shows = (text: string): boolean =>
  [
    MARK,
    String(COUNT),
    String(SOLD),
    PLACED_ON,
    HATCHED_ON,
    SINCE.toISOString().slice(0, -1),
    String(SINCE.getTime()),
    '"state":"alarm"',
    Buffer.from(MARK).toString('base64'),
    Buffer.from(MARK).toString('hex'),
    ids.alarmId ?? MARK,
    ids.flocks ?? MARK,
    '"alarm":1',
    ',1,0,1,0,0,',
  ].some(mark => text.includes(mark))

async function answerOf(
  person: Person,
  { module, type, endpoint }: (typeof endpoints)[number],
): Promise<string> {
  const known = {
    metrics: METRIC,
    items: ids.flocks,
    ...(type === 'trail' && { day: '2026-10-02' }),
    ...(module === 'flock-moves' && { flockId: ids['flock-moves'] }),
    ...(module === 'reports' && { flockId: ids.flocks, houseId: ids.houses, ...reportedDays }),
    ...(module === 'house-readings' && { houseId: ids.houses }),
    ...(module === 'medicine-register' && {
      flockId: ids.flocks,
      firstDay: '2026-01-01',
      lastDay: '2026-12-31',
    }),
    // Alarm rules are filtered by it.
    ...(module === 'comparison' && { metric: METRIC }),
    from: START,
    to: Date.now() + 60_000,
    size: 100,
    page: 1,
  }
  const input = {
    params: { id: ids[module] ?? newId() },
    ...(endpoint.query && { query: sampleOf(inputSchema(endpoint.query), known) }),
    ...(endpoint.body && {
      body: sampleOf(inputSchema(endpoint.body), { ...known, metrics: METRIC, points: 100 }),
    }),
  }
  const answer = await person.ask(endpoint, input)
  if (endpoint.method === 'GET' || answer.statusCode !== 200) return answer.body
  const job = answer.json().data as Job
  const done = await jobIn(person, job.id, 'done', 'failed')
  return done.file ? textOf(done.file) : ''
}
/** Names of the calls that now show farm data to a person. */
async function seenBy(person: Person): Promise<string[]> {
  const seen: string[] = []
  for (const entry of endpoints) if (shows(await answerOf(person, entry))) seen.push(entry.name)
  return seen.toSorted()
}
const somebody = {
  staff: () => farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) }),
  agent: () => farm.as({ office: farm.offices.agent, kind: 3, grants: everyGrant(3) }),
}
/** Those of the above that this kind of user can be given the right to. */
const openTo = (kind: 1 | 3) =>
  showing.filter(name => {
    const found = endpoints.find(entry => entry.name === name)
    const grants = found ? grantsTo(found.endpoint) : []
    return grants.some(grant => audienceOf(grant).includes(kind) && everyGrant(kind).includes(grant))
  })

test.each([
  ['staff', 1],
  ['agent', 3],
] as const)(
  '%s see farm data of a customer from the grant to the revocation, and not else',
  async (who, kind) => {
    const person = await somebody[who]()
    expect(await seenBy(person)).toEqual([])
    await share(tomorrow())
    expect(await seenBy(person)).toEqual(openTo(kind))
    await share(null)
    expect(await seenBy(person)).toEqual([])
  },
)

test('every call that shows farm data leaves an entry for the customer’s owner', async () => {
  await share(tomorrow())
  for (const entry of endpoints.filter(({ name }) => showing.includes(name))) {
    const person = await somebody.staff()
    await answerOf(person, entry)
    const noted = await database()
      .select()
      .from(tables.consentLog)
      .where(eq(tables.consentLog.actorId, person.accountId))
    expect(noted.length, entry.name).toBeGreaterThan(0)
    expect(noted[0]?.subjectPath).toBe(farm.offices.closed.path)
  }
})
