import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { DEFAULT_CHANNELS, noticeChannels } from '#shared/contracts/notice-channels.ts'
import { notices } from '#shared/contracts/notices.ts'
import { overhaulPushes, type PushRecipient } from '#shared/contracts/overhaul-pushes.ts'
import { webPush } from '#shared/contracts/web-push.ts'
import { mailNotices } from '../../people/notices/mail-notices.ts'
import { pushNotices } from '../../people/notices/push-notices.ts'
import { newId } from '../../platform/database/ids.ts'
import { scopeOf } from '../../platform/database/scope.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { overhaulPushRun, overhaulPushTold } from '../../platform/database/tables/overhaul.ts'
import { startMail } from '../../platform/mail/mail.ts'
import { type MailServer, startMailServer } from '../../platform/mail/testing/mail-server.ts'
import { startPush } from '../../platform/push/push.ts'
import { type PushService, startPushService } from '../../platform/push/testing/push-service.ts'
import { noOpenssl } from '../../telemetry/testing/certificates.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { everyGrant } from '../../testing/samples.ts'
import { pushDue } from './overhaul-clock.ts'
import { buildPush } from './overhaul-pushes.fixture.ts'

interface Case {
  /** What the mail server answers to their address; none: they have no address. */
  mailServer?: 250 | 451 | 550
  /** What the push service answers to their browser; none: they have none. */
  pushService?: 201 | 400 | 410 | 500
  choice?: 'messages only' | 'nothing'
  isRead?: true
  stands: Omit<PushRecipient, 'id' | 'name' | 'mailProblem'>
}
const unread = 'unread' as const
/** Results by ways: what each peer answers, and where the recipient stands. */
const cases: Readonly<Record<string, Case>> = {
  'by both': {
    mailServer: 250,
    pushService: 201,
    stands: { reach: 'reached', inApp: unread, mail: 'taken', push: 'taken' },
  },
  'by mail alone': {
    mailServer: 250,
    stands: { reach: 'reached', inApp: unread, mail: 'taken', push: 'noBrowser' },
  },
  'by push alone': {
    pushService: 201,
    stands: { reach: 'reached', inApp: unread, mail: 'noAddress', push: 'taken' },
  },
  'by push, mail refused': {
    mailServer: 550,
    pushService: 201,
    stands: { reach: 'reached', inApp: unread, mail: 'refused', push: 'taken' },
  },
  'in the app': {
    isRead: true,
    stands: { reach: 'reached', inApp: 'read', mail: 'noAddress', push: 'noBrowser' },
  },
  'in the app, before it was sent': {
    mailServer: 250,
    isRead: true,
    stands: { reach: 'reached', inApp: 'read', mail: 'needless', push: 'noBrowser' },
  },
  'later, by mail': {
    mailServer: 451,
    stands: { reach: 'waiting', inApp: unread, mail: 'waiting', push: 'noBrowser' },
  },
  'later, by push': {
    pushService: 500,
    stands: { reach: 'waiting', inApp: unread, mail: 'noAddress', push: 'waiting' },
  },
  'not: refused by both': {
    mailServer: 550,
    pushService: 400,
    stands: { reach: 'missed', inApp: unread, mail: 'refused', push: 'refused' },
  },
  'not: the browser is gone': {
    pushService: 410,
    stands: { reach: 'missed', inApp: unread, mail: 'noAddress', push: 'gone' },
  },
  'not: neither address nor browser': {
    stands: { reach: 'missed', inApp: unread, mail: 'noAddress', push: 'noBrowser' },
  },
  'not yet: messages only': {
    mailServer: 250,
    pushService: 201,
    choice: 'messages only',
    stands: { reach: 'missed', inApp: unread, mail: 'off', push: 'off' },
  },
  'not: nothing chosen': {
    mailServer: 250,
    choice: 'nothing',
    stands: { reach: 'missed', inApp: 'off', mail: 'off', push: 'noBrowser' },
  },
}

let farm: TestApp
let engineer: Person
const database = () => farm.services.store.scoped(SYSTEM)
const grants = ['device_overhaul_item_client:query'] as const

beforeAll(async () => {
  farm = await testApp()
  engineer = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
})
afterAll(() => farm.close())

/** Sent to everybody of the office who may open its overhaul items. */
async function send(office: TestApp['offices']['sharing'], receiverIds: string[] = []) {
  const { id } = await buildPush(farm.services, office, { firstOn: '2026-03-01', receiverIds })
  await pushDue(farm.services)
  return id
}
const recipientsOf = async (id: string, who = engineer, query: { page?: number; size?: number } = {}) =>
  who.call(overhaulPushes.recipients, { params: { id }, query: { size: 100, ...query } })
const shownOf = (id: string) => engineer.call(overhaulPushes.get, { params: { id } })

describe.skipIf(noOpenssl)(`by mail, push and in the app${noOpenssl}`, () => {
  let mails: MailServer
  let pushes: PushService
  beforeAll(async () => {
    mails = await startMailServer()
    pushes = await startPushService()
  })
  afterAll(async () => void (await Promise.all([mails.stop(), pushes.stop()])))

  async function person(name: string, { mailServer, pushService, choice }: Case): Promise<Person> {
    const made = await farm.as({ office: farm.offices.sharing, kind: 2, grants: [...grants] })
    const email = mailServer ? `${newId()}@farm.example` : null
    await database().update(account).set({ actualName: name, email }).where(eq(account.id, made.accountId))
    if (email && mailServer !== 250) mails.refuses.set(email, mailServer ?? 0)
    if (pushService) {
      const browser = newId()
      await made.call(webPush.subscribe, { body: pushes.subscribe(browser) })
      if (pushService !== 201) pushes.answers.set(browser, { status: pushService })
    }
    if (choice) {
      const to_do = { inApp: choice === 'messages only', mail: false, push: false }
      const channels = { ...DEFAULT_CHANNELS.channels, to_do }
      await made.call(noticeChannels.choose, { body: { ...DEFAULT_CHANNELS, channels } })
    }
    return made
  }

  test('each recipient stands where they stand, and the sender sees how many were not reached', async () => {
    const people = new Map<string, Person>()
    for (const [name, each] of Object.entries(cases)) people.set(name, await person(name, each))
    const id = await send(farm.offices.sharing)
    for (const [name, { isRead }] of Object.entries(cases)) {
      const { accountId } = people.get(name) as Person
      const [message] = await database()
        .select()
        .from(noticeMessage)
        .where(eq(noticeMessage.accountId, accountId))
      if (isRead) await people.get(name)?.call(notices.markRead, { body: { ids: [message?.id ?? ''] } })
    }
    // Nothing has left the house yet.
    const before = new Map((await recipientsOf(id)).items.map(({ name, mail }) => [name, mail]))
    expect(before.get('by both')).toBe('waiting')
    expect(before.get('by push, mail refused')).toBe('waiting')

    const { services } = farm
    const running = [
      startMail({ ...services, config: { ...services.config, smtpUrl: mails.url }, retryMs: 600_000 }),
      startPush({ ...services, agent: pushes.agent(), retryMs: 600_000 }),
    ]
    onTestFinished(async () => void (await Promise.all(running.map(each => each.stop()))))
    await mailNotices(services)
    await pushNotices(services)
    const shown = async () =>
      Object.fromEntries(
        (await recipientsOf(id)).items.map(({ name, reach, inApp, mail, push }) => [
          name,
          { reach, inApp, mail, push },
        ]),
      )
    const wanted = Object.fromEntries(Object.entries(cases).map(([name, { stands }]) => [name, stands]))
    await eventually(shown).toEqual(wanted)

    const { items } = await recipientsOf(id)
    // Those not reached come first, and a refusal says why.
    const missed = Object.values(cases).filter(({ stands }) => stands.reach === 'missed').length
    expect(items.slice(0, missed).every(({ reach }) => reach === 'missed')).toBe(true)
    const problems = items.filter(({ mailProblem }) => mailProblem?.includes('not now'))
    expect(problems.map(({ name }) => name).toSorted()).toEqual([
      'by push, mail refused',
      'later, by mail',
      'not: refused by both',
    ])
    const told = Object.keys(cases).length
    expect(await shownOf(id)).toMatchObject({ told, missed })
    const runs = await engineer.call(overhaulPushes.runs, { params: { id }, query: {} })
    expect(runs).toMatchObject({ total: 1, items: [{ told, missed }] })

    // What nobody took for a day never arrives.
    const longAgo = new Date(Date.now() - 30 * 3_600_000)
    await database().update(overhaulPushTold).set({ toldAt: longAgo, pushedAt: longAgo })
    expect((await shown())['later, by push']).toMatchObject({ reach: 'missed', push: 'unreachable' })
    expect((await shown())['later, by mail']).toMatchObject({ reach: 'waiting' })
  })
})

test('people of the customer see nothing of it, and staff no reminder beyond their customers', async () => {
  const { direct, provider, agent } = farm.offices
  const [manager, other] = [
    await farm.as({ office: direct, kind: 2, grants: everyGrant(2) }),
    await farm.as({ office: agent, kind: 3, grants: everyGrant(3) }),
  ]
  const staff = await farm.as({ office: provider, kind: 1, grants: [] })
  const id = await send(direct, [staff.accountId])
  expect((await recipientsOf(id)).items.map(row => row.id).toSorted()).toEqual(
    [manager.accountId, staff.accountId].toSorted(),
  )
  for (const endpoint of [overhaulPushes.recipients, overhaulPushes.runs]) {
    expect((await manager.ask(endpoint, { params: { id }, query: {} })).statusCode).toBe(403)
    expect((await other.ask(endpoint, { params: { id }, query: {} })).statusCode).toBe(404)
  }
  // In the scope of the customer nobody beyond it is seen.
  const own = await farm.services.store
    .scoped(scopeOf(direct.path, ''))
    .select({ id: overhaulPushTold.accountId })
    .from(overhaulPushTold)
    .where(eq(overhaulPushTold.reminderId, id))
  expect(own).toEqual([{ id: manager.accountId }])
})

test('a thousand recipients come in pages, with each once', async () => {
  const { closed } = farm.offices
  const { id, officePath } = await buildPush(farm.services, closed, { nextOn: null })
  const dueAt = new Date()
  await database().insert(overhaulPushRun).values({ pushId: id, dueAt, officePath, told: 1_000 })
  const rows = Array.from({ length: 1_000 }, () => newId())
  await database()
    .insert(account)
    .values(
      rows.map(accountId => ({
        id: accountId,
        officeId: closed.id,
        officePath,
        username: accountId,
        usernameKey: accountId,
        kind: 2 as const,
        actualName: 'One of many',
        passwordHash: '-',
      })),
    )
  const one = {
    reminderId: id,
    dueAt,
    officePath,
    inApp: true,
    mail: 'noAddress',
    push: 'noBrowser',
  } as const
  await database()
    .insert(overhaulPushTold)
    .values(rows.map(accountId => ({ ...one, accountId, messageId: newId() })))
  const seen = new Set<string>()
  for (let page = 1; page <= 10; page++) {
    const { total, items } = await recipientsOf(id, engineer, { page })
    expect(total).toBe(1_000)
    expect(items).toHaveLength(100)
    for (const row of items) seen.add(row.id)
  }
  expect(seen.size).toBe(1_000)
  const listed = await engineer.call(overhaulPushes.list, { query: { officeId: closed.id } })
  expect(listed.items).toMatchObject([{ told: 1_000, missed: 1_000 }])
})
