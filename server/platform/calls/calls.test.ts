import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { personal } from '#shared/contracts/personal.ts'
import { users } from '#shared/contracts/users.ts'
import { callNotices, startNoticeCalls } from '../../people/notices/call-notices.ts'
import { takeBackCalls } from '../../people/notices/take-back.ts'
import { type NewNotice, tell } from '../../people/notices/tell.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { SYSTEM } from '../database/store.ts'
import { phoneCall } from '../database/tables/calls.ts'
import { noticeMessage } from '../database/tables/histories.ts'
import { account } from '../database/tables/offices.ts'
import { startCalls } from './calls.ts'
import { type Gateway, startGateway } from './testing/gateway.ts'

const NUMBER = '+86 138 0534 2210'
let farm: TestApp
let gateway: Gateway
let farmer: Person
beforeAll(async () => {
  farm = await testApp()
})
afterAll(() => farm.close())
beforeEach(async () => {
  gateway = await startGateway()
  onTestFinished(() => gateway.stop())
  for (const table of [noticeMessage, phoneCall]) await database().delete(table)
  farmer = await farm.as({ office: farm.offices.sharing, kind: 2, language: 'zh-CN' })
  await database().update(account).set({ phone: NUMBER }).where(eq(account.id, farmer.accountId))
})

const database = () => farm.services.store.scoped(SYSTEM)
const hot: NewNotice = {
  title: { 'zh-CN': '3号舍：高温，\ufffc', 'en-US': 'House 3: high temperature, \ufffc' },
  amounts: [{ value: 34.2, unit: '°C', decimals: 1 }],
  level: 'critical',
  messageType: 'device_alarm',
  businessType: 'alarm',
  subjectId: null,
  besides: ['call'],
}
const write = (more: Partial<NewNotice> = {}) =>
  farm.services.store.transaction(SYSTEM, db =>
    tell(db, [{ id: farmer.accountId, officePath: farmer.officePath }], { ...hot, ...more }),
  )
/** Hands over waiting calls until the test is over; answers what was logged. */
function handing(): string[] {
  const said: string[] = []
  const hear = (_: unknown, text: string) => void said.push(text)
  const running = startCalls({
    gateway,
    store: farm.services.store,
    retryMs: 20,
    takeBack: takeBackCalls,
    log: { info: hear, warn: hear, error: hear } as never,
  })
  onTestFinished(() => running.stop())
  return said
}
const queued = async () => {
  await callNotices(farm.services)
  return database().select().from(phoneCall)
}

test('people are called with the sentence in their language, signed, under the id of the message', async () => {
  handing()
  // Without a gateway it would settle them.
  const config = { ...farm.services.config, alertGateway: { url: gateway.url, secret: gateway.secret } }
  const making = startNoticeCalls({ ...farm.services, config })
  onTestFinished(() => making.stop())
  await write()
  await eventually(() => gateway.heard.length).toBe(1)
  const [message] = await database().select().from(noticeMessage)
  expect(gateway.heard).toEqual([
    {
      isOurs: true,
      id: message?.id,
      call: {
        id: message?.id,
        type: 'alarm.call',
        to: NUMBER,
        name: expect.any(String),
        language: 'zh-CN',
        level: 'critical',
        text: '严重：3号舍：高温，34.2\u202f°C',
        messages: 1,
        at: message?.createdAt.toISOString(),
      },
    },
  ])
  await eventually(() => database().$count(phoneCall)).toBe(0)
})

test('a gateway that fails or sends elsewhere is asked again for the same call, and a call is taken once', async () => {
  gateway.answers.push(500, 302)
  const said = handing()
  await write()
  const [call] = await queued()
  await eventually(() => database().$count(phoneCall)).toBe(0)
  expect(gateway.heard.map(({ id, isOurs }) => [id, isOurs])).toEqual(Array(3).fill([call?.id, true]))
  expect(said.filter(text => text.includes('tried again'))).toHaveLength(2)
})

test('a call that would come too late is given up, and the log says so', async () => {
  gateway.answers.push(503)
  await write()
  await queued()
  // Not over yet, but before the next try.
  await database().update(phoneCall).set({ tries: 20, usefulUntil: sql`now() + interval '1 minute'` })
  const said = handing()
  await eventually(() => said).toContain('call given up')
  await eventually(() => database().$count(phoneCall)).toBe(0)
  expect(gateway.heard).toHaveLength(1)
})

test('somebody whose data was erased is not called for what still waited', async () => {
  await write()
  await queued()
  await database().update(account).set({ phone: null }).where(eq(account.id, farmer.accountId))
  await database().update(phoneCall).set({ usefulUntil: sql`now() - interval '1 second'` })
  handing()
  await eventually(() => database().$count(phoneCall)).toBe(0)
  expect(gateway.heard).toEqual([])
})

test('a try of a process that died is made again by another', async () => {
  await write()
  const [call] = await queued()
  // As left by a process killed during the hand-over: begun, and its time has passed.
  await database().update(phoneCall).set({ tries: 1, dueAt: sql`now() - interval '1 second'` })
  handing()
  await eventually(() => gateway.heard.map(({ id }) => id)).toEqual([call?.id])
})

test('several messages of the same moment are one call; the next rings at once, one more waits for a pause', async () => {
  await write({ level: 'critical' })
  await write({ level: 'emergency', title: { 'zh-CN': '停电', 'en-US': 'Power failure' }, amounts: null })
  const [call, ...others] = await queued()
  expect([call?.content.text, call?.content.messages, others]).toEqual(['紧急：停电 另有 1 条消息。', 2, []])
  await write({ level: 'emergency' })
  expect(await queued()).toHaveLength(2)
  await write()
  expect(await queued()).toHaveLength(2)
  await database()
    .update(noticeMessage)
    .set({ calledAt: sql`now() - interval '2 minutes'` })
    .where(sql`called_at is not null`)
  expect(await queued()).toHaveLength(3)
})

test('nobody is called without a number, for messages that want no call, or for what was an hour ago', async () => {
  await write({ besides: ['mail', 'push'] })
  await write()
  await database().update(noticeMessage).set({ createdAt: sql`now() - interval '1 hour'` }).where(sql`true`)
  await database().update(account).set({ phone: null }).where(eq(account.id, farmer.accountId))
  await write()
  expect(await queued()).toEqual([])
})

test('a number that the provider entered for a farmer is called once the farmer has saved it', async () => {
  const staff = await farm.as({
    office: farm.offices.provider,
    kind: 1,
    grants: ['user_manage:get', 'user_manage:edit'],
  })
  const enter = async (phone: string) => {
    const { version, username, actualName, email, officeId } = await staff.call(users.get, {
      params: { id: farmer.accountId },
    })
    const body = { version, username, actualName, email, officeId, roleIds: [], phone }
    await staff.call(users.update, { params: { id: farmer.accountId }, body })
  }
  await enter(NUMBER)
  await write()
  expect(await queued()).toHaveLength(1)
  await enter('+1 555 0100')
  for (const table of [noticeMessage, phoneCall]) await database().delete(table)
  await write()
  expect(await queued()).toEqual([])
  const { actualName, phone } = await farmer.call(personal.profile)
  await farmer.call(personal.saveProfile, { body: { actualName, phone } })
  expect(await queued()).toHaveLength(1)
})
