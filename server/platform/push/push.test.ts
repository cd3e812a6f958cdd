import { fork } from 'node:child_process'
import { once } from 'node:events'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { noticeChannels } from '#shared/contracts/notice-channels.ts'
import { notices } from '#shared/contracts/notices.ts'
import { openSessions } from '#shared/contracts/open-sessions.ts'
import { preferences } from '#shared/contracts/preferences.ts'
import { session as sessions } from '#shared/contracts/session.ts'
import { webPush } from '#shared/contracts/web-push.ts'
import { pushNotices, startNoticePushes } from '../../people/notices/push-notices.ts'
import { type NewNotice, tell } from '../../people/notices/tell.ts'
import { noOpenssl } from '../../telemetry/testing/certificates.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { newId } from '../database/ids.ts'
import { SYSTEM } from '../database/store.ts'
import { noticeMessage } from '../database/tables/histories.ts'
import { account, session } from '../database/tables/offices.ts'
import { push, pushSubscription } from '../database/tables/push.ts'
import { startPush } from './push.ts'
import { type PushService, startPushService } from './testing/push-service.ts'

let farm: TestApp
let service: PushService
let farmer: Person
let number = 0
beforeAll(async () => {
  farm = await testApp()
})
afterAll(() => farm.close())

const database = () => farm.services.store.scoped(SYSTEM)
/** Somebody of the farm whose clock is Shanghai's. */
async function person(more: { language?: 'zh-CN'; units?: 'imperial' } = {}): Promise<Person> {
  const made = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: ['house_alarm:query'],
    ...more,
  })
  await database().update(account).set({ timeZone: 'Asia/Shanghai' }).where(eq(account.id, made.accountId))
  return made
}
/** Turns push on in a browser; answers its name at the push service. */
async function listens(who: Person, browser = `browser-${number++}`): Promise<string> {
  await who.call(webPush.subscribe, { body: service.subscribe(browser) })
  return browser
}
const write = (more: Partial<NewNotice> = {}, to = farmer) =>
  farm.services.store.transaction(SYSTEM, db =>
    tell(db, [{ id: to.accountId, officePath: to.officePath }], {
      title: { 'zh-CN': '保养明天到期', 'en-US': 'Maintenance is due tomorrow' },
      level: 'info',
      messageType: 'to_do',
      businessType: 'customer',
      subjectId: 'c/7',
      ...more,
    }),
  )
const hot: Partial<NewNotice> = {
  level: 'critical',
  messageType: 'device_alarm',
  businessType: 'alarm',
  subjectId: 'a1',
  title: { 'zh-CN': '3号舍：高温', 'en-US': 'House 3: high temperature' },
}
const waiting = async () => {
  await pushNotices(farm.services)
  return database().select().from(push)
}
const later = (ms: number) =>
  database()
    .update(noticeMessage)
    .set({ pushedAt: new Date(Date.now() - ms) })
    .where(isNotNull(noticeMessage.pushedAt))
/** HH:MM in Shanghai, `minutes` from now. */
const clock = (minutes: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', hour: '2-digit', minute: '2-digit' }).format(
    Date.now() + minutes * 60_000,
  )
/** Hands over waiting pushes until the test is over; answers what was logged. */
function handing(): string[] {
  const said: string[] = []
  const hear = (_: unknown, text: string) => void said.push(text)
  const running = startPush({
    config: farm.services.config,
    store: farm.services.store,
    agent: service.agent(),
    retryMs: 50,
    log: { info: hear, warn: hear, error: hear } as never,
  })
  onTestFinished(() => running.stop())
  return said
}

describe.skipIf(noOpenssl)(`web push${noOpenssl}`, () => {
  beforeAll(async () => {
    service = await startPushService()
  })
  afterAll(() => service.stop())
  beforeEach(async () => {
    for (const table of [noticeMessage, pushSubscription]) await database().delete(table)
    service.arrived.length = 0
    service.answers.clear()
    farmer = await person()
  })

  test('an alarm reaches the browser sealed for it alone, urgent, signed by us, and leads to what it is about', async () => {
    const reader = await person({ language: 'zh-CN' })
    await reader.call(preferences.choose, { body: { units: { value: 'imperial', ago: 0 } } })
    const browser = await listens(reader)
    handing()
    const making = startNoticePushes(farm.services)
    onTestFinished(() => making.stop())
    await write(
      {
        ...hot,
        title: { 'zh-CN': '3号舍：\ufffc', 'en-US': 'House 3: \ufffc' },
        amounts: [{ value: 31.2, unit: '°C', decimals: 1 }],
      },
      reader,
    )
    await eventually(() => service.arrived.length).toBe(1)
    const [message] = await database().select().from(noticeMessage)
    const [got] = service.arrived
    expect(got).toMatchObject({
      browser,
      content: {
        tag: message?.id,
        title: '3号舍：88.2\u202f°F',
        isGrave: true,
        language: 'zh-CN',
        body: expect.stringMatching(/^严重 · \d{4}-/),
        at: message?.createdAt.getTime(),
        opens: '/house-alarm?alarm=a1',
      },
      headers: { urgency: 'high', topic: message?.id, 'content-encoding': 'aes128gcm' },
      sender: { aud: 'https://push.farm.example' },
    })
    expect(Number(got?.headers.ttl)).toBeGreaterThan(86_000)
    const { publicKey, endpoint } = await reader.call(webPush.read)
    expect(got?.sender?.key).toBe(publicKey)
    expect(endpoint).toBe(`https://push.farm.example/${browser}`)
    await eventually(() => database().$count(push)).toBe(0)
  })

  test('people who turned push on nowhere, or not for this, get no push', async () => {
    await write(hot)
    expect(await waiting()).toEqual([])
    await listens(farmer)
    await write({ messageType: 'daily_reminder' })
    expect(await waiting()).toEqual([])
    await write()
    expect(await waiting()).toMatchObject([{ content: { title: 'Maintenance is due tomorrow' } }])
    expect(await farmer.call(noticeChannels.read)).toMatchObject({ browsers: 1 })
  })

  test('quiet hours hold pushes back to their end; a critical one comes all the same, alone', async () => {
    await listens(farmer)
    await farmer.call(noticeChannels.choose, { body: { quiet: { from: clock(-60), until: clock(60) } } })
    await write()
    expect(await waiting()).toEqual([])
    await write(hot)
    expect(await waiting()).toMatchObject([{ content: { title: 'House 3: high temperature' } }])
    await later(3_600_000)
    expect(await waiting()).toHaveLength(1)
    await farmer.call(noticeChannels.choose, { body: { quiet: null } })
    expect(await waiting()).toHaveLength(2)
  })
  test('500 alarms of a night make a first push at once and one with the others, once in each browser', async () => {
    await Promise.all([listens(farmer), listens(farmer)])
    const other = await person()
    await listens(other)
    await write(hot)
    expect(await waiting()).toHaveLength(1)
    for (let n = 1; n < 500; n++) await write({ ...hot, subjectId: `a${n}` })
    // Whatever time that took.
    await later(0)
    await Promise.all([pushNotices(farm.services), pushNotices(farm.services)])
    const [, all, ...more] = await database().select().from(push).orderBy(push.id)
    expect(more).toEqual([])
    expect(all?.content.body).toContain('498 more')
    // At night the gravest alarm opens, and names the others.
    expect(all?.content.opens).toMatch(/^\/house-alarm\?alarm=a\d+$/)
  })

  test('messages read meanwhile are not pushed', async () => {
    await listens(farmer)
    await write()
    await farmer.call(notices.markAllRead)
    expect(await waiting()).toEqual([])
  })

  test('a browser that no longer listens is forgotten; the others go on', async () => {
    const gone = await listens(farmer)
    const other = await person()
    const stays = await listens(other)
    service.answers.set(gone, { status: 410 })
    handing()
    await write(hot)
    await write(hot, other)
    await pushNotices(farm.services)
    await eventually(() => service.arrived.map(({ browser }) => browser)).toEqual([stays])
    await eventually(async () => (await farmer.call(webPush.read)).endpoint).toBeNull()
    expect((await other.call(webPush.read)).endpoint).not.toBeNull()
  })

  test('while the push service is away a push waits, which is logged once, and arrives under the same tag', async () => {
    await listens(farmer)
    await service.rest()
    const said = handing()
    await write(hot)
    const [queued] = await waiting()
    await eventually(async () => (await database().select().from(push))[0]?.tries ?? 0).toBeGreaterThan(3)
    expect(said).toEqual(['pushes are not taken; they are tried again'])
    await service.wake()
    await eventually(() => service.arrived.map(({ content }) => content.tag)).toEqual([queued?.content.tag])
    await eventually(() => said).toHaveLength(2)
  })

  test('a push whose process was killed before it could note the delivery comes again under the same tag', async () => {
    const browser = await listens(farmer)
    service.answers.set(browser, null)
    await write(hot)
    const [queued] = await waiting()
    const before = service.tries()
    const env = { ...process.env, PGAPPNAME: 'killed' }
    const child = fork(new URL('./testing/process.ts', import.meta.url), { stdio: 'ignore', env })
    const ended = once(child, 'exit')
    onTestFinished(() => void child.kill('SIGKILL'))
    child.send({ databaseUrl: farm.databaseUrl, address: service.address })
    await eventually(() => service.tries()).toBe(before + 1)
    const sessions = sql`select 1 from pg_stat_activity where application_name = 'killed'`
    expect((await database().execute(sessions)).rows).not.toEqual([])
    child.kill('SIGKILL')
    await ended
    expect(await database().select().from(push)).toMatchObject([{ id: queued?.id, tries: 1 }])
    service.answers.clear()
    // What was requested last may still be running in the database.
    await eventually(async () => (await database().execute(sessions)).rows).toEqual([])
    // The time of the dead process's try is over.
    await database().update(push).set({ dueAt: sql`now()` })
    handing()
    await eventually(() => service.arrived).toMatchObject([
      { content: { tag: queued?.content.tag }, headers: { topic: queued?.content.tag } },
    ])
  })

  test('a service that answers endlessly, elsewhere or never costs others nothing', async () => {
    const [endless, elsewhere, silent] = await Promise.all([1, 2, 3].map(async () => listens(await person())))
    service.answers.set(endless ?? '', { status: 201, isEndless: true })
    service.answers.set(elsewhere ?? '', { status: 307, headers: { location: 'https://127.0.0.1/' } })
    service.answers.set(silent ?? '', null)
    const good = await listens(farmer)
    const rows = await database().select().from(pushSubscription)
    for (const { accountId, officePath } of rows)
      await write(hot, { ...farmer, accountId, officePath } as Person)
    handing()
    await pushNotices(farm.services)
    await eventually(() => service.arrived.map(({ browser }) => browser)).toEqual([good])
    // The redirect is retried at the original address, and nowhere else.
    await eventually(async () =>
      (await database().select().from(push)).map(({ tries }) => tries).toSorted(),
    ).toEqual([1, expect.any(Number)])
  })

  test('people who sign out, are signed out or are disabled get no more pushes, not even waiting ones', async () => {
    await listens(farmer)
    await write(hot)
    expect(await waiting()).toHaveLength(1)
    await farmer.call(sessions.logout)
    expect(await database().$count(push)).toBe(0)
    expect(await database().$count(pushSubscription)).toBe(0)

    const second = await person()
    await listens(second)
    const [own] = await second.call(openSessions.list)
    await second.call(openSessions.end, { params: { id: own?.id ?? '' } })
    expect(await database().$count(pushSubscription)).toBe(0)

    const third = await person()
    await listens(third)
    await database()
      .update(session)
      .set({ expiresAt: new Date() })
      .where(eq(session.accountId, third.accountId))
    await write(hot, third)
    expect(await waiting()).toEqual([])
    const fourth = await person()
    await listens(fourth)
    await write(hot, fourth)
    await database().update(account).set({ disabledAt: new Date() }).where(eq(account.id, fourth.accountId))
    expect(await waiting()).toEqual([])
  })

  test('a browser shows the messages of whoever last turned push on there, of any farm', async () => {
    const browser = await listens(farmer)
    const other = await farm.as({ office: farm.offices.closed, kind: 2 })
    await listens(other, browser)
    expect(await farmer.call(webPush.read)).toMatchObject({ endpoint: null })
    expect((await other.call(webPush.read)).endpoint).toContain(browser)
    await farmer.call(webPush.unsubscribe)
    expect((await other.call(webPush.read)).endpoint).toContain(browser)
    await other.call(webPush.unsubscribe)
    expect(await database().$count(pushSubscription)).toBe(0)
  })

  test('a person gets pushes in ten browsers; of more, in the latest', async () => {
    await listens(farmer)
    const [first] = await database().select().from(session).where(eq(session.accountId, farmer.accountId))
    for (let n = 0; n < 10; n++) {
      const id = newId()
      const { accountId, officePath } = farmer
      await database()
        .insert(session)
        .values({
          ...first,
          id,
          tokenHash: id,
          accountId,
          officePath,
          expiresAt: new Date(Date.now() + 60_000),
        })
      await database()
        .insert(pushSubscription)
        .values({ sessionId: id, accountId, officePath, ...service.subscribe(id) })
    }
    await listens(farmer)
    const kept = await database().select().from(pushSubscription)
    expect(kept).toHaveLength(10)
    expect(kept.map(({ sessionId }) => sessionId)).toContain(first?.id)
  })

  test('only a push service’s address on the internet and a browser’s key are accepted', async () => {
    const good = service.subscribe('good')
    const refused = async (body: object) =>
      (await farmer.ask(webPush.subscribe, { body: { ...good, ...body } }))
        .json()
        .data?.map(({ field }: { field: string }) => field)
    for (const endpoint of [
      'https://127.0.0.1/p',
      'https://[::1]/p',
      'https://db.internal/p',
      'http://push.example.org/p',
    ])
      expect(await refused({ endpoint })).toEqual(['endpoint'])
    expect(await refused({ p256dh: 'A'.repeat(87) })).toEqual(['p256dh'])
    expect(await refused({ auth: 'short' })).toEqual(['auth'])
    expect(await database().$count(pushSubscription)).toBe(0)
  })
})
