import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { eq, sql } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { alarmDuties } from '#shared/contracts/alarm-rules.ts'
import { alarmWays } from '#shared/contracts/alarm-ways.ts'
import { notices } from '#shared/contracts/notices.ts'
import { webPush } from '#shared/contracts/web-push.ts'
import { paths } from '#shared/screens.ts'
import { CALL_ANSWERS } from '../../../features/alarms/call-answers.ts'
import { type Gateway, startGateway } from '../../../platform/calls/testing/gateway.ts'
import { SYSTEM } from '../../../platform/database/store.ts'
import { alarmWay, personWay } from '../../../platform/database/tables/alarm-ways.ts'
import { noticeMessage } from '../../../platform/database/tables/histories.ts'
import { mail } from '../../../platform/database/tables/mail.ts'
import { account } from '../../../platform/database/tables/offices.ts'
import { push, pushSubscription } from '../../../platform/database/tables/push.ts'
import { startMail } from '../../../platform/mail/mail.ts'
import { valuesOf } from '../../../platform/mail/sealed-values.ts'
import { type MailServer, startMailServer } from '../../../platform/mail/testing/mail-server.ts'
import { signedHeaders } from '../../../platform/network/sign-webhook.ts'
import { type PushService, startPushService } from '../../../platform/push/testing/push-service.ts'
import { mailboxToken } from '../../../platform/secrets/proof-token.ts'
import { eventually } from '../../../telemetry/testing/eventually.ts'
import { type Person, type TestApp, testApp } from '../../../testing/app.ts'
import { buildHouse } from '../../../testing/farm-builder.ts'
import { askPeople } from './ask-people.ts'
import { startWays } from './watch-ways.ts'

const HOUR = 3_600_000
let farm: TestApp
let gateway: Gateway
let mails: MailServer
let service: PushService
let [owner, worker, staff]: Person[] = []
beforeAll(async () => {
  gateway = await startGateway()
  mails = await startMailServer()
  service = await startPushService()
  farm = await testApp({
    demo: false,
    smtpUrl: mails.url,
    alertGateway: { url: gateway.url, secret: gateway.secret },
  })
  const { sharing, provider } = farm.offices
  await buildHouse(farm.services, sharing, { name: 'House 1' })
  owner = await farm.as({
    office: sharing,
    kind: 2,
    grants: ['farm_access:enable', 'house_alarm:query', 'house_alarm_rule:query'],
  })
  worker = await farm.as({ office: sharing, kind: 2, grants: ['house_alarm:query'] })
  staff = await farm.as({
    office: provider,
    kind: 1,
    grants: ['dashboard_monitor:query', 'house_alarm_rule:query'],
  })
})
afterAll(async () => {
  await farm?.close()
  await Promise.all([gateway?.stop(), mails?.stop(), service?.stop()])
})
beforeEach(async () => {
  gateway.heard.length = 0
  for (const table of [alarmWay, personWay, noticeMessage, push, pushSubscription, mail])
    await db().delete(table)
})

const db = () => farm.services.store.scoped(SYSTEM)
const who = (person: Person | undefined): Person => person as Person
const titlesOf = async (person: Person | undefined) =>
  (await who(person).call(notices.list)).items.map(({ title }) => title)
/** Looks at the ways until the test is over. */
const watching = (more: Partial<Parameters<typeof startWays>[0]> = {}) => {
  const running = startWays({
    ...farm.services,
    agent: service.agent(),
    times: { well: 30, failing: 30, patience: 1_000 },
    ...more,
  })
  onTestFinished(() => running.stop())
}
const rows = () => db().select().from(alarmWay)
/** What another process or another moment has counted meanwhile does not hold up a test. */
const forgetLook = () =>
  db().update(alarmWay).set({ checkedAt: sql`checked_at - interval '10 seconds'` }).where(sql`true`)
const stateOf = async (way: string) => {
  await forgetLook()
  const found = (await rows()).find(row => row.way === way)
  return found && (found.deadSince === null ? 'lives' : 'dead')
}

test('a mail server that takes no connection any more is told to staff and owners once, and its return too', async () => {
  const other = await startMailServer()
  watching({ config: { ...farm.services.config, smtpUrl: other.url } })
  await eventually(() => stateOf('mail')).toBe('lives')
  await other.stop()
  await eventually(() => stateOf('mail')).toBe('dead')
  expect(await titlesOf(staff)).toEqual([
    expect.stringMatching(/^E-mail does not work \(127\.0\.0\.1:\d+\): .*/),
  ])
  expect(await titlesOf(owner)).toEqual([
    'E-mail does not go out at the moment. Alarms now reach you by: Phone and SMS. Keep an eye on the houses until it works again',
  ])
  // Nobody else of the farm can do anything about it; it stands where alarms are read until it is over.
  expect(await titlesOf(worker)).toEqual([])
  const standing = async () => (await who(worker).call(alarmDuties.now)).dead.map(({ way }) => way)
  expect(await standing()).toEqual(['mail'])
  const again = await startMailServer(other.port)
  onTestFinished(() => again.stop())
  await eventually(() => stateOf('mail')).toBe('lives')
  await eventually(() => titlesOf(owner)).toHaveLength(2)
  expect(await titlesOf(owner)).toContain('E-mail goes out again')
  expect(await standing()).toEqual([])
})

test('a dead way is told to the staff again each half hour, until one of them has read of it', async () => {
  const other = await startMailServer()
  watching({ config: { ...farm.services.config, smtpUrl: other.url } })
  await eventually(() => stateOf('mail')).toBe('lives')
  await other.stop()
  await eventually(() => stateOf('mail')).toBe('dead')
  const passes = (minutes: number) =>
    db().execute(sql`with moved as (update notice_message set created_at = created_at - make_interval(mins => ${minutes}))
      update alarm_way set dead_since = dead_since - make_interval(mins => ${minutes})`)
  const told = async () => [(await titlesOf(staff)).length, (await titlesOf(owner)).length]
  const failures = async () => (await rows()).find(({ way }) => way === 'mail')?.failures ?? 0
  /** Two looks have ended since: one began after this. */
  const looked = async () => {
    const before = await failures()
    await eventually(async () => {
      await forgetLook()
      return failures()
    }).toBeGreaterThan(before + 1)
  }
  await passes(29)
  await looked()
  expect(await told()).toEqual([1, 1])
  await passes(2)
  await eventually(told).toEqual([2, 1])
  await who(staff).call(notices.markAllRead)
  await passes(40)
  await looked()
  expect(await told()).toEqual([2, 1])
})

test('one that accepts and then hangs is dead as well, and holds up the look at no other way', async () => {
  const sockets: Socket[] = []
  const silent = createServer(socket => void sockets.push(socket))
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const { port } = silent.address() as AddressInfo
  watching({ config: { ...farm.services.config, smtpUrl: `smtp://127.0.0.1:${port}` } })
  await eventually(() => stateOf('mail')).toBe('dead')
  expect((await rows()).find(({ way }) => way === 'mail')?.problem).toBe('no greeting in time')
  expect(await stateOf('call')).toBe('lives')
})

/** The gateway's word about a test, signed by its secret. */
const pong = (ping: string, more: object = { isUp: true }) => {
  const body = JSON.stringify({ type: 'alarm.pong', ping, ...more })
  const headers = signedHeaders(body, { id: `pong ${ping}`, secret: gateway.secret, at: Date.now() })
  return farm.app.inject({
    method: 'POST',
    url: CALL_ANSWERS,
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })
}
const pings = () => gateway.heard.filter(({ call }) => call.type === 'alarm.ping')
const lastPing = () => pings().at(-1)?.id ?? ''

test('a gateway that answers tests and then takes them without an answer is dead; one that never answered is only there', async () => {
  watching()
  await eventually(() => gateway.heard.length).toBeGreaterThan(6)
  expect(await stateOf('call')).toBe('lives')
  expect(pings().every(({ isOurs }) => isOurs)).toBe(true)
  expect((await pong('never asked')).statusCode).toBe(404)
  // The next test may have been given while the answer was on its way.
  await eventually(async () => (await pong(lastPing())).statusCode).toBe(200)
  expect((await rows()).find(({ way }) => way === 'call')?.echoedAt).not.toBeNull()
  await eventually(() => stateOf('call')).toBe('dead')
  expect((await rows()).find(({ way }) => way === 'call')?.problem).toBe('took a test and did not answer it')
  expect(await titlesOf(owner)).toContainEqual(expect.stringMatching(/^Phone and SMS does not go out/))
  // Nobody can be phoned about it, and mails go out.
  const [told] = await db()
    .select()
    .from(noticeMessage)
    .where(eq(noticeMessage.accountId, who(owner).accountId))
  expect(told).toMatchObject({ level: 'critical', callWanted: false })
})

test('a gateway whose own line is down says so, signed by its secret only', async () => {
  watching()
  await eventually(() => stateOf('call')).toBe('lives')
  const body = JSON.stringify({ type: 'alarm.pong', ping: gateway.heard.at(-1)?.id, isUp: true })
  const forged = createHmac('sha256', 'another secret').update(`x.1.${body}`).digest('base64')
  const refused = await farm.app.inject({
    method: 'POST',
    url: CALL_ANSWERS,
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'x',
      'webhook-timestamp': '1',
      'webhook-signature': `v1,${forged}`,
    },
  })
  expect(refused.statusCode).toBe(401)
  const noCard = { isUp: false, problem: 'no SIM card' }
  await eventually(async () => (await pong(lastPing(), noCard)).statusCode).toBe(200)
  await eventually(() => stateOf('call')).toBe('dead')
  expect((await rows()).find(({ way }) => way === 'call')?.problem).toBe('no SIM card')
})

test('the watchdog outside that nobody answers for is told to staff, not to farms', async () => {
  let last: string | null = null
  const heartbeatUrl = 'https://watchdog.example/x'
  watching({ config: { ...farm.services.config, heartbeatUrl }, heartbeat: { last: () => last } })
  await eventually(() => stateOf('watchdog')).toBe('lives')
  last = 'answered 404'
  await eventually(() => stateOf('watchdog')).toBe('dead')
  expect(await titlesOf(staff)).toEqual([
    'The watchdog outside does not work (watchdog.example): answered 404. Alarms do not go out this way',
  ])
  expect(await titlesOf(owner)).toEqual([])
})

const at = (iso: string) => new Date(Date.parse(iso))
/** Noon in Shanghai, where the farm's clocks are unless set; some days ago, so that proofs lie in the past. */
const noon = () => at(`${new Date(Date.now() - 30 * HOUR).toISOString().slice(0, 10)}T04:00:00Z`)

test('a browser proves by itself each day that pushes arrive; a forged or old word proves nothing', async () => {
  await db()
    .update(account)
    .set({ timeZone: 'UTC' })
    .where(eq(account.id, who(worker).accountId))
  const { endpoint, p256dh, auth } = service.subscribe('phone')
  await who(worker).call(webPush.subscribe, { body: { endpoint, p256dh, auth } })
  const day = noon()
  await askPeople(farm.services, day)
  await askPeople(farm.services, new Date(day.getTime() + HOUR))
  const asked = await db().select().from(push)
  expect(asked.map(({ content }) => [content.isQuiet, content.title])).toEqual([
    [true, 'Alarms reach this device'],
  ])
  const token = asked[0]?.content.receipt ?? ''
  const prove = async (word: string) =>
    (await farm.stranger.ask(alarmWays.confirmWay, { body: { token: word } })).json().data.state
  for (const wrong of [`${token}x`, token.replace('push', 'mail'), 'push.x.1.y', 'x'])
    expect(await prove(wrong)).toBe('expired')
  expect(await db().select({ owed: personWay.owedSince }).from(personWay)).toEqual([{ owed: day }])
  expect([await prove(token), await prove(token)]).toEqual(['proven', 'proven'])
  expect(await db().select().from(personWay)).toMatchObject([
    { accountId: who(worker).accountId, way: 'push', provenAt: day, owedSince: null },
  ])
})

test('a mail asks for one tap a week, by day; what is not proven is told to the owner once', async () => {
  const night = at(`${noon().toISOString().slice(0, 10)}T18:00:00Z`)
  await db()
    .update(account)
    .set({ email: 'milan@farm.example', emailKey: 'milan@farm.example', actualName: 'Milan' })
    .where(eq(account.id, who(worker).accountId))
  await askPeople(farm.services, night)
  expect(await db().$count(mail)).toBe(0)
  const day = noon()
  await askPeople(farm.services, day)
  const [asked] = await db().select().from(mail)
  expect(asked).toMatchObject({ to: 'milan@farm.example', template: 'wayProof' })
  await askPeople(farm.services, new Date(day.getTime() + 71 * HOUR))
  expect(await titlesOf(owner)).toEqual([])
  for (const hours of [73, 74]) await askPeople(farm.services, new Date(day.getTime() + hours * HOUR))
  expect(await titlesOf(owner)).toEqual([
    'Not confirmed that alarms reach: Milan by E-mail. Check the address or the phone with them',
  ])
  // They themselves hear of it by what is left, once.
  expect(await titlesOf(who(worker))).toEqual([
    expect.stringMatching(/^It is not confirmed that alarms reach you by E-mail\. /),
  ])
  const token = asked ? (valuesOf(asked, farm.services.config.appSecret)?.token ?? '') : ''
  expect(
    (await farm.stranger.ask(alarmWays.confirmWay, { body: { token: String(token) } })).json().data,
  ).toEqual({
    state: 'proven',
  })
  expect(await db().$count(personWay, sql`owed_since is not null`)).toBe(0)
})

test('a mailbox that answers by the link of its mail proves the way to its end; once mail is dead, the ways that live say so', async () => {
  const server = await startMailServer()
  const config = { ...farm.services.config, smtpUrl: server.url, publicUrl: 'https://farm.example' }
  await db()
    .update(account)
    .set({ email: 'mailbox@farm.example', emailKey: 'mailbox@farm.example', actualName: 'Mailbox' })
    .where(eq(account.id, who(worker).accountId))
  await askPeople({ ...farm.services, config }, noon())
  const sending = startMail({ ...farm.services, config })
  onTestFinished(() => sending.stop())
  const arrived = () => server.mails.find(({ to }) => to.includes('mailbox@farm.example'))
  await eventually(() => arrived()?.raw ?? '').not.toBe('')
  // What a program behind the mailbox reads and does, knowing nothing but the mail.
  const { text = '' } = await PostalMime.parse(arrived()?.raw ?? '')
  const link = new URL(/https:\/\/farm\.example\/\S+/.exec(text)?.[0] ?? '')
  const token = link.searchParams.get('token') ?? ''
  const answer = await farm.stranger.ask(alarmWays.confirmWay, { body: { token } })
  expect([link.pathname, answer.json().data]).toEqual([paths.reached, { state: 'proven' }])
  expect(await db().select().from(personWay)).toMatchObject([
    { accountId: who(worker).accountId, way: 'mail', provenAt: noon(), owedSince: null },
  ])
  watching({ config })
  await eventually(() => stateOf('mail')).toBe('lives')
  await server.stop()
  await eventually(() => stateOf('mail')).toBe('dead')
  expect(await titlesOf(owner)).toContainEqual(
    expect.stringMatching(/^E-mail does not go out .* Phone and SMS\./),
  )
})

const MAILBOX = fileURLToPath(new URL('../../../../docs/examples/mailbox.mjs', import.meta.url))

/** What a mail server runs for each mail to the mailbox: resolves once the program has ended well. */
async function readBy(program: string, raw: string, smartFarm: string): Promise<void> {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH ?? '', SMART_FARM: smartFarm },
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  child.stdin.end(raw)
  expect(await once(child, 'close')).toEqual([0, null])
}

test('a mail server that takes mails and loses them: the mailbox that answers shows it, and when they arrive again', async () => {
  const server = await startMailServer()
  onTestFinished(() => server.stop())
  const smartFarm = await farm.app.listen({ port: 0, host: '127.0.0.1' })
  const config = { ...farm.services.config, smtpUrl: server.url, mailProofTo: 'proof@elsewhere.example' }
  const sending = startMail({ ...farm.services, config })
  onTestFinished(() => sending.stop())
  const proofs = () => server.mails.filter(({ to }) => to.includes('proof@elsewhere.example'))
  watching({
    config,
    times: { well: 30, failing: 30, patience: 5_000, mailEvery: 500, mailAgain: 300, mailTakes: 4_000 },
  })
  const mailRow = async () => (await rows()).find(({ way }) => way === 'mail')
  // Nothing has answered yet: that is no death, and no proof.
  await eventually(() => proofs().length).toBeGreaterThan(1)
  expect(await stateOf('mail')).toBe('lives')
  expect((await mailRow())?.echoedAt).toBeNull()

  let read = 0
  const readAll = async () => {
    for (const { raw } of proofs().slice(read)) {
      read++
      await readBy(MAILBOX, raw, smartFarm)
    }
  }
  await eventually(async () => {
    await readAll()
    return (await mailRow())?.echoedAt
  }).toBeInstanceOf(Date)
  expect(await titlesOf(staff)).toEqual([])
  // From now on the server says yes to every mail, and none arrives.
  await eventually(() => stateOf('mail')).toBe('dead')
  expect((await mailRow())?.problem).toBe('takes mails and loses them')
  expect(await titlesOf(owner)).toContainEqual(
    expect.stringMatching(/^E-mail does not go out at the moment\. .* Phone and SMS\./),
  )
  // What it had lost proves nothing when it comes a second time; the next one that arrives does.
  const [first] = proofs()
  await readBy(MAILBOX, first?.raw ?? '', smartFarm)
  expect(await stateOf('mail')).toBe('dead')
  read = proofs().length
  await eventually(async () => {
    await readAll()
    return stateOf('mail')
  }).toBe('lives')
  await eventually(() => titlesOf(owner)).toContain('E-mail goes out again')
})

test('a word of the mailbox that is not ours proves nothing', async () => {
  const prove = async (token: string) =>
    (await farm.stranger.ask(alarmWays.confirmWay, { body: { token } })).json().data.state
  const askedAt = new Date(Date.now() - 1_000)
  await db()
    .insert(alarmWay)
    .values({ way: 'mail', place: 'mail.example', checkedAt: askedAt, askedAt, echoedAt: new Date(0) })
  const { appSecret } = farm.services.config
  const word = mailboxToken(appSecret, askedAt.getTime())
  for (const wrong of [
    `${word}x`,
    mailboxToken('another', askedAt.getTime()),
    word.replace('mailbox', 'mail'),
    mailboxToken(appSecret, askedAt.getTime() - 1),
  ])
    expect(await prove(wrong)).toBe('expired')
  expect((await rows())[0]?.echoedAt).toEqual(new Date(0))
  expect(await prove(word)).toBe('proven')
})
