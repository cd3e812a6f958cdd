import { once } from 'node:events'
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
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

/** Messages for each channel in the long test; `CUTS=1000` for as many cuts. */
const MESSAGES = Number(process.env.CUTS ?? 60)
/** Nobody waits longer than this for an answer. ms */
const LONGEST_MS = 3_000
const RETRY_MS = 10
/** However busy the machine. */
const LONG = { timeout: 580_000 }

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
  service.arrived.length = 0
})
const db = () => farm.services.store.scoped(SYSTEM)
const later = () => new Date(Date.now() + 3_600_000)

/** The same pseudo-random numbers in every run. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

type Mood = 'takes' | 'hangs' | 'refuses' | 'cuts' | 'late' | 'twice'
const moods: readonly Mood[] = [
  'takes',
  'takes',
  'takes',
  'takes',
  'hangs',
  'refuses',
  'refuses',
  'cuts',
  'cuts',
  'late',
  'twice',
]

/** A gateway that behaves as `mood` says of each request, and notes the ids that it answered well and in time. */
async function gatewayThat(mood: (id: string) => Mood) {
  const heard: string[] = []
  const taken: string[] = []
  let cuts = 0
  const answer = (reply: ServerResponse, id: string) => {
    taken.push(id)
    reply.writeHead(204).end()
  }
  const hear = async (request: IncomingMessage, reply: ServerResponse): Promise<unknown> => {
    const id = String(request.headers['webhook-id'])
    heard.push(id)
    await text(request)
    const now = mood(id)
    if (now !== 'takes' && now !== 'twice') cuts++
    if (now === 'refuses') return reply.writeHead(503).end()
    if (now === 'cuts') return request.socket.destroy()
    if (now === 'hangs') return undefined
    if (now === 'late') return setTimeout(() => reply.writeHead(204).end(), 2 * LONGEST_MS).unref()
    answer(reply, id)
    // A second answer nobody has asked for.
    if (now === 'twice') request.socket.write('HTTP/1.1 204 No Content\r\n\r\n')
    return undefined
  }
  const server = createHttp((request, reply) => void hear(request, reply))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const gateway = { url: `http://127.0.0.1:${port}/`, secret: 'a secret of the gateway and us' }
  return { gateway, heard, taken, cuts: () => cuts }
}

/** A mail server of that kind; it knows a mail by its address. */
async function mailServerThat(mood: (to: string) => Mood) {
  const taken: string[] = []
  const sockets = new Set<Socket>()
  let cuts = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 50,
    onData(stream, { envelope, remotePort }, done) {
      const to = envelope.rcptTo[0]?.address ?? ''
      const now = mood(to)
      if (now !== 'takes' && now !== 'twice') cuts++
      text(stream).then(() => {
        if (now === 'hangs' || now === 'late') return
        if (now === 'refuses') return done(Object.assign(new Error('not now'), { responseCode: 451 }))
        if (now === 'cuts') {
          // Its own only: what was taken over another one is answered.
          for (const socket of sockets) if (socket.remotePort === remotePort) socket.destroy()
          return
        }
        taken.push(to)
        done()
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
  return { url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`, taken, cuts: () => cuts }
}

const stores = () => [farm.services.store, second]
function callingWith(gateway: { url: string; secret: string }) {
  for (const store of stores()) {
    const running = startCalls({ store, gateway, log, retryMs: RETRY_MS, longestMs: LONGEST_MS })
    onTestFinished(() => running.stop())
  }
}
function mailingTo(smtpUrl: string) {
  for (const store of stores()) {
    const config = { ...farm.services.config, smtpUrl }
    const running = startMail({ config, store, log, retryMs: RETRY_MS, longestMs: LONGEST_MS })
    onTestFinished(() => running.stop())
  }
}
function pushing() {
  for (const store of stores()) {
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
        to: `${id}@farm.example`,
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
const named = (kind: string, count: number) => Array.from({ length: count }, () => `${kind}${newId()}`)

test('gateway and mail server that hang, refuse, cut, answer late or twice: two processes tell everybody, nobody twice', async () => {
  const roll = dice(7)
  const mood = () => moods[Math.floor(roll() * moods.length)] ?? 'takes'
  const phones = await gatewayThat(mood)
  const mails = await mailServerThat(mood)
  const [calls, letters] = [named('c', MESSAGES), named('m', MESSAGES)]
  await callsFor(calls)
  await mailsFor(letters)
  callingWith(phones.gateway)
  mailingTo(mails.url)
  await expect.poll(() => db().$count(phoneCall), LONG).toBe(0)
  await expect.poll(() => db().$count(mail, sql`sent_at is null`), LONG).toBe(0)
  // Each answered well exactly once, and never asked for again after that.
  expect(phones.taken.toSorted()).toEqual(calls.toSorted())
  expect(new Set(phones.heard)).toEqual(new Set(calls))
  expect(mails.taken.toSorted()).toEqual(letters.map(id => `${id}@farm.example`.toLowerCase()).toSorted())
  expect(phones.cuts() + mails.cuts()).toBeGreaterThan(MESSAGES / 2)
}, 600_000)

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

test('what was handed over while the database was away is noted once it is back, and not handed over again', async () => {
  const owner = new pg.Client({ connectionString: farm.ownerUrl })
  await owner.connect()
  onTestFinished(() => owner.end())
  // As it answers while it shuts down: taking is still possible, noting is not.
  await owner.query(`create function away() returns trigger language plpgsql as $$ begin
      raise exception 'terminating connection due to administrator command' using errcode = '57P01'; end $$;
    create trigger away before delete on phone_call for each statement execute function away()`)
  const ids = named('c', 3)
  const phones = await gatewayThat(() => 'takes')
  await callsFor(ids)
  const running = startCalls({ store: farm.services.store, gateway: phones.gateway, log, retryMs: RETRY_MS })
  onTestFinished(() => running.stop())
  await eventually(() => phones.taken.length).toBe(ids.length)
  // Ten minutes by the clock: whatever was reserved is due again.
  await db().update(phoneCall).set({ dueAt: sql`now() - interval '10 minutes'` })
  await owner.query('drop function away() cascade')
  await eventually(() => db().$count(phoneCall)).toBe(0)
  expect(phones.taken.toSorted()).toEqual(ids.toSorted())
})
