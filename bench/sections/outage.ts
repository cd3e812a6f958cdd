import { setTimeout as wait } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { hashSecret } from '#server/telemetry/credentials.ts'
import { connectPeer, type Peer } from '#server/telemetry/testing/peer.ts'
import { addPerson } from '#server/testing/person.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { DataType } from '#shared/sparkplug/types.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { FLEET_PASSWORD } from './fleet.ts'

const GATEWAYS = 50
/** Behind each gateway. */
export const CONTROLLERS = 4
const PEOPLE = 7
const LOOK_MS = 20
const PATIENCE_MS = 120_000
const POWER = { name: 'Alarm/PowerFail', alias: 1, datatype: DataType.Boolean }

/**
 * A farm of 200 houses loses its power: until every alarm is recorded, and until each of seven people has one mail that names
 * every house. Beside it an alarm of another farm, reported last.
 */
export async function outage({ server, database, farm, say }: Bench): Promise<Figure[]> {
  const { pool } = database
  const [large, small] = farm.customers.map(({ officePath }) => officePath)
  say(`outage: ${GATEWAYS * CONTROLLERS} houses without power`)
  await addGateways(pool, large ?? '', 'outage', GATEWAYS)
  await addGateways(pool, small ?? '', 'beside', 1)
  await addPeople(pool, large ?? '', 'outage')
  await addPeople(pool, small ?? '', 'beside')
  await server.stop()
  await server.start()
  const connected = [
    ...(await connectAll(server.mqttPort, 'outage', GATEWAYS)),
    ...(await connectAll(server.mqttPort, 'beside', 1)),
  ]
  try {
    const started = Date.now()
    await Promise.all(connected.map(fail))
    const acknowledged = Date.now() - started
    const [all, other] = await Promise.all([
      untilTold(pool, 'outage', GATEWAYS * CONTROLLERS, started),
      untilTold(pool, 'beside', CONTROLLERS, started),
    ])
    const figure = (name: string, value: number, unit: string, atMost?: number): Figure => ({
      section: 'outage',
      name,
      value,
      unit,
      ...(atMost !== undefined && { goal: { atMost } }),
    })
    return [
      figure('all acknowledged after', acknowledged / 1_000, 's'),
      figure('all alarms recorded after', all.recordedMs / 1_000, 's', 5),
      figure('first mail handed over after', all.firstMs / 1_000, 's', 10),
      figure('last of the first mails after', all.lastMs / 1_000, 's', 10),
      figure('messages a person', all.messages / PEOPLE, '', 1),
      figure('houses that no mail names', all.unnamed, '', 0),
      figure('another farm: recorded after', other.recordedMs / 1_000, 's', 5),
      figure('another farm: mailed after', other.lastMs / 1_000, 's', 10),
    ]
  } finally {
    await Promise.all(connected.map(({ peer }) => peer.end()))
  }
}

interface Connected {
  peer: Peer
  code: string
}

/** Gateways with four controllers and a house for each; all ids begin with the name. */
export async function addGateways(
  pool: pg.Pool,
  officePath: string,
  name: string,
  size: number,
): Promise<void> {
  await pool.query(
    `insert into device (id, office_id, office_path, type, code, code_key, name, credential_hash)
     select $3 || n, id, path, 'gateway', $3 || n, $3 || n, $3 || n, $4
     from office, generate_series(1, $2::int) n where path = $1`,
    [officePath, size, `${name}-`, hashSecret(FLEET_PASSWORD)],
  )
  const each = `from office o, generate_series(1, $2::int) n, generate_series(1, ${CONTROLLERS}) c,
    lateral (select $3 || n || '-' || c as id) made where o.path = $1`
  await pool.query(
    `insert into device (id, office_id, office_path, type, code, code_key, name, gateway_id)
     select made.id, o.id, o.path, 'controller', made.id, made.id, made.id, $3 || n ${each}`,
    [officePath, size, `${name}-`],
  )
  await pool.query(
    `insert into house (id, office_id, office_path, name, type, length_m, width_m, height_m)
     select made.id, o.id, o.path, made.id, 'layer', 100, 15, 4 ${each}`,
    [officePath, size, `${name}-`],
  )
  await pool.query(
    `insert into house_device (id, house_id, device_id, office_path, "from")
     select made.id, made.id, made.id, o.path, '2020-01-01' ${each}`,
    [officePath, size, `${name}-`],
  )
}

export async function addPeople(
  pool: pg.Pool,
  officePath: string,
  name: string,
  people = PEOPLE,
): Promise<void> {
  const { rows } = await pool.query<{ id: string; path: string }>(
    'select id, path from office where path = $1',
    [officePath],
  )
  const [office] = rows
  if (!office) throw new Error('The customer is gone')
  for (let n = 0; n < people; n++) {
    const { accountId } = await addPerson(drizzle(pool) as never, {
      office,
      kind: CUSTOMER,
      grants: ['house_alarm:query'],
    })
    const address = `${n}@${name}.example`
    await pool.query('update account set email = $2, email_key = $2 where id = $1', [accountId, address])
  }
}

export async function connectAll(port: number, name: string, size: number): Promise<Connected[]> {
  const all: Connected[] = []
  for (let n = 1; n <= size; n++) {
    const code = `${name}-${n}`
    const peer = await connectPeer(`mqtt://127.0.0.1:${port}`, { code, password: FLEET_PASSWORD })
    await peer.nodeBirth()
    for (let c = 1; c <= CONTROLLERS; c++)
      await peer.deviceBirth(`${code}-${c}`, [{ ...POWER, value: false }])
    all.push({ peer, code })
  }
  return all
}

export async function fail({ peer, code }: Connected): Promise<void> {
  for (let c = 1; c <= CONTROLLERS; c++) await peer.data(`${code}-${c}`, [{ ...POWER, value: true }])
}

/** Waits until all alarms of these houses are recorded, and each person has a mail. */
async function untilTold(pool: pg.Pool, name: string, alarms: number, started: number) {
  const count = async (sql: string, values: unknown[] = []) => {
    const { rows } = await pool.query<{ n: string }>(sql, values)
    return Number(rows[0]?.n)
  }
  const until = async (reached: () => Promise<boolean>) => {
    while (!(await reached())) {
      if (Date.now() - started > PATIENCE_MS) throw new Error(`not told within ${PATIENCE_MS / 1_000} s`)
      await wait(LOOK_MS)
    }
    return Date.now() - started
  }
  const recorded = `select count(*) as n from alarm where code = 'PowerFail' and subject_id like $1`
  const mailed = `select count(*) as n from mail where to_address like $1 and sent_at is not null`
  const [house, address] = [`${name}-%`, `%@${name}.example`]
  const recordedMs = until(async () => (await count(recorded, [house])) >= alarms)
  const firstMs = await until(async () => (await count(mailed, [address])) > 0)
  const lastMs = await until(async () => (await count(mailed, [address])) >= PEOPLE)
  const { rows } = await pool.query<{ text: string }>(
    `select coalesce(string_agg(n.title ->> 'en-US' || coalesce(n.listed::text, ''), ' '), '') as text
     from notice_message n join account a on a.id = n.account_id where a.email = $1`,
    [`0@${name}.example`],
  )
  const said = rows[0]?.text ?? ''
  const messages = await count(
    `select count(*) as n from notice_message n join account a on a.id = n.account_id where a.email like $1`,
    [address],
  )
  const { rows: houses } = await pool.query<{ name: string }>('select name from house where id like $1', [
    house,
  ])
  const unnamed = houses.filter(each => !new RegExp(`${each.name}(?!\\d)`).test(said)).length
  return { recordedMs: await recordedMs, firstMs, lastMs, messages, unnamed }
}
