import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { overhaulPushes } from '#shared/contracts/overhaul-pushes.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { overhaulPush, overhaulPushRun } from '../../platform/database/tables/overhaul.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildUser } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { pushNextDue } from './hand-over.ts'
import { pushDue } from './overhaul-clock.ts'
import { buildPush } from './overhaul-pushes.fixture.ts'

let farm: TestApp
let engineer: Person
let worker: Person
beforeAll(async () => {
  farm = await testApp()
  engineer = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
  worker = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: ['device_overhaul_item_client:query'],
  })
})
afterAll(() => farm.close())
const database = () => farm.services.store.scoped(SYSTEM)
beforeEach(async () => {
  await database().delete(overhaulPush)
  await database().delete(noticeMessage)
})

const messages = () =>
  database().select().from(noticeMessage).where(eq(noticeMessage.businessType, 'overhaul'))
const runs = () => database().select().from(overhaulPushRun).orderBy(overhaulPushRun.dueAt)
const stored = async () => (await database().select().from(overhaulPush))[0]
const at = (instant: string) => pushDue(farm.services, new Date(instant))
/** For the office, in a time zone. */
const inZone = (timeZone: string) =>
  database().update(office).set({ timeZone }).where(eq(office.id, farm.offices.sharing.id))
const form = {
  chineseText: '检查风机皮带',
  englishText: 'Check the fan belts',
  type: 'maintenance' as const,
  mode: 'timed' as const,
  firstOn: '2099-03-01',
  clock: '07:30',
  everyDays: null,
  receiverIds: [],
}

test('a timed reminder reaches the people who may open the overhaul items once, at its time in their zone', async () => {
  await inZone('Asia/Shanghai')
  await buildPush(farm.services, farm.offices.sharing, { firstOn: '2026-03-01' })
  await at('2026-02-28T23:29:59Z')
  expect(await messages()).toEqual([])
  await at('2026-02-28T23:30:00Z')
  await at('2026-02-28T23:31:00Z')
  expect(await messages()).toMatchObject([
    {
      accountId: worker.accountId,
      messageType: 'to_do',
      level: 'info',
      title: { 'en-US': 'Check the fan belts' },
      subjectId: farm.offices.sharing.id,
    },
  ])
  expect(await stored()).toMatchObject({ state: 'success', nextOn: null })
})

test('by the clocks of the customer, also when they change: once a day at 02:30', async () => {
  await inZone('Europe/Amsterdam')
  const circle = { mode: 'circular', everyDays: 1, clock: '02:30' } as const
  // The night in which there is no 02:30, then the one that has it twice.
  await buildPush(farm.services, farm.offices.sharing, { ...circle, firstOn: '2026-03-28' })
  for (let hour = 0; hour < 72; hour++)
    await at(new Date(Date.UTC(2026, 2, 28, 0, 40) + hour * 3_600_000).toISOString())
  expect((await runs()).map(({ dueAt }) => dueAt.toISOString())).toEqual([
    '2026-03-28T01:30:00.000Z',
    '2026-03-29T01:30:00.000Z',
    '2026-03-30T00:30:00.000Z',
  ])
  await database().delete(overhaulPush)
  await buildPush(farm.services, farm.offices.sharing, { ...circle, firstOn: '2026-10-24' })
  for (let hour = 0; hour < 72; hour++)
    await at(new Date(Date.UTC(2026, 9, 24, 0, 20) + hour * 3_600_000).toISOString())
  expect((await runs()).map(({ dueAt }) => dueAt.toISOString().slice(0, 10))).toEqual([
    '2026-10-24',
    '2026-10-25',
    '2026-10-26',
  ])
})

test('after a server that was down for weeks a circular one is pushed once, then in its circle again', async () => {
  await inZone('Asia/Shanghai')
  await buildPush(farm.services, farm.offices.sharing, {
    mode: 'circular',
    everyDays: 7,
    firstOn: '2026-03-02',
  })
  await at('2026-03-30T00:00:00Z')
  expect(await messages()).toHaveLength(1)
  expect(await stored()).toMatchObject({ state: 'waiting', nextOn: '2026-04-06' })
})

test('two processes push ten reminders at the same time, none of them twice', async () => {
  for (let i = 0; i < 10; i++) await buildPush(farm.services, farm.offices.sharing, { firstOn: '2026-03-01' })
  const { store } = farm.services
  const work = async () => {
    while ((await pushNextDue(store)) !== null);
  }
  await Promise.all([work(), work(), work()])
  expect(await messages()).toHaveLength(10)
  expect(await runs()).toHaveLength(10)
})

test('what a process that died had begun is pushed by the next', async () => {
  await buildPush(farm.services, farm.offices.sharing, { firstOn: '2026-03-01' })
  const { store } = farm.services
  const dying = store.transaction(SYSTEM, async db => {
    await db.update(overhaulPush).set({ nextOn: null })
    throw new Error('killed')
  })
  await expect(dying).rejects.toThrow('killed')
  await pushDue(farm.services)
  expect(await messages()).toHaveLength(1)
})

test('one that reaches nobody fails with its reason, and arrives when it is pushed again with a name', async () => {
  const { id } = await buildPush(farm.services, farm.offices.direct, { firstOn: '2026-03-01' })
  await pushDue(farm.services)
  const failed = await engineer.call(overhaulPushes.get, { params: { id } })
  expect(failed).toMatchObject({ state: 'failed', failure: 'nobody', told: 0, nextAt: null })
  const person = await buildUser(farm.services, farm.offices.direct)
  const { englishText, chineseText, type, mode, firstOn, clock, everyDays } = failed
  const typed = { englishText, chineseText, type, mode, firstOn, clock, everyDays }
  const named = await engineer.call(overhaulPushes.update, {
    params: { id },
    body: { ...typed, receiverIds: [person.id] },
  })
  expect(named).toMatchObject({ state: 'failed', failure: 'nobody' })
  const moved = { ...typed, receiverIds: [person.id], clock: '07:31' }
  const past = await engineer.ask(overhaulPushes.update, { params: { id }, body: moved })
  expect(past.json().data).toMatchObject([{ field: 'firstOn' }])
  const arrived = await engineer.call(overhaulPushes.retry, { params: { id } })
  expect(arrived).toMatchObject({ state: 'success', failure: null, told: 1 })
  expect(await messages()).toMatchObject([{ accountId: person.id }])
  expect(await runs()).toMatchObject([{ tries: 2, told: 1 }])
  expect((await engineer.ask(overhaulPushes.retry, { params: { id } })).statusCode).toBe(409)
})

test('somebody of another customer is not named, and hears nothing after having left', async () => {
  const [own, other, staff] = [
    await buildUser(farm.services, farm.offices.direct),
    await buildUser(farm.services, farm.offices.sharing),
    await farm.as({ office: farm.offices.provider, kind: 1, grants: [] }),
  ]
  const body = { ...form, officeId: farm.offices.direct.id }
  const naming = (...receiverIds: string[]) =>
    engineer.ask(overhaulPushes.create, { body: { ...body, receiverIds } })
  expect((await naming(own.id, other.id)).json().data).toMatchObject([{ field: 'receiverIds' }])
  expect((await naming(own.id, staff.accountId)).statusCode).toBe(200)
  await database().delete(overhaulPush)
  await buildPush(farm.services, farm.offices.direct, {
    firstOn: '2026-03-01',
    receiverIds: [own.id, other.id],
  })
  await pushDue(farm.services)
  expect(await messages()).toMatchObject([{ accountId: own.id }])
})

test('a stopped one is not pushed, and starts again in its circle', async () => {
  const made = await engineer.call(overhaulPushes.create, {
    body: {
      ...form,
      mode: 'circular',
      everyDays: 2,
      firstOn: '2026-03-01',
      officeId: farm.offices.sharing.id,
    },
  })
  expect(made.state).toBe('waiting')
  expect(Date.parse(made.nextAt ?? '')).toBeGreaterThan(Date.now())
  await engineer.call(overhaulPushes.stop, { params: { id: made.id }, body: { version: made.version } })
  await at('2099-01-01T00:00:00Z')
  expect(await messages()).toEqual([])
  const started = await engineer.call(overhaulPushes.start, { params: { id: made.id } })
  expect(started).toMatchObject({ state: 'waiting', nextAt: made.nextAt })
})

test('one reminder for many customers is one for each, at the same hour by its own clock', async () => {
  const many = (more: object, who = engineer) =>
    who.ask(overhaulPushes.createForMany, { body: { ...form, ...more } as never })
  const places = () => database().select().from(overhaulPush)
  const { sharing, closed, direct } = farm.offices
  const named = await many({ officeIds: [sharing.id, closed.id, sharing.id] })
  expect(named.json().data).toEqual({ made: 2 })
  expect((await places()).map(({ officeId }) => officeId).toSorted()).toEqual(
    [sharing.id, closed.id].toSorted(),
  )
  await database().delete(overhaulPush)
  const customers = await database().$count(customer, eq(customer.approval, 'passed'))
  expect((await many({ isForAll: true })).json().data).toEqual({ made: customers })
  expect(await places()).toHaveLength(customers)
  await database().delete(overhaulPush)
  await database().update(customer).set({ country: 'NL' }).where(eq(customer.officeId, direct.id))
  expect((await many({ isForAll: true, country: 'NL' })).json().data).toEqual({ made: 1 })
  // Those whose time has passed begin with their next day.
  await database().delete(overhaulPush)
  await many({ isForAll: true, mode: 'circular', everyDays: 1, firstOn: '2026-01-01' })
  const shown = await engineer.call(overhaulPushes.list, { query: { size: 100 } })
  for (const { nextAt } of shown.items) expect(Date.parse(nextAt ?? '')).toBeGreaterThan(Date.now())
  await database().delete(overhaulPush)

  const faults = async (more: object) => (await many(more)).json().data
  expect(await faults({})).toMatchObject([{ field: 'officeIds' }])
  expect(await faults({ officeIds: [farm.offices.provider.id] })).toMatchObject([{ field: 'officeIds' }])
  expect(await faults({ isForAll: true, country: 'XX' })).toMatchObject([{ field: 'country' }])
  expect(await faults({ isForAll: true, receiverIds: ['a'] })).toMatchObject([{ field: 'receiverIds' }])
  expect(await faults({ isForAll: true, firstOn: '2026-01-01' })).toMatchObject([{ field: 'firstOn' }])
  expect(await places()).toEqual([])
  expect((await many({ isForAll: true }, worker)).statusCode).toBe(403)
})

test('a customer that is disabled hears nothing', async () => {
  await buildPush(farm.services, farm.offices.sharing, { firstOn: '2026-03-01' })
  const disabled = (disabledAt: Date | null) =>
    database().update(office).set({ disabledAt }).where(eq(office.id, farm.offices.sharing.id))
  await disabled(new Date())
  await pushDue(farm.services)
  await disabled(null)
  expect(await messages()).toEqual([])
  expect(await stored()).toMatchObject({ state: 'stopped', nextOn: null })
})

test('what cannot be pushed is said at its field', async () => {
  const officeId = farm.offices.sharing.id
  const refused = async (more: object) => {
    const answer = await engineer.ask(overhaulPushes.create, { body: { ...form, ...more, officeId } })
    return answer.json().data?.map(({ field }: { field: string }) => field)
  }
  expect(await refused({ chineseText: '', englishText: '' })).toEqual(['chineseText'])
  expect(await refused({ clock: '25:00' })).toEqual(['clock'])
  expect(await refused({ mode: 'circular' })).toEqual(['everyDays'])
  expect(await refused({ firstOn: '2026-01-01' })).toEqual(['firstOn'])
  expect(await refused({ receiverIds: ['nobody'] })).toEqual(['receiverIds'])
})
