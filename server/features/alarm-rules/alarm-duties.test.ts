import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarmDuties } from '#shared/contracts/alarm-rules.ts'
import { notices } from '#shared/contracts/notices.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { buildDuty } from '../../testing/alarm-rules.ts'
import { type TestApp, testApp } from '../../testing/app.ts'

let farm: TestApp
beforeAll(async () => {
  farm = await testApp({ alertGateway: { url: 'http://127.0.0.1:9', secret: 'of nobody who listens' } })
})
afterAll(() => farm.close())

test('a test alarm tells who is on call by every way, and whoever marks its message as read has confirmed it', async () => {
  const { services, offices } = farm
  const db = services.store.scoped(SYSTEM)
  const owner = await farm.as({
    office: offices.sharing,
    kind: 2,
    grants: ['house_alarm:query', 'house_alarm_rule:query', 'house_alarm_rule:edit'],
  })
  const worker = await farm.as({ office: offices.sharing, kind: 2, grants: ['house_alarm:query'] })
  await db.update(account).set({ phone: '+86 138 0534 2210' }).where(eq(account.id, worker.accountId))
  await buildDuty(services, offices.sharing, { accountId: worker.accountId })
  const before = await owner.call(alarmDuties.plan)
  expect(before).toMatchObject({
    hasGateway: true,
    onCall: [{ id: worker.accountId, ways: ['call'], isPhoneFromAbove: false }],
    others: [{ id: owner.accountId, ways: [] }],
    test: null,
  })

  expect(await owner.call(alarmDuties.test)).toEqual({ told: 2 })
  const [told] = await db.select().from(noticeMessage).where(eq(noticeMessage.accountId, worker.accountId))
  expect(told).toMatchObject({ level: 'critical', callWanted: true, readAt: null })
  expect((await owner.ask(alarmDuties.test)).statusCode).toBe(429)

  await worker.call(notices.markRead, { body: { ids: [told?.id ?? ''] } })
  const { test } = await owner.call(alarmDuties.plan)
  expect(test?.people.map(({ id, confirmedAt }) => [id, confirmedAt !== null])).toEqual([
    [worker.accountId, true],
    [owner.accountId, false],
  ])
  expect(await db.$count(noticeMessage, eq(noticeMessage.subjectId, told?.subjectId ?? ''))).toBe(2)
})
