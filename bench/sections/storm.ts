import { setTimeout as wait } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { addPerson } from '#server/testing/person.ts'
import { alarms } from '#shared/contracts/alarms.ts'
import { houses } from '#shared/contracts/houses.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { createHistogram } from '../histogram.ts'
import { addGateways, addPeople, CONTROLLERS, connectAll, fail } from './outage.ts'

const PEOPLE = 4
const GATEWAYS = 5
const PATIENCE_MS = 120_000
const LOOK_MS = 100
/** The page stands open before the storm: so many answers come first. */
const OPEN_FOR = 10

/**
 * A thunderstorm: the houses of 50 customers lose their power within a second. Until everybody has their first mail, how many
 * messages each person gets, and how quick the monitor and the alarms of one of them, and the houses of another customer, stay
 * meanwhile.
 */
export async function storm({ server, database, quick, quiet, say }: Bench): Promise<Figure[]> {
  const customers = quick ? 10 : 50
  const { pool } = database
  say(`storm: ${customers * GATEWAYS * CONTROLLERS} houses of ${customers} customers`)
  const names = Array.from({ length: customers }, (_, n) => `storm${n}`)
  for (const name of names) {
    await addCustomer(pool, quiet.officePath, name)
    await addGateways(pool, await pathOf(pool, name), name, GATEWAYS)
    await addPeople(pool, await pathOf(pool, name), name, PEOPLE)
  }
  await server.stop()
  await server.start()
  const connected = []
  for (const name of names) connected.push(...(await connectAll(server.mqttPort, name, GATEWAYS)))
  const read = createHistogram()
  let isOver = false
  const own = await addPerson(drizzle(pool) as never, {
    office: { id: names[0] ?? '', path: await pathOf(pool, names[0] ?? '') },
    kind: CUSTOMER,
    grants: ['chicken_home_manage:query', 'house_alarm:query'],
  })
  const [monitor, alarmed] = [createHistogram(), createHistogram()]
  /** What somebody without power looks at, and a customer beside the storm. */
  const looks = [
    { at: houses.monitor.path, token: own.token, took: monitor },
    { at: alarms.list.path, token: own.token, took: alarmed },
    { at: houses.list.path, token: quiet.token, took: read },
  ]
  const see = async ({ at, token }: (typeof looks)[number]) => {
    const answer = await fetch(`${server.url}/api${at}`, { headers: { 'access-token': token } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${at} answered ${answer.status}`)
  }
  for (let n = 0; n < OPEN_FOR; n++) for (const each of looks) await see(each)
  const look = async (each: (typeof looks)[number]) => {
    while (!isOver) {
      const from = performance.now()
      await see(each)
      each.took.add(performance.now() - from)
      await wait(LOOK_MS)
    }
  }
  try {
    const started = Date.now()
    const looking = Promise.all(looks.map(look))
    await Promise.all(connected.map(fail))
    const acknowledged = Date.now() - started
    const times = await untilMailed(pool, customers * PEOPLE, started)
    isOver = true
    await looking
    const { messages, unnamed } = await toldOf(pool)
    const figure = (name: string, value: number, unit: string, atMost?: number): Figure => ({
      section: 'storm',
      name,
      value,
      unit,
      ...(atMost !== undefined && { goal: { atMost } }),
    })
    const p99 = times[Math.ceil(times.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY
    return [
      figure('houses without power', connected.length * CONTROLLERS, ''),
      figure('all acknowledged after', acknowledged / 1_000, 's'),
      figure(
        'first notice of half the people after',
        (times[Math.floor(times.length / 2)] ?? 0) / 1_000,
        's',
      ),
      figure('first notice out, p99', p99 / 1_000, 's', 10),
      figure('most messages a person', messages, '', 1),
      figure('houses that no message names', unnamed, '', 0),
      figure('monitor of one without power, p99 meanwhile', monitor.at(0.99), 'ms', 250),
      figure('alarms of one without power, p99 meanwhile', alarmed.at(0.99), 'ms', 250),
      figure('houses of another, p99 meanwhile', read.at(0.99), 'ms', 250),
    ]
  } finally {
    isOver = true
    await Promise.all(connected.map(({ peer }) => peer.end()))
  }
}

/** A customer beside another one, with its name as its id. */
const addCustomer = (pool: pg.Pool, beside: string, name: string) =>
  pool.query(
    `insert into office (id, path, parent_id, farm_path, kind, chinese_name, english_name, time_zone)
     select $2, made.path, o.parent_id, made.path, 'customer', $2, $2, 'Asia/Shanghai'
     from office o, lateral (select regexp_replace(o.path, '[0-9]+\\.$', '') || (2000000 + substr($2, 6)::int) || '.' as path) made
     where o.path = $1`,
    [beside, name],
  )

async function pathOf(pool: pg.Pool, id: string): Promise<string> {
  const { rows } = await pool.query<{ path: string }>('select path from office where id = $1', [id])
  return rows[0]?.path ?? ''
}

/** After how long each person's first mail was handed over, ms, the quickest first. */
async function untilMailed(pool: pg.Pool, people: number, started: number): Promise<number[]> {
  for (;;) {
    const { rows } = await pool.query<{ at: Date }>(
      `select min(sent_at) as at from mail where to_address like '%@storm%' and sent_at is not null
       group by to_address order by 1`,
    )
    if (rows.length >= people) return rows.map(({ at }) => at.getTime() - started)
    if (Date.now() - started > PATIENCE_MS) throw new Error(`${rows.length} of ${people} people were told`)
    await wait(LOOK_MS)
  }
}

/** The most messages that anybody got, and houses that are in none. */
async function toldOf(pool: pg.Pool): Promise<{ messages: number; unnamed: number }> {
  const { rows } = await pool.query<{ messages: number; unnamed: number }>(
    `with told as (
       select a.id, a.office_path, count(*)::int as messages,
         string_agg(n.title ->> 'en-US' || coalesce(n.listed::text, ''), ' ') as said
       from notice_message n join account a on a.id = n.account_id where a.email like '%@storm%' group by a.id
     )
     select max(messages) as messages, (select count(*)::int from house h where h.id like 'storm%' and not exists (
       select from told t where t.office_path = h.office_path and t.said ~ (h.name || '([^0-9]|$)'))) as unnamed from told`,
  )
  const [found] = rows
  return found ?? { messages: 0, unnamed: Number.POSITIVE_INFINITY }
}
