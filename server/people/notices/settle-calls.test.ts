import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { raiseAlarm } from '../../farm/alarms/testing/raise-alarm.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { phoneCall } from '../../platform/database/tables/calls.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice, buildHouse } from '../../testing/farm-builder.ts'
import { callNotices, settleCalls, startNoticeCalls } from './call-notices.ts'

/** Nobody can be called here. */
let farm: TestApp
let farmer: Person
const db = () => farm.services.store.scoped(SYSTEM)
beforeAll(async () => {
  farm = await testApp()
  farmer = await farm.as({ office: farm.offices.sharing, kind: 2, grants: ['house_alarm:query'] })
  await db().update(account).set({ phone: '+86 138 0534 2210' }).where(eq(account.id, farmer.accountId))
})
afterAll(() => farm.close())
beforeEach(async () => {
  for (const table of [alarm, noticeMessage, phoneCall]) await db().delete(table)
})

const waiting = () => db().$count(noticeMessage, eq(noticeMessage.callWanted, true))
/** A critical alarm of which the farmer is to be called. */
async function raised() {
  const { sharing } = farm.offices
  const { id: subjectId } = await buildDevice(farm.services, sharing, { type: 'controller' })
  const house = await buildHouse(farm.services, sharing, { deviceIds: [subjectId] })
  await raiseAlarm(farm.services, {
    subjectId,
    code: 'HighTemp',
    houseIds: [house.id],
    farmPath: sharing.path,
  })
}
const over = { condition: 'cleared', clearedAt: new Date() } as const

test.each([
  ['over', () => db().update(alarm).set(over), 0],
  ['solved', () => db().update(alarm).set({ handling: 'solved' }), 0],
  [
    'older than a call is of use',
    () => db().update(noticeMessage).set({ createdAt: sql`now() - interval '31 minutes'` }),
    0,
  ],
  ['there still', () => db().update(alarm).set({ handling: 'seen' }), 1],
])('without a gateway a message waits for no call once its alarm is %s', async (_, become, left) => {
  await raised()
  expect(await waiting()).toBe(1)
  await become()
  // Whoever saw the end of it may be dead: the next round of any process settles it.
  expect(await waiting()).toBe(1)
  await settleCalls(farm.services)
  expect(await waiting()).toBe(left)
  expect(await db().$count(phoneCall)).toBe(0)
})

test('calls that were queued before the gateway was taken away are kept while it may come back, and go when too late', async () => {
  await raised()
  await callNotices(farm.services)
  await settleCalls(farm.services)
  expect(await db().$count(phoneCall)).toBe(1)
  await db()
    .update(phoneCall)
    .set({ usefulUntil: new Date(Date.now() - 1_000) })
  const running = startNoticeCalls(farm.services)
  onTestFinished(() => running.stop())
  await eventually(() => db().$count(phoneCall)).toBe(0)
})
