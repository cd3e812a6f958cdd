import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dateOf } from '#shared/dates.ts'
import { dateIn, daysAfter, endOfDay } from '#shared/zone-time.ts'
import { buildAgency } from '../../features/agents/agents.fixture.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { consentLog, reminder } from '../../platform/database/tables/consents.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { mail } from '../../platform/database/tables/mail.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { mailNotices } from '../notices/mail-notices.ts'
import { remind } from './reminders.ts'

const ZONE = 'Asia/Shanghai'
const inDays = (days: number) => daysAfter(dateIn(ZONE, Date.now()), days)

let farm: TestApp
let owner: Person
let sales: Person
beforeAll(async () => {
  farm = await testApp()
  const { direct, provider } = farm.offices
  owner = await farm.as({ office: direct, kind: 2, grants: ['farm_access:enable'] })
  sales = await farm.as({
    office: provider,
    kind: 1,
    language: 'zh-CN',
    grants: ['custom_manage:query', 'try_custom_manage:query'],
  })
  await database().update(account).set({ email: 'owner@farm.example' }).where(eq(account.id, owner.accountId))
})
afterAll(() => farm.close())

const database = () => farm.services.store.scoped(SYSTEM)
const set = (change: Partial<typeof customer.$inferInsert>) =>
  database().update(customer).set(change).where(eq(customer.officeId, farm.offices.direct.id))
const share = (change: Partial<typeof office.$inferInsert>) =>
  database().update(office).set(change).where(eq(office.id, farm.offices.direct.id))
beforeEach(async () => {
  await set({ stage: 'formal', contractEndsOn: null, trialEndsOn: null, nextMaintenanceOn: null })
  await share({ farmAccessUntil: null, remoteControlUntil: null })
  await database().update(office).set({ farmAccessUntil: null })
  for (const table of [reminder, noticeMessage, mail]) await database().delete(table)
})
const told = async ({ accountId }: Person, language: 'zh-CN' | 'en-US' = 'en-US') =>
  (await database().select().from(noticeMessage).where(eq(noticeMessage.accountId, accountId))).map(
    ({ title }) => title[language],
  )

test('the end of a contract is told to the owner and the project manager, by message and mail, once', async () => {
  await set({ contractEndsOn: inDays(30) })
  await Promise.all([remind(farm.services), remind(farm.services)])
  await remind(farm.services)
  const says = `The contract of direct ends on ${dateOf(inDays(30), 'en-US')}, in 30 days`
  expect(await told(owner)).toEqual([says])
  expect(await told(sales, 'zh-CN')).toEqual([`direct的合同将于${inDays(30)}到期，还有30天`])
  await mailNotices(farm.services)
  const mails = await database().select().from(mail)
  expect(mails).toMatchObject([
    { to: 'owner@farm.example', language: 'en-US', template: 'notice', values: { says } },
  ])
})

test('the end of an agent’s rights is told to its people and to staff before it, and once it has come', async () => {
  const { agent, provider } = farm.offices
  const dealer = await farm.as({ office: agent, kind: 3, grants: ['agent_client:query'] })
  const decider = await farm.as({ office: provider, kind: 1, grants: ['user_manage:edit'] })
  const until = async (agentEndsOn: string | null) => {
    await database().update(office).set({ agentEndsOn }).where(eq(office.id, agent.id))
    await remind(farm.services)
  }
  await until(inDays(30))
  const soon = `The agent authority of agent ends on ${dateOf(inDays(30), 'en-US')}, in 30 days`
  expect(await told(dealer)).toEqual([soon])
  expect(await told(decider)).toEqual([soon])
  await until(inDays(-1))
  expect(await told(dealer)).toContain(`The agent authority of agent ended on ${dateOf(inDays(-1), 'en-US')}`)
  // Revoked rights are no news: whoever revoked them said so.
  await database().delete(noticeMessage)
  await buildAgency(farm.services, farm.offices.direct, { standing: 'revoked' })
  await remind(farm.services)
  expect(await told(owner)).toEqual([])
  await until(null)
})

test('a server that was down catches up with the nearest reminder only', async () => {
  await set({ contractEndsOn: inDays(5) })
  await remind(farm.services)
  expect(await told(owner)).toEqual([
    `The contract of direct ends on ${dateOf(inDays(5), 'en-US')}, in 5 days`,
  ])
  await remind(farm.services)
  expect(await told(owner)).toHaveLength(1)
  const given = await database().select({ step: reminder.daysBefore }).from(reminder)
  expect(given.map(({ step }) => step).toSorted((a, b) => a - b)).toEqual([7, 30, 90])
})

test('an extended contract brings new reminders, and a trial has its own days', async () => {
  await set({ contractEndsOn: inDays(0) })
  await remind(farm.services)
  await set({ contractEndsOn: inDays(7) })
  await remind(farm.services)
  expect(await told(owner)).toHaveLength(2)
  await set({ stage: 'trial', contractEndsOn: null, trialEndsOn: inDays(-2) })
  await remind(farm.services)
  expect((await told(owner)).at(-1)).toBe(`The trial of direct ended on ${dateOf(inDays(-2), 'en-US')}`)
  await set({ stage: 'trial', trialEndsOn: inDays(4) })
  await remind(farm.services)
  expect((await told(owner)).at(-1)).toBe(
    `The trial of direct ends on ${dateOf(inDays(4), 'en-US')}, in 4 days`,
  )
})

test('the next maintenance is told a week before; what is long past is not told any more', async () => {
  await set({ nextMaintenanceOn: inDays(7), contractEndsOn: inDays(-60) })
  await remind(farm.services)
  expect(await told(owner)).toEqual([
    `Maintenance at direct is due on ${dateOf(inDays(7), 'en-US')}, in 7 days`,
  ])
})

test('a consent’s end is told a week before and when it has come, which is in the log', async () => {
  await share({ farmAccessUntil: new Date(endOfDay(inDays(6), ZONE)) })
  await remind(farm.services)
  expect(await told(sales)).toEqual([
    `Your access to the farm of direct ends on ${dateOf(inDays(6), 'en-US')}`,
  ])
  await share({ farmAccessUntil: new Date(endOfDay(inDays(-1), ZONE)) })
  await remind(farm.services)
  expect((await told(sales)).toSorted()).toEqual([
    `Your access to the farm of direct ends on ${dateOf(inDays(6), 'en-US')}`,
    'Your access to the farm of direct has ended',
  ])
  const ended = await database().select().from(consentLog).where(sql`event = 'ended'`)
  expect(ended).toMatchObject([{ consent: 'farm', subjectPath: farm.offices.direct.path, actorName: null }])
})
