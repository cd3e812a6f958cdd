import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { notices } from '#shared/contracts/notices.ts'
import { overhaul } from '#shared/contracts/overhaul.ts'
import { overhaulTests } from '#shared/contracts/overhaul-tests.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import { testLogContract } from '#shared/contracts/test-log.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { callNotices } from '../../../people/notices/call-notices.ts'
import { SYSTEM } from '../../../platform/database/store.ts'
import { alarmTest } from '../../../platform/database/tables/alarm-rules.ts'
import { phoneCall } from '../../../platform/database/tables/calls.ts'
import { houseDevice } from '../../../platform/database/tables/farms.ts'
import { noticeMessage } from '../../../platform/database/tables/histories.ts'
import { account } from '../../../platform/database/tables/offices.ts'
import { overhaulItem, overhaulPlan } from '../../../platform/database/tables/overhaul.ts'
import { signedHeaders } from '../../../platform/network/sign-webhook.ts'
import { type Person, type TestApp, testApp } from '../../../testing/app.ts'
import { buildDevice, buildHouse } from '../../../testing/farm-builder.ts'
import { everyGrant } from '../../../testing/samples.ts'
import { storeReports } from '../../../testing/stored-reports.ts'
import { CALL_ANSWERS } from '../../alarms/call-answers.ts'
import { buildPlan } from '../overhaul.fixture.ts'
import { buildOverhaulItem } from '../overhaul-items.fixture.ts'
import { seed } from '../overhaul-items.seed.ts'
import { remindOfPlans } from '../remind-plans.ts'
import { settleAlarms } from './alarm-tests.ts'
import { planTests } from './planned-tests.ts'

const SECRET = 'a secret of the gateway and us'
let farm: TestApp
let worker: Person
let keeper: Person
let engineer: Person
beforeAll(async () => {
  farm = await testApp({ alertGateway: { url: 'http://127.0.0.1:9', secret: SECRET } })
  const grants = [
    'device_overhaul_item_client:get',
    'device_overhaul_item_client:add',
    'house_alarm:query',
  ] as const
  worker = await farm.as({ office: farm.offices.sharing, kind: 2, grants: [...grants] })
  keeper = await farm.as({ office: farm.offices.sharing, kind: 2, grants: ['house_alarm:query'] })
  engineer = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
})
afterAll(() => farm.close())
beforeEach(async () => {
  await farm.services.store.scoped(SYSTEM).delete(alarmTest)
})

const today = (days = 0) => daysAfter(dateIn('Asia/Shanghai', Date.now()), days)
const told = { note: '', pictures: [] }
const MINUTE = 60_000

/** A planned test in a house with a controller that stands there since a month. */
async function testOf(
  proof: 'alarm' | 'generator' | 'thermostat' | 'sensors',
  office = farm.offices.sharing,
) {
  const { id: deviceId } = await buildDevice(farm.services, office, { type: 'controller' })
  const house = await buildHouse(farm.services, office, { deviceIds: [deviceId] })
  await farm.services.store
    .scoped(SYSTEM)
    .update(houseDevice)
    .set({ from: new Date(Date.now() - 30 * 24 * 60 * MINUTE) })
    .where(eq(houseDevice.houseId, house.id))
  const item = await buildOverhaulItem(farm.services, { proof, cycle: 7, englishName: `Test of ${proof}` })
  const { id } = await buildPlan(farm.services, office, {
    houseId: house.id,
    itemId: item.id,
    nextOn: today(-1),
  })
  return { id, houseId: house.id, deviceId, params: { id } }
}

/** What the controller of a house says now. */
function says(deviceId: string, values: Record<string, number | boolean>): void {
  const at = Date.now()
  farm.services.devices.states.set(deviceId, {
    readings: new Map(Object.entries(values).map(([metric, value]) => [metric, { value, at }])),
    lastMessageAt: at,
    reportIntervalS: 5,
  })
}

const entryOf = async (houseId: string, who = worker) =>
  (await who.call(testLogContract.list, { query: { houseId } })).items[0]

test('a generator test is proposed from the readings, second by second, and confirmed with one tap', async () => {
  const { id, houseId, deviceId, params } = await testOf('generator')
  // An hour ago: off, after 12 s the generator, after 20 s three groups of fans, 25 minutes later the mains again.
  const off = Math.floor(Date.now() / 1_000) * 1_000 - 60 * MINUTE
  const nothing = Number.NaN
  const at = (s: number, mains: number, generator: number, fans: number) => ({
    at: off + s * 1_000,
    values: [mains, generator, fans, fans, fans],
  })
  await storeReports(
    farm.services,
    deviceId,
    ['Power/MainsOk', 'Power/GeneratorOn', 'Fan/G01/State', 'Fan/G02/State', 'Fan/G03/State'],
    [
      at(-1_800, 1, 0, 1),
      at(-900, nothing, nothing, nothing),
      at(0, 0, nothing, 0),
      at(12, nothing, 1, nothing),
      at(20, nothing, nothing, 1),
      at(1_500, 1, nothing, nothing),
      at(1_530, nothing, 0, nothing),
    ],
  )
  const { transfers } = await worker.call(overhaulTests.basis, { params })
  const iso = (s: number) => new Date(off + s * 1_000).toISOString()
  expect(transfers).toEqual([
    {
      mainsOffAt: iso(0),
      generatorOnAt: iso(12),
      fansOnAt: iso(20),
      fans: 3,
      mainsBackAt: iso(1_500),
      faults: [],
    },
  ])
  const strange = await worker.ask(overhaulTests.prove, { params, body: { ...told, mainsOffAt: iso(1) } })
  expect(strange.json().data).toMatchObject([{ field: 'mainsOffAt' }])
  const done = await worker.call(overhaulTests.prove, { params, body: { ...told, mainsOffAt: iso(0) } })
  expect(done).toMatchObject({ due: 'soon', nextOn: today(7) })
  expect(await entryOf(houseId)).toMatchObject({
    isPassed: true,
    facts: { kind: 'generator', seenBy: 'readings', generatorOnAt: iso(12), fansOnAt: iso(20), faults: [] },
    people: [{ name: 'Test User' }],
  })
  // Once recorded it is not proposed for the next test.
  expect((await worker.call(overhaulTests.basis, { params: { id } })).transfers).toEqual([])
})

test('a generator that nobody can read is recorded as seen by eye, and one that failed opens a repair', async () => {
  const { houseId, params } = await testOf('generator')
  expect((await worker.call(overhaulTests.basis, { params })).transfers).toBeNull()
  const silent = await worker.ask(overhaulTests.prove, { params, body: told })
  expect(silent.json().data).toMatchObject([{ field: 'seen' }])
  await worker.call(overhaulTests.prove, {
    params,
    body: { ...told, seen: { started: true, ranFans: false } },
  })
  expect(await entryOf(houseId)).toMatchObject({
    isPassed: false,
    facts: { seenBy: 'eye', faults: ['noFans'] },
  })
  const [deed] = (await worker.call(overhaul.get, { params })).deeds
  expect(deed?.repairNumber).toMatch(/^RP/)
})

test('each sensor is held against a reference: the server reads it, counts the deviation, and repairs what is off', async () => {
  const { houseId, deviceId, params } = await testOf('sensors')
  says(deviceId, {
    'Climate/Temp/S1': 22.3,
    'Climate/Temp/S2': 24.5,
    'Climate/Temp/S3': -127,
    'Air/CO2/S1': 1_150,
  })
  const { probes } = await worker.call(overhaulTests.basis, { params })
  // A probe without a value is not compared.
  expect(probes.map(({ metric, value }) => [metric, value])).toEqual([
    ['Climate/Temp/S1', 22.3],
    ['Climate/Temp/S2', 24.5],
    ['Air/CO2/S1', 1_150],
  ])
  const prove = (references: { metric: string; reference: number }[]) =>
    worker.ask(overhaulTests.prove, { params, body: { ...told, references } })
  expect((await prove([])).json().data).toMatchObject([{ field: 'references' }])
  expect((await prove([{ metric: 'Climate/Temp/S3', reference: 22 }])).json().data).toMatchObject([
    { field: 'references.0.metric' },
  ])
  const answer = await prove([
    { metric: 'Climate/Temp/S1', reference: 22 },
    { metric: 'Climate/Temp/S2', reference: 22 },
  ])
  expect(answer.statusCode).toBe(200)
  expect(await entryOf(houseId)).toMatchObject({
    isPassed: false,
    facts: {
      probes: [
        { metric: 'Climate/Temp/S1', value: 22.3, reference: 22, deviation: 0.3, limit: 1 },
        { metric: 'Climate/Temp/S2', value: 24.5, reference: 22, deviation: 2.5, limit: 1 },
      ],
    },
  })
  const [deed] = (await worker.call(overhaul.get, { params })).deeds
  const { items } = await engineer.call(repairs.list, { query: { search: String(deed?.repairNumber) } })
  expect(items).toMatchObject([{ title: 'Temperature probe 2', house: { id: houseId } }])
})

test('a backup thermostat passes when it is set by today’s target and ran its fans', async () => {
  const { houseId, deviceId, params } = await testOf('thermostat')
  says(deviceId, { 'Climate/Temp/Target': 22 })
  const prove = (setPoint: number, ranFans: boolean) =>
    worker.call(overhaulTests.prove, { params, body: { ...told, setPoint, ranFans } })
  await prove(26, true)
  expect(await entryOf(houseId)).toMatchObject({ isPassed: true, facts: { setPoint: 26, target: 22 } })
  // It was set for chicks, four weeks ago.
  await prove(36, true)
  expect(await entryOf(houseId)).toMatchObject({ isPassed: false })
  await prove(26, false)
  expect(await entryOf(houseId)).toMatchObject({ isPassed: false, facts: { ranFans: false } })
})

test('a test is recorded with its proof, and not as any other overhaul', async () => {
  const { params } = await testOf('thermostat')
  const body = { failed: [], reading: '', ...told }
  expect((await worker.ask(overhaul.finish, { params, body })).statusCode).toBe(400)
})

const read = async (who: Person) => {
  const { items } = await who.call(notices.list, { query: { read: 'unread' } })
  await who.call(notices.markRead, { body: { ids: items.map(({ id }) => id) } })
}
/** Messages are older than a glance. */
const age = () =>
  farm.services.store
    .scoped(SYSTEM)
    .update(noticeMessage)
    .set({ createdAt: new Date(Date.now() - 5_000) })
    .where(eq(noticeMessage.businessType, 'alarm-test'))

test('a test alarm goes out for real, is answered by reading it, and records itself once everybody has', async () => {
  const { houseId, params } = await testOf('alarm')
  const sent = await worker.call(overhaulTests.sendAlarm, { params })
  expect(sent.alarm?.people).toHaveLength(2)
  expect((await worker.ask(overhaulTests.sendAlarm, { params })).statusCode).toBe(429)
  await age()
  await read(keeper)
  await settleAlarms(farm.services)
  // One has not answered, and there is time left.
  expect((await worker.call(overhaulTests.basis, { params })).alarm?.judgedBy).not.toBeNull()
  await read(worker)
  await settleAlarms(farm.services)
  const entry = await entryOf(houseId)
  expect(entry).toMatchObject({ isPassed: true, house: null, facts: { kind: 'alarm' } })
  const answers =
    entry?.facts.kind === 'alarm' ? entry.facts.told.map(({ answeredAt }) => answeredAt !== null) : []
  expect(answers).toEqual([true, true])
  expect(await worker.call(overhaul.get, { params })).toMatchObject({ nextOn: today(7), due: 'soon' })
  expect((await worker.call(testLogContract.verify)).fault).toBeNull()
})

test('one that nobody answers is judged after a quarter of an hour: it failed, and the plan says so', async () => {
  const { params } = await testOf('alarm')
  await worker.call(overhaulTests.sendAlarm, { params })
  await settleAlarms(farm.services, new Date(Date.now() + 14 * MINUTE))
  expect((await worker.call(overhaulTests.basis, { params })).alarm?.judgedBy).not.toBeNull()
  await settleAlarms(farm.services, new Date(Date.now() + 16 * MINUTE))
  const [deed] = (await worker.call(overhaul.get, { params })).deeds
  expect(deed).toMatchObject({
    step: 'failed',
    checks: [{ text: 'Nobody answered the test alarm', isFailed: true }],
  })
})

test('a chain that phones nobody says so in the test, and to the owner when it was answered on a screen', async () => {
  const owner = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: ['farm_access:enable'],
  })
  const { params } = await testOf('alarm')
  const phone = (number: string | null) =>
    farm.services.store
      .scoped(SYSTEM)
      .update(account)
      .set({ phone: number })
      .where(eq(account.officePath, farm.offices.sharing.path))
  const warnings = async () =>
    (await owner.call(notices.list)).items.filter(({ title }) =>
      title.startsWith('Alarm test: the chain reaches nobody'),
    )
  const wakes = async () => (await worker.call(overhaulTests.basis, { params })).wakesAnybody
  await phone(null)
  expect(await wakes()).toBe(false)
  await worker.call(overhaulTests.sendAlarm, { params })
  await age()
  for (const person of [worker, keeper]) await read(person)
  await settleAlarms(farm.services)
  expect(await warnings()).toMatchObject([{ level: 'warning' }])
  await phone('+86 138 0534 2210')
  expect(await wakes()).toBe(true)
  await phone(null)
})

test('a key pressed in the call of a test alarm is that person’s answer, though nobody reads the message', async () => {
  const db = farm.services.store.scoped(SYSTEM)
  await db.update(account).set({ phone: '+86 138 0534 2210' }).where(eq(account.id, keeper.accountId))
  onTestFinished(async () => {
    await db.update(account).set({ phone: null }).where(eq(account.id, keeper.accountId))
  })
  const { houseId, params } = await testOf('alarm')
  await worker.call(overhaulTests.sendAlarm, { params })
  await age()
  await callNotices(farm.services)
  const [call] = await db.select().from(phoneCall).where(eq(phoneCall.accountId, keeper.accountId))
  const post = async (more: object) => {
    const body = JSON.stringify({ type: 'alarm.answer', call: call?.id, result: 'answered', ...more })
    const answer = await farm.app.inject({
      method: 'POST',
      url: CALL_ANSWERS,
      body,
      headers: {
        'content-type': 'application/json',
        ...signedHeaders(body, { id: 'answer', secret: SECRET, at: Date.now() }),
      },
    })
    return answer.statusCode
  }
  const answers = async () =>
    ((await worker.call(overhaulTests.basis, { params })).alarm?.people ?? []).map(
      ({ id, answeredAt }) => [id === keeper.accountId, answeredAt !== null] as const,
    )
  // Picked up, and nothing pressed: a mailbox does that too.
  expect(await post({})).toBe(200)
  expect((await answers()).some(([, isAnswered]) => isAnswered)).toBe(false)
  expect(await post({ answer: 'cannot' })).toBe(200)
  expect((await answers()).toSorted()).toEqual([
    [false, false],
    [true, true],
  ])
  expect(await post({ answer: 'seen' })).toBe(200)
  await settleAlarms(farm.services, new Date(Date.now() + 16 * MINUTE))
  expect(await entryOf(houseId)).toMatchObject({ isPassed: true, facts: { kind: 'alarm' } })
  const said = await db.select().from(noticeMessage).where(eq(noticeMessage.businessType, 'overhaul'))
  expect(said.map(({ title }) => title['en-US'])).not.toContain('Nobody answered the test alarm')
})

test('an entry that was wrong stays and is corrected by another; a stranger sees neither', async () => {
  const { houseId, params } = await testOf('thermostat')
  await worker.call(overhaulTests.prove, { params, body: { ...told, setPoint: 26, ranFans: true } })
  const entry = await entryOf(houseId)
  const correction = await worker.call(testLogContract.correct, {
    params: { id: String(entry?.code) },
    body: { note: 'It was the other house' },
  })
  expect(correction).toMatchObject({ isPassed: null, facts: { kind: 'correction', of: entry?.number } })
  const { items } = await worker.call(testLogContract.list, { query: { houseId } })
  // Tests of all houses stand there too.
  expect(items.slice(0, 2).map(({ number, correctedBy }) => [number, correctedBy])).toEqual([
    [correction.number, null],
    [entry?.number, correction.number],
  ])
  const stranger = await farm.as({ office: farm.offices.closed, kind: 2, grants: everyGrant(2) })
  expect((await stranger.call(testLogContract.list)).total).toBe(0)
  const params2 = { id: String(entry?.code) }
  expect(
    (await stranger.ask(testLogContract.correct, { params: params2, body: { note: 'x' } })).statusCode,
  ).toBe(404)
})

test('ending a plan keeps its deeds in the log, and it can be planned again', async () => {
  const { id, houseId, params } = await testOf('thermostat')
  await worker.call(overhaulTests.prove, { params, body: { ...told, setPoint: 26, ranFans: true } })
  const log = () => worker.call(overhaul.log, { query: { firstDay: today(-1), lastDay: today(), houseId } })
  expect((await log()).lines).toHaveLength(1)
  await engineer.call(overhaul.remove, { params })
  expect((await log()).lines).toHaveLength(1)
  expect(await entryOf(houseId)).toMatchObject({ isPassed: true })
  expect((await worker.call(overhaul.list, { query: { houseId } })).total).toBe(0)
  expect((await worker.ask(overhaul.get, { params })).statusCode).toBe(404)
  const [plan] = await farm.services.store
    .scoped(SYSTEM)
    .select()
    .from(overhaulPlan)
    .where(eq(overhaulPlan.id, id))
  const body = { houseId, itemIds: [String(plan?.itemId)] }
  expect(await engineer.call(overhaul.plan, { body })).toEqual({ planned: 1 })
})

test('a house with a controller is planned for tests of alarm, backup thermostat and sensors, one with a generator for that; once', async () => {
  const db = farm.services.store.scoped(SYSTEM)
  await db.delete(overhaulPlan)
  await seed.write(db)
  const build = async () => {
    const { id } = await buildDevice(farm.services, farm.offices.direct, { type: 'controller' })
    return { id, house: await buildHouse(farm.services, farm.offices.direct, { deviceIds: [id] }) }
  }
  const [plain, powered] = [await build(), await build()]
  says(powered.id, { 'Power/GeneratorOn': false })
  await planTests(farm.services)
  await planTests(farm.services)
  const planned = async (houseId: string) => {
    const rows = await db
      .select({ proof: overhaulItem.proof })
      .from(overhaulPlan)
      .innerJoin(overhaulItem, eq(overhaulItem.id, overhaulPlan.itemId))
      .where(eq(overhaulPlan.houseId, houseId))
    return rows.map(({ proof }) => proof).toSorted()
  }
  expect(await planned(plain.house.id)).toEqual(['alarm', 'sensors', 'thermostat'])
  expect(await planned(powered.house.id)).toEqual(['alarm', 'generator', 'sensors', 'thermostat'])
  // What somebody took from the plan does not come back.
  await db.update(overhaulPlan).set({ endedAt: new Date() }).where(eq(overhaulPlan.houseId, plain.house.id))
  await planTests(farm.services)
  expect(await planned(plain.house.id)).toEqual(['alarm', 'sensors', 'thermostat'])
  await db.delete(overhaulPlan)
})

test('people who may record tests are told on the day, as a warning the day after, and then weekly', async () => {
  const db = farm.services.store.scoped(SYSTEM)
  await db.delete(overhaulPlan)
  const { id } = await testOf('thermostat')
  await db
    .update(overhaulPlan)
    .set({ nextOn: today(2) })
    .where(eq(overhaulPlan.id, id))
  /** Noon of a day there; how many were told, and how urgently. */
  const at = async (days: number) => {
    const before = new Date()
    const people = await remindOfPlans(farm.services, new Date(`${today(days)}T04:00:00Z`))
    const rows = await db.select().from(noticeMessage).where(eq(noticeMessage.businessType, 'overhaul'))
    const fresh = rows.filter(({ createdAt }) => createdAt >= before)
    return [people.filter(one => one === worker.accountId).length, fresh[0]?.level]
  }
  expect(await at(1)).toEqual([0, undefined])
  expect(await at(2)).toEqual([1, 'info'])
  expect(await at(2)).toEqual([0, undefined])
  expect(await at(3)).toEqual([1, 'warning'])
  expect(await at(4)).toEqual([0, undefined])
  expect(await at(10)).toEqual([1, 'warning'])
  await db.delete(overhaulPlan)
})

test('maintenance reaches those who do it, in a message apart from the tests of safety', async () => {
  const db = farm.services.store.scoped(SYSTEM)
  await db.delete(overhaulPlan)
  await testOf('thermostat')
  const house = await buildHouse(farm.services, farm.offices.sharing)
  const item = await buildOverhaulItem(farm.services, { englishName: 'Grease the bearings' })
  await buildPlan(farm.services, farm.offices.sharing, {
    houseId: house.id,
    itemId: item.id,
    nextOn: today(2),
  })
  const reader = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: ['device_overhaul_item_client:query'],
  })
  const before = new Date()
  const people = await remindOfPlans(farm.services, new Date(`${today(2)}T04:00:00Z`))
  expect(people).toContain(worker.accountId)
  expect(people).not.toContain(reader.accountId)
  const told = await db.select().from(noticeMessage).where(eq(noticeMessage.accountId, worker.accountId))
  expect(
    told
      .filter(({ businessType, createdAt }) => businessType === 'overhaul' && createdAt >= before)
      .map(({ level, title }) => [level, title['en-US'].replace(/: .* · /, ': ')])
      .toSorted(),
  ).toEqual([
    ['info', 'Maintenance due today: Grease the bearings'],
    ['warning', 'Safety test overdue: Test of thermostat'],
  ])
  await db.delete(overhaulPlan)
})
