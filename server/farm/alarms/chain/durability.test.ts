import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DataType } from '#shared/sparkplug/types.ts'
import { type Gateway, startGateway } from '../../../platform/calls/testing/gateway.ts'
import { connectPeer, TEMPERATURE } from '../../../telemetry/testing/peer.ts'
import { type BusyFarm, type FarmDb, fillFarm, openFarmDb } from '../../../testing/busy-farm.ts'
import { type RealServer, startRealServer } from '../../../testing/real-server.ts'

const POWER = { name: 'Alarm/HighTemp', alias: 9, datatype: DataType.Boolean }
/** Kills during the escalation of one alarm; `CHAIN_ROUNDS` for more. */
const ROUNDS = Number(process.env.CHAIN_ROUNDS ?? 10)
const LATEST_BLOW_MS = 120
/** However busy the machine. ms */
const WAIT = { timeout: 120_000 }

let server: RealServer
let database: FarmDb
let farm: BusyFarm
let gateway: Gateway
let first: string
let second: string

beforeAll(async () => {
  gateway = await startGateway()
  server = await startRealServer({ ALERT_WEBHOOK_URL: gateway.url, ALERT_WEBHOOK_SECRET: gateway.secret })
  database = openFarmDb(server.superuserUrl)
  farm = await fillFarm(database, { customers: 1, gateways: 1, controllers: 1 })
  const { rows } = await database.pool.query<{ id: string; path: string }>(
    `select a.id, a.office_path as path from account a join office o on o.path = a.office_path where o.farm_path is not null limit 1`,
  )
  first = rows[0]?.id ?? ''
  const path = rows[0]?.path ?? ''
  second = 'second'
  await database.pool.query(
    `insert into account select (jsonb_populate_record(a, jsonb_build_object('id', $2::text, 'username', 'second', 'username_key',
       'second', 'actual_name', 'Second', 'email', null, 'email_key', null))).* from account a where id = $1`,
    [first, second],
  )
  await database.pool.query(
    `insert into account_role select (jsonb_populate_record(r, jsonb_build_object('account_id', $2::text))).* from account_role r where account_id = $1`,
    [first, second],
  )
  await database.pool.query(`update account set phone = '+86 138 0534 2210' where office_path = $1`, [path])
  // The farm's own numbers, which a statement without a scope does not look like.
  await database.pool.query(`update account set phone_from_above = false where office_path = $1`, [path])
  for (const [i, id] of [first, second].entries())
    await database.pool.query(
      `insert into alarm_duty (id, office_path, farm_path, account_id, weekdays, from_clock, until_clock, step)
       values ($1, $2, $2, $3, '{1,2,3,4,5,6,7}', '00:00', '00:00', $4)`,
      [`duty ${i}`, path, id, i + 1],
    )
}, 600_000)
afterAll(async () => {
  await database?.close()
  await server?.remove()
  await gateway?.stop()
})

/** The chain is so many minutes old, however long the rounds before took. */
async function setAge(minutes: number) {
  await database.pool.query(
    `with t as (select date_trunc('milliseconds', now()) - interval '${minutes} minutes' as at),
       a as (update alarm set chain_from = t.at, chain_at = now() from t where code = 'HighTemp'),
       m as (update notice_message set called_at = called_at - interval '5 minutes')
     update alarm_event set chain_from = t.at from t where alarm_id in (select id from alarm where code = 'HighTemp')`,
  )
}
/** When a round of the first step begins: after two minutes, every five, and after an hour every thirty. */
const minuteOf = (round: number) =>
  round < 2 ? 2 * round : round <= 13 ? 5 * (round - 1) : 60 + 30 * (round - 13)

interface Told {
  account: string
  step: number
  round: number
  message: string
}
async function woken(): Promise<Told[]> {
  const { rows } = await database.pool.query<Told>(
    `select account_id as account, step, round, message_id as message from alarm_event
     where kind = 'told' and step > 0 and alarm_id in (select id from alarm where code = 'HighTemp') order by step, round, account_id`,
  )
  return rows
}
const roundsOf = (told: readonly Told[], id: string) =>
  told.filter(({ account }) => account === id).map(({ round }) => round)

test(
  'kill -9 at every step of an escalation: each person is told each round once, and called once',
  async () => {
    const [{ code = '', password = '', controllers: [controller = ''] = [] } = {}] = farm.gateways
    const peer = await connectPeer(`mqtt://127.0.0.1:${server.mqttPort}`, { code, password })
    await peer.nodeBirth()
    await peer.deviceBirth(controller, [
      { ...TEMPERATURE, value: 33 },
      { ...POWER, value: true },
    ])
    await server.kill()
    await server.start()
    await expect.poll(async () => roundsOf(await woken(), first), WAIT).toEqual([0])
    for (let round = 1; round <= ROUNDS; round++) {
      await setAge(minuteOf(round))
      await delay(Math.random() * LATEST_BLOW_MS)
      await server.kill()
      await server.start()
      await expect.poll(async () => roundsOf(await woken(), first).length, WAIT).toBe(round + 1)
      if (round >= 2)
        await expect.poll(async () => roundsOf(await woken(), second).length, WAIT).toBe(round - 1)
    }
    const told = await woken()
    expect(roundsOf(told, first)).toEqual(Array.from({ length: ROUNDS + 1 }, (_, i) => i))
    expect(new Set(told.map(({ message }) => message)).size).toBe(told.length)
    // Each message of the chain is a call or part of one, and a repeat of a call has its id.
    const called = async () => {
      const { rows } = await database.pool.query<{ id: string }>(
        `select distinct call_id as id from alarm_event where call_id is not null and call_result = 'taken'`,
      )
      return rows.map(({ id }) => id)
    }
    await expect.poll(async () => (await woken()).length, WAIT).toBe(told.length)
    const heard = new Set(gateway.heard.map(({ id }) => id))
    for (const id of await called()) expect(heard).toContain(id)
    expect(gateway.heard.every(({ isOurs }) => isOurs)).toBe(true)
  },
  ROUNDS * 120_000,
)
