import { eq, isNotNull } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { DEFAULT_CHANNELS, type NoticeChoice, noticeChannels } from '#shared/contracts/notice-channels.ts'
import { notices } from '#shared/contracts/notices.ts'
import { preferences } from '#shared/contracts/preferences.ts'
import { CUSTOMER, STAFF } from '#shared/permissions.ts'
import type { Severity } from '#shared/signals.ts'
import type { Language } from '#shared/text.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { phoneCall } from '../../platform/database/tables/calls.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { mail } from '../../platform/database/tables/mail.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { startMail } from '../../platform/mail/mail.ts'
import { startMailServer } from '../../platform/mail/testing/mail-server.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildAlarm, buildDevice } from '../../testing/farm-builder.ts'
import { callNotices } from './call-notices.ts'
import { mailNotices, startNoticeMails } from './mail-notices.ts'
import { type NewNotice, tell } from './tell.ts'

let farm: TestApp
let farmer: Person
beforeAll(async () => {
  farm = await testApp()
})
afterAll(() => farm.close())
beforeEach(async () => {
  for (const table of [noticeMessage, mail]) await database().delete(table)
  farmer = await person('wang@farm.example')
})

const database = () => farm.services.store.scoped(SYSTEM)
let people = 0
/** Somebody of the farm who sees its alarms and whose clock is Shanghai's. */
async function person(
  email: string | null,
  language?: Language,
  of: Pick<Parameters<TestApp['as']>[0], 'office' | 'kind'> = {
    office: farm.offices.sharing,
    kind: CUSTOMER,
  },
): Promise<Person> {
  await database().update(account).set({ disabledAt: new Date() })
  const made = await farm.as({ ...of, grants: ['house_alarm:query'], ...(language && { language }) })
  const emailKey = `${people++} ${email}`
  const change = { email, emailKey, timeZone: 'Asia/Shanghai' }
  await database().update(account).set(change).where(eq(account.id, made.accountId))
  return made
}
const message = (more: Partial<NewNotice> = {}): NewNotice => ({
  title: { 'zh-CN': '保养明天到期', 'en-US': 'Maintenance is due tomorrow' },
  level: 'info',
  messageType: 'to_do',
  businessType: 'customer',
  subjectId: null,
  ...more,
})
const write = (more?: Partial<NewNotice>, to = farmer) =>
  farm.services.store.transaction(SYSTEM, db =>
    tell(db, [{ id: to.accountId, officePath: to.officePath }], message(more)),
  )
const mailed = async () => {
  await mailNotices(farm.services)
  return database().select().from(mail).orderBy(mail.createdAt, mail.id)
}
const choose = (body: NoticeChoice, by = farmer) => by.call(noticeChannels.choose, { body })
const later = (ms: number) =>
  database()
    .update(noticeMessage)
    .set({ mailedAt: new Date(Date.now() - ms) })
    .where(isNotNull(noticeMessage.mailedAt))
/** HH:MM in Shanghai, `minutes` from now. */
const clock = (minutes: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', hour: '2-digit', minute: '2-digit' }).format(
    Date.now() + minutes * 60_000,
  )

test('a message comes by mail once, in the language of its reader, with the way to what it is about', async () => {
  const reader = await person('li@farm.example', 'zh-CN')
  await write({ businessType: 'customer', subjectId: 'c/7' }, reader)
  const [first, ...more] = await mailed()
  expect(first).toMatchObject({ to: 'li@farm.example', language: 'zh-CN', template: 'notice' })
  expect(first?.values).toMatchObject({ says: '保养明天到期', level: '提示', zone: 'Asia/Shanghai' })
  expect(more).toEqual([])
  await later(3_600_000)
  expect(await mailed()).toHaveLength(1)
})

test('a mail gives times in its reader’s date format and time zone', async () => {
  const tokyo = { timeZone: 'Asia/Tokyo' }
  const written = {
    'en-US': new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', ...tokyo }),
    'zh-CN': new Intl.DateTimeFormat('sv-SE', tokyo),
  }
  for (const language of ['en-US', 'zh-CN'] as const) {
    const reader = await person('sato@farm.example', language)
    await database().update(account).set(tokyo).where(eq(account.id, reader.accountId))
    await write({}, reader)
    const [{ createdAt } = { createdAt: new Date(Number.NaN) }] = await database()
      .select({ createdAt: noticeMessage.createdAt })
      .from(noticeMessage)
      .where(eq(noticeMessage.accountId, reader.accountId))
    const clock = new Intl.DateTimeFormat('sv-SE', { timeStyle: 'short', ...tokyo }).format(createdAt)
    const sent = await mailed()
    expect(sent.at(-1)?.values.at).toBe(`${written[language].format(createdAt)} ${clock}`)
  }
})

test('values in a mail are in the units of its reader', async () => {
  await farmer.call(preferences.choose, { body: { units: { value: 'imperial', ago: 0 } } })
  await write({
    title: { 'zh-CN': '3 号舍：\ufffc', 'en-US': 'House 3: \ufffc' },
    amounts: [{ value: 31.2, unit: '°C', decimals: 1 }],
  })
  const [first] = await mailed()
  expect(first?.values.says).toBe('House 3: 88.2\u202f°F')
})

test('a farm without network for a night gets few mails of 500 alarms, and writing them waits for none', async () => {
  const server = await startMailServer()
  onTestFinished(() => server.stop())
  const config = { ...farm.services.config, smtpUrl: server.url, publicUrl: 'https://farm.example' }
  const raise = (n: number) =>
    write({
      level: 'critical',
      messageType: 'device_alarm',
      businessType: 'alarm',
      subjectId: `alarm-${n}`,
      title: { 'zh-CN': `${n}号舍：高温`, 'en-US': `House ${n}: high temperature` },
    })
  await raise(0)
  await mailNotices(farm.services)
  for (let n = 1; n < 500; n++) await raise(n)
  await Promise.all([mailNotices(farm.services), mailNotices(farm.services)])
  expect(await mailed()).toHaveLength(2)
  const running = startMail({ config, store: farm.services.store, log: farm.services.log })
  const making = startNoticeMails(farm.services)
  onTestFinished(async () => void (await Promise.all([making.stop(), running.stop()])))
  await eventually(() => server.mails.length).toBe(2)
  const mails = await Promise.all(server.mails.map(({ raw }) => PostalMime.parse(raw)))
  const [one, all] = mails.toSorted((a, b) => (a.text?.length ?? 0) - (b.text?.length ?? 0))
  expect(one?.subject).toBe('[Critical] House 0: high temperature')
  expect(one?.text).toMatch(/https:\/\/farm\.example\/notice-message\?about=alarm&subject=\w+/)
  expect(all?.subject).toBe('[Critical] House 499: high temperature, and more: 499 messages')
  expect(all?.text?.match(/House \d+: high temperature/g)).toHaveLength(20)
  expect(all?.text).toContain('… and 479 more')
})

test('quiet hours hold mails back to their end; a critical one comes all the same, alone', async () => {
  await choose({ ...DEFAULT_CHANNELS, quiet: { from: clock(-60), until: clock(60) } })
  await write()
  expect(await mailed()).toEqual([])
  await write({ level: 'critical', messageType: 'device_alarm', title: { 'zh-CN': '高温', 'en-US': 'Hot' } })
  expect(await mailed()).toMatchObject([{ template: 'notice', values: { says: 'Hot' } }])
  await later(3_600_000)
  await choose({ ...DEFAULT_CHANNELS, quiet: { from: clock(-60), until: clock(-120) } })
  expect(await mailed()).toHaveLength(1)
  await choose({ ...DEFAULT_CHANNELS, quiet: { from: clock(60), until: clock(120) } })
  expect(await mailed()).toMatchObject([{}, { values: { says: 'Maintenance is due tomorrow' } }])
})

test('messages held back by quiet hours hide a farm that shares no more, as the list does', async () => {
  const { provider, sharing } = farm.offices
  const staff = await person('service@provider.example', undefined, { office: provider, kind: STAFF })
  await choose({ ...DEFAULT_CHANNELS, quiet: { from: clock(-60), until: clock(60) } }, staff)
  const alarmAt = async (says: string) => {
    const device = await buildDevice(farm.services, sharing)
    const { id } = await buildAlarm(farm.services, sharing, { subjectId: device.id, houseIds: [] })
    const about = { level: 'warning', messageType: 'device_alarm', businessType: 'alarm' } as const
    await write({ ...about, subjectId: id, title: { 'zh-CN': says, 'en-US': says } }, staff)
    return id
  }
  const sharesUntil = (farmAccessUntil: Date | null) =>
    database().update(office).set({ farmAccessUntil }).where(eq(office.id, sharing.id))
  const [before] = await database().select().from(office).where(eq(office.id, sharing.id))
  onTestFinished(async () => void (await sharesUntil(before?.farmAccessUntil ?? null)))
  const morning = () => choose({ ...DEFAULT_CHANNELS, quiet: { from: clock(60), until: clock(120) } }, staff)

  await alarmAt('House 3: 35 °C')
  expect(await mailed()).toEqual([])
  await sharesUntil(null)
  await morning()
  const [hidden] = await mailed()
  expect(hidden?.values).toMatchObject({ says: 'You no longer have access to this alarm', subject: '' })
  expect(JSON.stringify(hidden?.values)).not.toContain('House 3')

  await sharesUntil(before?.farmAccessUntil ?? null)
  await later(3_600_000)
  const subject = await alarmAt('House 4: 36 °C')
  const shared = (await mailed()).find(({ values }) => values.subject === subject)
  expect(shared?.values.says).toBe('House 4: 36 °C')
})

test('everyday messages wait for each other, and one that was read needs no mail', async () => {
  await write()
  await write()
  expect(await mailed()).toMatchObject([{ template: 'notices', values: { count: 2 } }])
  await write()
  expect(await mailed()).toHaveLength(1)
  await farmer.call(notices.markAllRead)
  await later(3_600_000)
  expect(await mailed()).toHaveLength(1)
})

test('a graver message waits for no lesser one, and another as grave for none before it, by mail or phone; only a flood is held', async () => {
  const { accountId } = farmer
  await database().update(account).set({ phone: '+86 138 0534 2210' }).where(eq(account.id, accountId))
  const levelsCalled = async () => {
    await callNotices(farm.services)
    const calls = await database().select().from(phoneCall).where(eq(phoneCall.accountId, accountId))
    return calls.map(({ content }) => content.level).toSorted()
  }
  const write = (level: Severity) =>
    farm.services.store.transaction(SYSTEM, db =>
      tell(
        db,
        [{ id: accountId, officePath: farmer.officePath }],
        message({ level, besides: ['mail', 'call'] }),
      ),
    )
  const said: string[] = []
  for (const level of ['info', 'critical', 'emergency'] as const) {
    await write(level)
    said.push(level)
    expect(await mailed()).toHaveLength(said.length)
    expect(await levelsCalled()).toEqual(said.toSorted())
  }
  await write('emergency')
  expect(await mailed()).toHaveLength(4)
  expect(await levelsCalled()).toHaveLength(4)
  // A phone rings for one thing at a time, sooner than a mailbox is full.
  await write('emergency')
  expect(await mailed()).toHaveLength(5)
  expect(await levelsCalled()).toHaveLength(4)
  for (const level of ['emergency', 'critical', 'info'] as const) await write(level)
  expect(await mailed()).toHaveLength(5)
  await later(61_000)
  expect((await mailed()).at(-1)).toMatchObject({ template: 'notices', values: { count: 3 } })
})

test('unwanted messages do not ring, and wanted ones come by mail; alarms always ring', async () => {
  const { channels } = DEFAULT_CHANNELS
  const to_do = { inApp: false, mail: false, push: false }
  const chosen = await choose({ quiet: null, channels: { ...channels, to_do } })
  expect(await farmer.call(noticeChannels.read)).toEqual(chosen)
  await write()
  await write({ messageType: 'daily_reminder' })
  expect(await farmer.call(notices.unreadNumber)).toBe(1)
  expect((await farmer.call(notices.list)).total).toBe(2)
  expect(await mailed()).toEqual([])
  const silent = { ...channels, device_alarm: { inApp: false, mail: true, push: true } }
  const answer = await farmer.ask(noticeChannels.choose, { body: { quiet: null, channels: silent } })
  expect(answer.json().data).toMatchObject([{ field: 'channels.device_alarm.inApp' }])
  const never = { ...DEFAULT_CHANNELS, quiet: { from: '22:00', until: '22:00' } }
  const refused = await farmer.ask(noticeChannels.choose, { body: never })
  expect(refused.json().data).toMatchObject([{ field: 'quiet.until' }])
})

test('where no mail server is set up, the choice of ways says so', async () => {
  expect(await farmer.call(noticeChannels.read)).toMatchObject({ isMailSetUp: false })
  const installation = await testApp({ smtpUrl: 'smtp://127.0.0.1:25' })
  onTestFinished(() => installation.close())
  const other = await installation.as({ office: installation.offices.sharing, kind: 2 })
  expect(await other.call(noticeChannels.read)).toMatchObject({ isMailSetUp: true })
})

test('choices made in two windows at once are both kept', async () => {
  await Promise.all([
    choose({ channels: { to_do: { mail: false } } }),
    choose({ channels: { daily_reminder: { mail: true } } }),
    choose({ quiet: { from: '22:00', until: '06:00' } }),
  ])
  expect(await farmer.call(noticeChannels.read)).toMatchObject({
    channels: { to_do: { inApp: true, mail: false }, daily_reminder: { inApp: true, mail: true } },
    quiet: { from: '22:00', until: '06:00' },
  })
})

test('people without an address, or who may not sign in any more, get no mail', async () => {
  const without = await person(null)
  await write({}, without)
  const gone = await person('gone@farm.example')
  await write({}, gone)
  await database().update(account).set({ disabledAt: new Date() }).where(eq(account.id, gone.accountId))
  expect(await mailed()).toEqual([])
})
