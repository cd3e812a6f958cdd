import { eq, sql } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { alarmWays } from '#shared/contracts/alarm-ways.ts'
import { alarms } from '#shared/contracts/alarms.ts'
import { reports } from '#shared/contracts/reports.ts'
import { webPush } from '#shared/contracts/web-push.ts'
import type { Language } from '#shared/text.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { noteAtPanel } from '../../farm/alarms/panel.ts'
import { raiseAlarm, withRingParts } from '../../farm/alarms/testing/raise-alarm.ts'
import { tellUnseen } from '../../farm/alarms/unseen.ts'
import { callNotices } from '../../people/notices/call-notices.ts'
import { mailNotices } from '../../people/notices/mail-notices.ts'
import { pushNotices } from '../../people/notices/push-notices.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarm, alarmEvent } from '../../platform/database/tables/alarms.ts'
import { phoneCall } from '../../platform/database/tables/calls.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { startMail } from '../../platform/mail/mail.ts'
import { type MailServer, startMailServer } from '../../platform/mail/testing/mail-server.ts'
import { signedHeaders } from '../../platform/network/sign-webhook.ts'
import { startPush } from '../../platform/push/push.ts'
import { type PushService, startPushService } from '../../platform/push/testing/push-service.ts'
import { noOpenssl } from '../../telemetry/testing/certificates.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import { buildDuty } from '../../testing/alarm-rules.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildDevice, buildHouse } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { jobIn, rowsOf } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'
import { CALL_ANSWERS } from './call-answers.ts'

const gateway = { url: 'http://127.0.0.1:9', secret: 'a secret of the gateway and us' }
let farm: TestApp
let mails: MailServer
let pushes: PushService
const db = () => farm.services.store.scoped(SYSTEM)

async function grown(name: string, language: Language = 'en-US'): Promise<Person> {
  const { offices } = farm
  const made = await farm.as({ office: offices.direct, kind: 2, grants: everyGrant(2), language })
  const reached = { actualName: name, phone: '+86 138 0534 2210', email: `${name}@farm.example` }
  await db().update(account).set(reached).where(eq(account.id, made.accountId))
  return made
}
/** Everything that waits to be told by any way is handed over. */
async function tellAll() {
  const { services } = farm
  for (const tell of [mailNotices, pushNotices, callNotices]) await tell(services)
}
/** The gateway for calls tells what became of the last one to somebody. */
async function callEnds({ accountId }: Person, result: string, more: object = {}) {
  const [call] = await db().select().from(phoneCall).where(eq(phoneCall.accountId, accountId))
  const body = JSON.stringify({ type: 'alarm.answer', call: call?.id, result, ...more })
  const headers = signedHeaders(body, { id: 'm1', secret: gateway.secret, at: Date.now() })
  const answer = await farm.app.inject({
    method: 'POST',
    url: CALL_ANSWERS,
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })
  expect(answer.statusCode).toBe(200)
}

/** The text of the alarm log of the days around now. */
async function pdfOf(person: Person, houseId?: string): Promise<string> {
  // Around midnight the alarm is of yesterday in one zone and of today in another.
  const today = dateIn('Asia/Shanghai', Date.now())
  const body = { firstDay: daysAfter(today, -1), lastDay: daysAfter(today, 1), houseId }
  const { file } = await jobIn(person, (await person.call(reports.alarmLog, { body })).id, 'done')
  const answer = await farm.app.inject({ method: 'GET', url: file?.url ?? '' })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)))
  return text.join(' ').replaceAll(/\s+/g, ' ')
}

describe.skipIf(noOpenssl)(`an alarm that went through every step${noOpenssl}`, () => {
  beforeAll(async () => {
    farm = await workingApp({ alertGateway: gateway })
    mails = await startMailServer()
    pushes = await startPushService()
  })
  afterAll(async () => {
    await farm.close()
    await Promise.all([mails.stop(), pushes.stop()])
  })

  test('is read in the app, the Excel log and the PDF log: whom it was told, what came of each attempt, who was there and how that is known', async () => {
    const { services, offices } = farm
    const [night, boss] = [await grown('Night'), await grown('Boss')]
    const reader = await grown('Reader', 'zh-CN')
    await buildDuty(services, offices.direct, { accountId: night.accountId })
    await buildDuty(services, offices.direct, { accountId: boss.accountId, step: 2 })
    const [asleep, gone] = ['asleep', 'gone']
    await night.call(webPush.subscribe, { body: pushes.subscribe(asleep) })
    pushes.answers.set(gone, { status: 410 })
    const running = [
      startMail({ ...services, config: { ...services.config, smtpUrl: mails.url }, retryMs: 50 }),
      startPush({ ...services, agent: pushes.agent(), retryMs: 50 }),
    ]
    onTestFinished(async () => void (await Promise.all(running.map(each => each.stop()))))

    const device = await buildDevice(services, offices.direct, { type: 'controller', status: 'ONLINE' })
    const house = await buildHouse(services, offices.direct, { name: 'North', deviceIds: [device.id] })
    await raiseAlarm(services, {
      subjectId: device.id,
      code: 'HighTemp',
      houseIds: [house.id],
      farmPath: offices.direct.path,
      value: 33,
      limit: 30,
    })
    const [{ id }] = (await db().select().from(alarm)) as [typeof alarm.$inferSelect]
    const detail = (who = night) => who.call(alarms.get, { params: { id } })
    const toldOf = async (name: string, step: number) =>
      (await detail()).events.find(event => event.name === name && event.step === step)
    expect(await toldOf('Night', 1)).toMatchObject({ mailedAt: null, mailResult: null, pushedAt: null })

    await tellAll()
    await eventually(async () => toldOf('Night', 1)).toMatchObject({
      mailResult: 'taken',
      pushResult: 'taken',
    })
    // Its browser says that it has shown the push; nobody else can say so for it.
    const [{ content } = { content: null }] = pushes.arrived
    const confirm = (tag: string | undefined) =>
      farm.stranger.ask(alarmWays.confirmWay, {
        body: { token: content?.receipt ?? '', ...(tag && { tag }) },
      })
    await confirm('another')
    expect(await toldOf('Night', 1)).toMatchObject({ pushResult: 'taken' })
    await confirm(content?.tag)
    expect(await toldOf('Night', 1)).toMatchObject({ pushResult: 'reached' })
    await callEnds(night, 'noAnswer')

    // Five minutes on, the next person is told: their browser listens no more.
    const earlier = sql`interval '5 minutes'`
    await db()
      .update(alarm)
      .set({ chainFrom: sql`${alarm.chainFrom} - ${earlier}`, chainAt: sql`now()` })
    await db()
      .update(alarmEvent)
      .set({ at: sql`${alarmEvent.at} - ${earlier}`, chainFrom: sql`${alarmEvent.chainFrom} - ${earlier}` })
    await boss.call(webPush.subscribe, { body: pushes.subscribe(gone) })
    // What they were told before holds nothing back by now.
    const { mailedAt, pushedAt, calledAt } = noticeMessage
    await db()
      .update(noticeMessage)
      .set({
        mailedAt: sql`${mailedAt} - ${earlier}`,
        pushedAt: sql`${pushedAt} - ${earlier}`,
        calledAt: sql`${calledAt} - ${earlier}`,
      })
    await withRingParts(services, parts =>
      tellUnseen(parts, error => {
        throw error
      }),
    )
    await tellAll()
    await eventually(async () => toldOf('Boss', 2)).toMatchObject({ mailResult: 'taken', pushResult: 'gone' })
    await callEnds(boss, 'answered', { answer: 'going' })
    await night.call(alarms.answer, { params: { id }, body: { answer: 'cannot', note: 'in hospital' } })
    await services.store.transaction(SYSTEM, tx =>
      noteAtPanel(tx, { deviceId: device.id, at: new Date() }, services.devices),
    )
    await boss.call(alarms.cause, { params: { id }, body: { cause: 'fan' } })
    await db().update(alarm).set({ condition: 'cleared', clearedAt: sql`now()` })
    await boss.call(alarms.solve, { params: { id }, body: { note: 'new belt' } })

    const excel = await jobIn(boss, (await boss.call(alarms.export, { body: {} })).id, 'done')
    const [titles = [], ...course] = await rowsOf(farm, excel.file?.url, 2)
    const column = (title: string) => titles.indexOf(title)
    const [what, who, how] = [column('What'), column('Who'), column('How, and with what result')]
    expect(course.map(row => [row[what], row[who], row[how]])).toEqual(
      expect.arrayContaining([
        ['told, step 1', 'Night', 'call no answer, push arrived, mail handed over'],
        ['told, step 2', 'Boss', 'call picked up, push no browser listens, mail handed over'],
        ['on the way', 'Boss', 'by the keys of the phone'],
        ['cannot come', 'Night', null],
        ['on site', 'Somebody at the panel', 'at the controller’s panel'],
        ['cause found', 'Boss', null],
        ['closed', 'Boss', null],
      ]),
    )
    expect(course.map(row => row[column('Note')])).toContain('in hospital')
    const [heads = [], row = []] = await rowsOf(farm, excel.file?.url, 1)
    expect(row[heads.indexOf('On site: proof')]).toBe('at the controller’s panel')

    const english = await pdfOf(boss)
    for (const said of [
      'Night: told, step 1 (call no answer, push arrived, mail handed over)',
      'Boss: told, step 2 (call picked up, push no browser listens, mail handed over)',
      'Boss: on the way (by the keys of the phone)',
      'Night: cannot come, “in hospital”',
      'Somebody at the panel: on site (at the controller’s panel)',
      'Boss: closed, “new belt”',
    ])
      expect(english).toContain(said)
    const chinese = await pdfOf(reader)
    for (const said of ['第 1 步通知', '电话：无人接听', '推送：已送达', '环控器前的人', '环控器面板'])
      expect(chinese).toContain(said)
  })
  test('has a line for each step of its whole life, in order, in the app, the Excel log and the PDF log: shelved and re-armed too', async () => {
    const { services, offices } = farm
    const [boss, reader] = [await grown('Shelver'), await grown('Reader', 'zh-CN')]
    const device = await buildDevice(services, offices.direct, { type: 'controller', status: 'ONLINE' })
    const house = await buildHouse(services, offices.direct, { name: 'South', deviceIds: [device.id] })
    await raiseAlarm(services, {
      subjectId: device.id,
      code: 'HighTemp',
      houseIds: [house.id],
      farmPath: offices.direct.path,
      value: 33,
      limit: 30,
    })
    const query = { houseId: house.id }
    const { items } = await boss.call(alarms.list, { query })
    const params = { id: items[0]?.id ?? '' }
    await boss.call(alarms.answer, { params, body: { answer: 'seen' } })
    await boss.call(alarms.shelve, { params, body: { minutes: 10, reason: 'Belt is changed' } })
    await boss.call(alarms.unshelve, { params, body: {} })
    await boss.call(alarms.shelve, { params, body: { minutes: 10, reason: 'Belt again' } })
    await db().update(alarm).set({ level: 'emergency' }).where(eq(alarm.id, params.id))
    await boss.call(alarms.answer, { params, body: { answer: 'going' } })
    await boss.call(alarms.answer, { params, body: { answer: 'on_site' } })
    await db()
      .update(alarm)
      .set({ condition: 'cleared', clearedAt: sql`clock_timestamp()` })
      .where(eq(alarm.id, params.id))
    await boss.call(alarms.cause, { params, body: { cause: 'fan' } })
    await boss.call(alarms.solve, { params, body: {} })

    const { events, steps } = await boss.call(alarms.get, { params })
    expect(events[0]?.kind).toBe('told')
    const done = events.filter(({ kind }) => kind !== 'told')
    expect(done.map(({ kind, answer, name, note }) => [answer ?? kind, name, note])).toEqual([
      ['seen', 'Shelver', null],
      ['shelved', 'Shelver', 'Belt is changed'],
      ['unshelved', 'Shelver', null],
      ['shelved', 'Shelver', 'Belt again'],
      ['worse', null, null],
      ['going', 'Shelver', null],
      ['on_site', 'Shelver', null],
    ])
    expect(steps.map(({ step }) => step)).toEqual([
      'new',
      'seen',
      'going',
      'on_site',
      'cause_found',
      'solved',
    ])

    const excel = await jobIn(boss, (await boss.call(alarms.export, { body: query })).id, 'done')
    const [titles = [], ...course] = await rowsOf(farm, excel.file?.url, 2)
    const cells = (...names: string[]) =>
      course.map(row => names.map(name => row[titles.findIndex(title => String(title).startsWith(name))]))
    const isTold = ([what]: unknown[]) => String(what).startsWith('told')
    expect(cells('What').findIndex(isTold)).toBe(1)
    expect(cells('What', 'Who', 'Note').filter(row => !isTold(row))).toEqual([
      ['raised', 'By itself', null],
      ['seen', 'Shelver', null],
      ['shelved', 'Shelver', 'Belt is changed'],
      ['shelf ended', 'Shelver', null],
      ['shelved', 'Shelver', 'Belt again'],
      ['got worse, shelf ended', 'By itself', null],
      ['on the way', 'Shelver', null],
      ['on site', 'Shelver', null],
      ['cleared', 'By itself', null],
      ['cause found', 'Shelver', null],
      ['closed', 'Shelver', null],
    ])
    expect(cells('Shelved until').filter(([end]) => end !== null)).toHaveLength(2)
    const [heads = [], row = []] = await rowsOf(farm, excel.file?.url, 1)
    expect(row[heads.indexOf('Cause')]).toBe('Fan or belt')

    expect(linesIn(await pdfOf(boss, house.id), english)).toEqual(english)
    expect(linesIn(await pdfOf(reader, house.id), chinese)).toEqual(chinese)
  })
})

/** What the PDF says of the alarm that was shelved, in its order. */
const english = [
  'By itself: raised',
  ': told',
  'Shelver: seen',
  'Shelver: shelved, “Belt is changed” (until ',
  'Shelver: shelf ended',
  'Shelver: shelved, “Belt again” (until ',
  'By itself: got worse, shelf ended',
  'Shelver: on the way',
  'Shelver: on site (without proof)',
  'By itself: cleared',
  'Shelver: cause found',
  'Shelver: closed',
]
const chinese = [
  '自动 发生',
  'Shelver 已查看',
  'Shelver 已搁置, “Belt is changed”（至 ',
  'Shelver 结束搁置',
  '自动 加重，搁置结束',
  'Shelver 正前往',
  '自动 已解除',
  'Shelver 已结案',
]

/** Those of these texts that follow one another. */
function linesIn(said: string, wanted: readonly string[]): string[] {
  let from = 0
  return wanted.filter(each => {
    const at = said.indexOf(each, from)
    if (at >= 0) from = at + each.length
    return at >= 0
  })
}
