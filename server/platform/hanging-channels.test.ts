import { once } from 'node:events'
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { takeBackCalls } from '../people/notices/take-back.ts'
import { eventually } from '../telemetry/testing/eventually.ts'
import { type Person, type TestApp, testApp } from '../testing/app.ts'
import { startCalls } from './calls/calls.ts'
import { newId } from './database/ids.ts'
import { openStore, type Store, SYSTEM } from './database/store.ts'
import { phoneCall } from './database/tables/calls.ts'
import { mail } from './database/tables/mail.ts'
import { account, session } from './database/tables/offices.ts'
import { push, pushSubscription } from './database/tables/push.ts'
import { startMail } from './mail/mail.ts'
import { startPush } from './push/push.ts'
import { agentTo, type PushService, startPushService } from './push/testing/push-service.ts'
import { answerIn, isCut, LONGEST_MS, type Mood, moodsOf } from './testing/moods.ts'

/** Messages for each of three channels, with three cuts each on average. */
const MESSAGES = 126
const CUTS = 1_000
/**
 * Of each channel; they share the databases of two processes. Services that hang are then waited for side by side, some
 * forty at a time of each channel.
 */
const WORKERS = { calls: 4, mails: 12, pushes: 2 }
const RETRY_MS = 10
/** However busy the machine. */
const LONG = { timeout: 280_000 }

vi.setConfig({ testTimeout: 300_000 })

let farm: TestApp
let second: Store
let service: PushService
let people: Person[]
const log = { info: () => {}, warn: () => {}, error: () => {} } as never
beforeAll(async () => {
  farm = await testApp()
  second = openStore(farm.urls)
  service = await startPushService()
  people = await Promise.all(
    Array.from({ length: 4 }, () => farm.as({ office: farm.offices.sharing, kind: 2 })),
  )
  for (const [i, { accountId }] of people.entries())
    await db()
      .update(account)
      .set({ phone: `+86 138 0000 000${i}` })
      .where(eq(account.id, accountId))
})
afterAll(async () => {
  await second?.close()
  await farm?.close()
  await service?.stop()
})
beforeEach(async () => {
  for (const table of [phoneCall, mail, push, pushSubscription]) await db().delete(table)
  service.answers.clear()
  service.moodOf = () => 'takes'
  service.arrived.length = 0
})
const db = () => farm.services.store.scoped(SYSTEM)
const later = () => new Date(Date.now() + 3_600_000)

/** A gateway that behaves as `mood` says of each request, and notes the ids that it answered well and in time. */
async function gatewayThat(mood: (id: string) => Mood) {
  const heard: string[] = []
  const taken: string[] = []
  const hear = async (request: IncomingMessage, reply: ServerResponse) => {
    const id = String(request.headers['webhook-id'])
    heard.push(id)
    await text(request)
    const now = mood(id)
    if (!isCut(now)) taken.push(id)
    answerIn(now, request, reply, 204)
  }
  const server = createHttp((request, reply) => void hear(request, reply))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const gateway = { url: `http://127.0.0.1:${port}/`, secret: 'a secret of the gateway and us' }
  return { gateway, heard, taken }
}

/** A mail server of that kind; it knows a mail by its address. */
async function mailServerThat(mood: (to: string) => Mood) {
  const taken: string[] = []
  /** Of all that it was sent. */
  const messageIds = new Set<string>()
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 50,
    onData(stream, { envelope, remotePort }, done) {
      const to = envelope.rcptTo[0]?.address ?? ''
      const now = mood(to)
      // Its own only: what was taken over another one is answered.
      const own = [...sockets].find(socket => socket.remotePort === remotePort)
      text(stream).then(raw => {
        messageIds.add(/^message-id: *(\S+)/im.exec(raw)?.[1] ?? '')
        if (now === 'hangs' || now === 'late') return
        if (now === 'refuses') return done(Object.assign(new Error('not now'), { responseCode: 451 }))
        if (now === 'cuts') return void own?.destroy()
        taken.push(to)
        done()
        // A second answer nobody has asked for.
        if (now === 'twice') setImmediate(() => own?.write('250 Queued again\r\n'))
      }, done)
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  onTestFinished(() => new Promise<void>(resolve => server.close(() => resolve())))
  return { url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`, taken, messageIds }
}

/** The databases of two processes, each as often as it has workers. */
const stores = (workers: number) =>
  Array.from({ length: workers }, (_, i) => (i % 2 === 0 ? farm.services.store : second))
function callingWith(gateway: { url: string; secret: string }, workers = 2) {
  for (const store of stores(workers)) {
    const running = startCalls({
      store,
      gateway,
      log,
      takeBack: takeBackCalls,
      retryMs: RETRY_MS,
      longestMs: LONGEST_MS,
    })
    onTestFinished(() => running.stop())
  }
}
function mailingTo(smtpUrl: string, workers = 2) {
  for (const store of stores(workers)) {
    const config = { ...farm.services.config, smtpUrl }
    const running = startMail({ config, store, log, retryMs: RETRY_MS, longestMs: LONGEST_MS })
    onTestFinished(() => running.stop())
  }
}
function pushing(workers = 2) {
  for (const store of stores(workers)) {
    const agent = agentTo(service.address)
    const { config } = farm.services
    const running = startPush({ config, store, log, agent, retryMs: RETRY_MS, longestMs: LONGEST_MS })
    onTestFinished(() => running.stop())
  }
}

const callsFor = (ids: readonly string[]) =>
  db()
    .insert(phoneCall)
    .values(
      ids.map((id, i) => ({
        id,
        accountId: people[i % people.length]?.accountId ?? '',
        content: { language: 'en-US' as const, level: 'critical' as const, text: id, messages: 1, at: '' },
        usefulUntil: later(),
      })),
    )
const mailsFor = (ids: readonly string[]) =>
  db()
    .insert(mail)
    .values(
      ids.map(id => ({
        id,
        to: addressOf(id),
        language: 'en-US' as const,
        template: 'customerApproved' as const,
        values: { name: 'Wang', company: 'Green Farm', username: 'wang' },
        usefulUntil: later(),
      })),
    )
/** Subscribes a browser of its own for each, at a push service named like its maker. */
async function pushesFor(ids: readonly string[], host: (id: string) => string = () => 'push.farm.example') {
  const [{ accountId, officePath } = { accountId: '', officePath: '' }] = people
  await db()
    .insert(session)
    .values(ids.map(id => ({ id, accountId, officePath, tokenHash: id, expiresAt: later() })))
  await db()
    .insert(pushSubscription)
    .values(
      ids.map(id => {
        const { endpoint, ...keys } = service.subscribe(id)
        const at = endpoint.replace('push.farm.example', host(id))
        return { sessionId: id, accountId, officePath, endpoint: at, ...keys }
      }),
    )
  await db()
    .insert(push)
    .values(
      ids.map(id => ({
        id,
        sessionId: id,
        content: {
          tag: id,
          title: id,
          body: '',
          opens: '/',
          isGrave: true,
          language: 'en-US' as const,
          at: 0,
        },
        usefulUntil: later(),
      })),
    )
}
const addressOf = (id: string) => `${id}@farm.example`.toLowerCase()
const named = (kind: string, count: number) => Array.from({ length: count }, () => `${kind}${newId()}`)

test('1,000 times gateway, mail server and push services hang, refuse, cut, answer late or twice: everybody is told, nobody twice', async () => {
  const [calls, letters, pushes] = [named('c', MESSAGES), named('m', MESSAGES), named('p', MESSAGES)]
  const addresses = letters.map(addressOf)
  const moods = [moodsOf(calls, 7), moodsOf(addresses, 8), moodsOf(pushes, 9)] as const
  const phones = await gatewayThat(moods[0].next)
  // One that answers twice is another matter, see below.
  const mails = await mailServerThat(to => {
    const mood = moods[1].next(to)
    return isCut(mood) ? mood : 'takes'
  })
  service.moodOf = moods[2].next
  await callsFor(calls)
  await mailsFor(letters)
  await pushesFor(pushes, id => `push${pushes.indexOf(id) % 20}.farm.example`)
  callingWith(phones.gateway, WORKERS.calls)
  mailingTo(mails.url, WORKERS.mails)
  pushing(WORKERS.pushes)
  const left = async () => [
    await db().$count(phoneCall),
    await db().$count(mail, sql`sent_at is null`),
    await db().$count(push),
  ]
  await expect.poll(left, LONG).toEqual([0, 0, 0])
  // Each answered well exactly once, and never asked for again after that.
  expect(phones.taken.toSorted()).toEqual(calls.toSorted())
  expect(new Set(phones.heard)).toEqual(new Set(calls))
  expect(mails.taken.toSorted()).toEqual(addresses.toSorted())
  expect(service.arrived.map(({ browser }) => browser).toSorted()).toEqual(pushes.toSorted())
  expect(moods.reduce((sum, { cuts }) => sum + cuts(), 0)).toBeGreaterThanOrEqual(CUTS)
})

test('a mail server that answers twice confuses the next mail of its connection: none is lost, and a repeat has the same id', async () => {
  const mails = await mailServerThat(() => 'twice')
  const letters = named('m', 60)
  await mailsFor(letters)
  mailingTo(mails.url)
  await expect.poll(() => db().$count(mail, sql`sent_at is null`), LONG).toBe(0)
  expect(new Set(mails.taken)).toEqual(new Set(letters.map(addressOf)))
  expect(mails.messageIds.size).toBe(letters.length)
})

test('a way that hangs delays no other, and a person whose push service hangs delays nobody else', async () => {
  const phones = await gatewayThat(() => 'hangs')
  const mails = await mailServerThat(() => 'takes')
  const [stuck, free, letters] = [named('s', 60), named('f', 20), named('m', 20)]
  for (const id of stuck) service.answers.set(id, null)
  await callsFor(named('c', 40))
  // The stuck ones came first.
  await pushesFor(stuck, () => 'stuck.farm.example')
  await pushesFor(free)
  await mailsFor(letters)
  callingWith(phones.gateway)
  mailingTo(mails.url)
  pushing()
  await expect.poll(() => mails.taken.length, LONG).toBe(letters.length)
  const arrived = () => new Set(service.arrived.map(({ browser }) => browser)).size
  await expect.poll(arrived, LONG).toBe(free.length)
  await expect.poll(() => db().$count(push), LONG).toBe(stuck.length)
  // None of the others was given up meanwhile.
  expect(await db().$count(phoneCall)).toBe(40)
})

test('a call that hangs leaves the other calls their turn', async () => {
  const ids = named('c', 30)
  const [bad = ''] = ids
  const phones = await gatewayThat(id => (id === bad ? 'hangs' : 'takes'))
  await callsFor(ids)
  callingWith(phones.gateway)
  await eventually(() => new Set(phones.taken).size).toBe(ids.length - 1)
  expect(phones.taken).not.toContain(bad)
})

/** How each channel notes what was taken. */
const noting = {
  calls: { table: phoneCall, when: 'before delete on phone_call for each statement' },
  mails: { table: mail, when: 'before update on mail for each row when (new.sent_at is not null)' },
  pushes: { table: push, when: 'before delete on push for each statement' },
} as const

test.each(Object.keys(noting) as (keyof typeof noting)[])(
  '%s that were handed over while the database was away are noted once it is back, and not handed over again',
  async way => {
    const owner = new pg.Client({ connectionString: farm.ownerUrl })
    await owner.connect()
    onTestFinished(() => owner.end())
    const { table, when } = noting[way]
    // As it answers while it shuts down: taking is still possible, noting is not.
    await owner.query(`create function away() returns trigger language plpgsql as $$ begin
      raise exception 'terminating connection due to administrator command' using errcode = '57P01'; end $$;
    create trigger away ${when} execute function away()`)
    const ids = named(way.charAt(0), 3)
    const phones = await gatewayThat(() => 'takes')
    const mails = await mailServerThat(() => 'takes')
    const arrived = () =>
      ({
        calls: phones.taken,
        mails: mails.taken,
        pushes: service.arrived.map(({ browser }) => browser),
      })[way].toSorted()
    const expected = (way === 'mails' ? ids.map(addressOf) : ids).toSorted()
    await { calls: callsFor, mails: mailsFor, pushes: pushesFor }[way](ids)
    ;({
      calls: () => callingWith(phones.gateway, 1),
      mails: () => mailingTo(mails.url, 1),
      pushes: () => pushing(1),
    })[way]()
    await eventually(arrived).toEqual(expected)
    // Ten minutes by the clock: whatever was reserved is due again.
    await db().execute(sql`update ${table} set due_at = now() - interval '10 minutes'`)
    await owner.query('drop function away() cascade')
    const left = way === 'mails' ? sql`sent_at is null` : undefined
    await eventually(() => db().$count(table, left)).toBe(0)
    expect(arrived()).toEqual(expected)
  },
)
