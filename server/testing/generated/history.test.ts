import { eq, getTableColumns, getTableName, sql } from 'drizzle-orm'
import { type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Job } from '#shared/contracts/jobs.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { XLSX } from '#shared/excel.ts'
import { PICTURE_SIDE } from '#shared/pictures.ts'
import { features } from '../../app.ts'
import { buildProgramme, STEP } from '../../features/health-programmes/health-programmes.fixture.ts'
import { buildQuoted } from '../../features/inquiries/inquiries.fixture.ts'
import { SMALL_MAP } from '../../features/iot-products/iot-products.fixture.ts'
import { buildOrder } from '../../features/orders/orders.fixture.ts'
import { buildOverhaulItem } from '../../features/overhaul/overhaul-items.fixture.ts'
import { buildTest } from '../../features/overhaul/overhaul-tests.fixture.ts'
import { DAILY } from '../../features/report-schedules/report-schedules.fixture.ts'
import { newId } from '../../platform/database/ids.ts'
import * as tables from '../../platform/database/schema.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarmHoliday, alarmTest } from '../../platform/database/tables/alarm-rules.ts'
import { houseCode } from '../../platform/database/tables/alarms.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import { operationHistory as history } from '../../platform/database/tables/histories.ts'
import { job } from '../../platform/database/tables/jobs.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { secondFactor } from '../../platform/database/tables/personal.ts'
import { tenancy } from '../../platform/database/tenancy.ts'
import { isInPerson } from '../../platform/http/closed.ts'
import { hashToken } from '../../platform/http/identify.ts'
import { type Person, type TestApp, testApp } from '../app.ts'
import {
  buildAlarm,
  buildCustomer,
  buildDepartment,
  buildDevice,
  buildExchange,
  buildFlock,
  buildGroup,
  buildHouse,
  buildRole,
  buildSettingChange,
  buildTemplate,
  buildUser,
} from '../farm-builder.ts'
import { rowFor } from '../fixtures.ts'
import { jpegOf } from '../pictures.ts'
import { buildClip, buildClipLink, filmedDay } from '../recordings.ts'
import { audienceOf, everyGrant, grantsTo, inputSchema, sampleOf } from '../samples.ts'
import { CHANGE, tellBuses, tellMeter, tellSettings } from '../told-settings.ts'
import { excelOf } from '../uploads.ts'

interface Call {
  module: string
  type: string
  name: string
  endpoint: Endpoint
}

/** Every call that changes something, except those about one's own sign-in and jobs. */
const calls: Call[] = features.flatMap(({ name: module, contract }) =>
  Object.entries<Endpoint>(contract)
    .filter(([, { method, access, says }]) => method !== 'GET' && access !== 'public' && says !== null)
    .filter(([, endpoint]) => !(isInPerson(endpoint) && endpoint.access === 'signedIn'))
    .map(([type, endpoint]) => ({ module, type, endpoint, name: `${module}.${type}` })),
)

let farm: TestApp
let file: Buffer
beforeAll(async () => {
  farm = await testApp()
  file = await excelOf([['Name'], ['x']])
  for (const key of ['owner', 'trial'])
    await buildRole(farm.services, farm.offices.provider, { key, builtIn: true })
  await buildRole(farm.services, farm.offices.provider, { key: 'agent', builtIn: true, kind: 3 })
  const tomorrow = new Date(Date.now() + DAY_MS)
  await farm.services.store
    .scoped(SYSTEM)
    .update(office)
    .set({ farmAccessUntil: tomorrow, remoteControlUntil: tomorrow })
    .where(eq(office.id, farm.offices.direct.id))
})
afterAll(() => farm.close())

/** A house whose controller has reported its settings. */
async function controlled() {
  const { id: deviceId } = await controller()
  tellSettings(farm.services, deviceId)
  return { ...(await buildHouse(farm.services, farm.offices.direct, { deviceIds: [deviceId] })), deviceId }
}
/** A house whose meter was exchanged before. */
async function metered() {
  const { id: deviceId } = await controller()
  tellMeter(farm.services, deviceId)
  const made = await buildHouse(farm.services, farm.offices.direct, { deviceIds: [deviceId] })
  const { id: exchangeId } = await buildExchange(farm.services, farm.offices.direct, {
    houseId: made.id,
    deviceId,
  })
  exchanged = { deviceId, exchangeId }
  return made
}
const customer = (stage: 'formal' | 'trial', approval: 'passed' | 'pending' = 'passed') =>
  buildCustomer(farm.services, farm.offices.provider, { stage, approval })
const controller = () => buildDevice(farm.services, farm.offices.direct, { type: 'controller' })

/** A house, and a day on which something was done in it. */
const dayOfHouse = async () => ({
  houseId: (await buildHouse(farm.services, farm.offices.direct)).id,
  day: '2026-01-20',
})

async function standing() {
  const { id: subjectId } = await controller()
  return buildAlarm(farm.services, farm.offices.direct, { subjectId, houseIds: [] })
}

let endedLink = ''

/** The row a call is about, by its name or that of its feature. */
const rows: Record<string, () => Promise<{ id: string }>> = {
  devices: controller,
  'devices.pair': () => buildDevice(farm.services, farm.offices.direct),
  'devices.replace': async () => {
    const device = await controller()
    await buildHouse(farm.services, farm.offices.direct, { deviceIds: [device.id] })
    return device
  },
  houses: () => buildHouse(farm.services, farm.offices.direct),
  'houses.exchangeMeter': metered,
  'houses.confirmSignals': metered,
  'houses.undoExchange': metered,
  'camera-clips.endLink': async () => {
    const clip = await buildClip(farm.services, farm.offices.direct)
    endedLink = (await buildClipLink(farm.services, clip)).id
    return clip
  },
  'reports.daily': () => buildHouse(farm.services, farm.offices.direct),
  'reports.alarmLog': () => buildHouse(farm.services, farm.offices.direct),
  'reports.flock': async () => {
    const { id: houseId } = await buildHouse(farm.services, farm.offices.direct)
    return buildFlock(farm.services, farm.offices.direct, { houseId })
  },
  ...Object.fromEntries(
    ['registerPaper', 'registerWorkbook'].map(type => [
      `medicine-register.${type}`,
      async () => {
        const { id: houseId } = await buildHouse(farm.services, farm.offices.direct)
        return buildFlock(farm.services, farm.offices.direct, { houseId })
      },
    ]),
  ),
  'house-groups': () => buildGroup(farm.services, farm.offices.direct),
  alarms: async () => {
    const { id: subjectId } = await controller()
    return buildAlarm(farm.services, farm.offices.direct, { subjectId, houseIds: [], condition: 'cleared' })
  },
  // Only an active one can be shelved.
  'alarms.shelve': standing,
  'alarms.unshelve': standing,
  // A test of alarms waits for ten minutes after another.
  'overhaul-tests.sendAlarm': async () => {
    await farm.services.store.scoped(SYSTEM).delete(alarmTest)
    return buildTest(farm.services, farm.offices.direct, 'alarm')
  },
  'alarms.arrive': async () => {
    const made = await buildHouse(farm.services, farm.offices.direct)
    const { path } = farm.offices.direct
    const code = { houseId: made.id, officePath: path, farmPath: path, codeHash: hashToken('on-the-wall') }
    await farm.services.store.scoped(SYSTEM).insert(houseCode).values(code)
    return made
  },
  'house-codes': () => buildHouse(farm.services, farm.offices.direct),
  'alarm-holidays': async () => {
    const { path } = farm.offices.direct
    const row = { id: newId(), officePath: path, farmPath: path, name: 'Spring' }
    await farm.services.store
      .scoped(SYSTEM)
      .insert(alarmHoliday)
      .values({ ...row, fromOn: '2026-12-25', untilOn: '2026-12-26' })
    return row
  },
  roles: () => buildRole(farm.services, farm.offices.direct),
  users: () => buildUser(farm.services, farm.offices.direct, { email: null }),
  'users.resetSecondFactor': async () => {
    const user = await buildUser(farm.services, farm.offices.direct, { email: null })
    const { path: officePath } = farm.offices.direct
    await farm.services.store.scoped(SYSTEM).insert(secondFactor).values({
      id: newId(),
      accountId: user.id,
      officePath,
      kind: 'totp',
      name: '',
      confirmedAt: new Date(),
    })
    return user
  },
  'users.endTokens': async () => {
    const { id, ...user } = await buildUser(farm.services, farm.offices.direct, { email: null })
    await farm.programOf({ accountId: id, officePath: farm.offices.direct.path }, [])
    return { id, ...user }
  },
  'users.admit': () => buildUser(farm.services, farm.offices.direct, { email: null, heldAt: new Date() }),
  departments: () => buildDepartment(farm.services, farm.offices.direct),
  settings: controlled,
  'settings.withdraw': async () => {
    const house = await controlled()
    const waiting = { state: 'waiting', expiresAt: new Date(Date.now() + DAY_MS), overAt: null } as const
    const change = await buildSettingChange(farm.services, farm.offices.direct, {
      houseId: house.id,
      deviceId: house.deviceId,
      ...waiting,
    })
    waitingChange = change.id
    return house
  },
  customers: () => customer('formal'),
  'trial-customers': () => customer('trial'),
}
for (const type of ['approve', 'refuse']) {
  rows[`customers.${type}`] = () => customer('formal', 'pending')
  rows[`trial-customers.${type}`] = () => customer('trial', 'pending')
}
/** Calls that must be made on the row first. */
const first: Record<string, string> = {
  enable: 'disable',
  restore: 'remove',
  unskip: 'skip',
  unshelve: 'shelve',
}

/** The house of a flock, or one waiting for a flock. */
async function houseOf(flockId: string): Promise<string> {
  const db = farm.services.store.scoped(SYSTEM)
  const [found] = await db.select({ id: flock.houseId }).from(flock).where(eq(flock.id, flockId))
  return found?.id ?? (await buildHouse(farm.services, farm.offices.direct)).id
}

let numbers = 0
const DAY_MS = 86_400_000
/** The meter that is exchanged, and an exchange to be taken back. */
let exchanged = { deviceId: '', exchangeId: '' }
/** The change that is to be withdrawn. */
let waitingChange = ''

/** A gateway of a farm that shares, with a bus. */
async function gatewayThatTries(): Promise<string> {
  const { id } = await buildDevice(farm.services, farm.offices.sharing, { status: 'ONLINE' })
  tellBuses(farm.services, id)
  return id
}

/** Values no schema can make up. */
async function inputOf({ name, module, type, endpoint }: Call, id: string) {
  const { direct } = farm.offices
  const word = `new-${++numbers}`
  const known: Record<string, unknown> = {
    officeId: direct.id,
    parentId: direct.id,
    ids: [id],
    kind: 2,
    days: 30,
    reason: 'A reason',
    code: word,
    username: word,
    name: word,
    englishName: word,
    chineseName: word,
    ownerLogin: word,
    ownerEmail: `${word}@farm.example`,
    password: 'the red hen house',
    country: 'CN',
    cause: 'other',
    freight: '0',
    price: '38',
    timeZone: 'Europe/Berlin',
    type: 'layer',
    metrics: 'a',
    from: 0,
    to: 100_000,
    endsOn: dayAfter(1),
    contractEndsOn: dayAfter(400),
    ...(type === 'export' && { kind: '2', days: '7' }),
    ...(module === 'settings' && CHANGE),
    ...(module === 'analysis' && { days: '7', from: '2026-01-01', to: '2026-01-31' }),
    ...(module === 'flocks' && { houseId: await houseOf(id), endedOn: dayAfter(-1), isRight: true }),
    ...(module === 'flock-records' && { dead: 1, version: 1 }),
    ...(module === 'flock-moves' && {
      fromFlockId: id,
      toHouseId: (await buildHouse(farm.services, direct)).id,
      birds: 12,
      day: '2026-01-31',
    }),
    ...(module === 'breed-standards' && {
      rows: [
        { age: 1, weight: 70 },
        { age: 2, weight: 120 },
      ],
    }),
    ...(module === 'overhaul' && {
      houseId: (await buildHouse(farm.services, direct)).id,
      deviceId: null,
      itemIds: [(await buildOverhaulItem(farm.services)).id],
      failed: [],
    }),
    ...(type === 'arrive' && { code: `${id}.on-the-wall` }),
    ...(module === 'alarm-holidays' && { fromOn: '2026-12-24', untilOn: '2026-12-24' }),
    ...(module === 'alarm-duties' && {
      accountId: (await farm.as({ office: direct, kind: 2, grants: ['house_alarm:query'] })).accountId,
      substituteId: null,
      fromClock: '20:00',
      untilClock: '08:00',
      fromOn: null,
      untilOn: null,
    }),
    ...((module === 'reports' || module === 'medicine-register') && { flockId: id }),
    ...(module === 'medicine-register' && { firstDay: '2026-01-01', lastDay: dayAfter(0) }),
    ...(module === 'alarm-rules' && { houseId: null, metric: 'Climate/Hum/Avg', limit: numbers / 10 }),
    ...(module === 'overhaul-pushes' && {
      type: 'maintenance',
      chineseText: word,
      firstOn: dayAfter(5),
      clock: '07:30',
      receiverIds: [],
    }),
    ...(type === 'createForMany' && { isForAll: true, country: '' }),
    ...(module === 'erp-orders' && {
      externalNumber: (await buildOrder(farm.services, direct, { externalNumber: word })).externalNumber,
    }),
    ...(module === 'answer-templates' && { name: word, chineseAnswer: word, englishAnswer: '' }),
    ...(module === 'search-synonyms' && { chineseWords: `湿帘、${word}`, englishWords: '' }),
    ...(module === 'price-lists' && { name: word, percent: 5, buyers: [], lines: [] }),
    ...(type === 'quote' && { validUntil: null }),
    ...(name === 'repairs.plan' && { visitAt: new Date(Date.now() + 86_400_000).toISOString() }),
    ...(type === 'placeQuoted' && {
      inquiryId: (await buildQuoted(farm.services, direct)).id,
      version: 1,
    }),
    ...(module === 'overhaul-tests' && { setPoint: 26, ranFans: true }),
    ...(module === 'test-log' && {
      kind: 'thermostat',
      firstDay: '2026-01-01',
      lastDay: dayAfter(0),
      origin: 'https://farm.example',
    }),
    ...(module === 'report-schedules' && DAILY),
    ...(module === 'cameras' && { kind: 'rtsp', address: 'rtsp://cam.farm.example/live', number: 2 }),
    ...(type === 'createGb' && { deviceId: '34020000001320000777', password: 'Redhenhouse1' }),
    ...(type === 'turn' && { move: 'left' }),
    ...(type === 'saveMap' && { text: SMALL_MAP, version: 0 }),
    ...(type === 'tryMap' && { gatewayId: await gatewayThatTries(), bus: 'house', unit: 1, text: SMALL_MAP }),
    ...((module === 'camera-recordings' || type === 'replay') && filmedDay()),
    ...(module === 'webhooks' && { address: 'https://erp.farm.example/hook' }),
    ...(module === 'devices' && { type: 'controller', speaksMqtt: true }),
    ...(module === 'health-programmes' && { kind: 'vaccine' }),
    ...(module === 'feed-book' && { ...(await dayOfHouse()), kind: 'delivery', amountKg: 100 }),
    ...(module === 'hygiene' && {
      ...(await dayOfHouse()),
      kind: 'disinfection',
      agent: 'Iodophor',
      place: 'house',
    }),
    ...(type === 'closeWorkbook' && { flockId: id }),
    ...(type === 'follow' && { programmeId: (await buildProgramme(farm.services, direct)).id }),
    ...((type === 'skip' || type === 'unskip' || type === 'carryOut') && { stepId: STEP.id }),
    ...(type === 'replace' && { newDeviceId: (await controller()).id }),
    ...(name === 'settings.withdraw' && { changeId: waitingChange }),
    ...((type === 'exchangeMeter' || type === 'undoExchange') && {
      ...exchanged,
      at: '2026-01-31T08:00:00.000Z',
    }),
    ...(type === 'endLink' && { linkId: endedLink }),
    ...(type === 'removeTemplate' && { templateId: (await buildTemplate(farm.services, direct)).id }),
    ...(type === 'assign' && { houseIds: [(await buildHouse(farm.services, direct)).id] }),
    ...(type === 'bulk' && { action: 'remove' }),
    ...(type === 'move' && {
      agentId: farm.offices.agent.id,
      parentId: (await buildDepartment(farm.services, direct)).id,
    }),
  }
  return {
    params: { id },
    ...(endpoint.query && { query: sampleOf(inputSchema(endpoint.query), known) }),
    ...(endpoint.body &&
      endpoint.takes === undefined && { body: sampleOf(inputSchema(endpoint.body), known) }),
    ...(endpoint.takes === XLSX && {
      body: file,
      query: { name: 'x.xlsx' },
      headers: { 'content-type': XLSX },
    }),
    ...(endpoint.takes === 'application/octet-stream' && {
      body: file,
      query: { name: 'x.csv' },
      headers: { 'content-type': endpoint.takes },
    }),
    ...(endpoint.takes === 'image/jpeg' && {
      body: jpegOf(PICTURE_SIDE),
      headers: { 'content-type': 'image/jpeg' },
    }),
  }
}
const dayAfter = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** A new person whom the call is for: staff if possible, to whom the row's office is not their own. */
function callerOf({ endpoint, module }: Call): Promise<Person> {
  const grants = grantsTo(endpoint)
  const kind = ([1, 2, 3] as const).find(
    kind =>
      (endpoint.kinds ?? [kind]).includes(kind) &&
      (module !== 'webhooks' || kind === 2) &&
      (grants.length === 0 || grants.some(grant => audienceOf(grant).includes(kind))),
  )
  if (!kind) throw new Error('Nobody may call it')
  const { provider, direct, agent } = farm.offices
  return farm.as({ office: { 1: provider, 2: direct, 3: agent }[kind], kind, grants: everyGrant(kind) })
}

async function done(call: Call, id: string): Promise<string> {
  const caller = await callerOf(call)
  const answer = await caller.ask(call.endpoint, await inputOf(call, id))
  expect(answer.statusCode, `${call.name} ${answer.body}`).toBe(200)
  return caller.accountId
}

/** What a person did; the line of a file stays with its job until that is done. */
async function linesOf({ endpoint }: Call, actorId: string) {
  const db = farm.services.store.scoped(SYSTEM)
  if (endpoint.returns !== Job)
    return db.select().from(history).where(eq(history.actorId, actorId)).orderBy(history.id)
  const rows = await db.select({ told: job.told }).from(job).where(eq(job.accountId, actorId))
  expect(await db.$count(history, eq(history.actorId, actorId))).toBe(0)
  return rows.flatMap(({ told }) => told ?? [])
}

/** Path of the office a row belongs to; an office is its own. */
async function officeOf(id: string): Promise<string | undefined> {
  const db = farm.services.store.scoped(SYSTEM)
  for (const table of Object.values(tables)) {
    // What the database keeps for itself, nobody calls up.
    if (!(table instanceof PgTable) || tenancy[getTableName(table)] === 'system') continue
    const {
      code,
      // An entry of the log of tests is known by its code.
      id: key = code,
      officePath,
      path = officePath,
    }: Partial<Record<string, PgColumn>> = getTableColumns(table)
    if (!key || !path) continue
    const [found] = await db.select({ path }).from(table).where(sql`${key}::text = ${id}`)
    if (found) return String(found.path)
  }
  return undefined
}

/** Calls that make something new from a row, or only read it. */
const changesNothing = [
  'idCard',
  'clone',
  'keepTemplate',
  'chartWorkbook',
  'chartPaper',
  'printTests',
  'paper',
  'exportData',
  'exportChanges',
  'refresh',
  'live',
  'turn',
  'replay',
  'readChannels',
]

/** Calls that make a row of the caller's own office from one of another. */
const makesOwn = ['roles.clone']

test.each(calls)(
  '$name is one line of the history, with the state before and after, for the office it is about',
  async call => {
    const { module, type, name, endpoint } = call
    const id = (await (rows[name] ?? rowFor(name) ?? rows[module])?.(farm))?.id ?? ''
    const before = calls.find(other => other.module === module && other.type === first[type])
    if (before) await done(before, id)
    const former = await officeOf(id)
    const actorId = await done(call, id)
    const lines = await linesOf(call, actorId)
    // Several at once: one line per row, as its own call would have left it, and one for the call.
    const expected = type === 'bulk' ? [`${module}.remove`, name] : [name]
    expect(lines.map(line => `${line.module}.${line.type}`)).toEqual(expected)
    for (const line of lines) {
      for (const said of Object.values(line.description)) expect(said).not.toMatch(/^$|[{}]/)
      // Rows are shown as in the API, without internal columns.
      for (const side of [line.before, line.after])
        expect(JSON.stringify(side)).not.toMatch(/"(officePath|farmPath|path|deletedAt|disabledAt)":/)
      if (!endpoint.path.includes(':id')) continue
      expect(line.recordId).toBe(id)
      if (!makesOwn.includes(name)) expect(line.subjectPath).toBe((await officeOf(id)) ?? former)
      if (changesNothing.includes(type)) continue
      expect(line.before).not.toBeNull()
      // Of a deleted row there is only what was said about it.
      if (type === 'remove') expect(line.after ?? {}).not.toHaveProperty('id')
      else expect(line.after).not.toEqual(line.before)
    }
  },
)
