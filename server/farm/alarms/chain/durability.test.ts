import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DataType } from '#shared/sparkplug/types.ts'
import { type Gateway, startGateway } from '../../../platform/calls/testing/gateway.ts'
import { type MailServer, startMailServer } from '../../../platform/mail/testing/mail-server.ts'
import { type PushService, startPushService } from '../../../platform/push/testing/push-service.ts'
import { connectPeer, TEMPERATURE } from '../../../telemetry/testing/peer.ts'
import { type BusyFarm, type FarmDb, fillFarm, openFarmDb } from '../../../testing/busy-farm.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../../../testing/database-proxy.ts'
import { type RealServer, startRealServer } from '../../../testing/real-server.ts'

const HEAT = { name: 'Alarm/HighTemp', alias: 9, datatype: DataType.Boolean }
const INLET = { name: 'Alarm/InletStuck', alias: 11, datatype: DataType.Boolean }
const COLD = { name: 'Alarm/LowTemp', alias: 10, datatype: DataType.Boolean }
/** Steps of the escalation, with three kills in every two of them. */
const ROUNDS = 30
const KILLS = 1.5 * ROUNDS
/** Into the writing of a telling, and into the handing over of its call, mail and push. */
const LATEST_BLOW_MS = [120, 2_500] as const
/** Lets a real server reach the push service of this test. */
const REACH_PUSH = new URL('../../../platform/push/testing/reach-service.ts', import.meta.url)
const ADDRESS = 'first@farm.example'
/** However busy the machine. ms */
const WAIT = { timeout: 120_000 }

/** Only the database of this one goes on; two others share it, and either may die. */
let host: RealServer
let way: DatabaseProxy
let servers: [RealServer, RealServer]
let database: FarmDb
let farm: BusyFarm
let gateway: Gateway
let mails: MailServer
let pushes: PushService
/** Of the steps of the chain. */
let first: string
const [second, third] = ['second', 'third'] as const

beforeAll(async () => {
  gateway = await startGateway()
  mails = await startMailServer()
  pushes = await startPushService()
  host = await startRealServer()
  database = openFarmDb(host.superuserUrl)
  farm = await fillFarm(database, { customers: 1, gateways: 1, controllers: 1 })
  const { rows } = await database.pool.query<{ id: string; path: string }>(
    `select a.id, a.office_path as path from account a join office o on o.path = a.office_path where o.farm_path is not null limit 1`,
  )
  first = rows[0]?.id ?? ''
  const path = rows[0]?.path ?? ''
  for (const id of [second, third]) {
    await database.pool.query(
      `insert into account select (jsonb_populate_record(a, jsonb_build_object('id', $2::text, 'username', $2::text, 'username_key',
         $2::text, 'actual_name', $2::text, 'email', null, 'email_key', null))).* from account a where id = $1`,
      [first, id],
    )
    await database.pool.query(
      `insert into account_role select (jsonb_populate_record(r, jsonb_build_object('account_id', $2::text))).* from account_role r where account_id = $1`,
      [first, id],
    )
  }
  await database.pool.query(`update account set email = $2, email_key = $2 where id = $1`, [first, ADDRESS])
  await database.pool.query(`update account set phone = '+86 138 0534 2210' where office_path = $1`, [path])
  // The farm's own numbers, which a statement without a scope does not look like.
  await database.pool.query(`update account set phone_from_above = false where office_path = $1`, [path])
  for (const [i, id] of [first, second, third].entries())
    await database.pool.query(
      `insert into alarm_duty (id, office_path, farm_path, account_id, weekdays, from_clock, until_clock, step)
       values ($1, $2, $2, $3, '{1,2,3,4,5,6,7}', '00:00', '00:00', $4)`,
      [`duty ${i}`, path, id, i + 1],
    )
  await host.kill()
  await listens(path)
  way = await startDatabaseProxy(host.superuserUrl)
  const env = {
    DATABASE_URL: way.url,
    ALERT_WEBHOOK_URL: gateway.url,
    ALERT_WEBHOOK_SECRET: gateway.secret,
    SMTP_URL: mails.url,
    PUSH_SERVICE: JSON.stringify(pushes.address),
  }
  const reaching = [`--import=${REACH_PUSH}`]
  servers = [await startRealServer(env, reaching), await startRealServer(env, reaching)]
}, 600_000)
afterAll(async () => {
  await database?.close()
  for (const server of servers ?? []) await server.remove()
  await way?.stop()
  await host?.remove()
  await Promise.all([gateway?.stop(), mails?.stop(), pushes?.stop()])
})

/** The first person, whose office it is, is signed in with a browser that is pushed to. */
async function listens(office: string): Promise<void> {
  const { endpoint, p256dh, auth } = pushes.subscribe('phone')
  await database.pool.query(
    `insert into session (id, account_id, office_path, token_hash, expires_at)
     values ('phone', $1, $2, 'phone', now() + interval '1 day')`,
    [first, office],
  )
  await database.pool.query(
    `insert into push_subscription (session_id, account_id, office_path, endpoint, p256dh, auth)
     values ('phone', $1, $2, $3, $4, $5)`,
    [first, office, endpoint, p256dh, auth],
  )
}

const DEADLOCK = '40P01'
/** The chain is so many minutes old, however long the rounds before took. */
async function setAge(code: string, minutes: number): Promise<void> {
  const change = `with t as (select date_trunc('milliseconds', now()) - interval '${minutes} minutes' as at),
       a as (update alarm set chain_from = t.at, chain_at = now() from t where code = $1),
       m as (update notice_message set called_at = called_at - interval '5 minutes', mailed_at = mailed_at - interval '5 minutes',
         pushed_at = pushed_at - interval '5 minutes')
     update alarm_event set chain_from = t.at from t where alarm_id in (select id from alarm where code = $1)`
  try {
    await database.pool.query(change, [code])
  } catch (error) {
    // Whoever of the two processes lives may be noting a call just now.
    if (!(error instanceof Error && 'code' in error && error.code === DEADLOCK)) throw error
    await setAge(code, minutes)
  }
}
/** When a round of the first step begins: after two minutes, every five, and after an hour every thirty. */
const minuteOf = (round: number) =>
  round < 2 ? 2 * round : round <= 13 ? 5 * (round - 1) : 60 + 30 * (round - 13)

interface Told {
  account: string
  step: number
  round: number
  message: string
  /** What it was told by, and what came of that; null while it waits. */
  call: string | null
  called: string | null
  mail: string | null
  mailed: string | null
  push: string | null
  pushed: string | null
}
async function woken(code: string): Promise<Told[]> {
  const { rows } = await database.pool.query<Told>(
    `select account_id as account, step, round, message_id as message, call_id as call, call_result as called,
       mail_id as mail, mail_result as mailed, push_id as push, push_result as pushed from alarm_event
     where kind = 'told' and step > 0 and alarm_id in (select id from alarm where code = $1) order by step, round, account_id`,
    [code],
  )
  return rows
}
const roundsOf = (told: readonly Told[], id: string) =>
  told.filter(({ account }) => account === id).map(({ round }) => round)
const toldIn = (code: string, id: string) => async () => roundsOf(await woken(code), id)
const timesTold = (code: string, id: string) => async () => (await toldIn(code, id)()).length

/** Whether a chain is so many minutes old by the clock of the database. */
const isDue = (code: string, minutes: number) => async () => {
  const { rows } = await database.pool.query<{ due: boolean }>(
    `select bool_and(chain_from <= now() - $2 * interval '1 minute') as due from alarm where code = $1 and chain_from is not null`,
    [code, minutes],
  )
  return rows[0]?.due
}
/** So many minutes go by for everything that people are told. */
async function passes(minutes: number): Promise<void> {
  const times = {
    alarm: ['raised_at', 'rung_at', 'ring_at', 'chain_from', 'chain_at'],
    alarm_event: ['at', 'chain_from'],
    notice_message: ['created_at', 'called_at', 'mailed_at', 'pushed_at'],
    phone_call: ['due_at', 'useful_until'],
    mail: ['due_at', 'useful_until'],
    push: ['due_at', 'useful_until'],
  }
  for (const [table, columns] of Object.entries(times))
    await database.pool.query(
      `update ${table} set ${columns.map(name => `${name} = ${name} - interval '${minutes} minutes'`).join(', ')}`,
    )
}

/** Tellings whose call, or mail and push to whoever has an address and a browser, was not taken yet: a later one would replace it. */
const waiting = (code: string) => async () =>
  (await woken(code)).filter(
    ({ account, called, mailed, pushed }) =>
      called !== 'taken' || (account === first && (mailed !== 'taken' || pushed !== 'taken')),
  ).length

/** Calls, mails and pushes that a process still has to hand over, or to note that it did. */
async function queued(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select ((select count(*) from phone_call) + (select count(*) from push)
       + (select count(*) from mail where sent_at is null and given_up_at is null))::int as count`,
  )
  return rows[0]?.count ?? 0
}

/** A gateway whose house is as hot and cold as said. */
async function connectTo(server: RealServer, heat: boolean) {
  const [{ code = '', password = '', controllers: [controller = ''] = [] } = {}] = farm.gateways
  const peer = await connectPeer(`mqtt://127.0.0.1:${server.mqttPort}`, { code, password })
  await peer.nodeBirth()
  await peer.deviceBirth(controller, [
    { ...TEMPERATURE, value: 33 },
    { ...HEAT, value: heat },
    { ...COLD, value: false },
    { ...INLET, value: false },
  ])
  return { peer, controller }
}

test(
  'kill -9 of one or both of two processes at every step of an escalation: each of three people is told each round once, and hears it by one call, and by one mail and one push where they have an address and a browser',
  async () => {
    const told = () => woken('HighTemp')
    await connectTo(servers[0], true)
    await expect.poll(toldIn('HighTemp', first), WAIT).toEqual([0])
    await expect.poll(waiting('HighTemp'), WAIT).toBe(0)
    await expect.poll(queued, WAIT).toBe(0)
    const starting: [Promise<void>, Promise<void>] = [Promise.resolve(), Promise.resolve()]
    const killSoon = async (at: 0 | 1, round: number) => {
      await delay(Math.random() * LATEST_BLOW_MS[round % 3 === 0 ? 1 : 0])
      await servers[at].kill()
      starting[at] = servers[at].start()
    }
    for (let round = 1; round <= ROUNDS; round++) {
      const [one, other] = round % 4 < 2 ? ([0, 1] as const) : ([1, 0] as const)
      await starting[one]
      await setAge('HighTemp', minuteOf(round))
      await killSoon(one, round)
      if (round % 2 === 0) {
        // Now nobody lives until one has started again.
        await starting[other]
        await killSoon(other, round)
      }
      await expect.poll(timesTold('HighTemp', first), WAIT).toBe(round + 1)
      if (round >= 2) await expect.poll(timesTold('HighTemp', second), WAIT).toBe(round - 1)
      if (round >= 3) await expect.poll(timesTold('HighTemp', third), WAIT).toBe(round - 2)
      await expect.poll(waiting('HighTemp'), WAIT).toBe(0)
    }
    await Promise.all(starting)
    const all = await told()
    expect(roundsOf(all, first)).toEqual(Array.from({ length: ROUNDS + 1 }, (_, i) => i))
    expect(new Set(all.map(({ message }) => message)).size).toBe(all.length)
    // Each has a call of its own, which the gateway has heard; a repeat of a call has its id, and no other call was made.
    const calls = gateway.heard.filter(({ call }) => call.type === 'alarm.call')
    expect(calls.every(({ isOurs }) => isOurs)).toBe(true)
    expect(new Set(all.map(({ call }) => call)).size).toBe(all.length)
    expect(new Set(calls.map(({ id }) => id))).toEqual(new Set(all.map(({ call }) => call)))
    const spoken = new Map(calls.map(({ id, call }) => [id, call.messages]))
    expect([...spoken.values()].reduce((sum, messages) => sum + messages, 0)).toBe(all.length)
    // So has each of the first person a mail and a push.
    const own = all.filter(({ account }) => account === first)
    const letters = own.map(({ mail }) => `${mail}`)
    expect(new Set(letters).size).toBe(ROUNDS + 1)
    const tags = own.map(({ push }) => `${push}`)
    expect(new Set(tags).size).toBe(ROUNDS + 1)
    // By day people are asked for a tap in a mail of its own, and their browsers for an answer, which is about no alarm.
    const { rows: others } = await database.pool.query<{ id: string }>(
      `select id from mail where template = 'wayProof'`,
    )
    const sent = mails.mails
      .map(({ raw }) => `${/^message-id: *<([^@]+)@/im.exec(raw)?.[1]}`)
      .filter(id => !others.some(other => other.id === id))
    expect(new Set(sent)).toEqual(new Set(letters))
    const pushed = pushes.arrived.filter(({ content }) => content.tag !== 'proof')
    const shown = pushed.map(({ content }) => content.tag)
    expect(new Set(shown)).toEqual(new Set(tags))
    // A repeat is the same push: it replaces what the push service still holds of its topic, and what the browser shows of its tag.
    expect(new Set(pushed.map(({ content }) => JSON.stringify(content))).size).toBe(tags.length)
    expect(pushed.every(({ content, headers, sender }) => sender && headers.topic === content.tag)).toBe(true)
    // The promise of all three: what was noted as handed over is not told again. Only what a process was just handing over when
    // it died comes a second time, as nobody knows whether it was taken.
    for (const heard of [calls.map(({ id }) => id), sent, shown]) {
      expect(heard.length - new Set(heard).size).toBeLessThanOrEqual(KILLS)
      // The first was noted before any kill.
      expect(heard.filter(id => id === heard[0])).toHaveLength(1)
    }
  },
  ROUNDS * 120_000,
)

test('ten minutes without the database: what came meanwhile is told once it is back, and nobody hears each round they missed', async () => {
  const { peer, controller } = await connectTo(servers[0], true)
  await peer.data(controller, [{ ...COLD, value: true }])
  await expect.poll(toldIn('LowTemp', first), WAIT).toEqual([0])
  await expect.poll(waiting('LowTemp'), WAIT).toBe(0)
  await setAge('LowTemp', 2)
  await expect.poll(toldIn('LowTemp', first), WAIT).toEqual([0, 1])
  await expect.poll(waiting('LowTemp'), WAIT).toBe(0)
  await setAge('LowTemp', 4.9)
  way.cut()
  // Another alarm comes, which nobody can store.
  const stored = peer.data(controller, [{ ...INLET, value: true }])
  // The round of five minutes falls due while it is away, and then the clock goes on to the twelfth minute.
  await expect.poll(isDue('LowTemp', 5), WAIT).toBe(true)
  await passes(7)
  await expect.poll(() => way.refused, WAIT).toBeGreaterThan(20)
  expect(await toldIn('LowTemp', first)()).toEqual([0, 1])
  expect(await toldIn('InletStuck', first)()).toEqual([])
  way.mend()
  await stored
  await expect.poll(toldIn('InletStuck', first), WAIT).toEqual([0])
  await expect.poll(timesTold('LowTemp', second), WAIT).toBe(1)
  const due = async () => {
    const { rows } = await database.pool.query(
      `select from alarm where code in ('LowTemp', 'InletStuck') and (chain_at is null or chain_at <= now() or ring_at <= now())`,
    )
    return rows.length
  }
  await expect.poll(due, WAIT).toBe(0)
  // The round at five minutes was missed, the one at ten is told.
  expect(await toldIn('LowTemp', first)()).toEqual([0, 1, 3])
  expect(await toldIn('InletStuck', first)()).toEqual([0])
  const messages = [...(await woken('LowTemp')), ...(await woken('InletStuck'))]
  expect(new Set(messages.map(({ account, message }) => `${account} ${message}`)).size).toBe(messages.length)
  await peer.end()
}, 600_000)
