import { createECDH } from 'node:crypto'
import { eq, isNull } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_CHANNELS } from '#shared/contracts/notice-channels.ts'
import { notices } from '#shared/contracts/notices.ts'
import type { Kind } from '#shared/permissions.ts'
import { features } from '../../app.ts'
import { buildGood } from '../../farm/goods/testing/build-goods.ts'
import { buildProgramme, STEP } from '../../features/health-programmes/health-programmes.fixture.ts'
import { buildQuoted } from '../../features/inquiries/inquiries.fixture.ts'
import { SMALL_MAP } from '../../features/iot-products/iot-products.fixture.ts'
import { buildOrder } from '../../features/orders/orders.fixture.ts'
import { buildPlan } from '../../features/overhaul/overhaul.fixture.ts'
import { buildOverhaulItem } from '../../features/overhaul/overhaul-items.fixture.ts'
import { DAILY } from '../../features/report-schedules/report-schedules.fixture.ts'
import { measuredHouse } from '../../features/settings/measured-house.fixture.ts'
import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { houseCode } from '../../platform/database/tables/alarms.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { gatewayPairing } from '../../platform/database/tables/gateways.ts'
import { job } from '../../platform/database/tables/jobs.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { hashToken } from '../../platform/http/identify.ts'
import { openApiDocument } from '../../platform/http/openapi.ts'
import { refuseUnstorable } from '../../platform/http/wire.ts'
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
import { buildClip, buildClipLink, filmedDay } from '../recordings.ts'
import { everyGrant, type JsonSchema, sampleOf } from '../samples.ts'
import { CHANGE, tellBuses, tellMeter, tellSettings } from '../told-settings.ts'

interface Operation {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query: { name: string; schema: JsonSchema }[]
  body: JsonSchema | undefined
}

/** Every operation of the API document, as seen by somebody who has only that document. */
const operations: Operation[] = Object.entries(openApiDocument(features, '0').paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: operation.operationId,
      method: method.toUpperCase() as Operation['method'],
      path,
      query: operation.parameters.filter(parameter => parameter.in === 'query') as Operation['query'],
      body: operation.requestBody?.content['application/json']?.schema as JsonSchema | undefined,
    })),
)

/** A code that somebody may pair a gateway by. */
const PAIRING = 'FUZZCDE2'

const deep = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
const nasty: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2_147_483_648,
  8.64e15,
  Number.MAX_SAFE_INTEGER + 1,
  1e308,
  -1e308,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '💥',
  '%',
  "';--",
  '\\',
  '{"a":1}',
  'x'.repeat(5_000),
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '\u202e',
  '../../etc',
  [],
  {},
  [null],
  [['a']],
  { a: { b: 1 } },
  { constructor: { prototype: 1 } },
  deep(500),
]
/** Values that are refused anywhere, even where nobody would read them. */
function isRefused(value: unknown): boolean {
  try {
    refuseUnstorable({ value })
    return false
  } catch {
    return true
  }
}
const paths = [
  '0',
  '-1',
  '%00',
  'a%00b',
  '%E0%A4%A',
  '%ff',
  '%',
  'x'.repeat(600),
  '..%2f..%2f',
  '%F0%9F%92%A5',
  'null',
  '__proto__',
  'constructor',
  "';select 1",
  '%ED%A0%80',
]
const rawBodies: readonly [type: string, body: string | Buffer][] = [
  ['application/json', ''],
  ['application/json', '{'],
  ['application/json', 'null'],
  ['application/json', '"text"'],
  ['application/json', '[]'],
  ['application/json', '{"__proto__":{"isAdmin":true}}'],
  ['application/json', '{"constructor":{"prototype":{"a":1}}}'],
  ['application/json', '{"a":"\\u0000"}'],
  ['application/json', '{"\\u0000":1}'],
  ['application/json', '{"\\ud800":1}'],
  ['application/json', '{"a":1e999}'],
  ['application/json', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['application/json', `{"a":"${'x'.repeat(2_000_000)}"}`],
  ['application/json', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['application/json; charset=utf-16', '{}'],
  ['text/plain', 'hello'],
  ['application/x-www-form-urlencoded', 'a=1&a=2'],
  ['multipart/form-data; boundary=x', '--x--'],
  ['application/octet-stream', Buffer.from([0, 1, 2])],
  ['not a type', '{}'],
]

let farm: TestApp
let known: Record<string, unknown>
/** An item that can be planned for a house. */
let itemId: string
beforeAll(async () => {
  farm = await testApp()
  itemId = (await buildOverhaulItem(farm.services)).id
  const hearer = await farm.as({ office: farm.offices.direct, kind: 2, grants: ['house_alarm:query'] })
  const { id: deviceId, officePath } = await buildDevice(farm.services, farm.offices.direct)
  await farm.services.store
    .scoped(SYSTEM)
    .insert(gatewayPairing)
    .values({
      deviceId,
      officePath,
      codeHash: hashToken(PAIRING),
      expiresAt: new Date(Date.now() + 86_400_000),
    })
  const gateway = await buildDevice(farm.services, farm.offices.sharing, { status: 'ONLINE' })
  tellBuses(farm.services, gateway.id)
  const trial = { gatewayId: gateway.id, text: SMALL_MAP }
  wanted['iot-products.tryMap'] = { ...trial, bus: 'house', unit: 1 }
  wanted['iot-products.readTrial'] = { ...trial, trialId: newId() }
  wanted['gateway-pairing.exchange'] = { code: PAIRING, credential: 'a'.repeat(64) }
  wanted['overhaul-tests'] = { setPoint: 26, ranFans: true }
  wanted['test-log'] = {
    kind: 'thermostat',
    firstDay: '2026-01-01',
    lastDay: '2026-01-31',
    origin: 'https://farm.example',
  }
  wanted['alarm-holidays'] = { fromOn: '2026-12-24', untilOn: '2026-12-26' }
  wanted['alarm-duties'] = {
    accountId: hearer.accountId,
    substituteId: null,
    fromClock: '20:00',
    untilClock: '08:00',
    fromOn: null,
    untilOn: null,
  }
  // One language is enough, none is not.
  for (const name of ['create', 'update'])
    wanted[`answer-templates.${name}`] = { chineseAnswer: '已收到', englishAnswer: '' }
  // One word alone is no synonym.
  for (const name of ['create', 'update'])
    wanted[`search-synonyms.${name}`] = { chineseWords: '湿帘、水帘', englishWords: '' }
  const { id: inquiryId } = await buildQuoted(farm.services, farm.offices.direct)
  wanted['repairs.plan'] = {
    ...wanted['repairs.plan'],
    visitAt: new Date(Date.now() + 86_400_000).toISOString(),
  }
  wanted['inquiries.quote'] = { ...wanted['inquiries.quote'], validUntil: null }
  wanted['orders.placeQuoted'] = { inquiryId, version: 1 }
  // A customer's owner gets them with the approval.
  for (const key of ['owner', 'trial'])
    await buildRole(farm.services, farm.offices.provider, { key, builtIn: true })
  await buildRole(farm.services, farm.offices.provider, { key: 'agent', builtIn: true, kind: 3 })
  const { direct } = farm.offices
  known = { officeId: direct.id, type: 'controller', speaksMqtt: true, metrics: 'a,b', from: 0, to: 100_000 }
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  known = {
    ...known,
    cause: 'other',
    parentId: direct.id,
    timeZone: 'Asia/Shanghai',
    endsOn: tomorrow,
    lane: '0'.repeat(16),
  }
  await buildOrder(farm.services, farm.offices.direct, { externalNumber: 'ERP-FUZZ' })
  known = {
    ...known,
    goodId: (await buildGood(farm.services)).id,
    visits: [{ number: 0, screen: '/', ago: 1_000, lasted: 1_000 }],
  }
})
const people = new Map<Kind, Person>()
/** A signed-in person of this kind: the same as before unless a call has ended their session. */
async function somebody(kind: Kind): Promise<Person> {
  const known = people.get(kind)
  if ((await known?.ask(notices.unreadNumber))?.statusCode === 200) return known as Person
  const { provider, direct, agent } = farm.offices
  const office = { 1: provider, 2: direct, 3: agent }[kind]
  const person = await farm.as({ office, kind, grants: everyGrant(kind) })
  people.set(kind, person)
  return person
}
/** A row for `:id`, by operation or by feature: it exists whatever the previous test did. */
const rows: Record<string, () => Promise<{ id: string }>> = {
  devices: async () => {
    const device = await buildDevice(farm.services, farm.offices.direct, { type: 'controller' })
    await buildHouse(farm.services, farm.offices.direct, { deviceIds: [device.id] })
    return device
  },
  'devices.pair': () => buildDevice(farm.services, farm.offices.direct),
  houses: () => buildHouse(farm.services, farm.offices.direct),
  // Of a customer that shares: the callers may be staff.
  'houses.chartWorkbook': () => buildHouse(farm.services, farm.offices.sharing),
  'houses.chartPaper': () => buildHouse(farm.services, farm.offices.sharing),
  alarms: async () => {
    const house = await buildHouse(farm.services, farm.offices.sharing)
    const device = await buildDevice(farm.services, farm.offices.sharing)
    return buildAlarm(farm.services, farm.offices.sharing, {
      subjectId: device.id,
      houseIds: [house.id],
      condition: 'cleared',
    })
  },
  // Only an active one can be shelved.
  'alarms.shelve': async () => {
    const house = await buildHouse(farm.services, farm.offices.sharing)
    const device = await buildDevice(farm.services, farm.offices.sharing)
    return buildAlarm(farm.services, farm.offices.sharing, { subjectId: device.id, houseIds: [house.id] })
  },
  'house-codes': () => buildHouse(farm.services, farm.offices.direct),
  settings: controlled,
  'settings.tryOut': async () => {
    await controlled()
    return measuredHouse(farm.services, farm.offices.sharing)
  },
  'settings.withdraw': async () => {
    const house = await controlled()
    const waiting = { state: 'waiting', expiresAt: new Date(Date.now() + 86_400_000), overAt: null } as const
    const { id: changeId } = await buildSettingChange(farm.services, farm.offices.sharing, {
      houseId: house.id,
      deviceId: house.deviceId,
      ...waiting,
    })
    wanted['settings.withdraw'] = { changeId }
    return house
  },
  'houses.exchangeMeter': async () => {
    const { deviceId, house } = await metered()
    wanted['houses.exchangeMeter'] = { deviceId, metric: 'Water/Today' }
    return house
  },
  'houses.undoExchange': async () => {
    const { deviceId, house } = await metered()
    const { id: exchangeId } = await buildExchange(farm.services, farm.offices.sharing, {
      houseId: house.id,
      deviceId,
    })
    wanted['houses.undoExchange'] = { exchangeId }
    return house
  },
  'camera-clips.endLink': async () => {
    const clip = await buildClip(farm.services, farm.offices.sharing)
    wanted['camera-clips.endLink'] = { linkId: (await buildClipLink(farm.services, clip)).id }
    return clip
  },
  'settings.removeTemplate': async () => {
    const { id: templateId } = await buildTemplate(farm.services, farm.offices.sharing)
    wanted['settings.removeTemplate'] = { templateId }
    return controlled()
  },
  roles: () => buildRole(farm.services, farm.offices.direct),
  users: () => buildUser(farm.services, farm.offices.direct),
  'users.admit': () => buildUser(farm.services, farm.offices.direct, { heldAt: new Date() }),
  departments: () => buildDepartment(farm.services, farm.offices.direct),
  'house-groups': () => buildGroup(farm.services, farm.offices.direct),
  customers: () => customerOf('formal', 'passed'),
  'customers.approve': () => customerOf('formal', 'pending'),
  'customers.refuse': () => customerOf('formal', 'pending'),
  'customers.enable': () => customerWith('formal', { disabledAt: new Date() }),
  'orders.restore': () => buildOrder(farm.services, farm.offices.direct, { deletedAt: new Date() }),
  'overhaul.restore': () => buildPlan(farm.services, farm.offices.direct, { endedAt: new Date() }),
  'customers.restore': () => customerWith('formal', { deletedAt: new Date() }),
  'trial-customers': () => customerOf('trial', 'passed'),
  'trial-customers.approve': () => customerOf('trial', 'pending'),
  'trial-customers.refuse': () => customerOf('trial', 'pending'),
  'trial-customers.enable': () => customerWith('trial', { disabledAt: new Date() }),
  'trial-customers.restore': () => customerWith('trial', { deletedAt: new Date() }),
}
/** A house whose controller has a water meter, of a customer that shares: callers may be staff. */
async function metered() {
  const { sharing } = farm.offices
  const { id: deviceId } = await buildDevice(farm.services, sharing, { type: 'controller' })
  tellMeter(farm.services, deviceId)
  return { deviceId, house: await buildHouse(farm.services, sharing, { deviceIds: [deviceId] }) }
}
/** A house whose controller has reported its settings, of a customer that allows remote control: callers may be staff. */
async function controlled() {
  const { sharing } = farm.offices
  const remoteControlUntil = new Date(Date.now() + 86_400_000)
  await farm.services.store
    .scoped(SYSTEM)
    .update(office)
    .set({ remoteControlUntil })
    .where(eq(office.id, sharing.id))
  const { id: deviceId } = await buildDevice(farm.services, sharing, { type: 'controller' })
  tellSettings(farm.services, deviceId)
  return { ...(await buildHouse(farm.services, sharing, { deviceIds: [deviceId] })), deviceId }
}
const customerOf = (stage: 'formal' | 'trial', approval: 'passed' | 'pending') =>
  buildCustomer(farm.services, farm.offices.provider, { stage, approval })
const customerWith = async (stage: 'formal' | 'trial', was: { disabledAt?: Date; deletedAt?: Date }) => {
  const { id } = await customerOf(stage, 'passed')
  await farm.services.store.scoped(SYSTEM).update(office).set(was).where(eq(office.id, id))
  return { id }
}
/** Clears what previous tests left, and renews what a body may refer to. */
async function refresh() {
  // Nobody works on jobs here, and nobody may have more than three waiting.
  const database = farm.services.store.scoped(SYSTEM)
  await database.delete(job)
  // Houses of previous tests would be reread after every change.
  await database.update(house).set({ deletedAt: new Date() }).where(isNull(house.deletedAt))
  const device = await buildDevice(farm.services, farm.offices.direct, { type: 'controller' })
  const empty = await buildHouse(farm.services, farm.offices.direct)
  known = { ...known, ids: [device.id], permissionId: 'weather', kind: 2 }
  const { id: houseId } = await buildHouse(farm.services, farm.offices.direct)
  const { id: flockId } = await buildFlock(farm.services, farm.offices.direct, { houseId })
  wanted['reports.flock'] = { flockId }
  wanted['flock-moves.create'] = { fromFlockId: flockId, toHouseId: empty.id, birds: 10, day: '2026-02-01' }
  const entered = { houseId, day: '2026-01-20' }
  wanted['feed-book'] = { ...entered, kind: 'delivery', amountKg: 100 }
  wanted.hygiene = { ...entered, kind: 'disinfection', agent: 'Iodophor', place: 'house' }
  wanted['flock-accounts'] = { flockId, lots: [], eggs: [], costs: [] }
  wanted['medicine-register'] = { flockId, firstDay: '2026-01-01', lastDay: '2026-12-31' }
  const { id: programmeId } = await buildProgramme(farm.services, farm.offices.direct)
  wanted['flock-health.follow'] = { programmeId }
  for (const call of ['flock-health.skip', 'flock-health.unskip', 'flock-records.carryOut'])
    wanted[call] = { stepId: STEP.id }
  wanted['camera-recordings'] = filmedDay()
  wanted['camera-channels.replay'] = filmedDay()
  const { path } = farm.offices.direct
  await database
    .insert(houseCode)
    .values({ houseId: empty.id, officePath: path, farmPath: path, codeHash: hashToken('on-the-wall') })
  wanted['alarms.shelve'] = { minutes: 10 }
  wanted['alarms.arrive'] = { code: `${empty.id}.on-the-wall` }
  wanted.flocks = { houseId: empty.id, endedOn: '2026-03-01' }
  wanted.overhaul = { houseId: empty.id, itemIds: [itemId], failed: [] }
  // The callers may be staff: flocks are farm data.
  const farmAccessUntil = new Date(Date.now() + 86_400_000)
  await database.update(office).set({ farmAccessUntil }).where(eq(office.id, farm.offices.direct.id))
}
beforeAll(refresh)
afterAll(() => farm.close())

/** Address, phone and country, which no schema can make up. */
const applicant = {
  email: 'fuzz@farm.example',
  phone: '+86 531 5550',
  country: 'CN',
  englishName: 'Fuzz',
  password: 'three hens on a roof',
}
/** Values no schema can make up, by feature or by operation. */
const wanted: Record<string, object> = {
  analysis: { from: '2026-01-01', to: '2026-01-31' },
  'chart-views': { metrics: ['Climate/Temp/Avg'] },
  settings: CHANGE,
  registration: applicant,
  customers: { country: 'CN', englishName: 'Fuzz' },
  'agents.create': { englishName: 'Fuzz', endsOn: '2099-12-31' },
  'agent-customers': { country: 'CN', englishName: 'Fuzz' },
  orders: { country: 'CN', freight: '0', price: '38' },
  'erp-orders': { country: 'CN', freight: '0', price: '38', externalNumber: 'ERP-FUZZ' },
  'erp-goods': { englishName: 'Fuzz' },
  'price-lists': { percent: 5, buyers: [], lines: [] },
  'notice-channels': DEFAULT_CHANNELS,
  'notices.mute': { kind: 'order', isMuted: true },
  'overhaul-pushes': {
    type: 'maintenance',
    chineseText: 'Fuzz',
    firstOn: '2099-03-01',
    clock: '07:30',
    receiverIds: [],
  },
  'overhaul-pushes.createForMany': {
    type: 'maintenance',
    chineseText: 'Fuzz',
    firstOn: '2099-03-01',
    clock: '07:30',
    isForAll: true,
    country: '',
  },
  'web-push': {
    endpoint: 'https://push.farm.example/browser',
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: 'A'.repeat(22),
  },
  personal: { email: 'own@farm.example' },
  'report-schedules': DAILY,
  webhooks: { address: 'https://erp.farm.example/hook' },
  cameras: { kind: 'rtsp', address: 'rtsp://8.8.4.4/live', number: 2 },
  'cameras.createGb': { deviceId: '34020000001320000777', password: 'Redhenhouse1' },
  'camera-channels.turn': { move: 'left' },
  'flock-records.create': { dead: 1 },
  'iot-products.saveMap': { text: SMALL_MAP, version: 0 },
  'breed-standards.create': {
    rows: [
      { age: 1, weight: 70 },
      { age: 2, weight: 120 },
    ],
  },
  'trial-customers': { country: 'CN', englishName: 'Fuzz', contractEndsOn: '2099-12-31' },
}
const featureOf = ({ name }: Operation) => name.split('.')[0] ?? ''

let codes = 0
const newCode = () => `FUZZ-${++codes}`

const urlOf = ({ path }: Operation, id: string) => path.replace(/\{\w+\}/g, id)
const sampleQuery = ({ query }: Operation) =>
  new URLSearchParams(
    query.filter(({ name }) => name in known).map(({ name }) => [name, String(known[name])]),
  )

/** The code of an answer that names the wrong fields. */
const INVALID = 40003

/** Expects an answer in the wire format that is not our own failure. There are a hundred thousand: a good one is silent. */
function expectAnswered(answer: LightMyRequestResponse, what: () => string) {
  const fault = faultOf(answer)
  if (fault) expect.fail(`${what()} → ${fault}: ${answer.body.slice(0, 300)}`)
}
function faultOf({ statusCode, body }: LightMyRequestResponse): string | undefined {
  if (statusCode >= 500) return `answered ${statusCode}`
  const { code, message, data } = JSON.parse(body)
  if (typeof code !== 'number') return 'no code'
  if (typeof message !== 'string') return 'no message'
  if (statusCode >= 400 && message === '') return 'refused without a word'
  if (code === INVALID && !Array.isArray(data)) return 'no field is named'
  return undefined
}

/**
 * Tries a value in all fields at once, without those that the answer names as wrong until none is; in each by itself if
 * something else is refused.
 */
async function tryIn(
  names: readonly string[],
  send: (names: readonly string[]) => Promise<LightMyRequestResponse>,
) {
  let left = names
  while (left.length > 0) {
    const answer = await send(left)
    const { code, data } = answer.json()
    if (answer.statusCode === 200) return
    const faults: { field: string }[] = code === INVALID ? data : []
    const wrong = new Set(faults.map(({ field }) => field.split('.')[0]))
    const right = left.filter(name => !wrong.has(name))
    if (right.length === left.length) break
    left = right
  }
  for (const name of left) await send([name])
}

describe.each(operations)('$name', operation => {
  const idOf = async () => {
    const build = rows[operation.name] ?? rowFor(operation.name) ?? rows[featureOf(operation)]
    return (await build?.(farm))?.id ?? 'nobody'
  }
  const send = (
    person: Person,
    url: string,
    headers: Record<string, string> = {},
    payload?: string | Buffer,
  ) =>
    farm.app.inject({
      method: operation.method,
      url,
      headers: { 'access-token': person.token, ...headers },
      ...(payload !== undefined && { payload }),
    })

  let kind: Kind | undefined
  /** Somebody who passes the access check. */
  const caller = async (): Promise<Person> => {
    if (kind) return somebody(kind)
    for (const one of [1, 2, 3] as const) {
      const person = await somebody(one)
      const answer = await send(person, `${urlOf(operation, 'nobody')}?${sampleQuery(operation)}`)
      if (answer.statusCode === 403) continue
      kind = one
      return somebody(one)
    }
    throw new Error(`Nobody may call ${operation.name}`)
  }

  const { body } = operation
  if (operation.path.includes('{')) test('answers nonsense in its path', answersPaths)
  test('answers nonsense in its query', answersQueries)
  if (body) test('answers nonsense in the fields of its body', () => answersFields(body))
  if (operation.method !== 'GET') test('answers a body that is nonsense as a whole', answersWhole)
  test('answers headers that are nonsense', answersHeaders)

  async function answersPaths() {
    const person = await caller()
    for (const id of paths) {
      const answer = await send(person, `${urlOf(operation, id)}?${sampleQuery(operation)}`)
      expectAnswered(answer, () => id)
      expect(answer.statusCode, id).toBeGreaterThanOrEqual(400)
    }
  }

  async function answersQueries() {
    const names = operation.query.map(({ name }) => name)
    const person = await caller()
    const url = urlOf(operation, await idOf())
    for (const value of nasty) {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      await tryIn(names, async those => {
        const query = sampleQuery(operation)
        for (const name of those) query.set(name, text)
        const answer = await send(person, `${url}?${query}`)
        expectAnswered(answer, () => `${those}=${text}`)
        return answer
      })
    }
    for (const raw of ['page=1&page=2', 'a=%&b=%E0%A4%A&&&==&page[]=1&page[a]=1', 'a=%00', '%00=1'])
      expectAnswered(await send(person, `${url}?${raw}`), () => raw)
  }

  async function answersFields(body: JsonSchema) {
    await refresh()
    const json = { 'content-type': 'application/json' }
    // A house has other types than a device, and every device and every user needs its own name.
    const typed = operation.name.startsWith('devices') ? known : { ...known, type: 'layer' }
    const ofUser = operation.name.startsWith('users') && { kind: '2', password: 'the red hen house' }
    const sample = () => {
      const code = newCode()
      const owner = { ownerLogin: code, ownerEmail: `${code}@farm.example` }
      const fitting = {
        ...typed,
        ...wanted[featureOf(operation)],
        ...wanted[operation.name],
        ...owner,
        code,
        // No two programmes of a farm have one name.
        ...(featureOf(operation) === 'health-programmes' && { kind: 'vaccine', name: code }),
        // Nor two price lists.
        ...(featureOf(operation) === 'price-lists' && { name: code }),
        // No two rules of a farm ask the same.
        ...(featureOf(operation) === 'alarm-rules' && { limit: 20 + (codes % 1_000) / 100 }),
        ...ofUser,
        username: code,
        // Their code is one that was shown to somebody.
        ...(/^(alarms\.arrive|gateway-pairing\.exchange)$/.test(operation.name) && wanted[operation.name]),
      }
      return sampleOf(body, fitting) as Record<string, unknown>
    }
    const person = await caller()
    const url = urlOf(operation, await idOf())
    const whole = await send(person, url, json, JSON.stringify(sample()))
    // By then a session may be over. Jobs, webhooks, mailed reports, uploads and passwords belong to their owners alone.
    if (
      !/^(session|jobs|files|password|second-factor|api-tokens|webhooks|report-schedules)\./.test(
        operation.name,
      )
    )
      expect(whole.statusCode, whole.body).toBe(200)
    const answers = async (fields: object) => {
      const answer = await send(person, url, json, JSON.stringify({ ...sample(), ...fields }))
      expectAnswered(answer, () => JSON.stringify(fields).slice(0, 100))
      return answer
    }
    const names = Object.keys(body.properties ?? {})
    for (const value of [...nasty, nasty])
      await tryIn(names, those => answers(Object.fromEntries(those.map(name => [name, value]))))
    // Handlers never see fields that the body does not have: everything accepted there is tried at once.
    for (const unknown of [...nasty, nasty].filter(isRefused)) await answers({ unknown })
    await answers(
      Object.fromEntries(nasty.filter(value => !isRefused(value)).map((value, n) => [`unknown${n}`, value])),
    )
  }

  async function answersWhole() {
    const person = await caller()
    const url = urlOf(operation, await idOf())
    for (const [type, payload] of rawBodies) {
      const answer = await send(person, url, { 'content-type': type }, payload)
      expectAnswered(answer, () => `${type} ${String(payload).slice(0, 60)}`)
    }
  }

  async function answersHeaders() {
    const person = await caller()
    const url = urlOf(operation, await idOf())
    const strange: Record<string, string>[] = [
      {
        'access-i18n': 'xx-XX',
        'accept-language': '\u00ff'.repeat(500),
        'x-forwarded-for': 'not an address',
      },
      { 'access-i18n': '__proto__', 'access-units': '__proto__', 'user-agent': '\u00fe'.repeat(4_000) },
      { 'access-token': 'x'.repeat(5_000) },
    ]
    for (const headers of strange)
      expectAnswered(await send(person, url, headers), () => JSON.stringify(headers).slice(0, 60))
  }
})
