import { setTimeout as wait } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { type Gateway, startGateway } from '#server/platform/calls/testing/gateway.ts'
import { type MailServer, startMailServer } from '#server/platform/mail/testing/mail-server.ts'
import { type PushService, startPushService } from '#server/platform/push/testing/push-service.ts'
import { type FarmDb, fillFarm, openFarmDb } from '#server/testing/busy-farm.ts'
import { addPerson } from '#server/testing/person.ts'
import { type RealServer, startRealServer } from '#server/testing/real-server.ts'
import { alarms } from '#shared/contracts/alarms.ts'
import { houses } from '#shared/contracts/houses.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { createHistogram } from '../histogram.ts'
import { MEASURED } from '../server-figures.ts'
import { addGateways, addPeople, CONTROLLERS, connectAll, fail } from './outage.ts'

/** Two who are on call with a phone, one of them with a browser too; one with a browser; one with mail alone, as all have. */
const PEOPLE = 4
const GATEWAYS = 5
const PATIENCE_MS = 120_000
const LOOK_MS = 50
/** The page stands open before the storm: so many answers come first. */
const OPEN_FOR = 10
/** What is told a second time of the same storm comes within this. ms */
const AFTERWARDS_MS = 15_000
const ways = ['mail', 'push', 'call'] as const
type Way = (typeof ways)[number]

/** A mail server, a push service and a gateway for calls on this machine, and a server that knows no others. */
interface Outside {
  mails: MailServer
  pushes: PushService
  phones: Gateway
  server: RealServer
  database: FarmDb
}

/**
 * A thunderstorm: the houses of 50 customers lose their power within a second. Until everybody has heard of it for the first
 * time, by mail, push or phone, as those who carry it took it; what each person hears of it later; and how quick the monitor and
 * the alarms of one of them, and the houses of another customer, stay meanwhile.
 */
export async function storm({ server, quick, say }: Bench): Promise<Figure[]> {
  await server.stop()
  const [mails, pushes, phones] = [await startMailServer(), await startPushService(), await startGateway()]
  const own = await startRealServer(
    {
      SMTP_URL: mails.url,
      ALERT_WEBHOOK_URL: phones.url,
      ALERT_WEBHOOK_SECRET: phones.secret,
      BENCH_PUSH_PORT: String(pushes.address.port),
      BENCH_PUSH_CA: pushes.address.ca,
    },
    [...MEASURED, '--import', new URL('../push-here.ts', import.meta.url).href],
  )
  const database = openFarmDb(own.superuserUrl)
  try {
    return await measure({ mails, pushes, phones, server: own, database }, { quick, say })
  } finally {
    await database.close()
    await own.remove()
    await Promise.all([mails.stop(), pushes.stop(), phones.stop()])
    await server.start()
  }
}

async function measure(outside: Outside, { quick, say }: Pick<Bench, 'quick' | 'say'>): Promise<Figure[]> {
  const { server, database } = outside
  const { pool } = database
  const customers = quick ? 10 : 50
  say(`storm: ${customers * GATEWAYS * CONTROLLERS} houses of ${customers} customers`)
  const farm = await fillFarm(database, { customers: 1, gateways: 1, controllers: 2 })
  const [quiet] = farm.customers
  if (!quiet) throw new Error('The farm has no customer')
  const names = Array.from({ length: customers }, (_, n) => `storm${n}`)
  for (const name of names) {
    await addCustomer(pool, quiet.officePath, name)
    await addGateways(pool, await pathOf(pool, name), name, GATEWAYS)
    await addPeople(pool, await pathOf(pool, name), name, PEOPLE)
  }
  const people = await giveWays(pool, outside.pushes)
  const own = await addPerson(drizzle(pool) as never, {
    office: { id: names[0] ?? '', path: await pathOf(pool, names[0] ?? '') },
    kind: CUSTOMER,
    grants: ['chicken_home_manage:query', 'house_alarm:query'],
  })
  await server.stop()
  await server.start()
  const connected = []
  for (const name of names) connected.push(...(await connectAll(server.mqttPort, name, GATEWAYS)))
  const read = createHistogram()
  let isOver = false
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
      await wait(100)
    }
  }
  try {
    const hearing = hear(outside, people)
    const started = Date.now()
    const looking = Promise.all(looks.map(look))
    await Promise.all(connected.map(fail))
    const acknowledged = Date.now() - started
    await hearing.until(() => people.every(person => hearing.firstOf(person) !== undefined), started)
    isOver = true
    await looking
    await hearing.until(() => Date.now() - hearing.lastFirst(people) > AFTERWARDS_MS, started)
    const { messages, unnamed } = await toldOf(pool)
    const figure = (name: string, value: number, unit: string, atMost?: number): Figure => ({
      section: 'storm',
      name,
      value,
      unit,
      ...(atMost !== undefined && { goal: { atMost } }),
    })
    const after = (times: readonly (number | undefined)[], share: number) => {
      const all = times.map(at => (at === undefined ? Infinity : at - started)).toSorted((a, b) => a - b)
      return (all[Math.ceil(all.length * share) - 1] ?? Infinity) / 1_000
    }
    const first = people.map(person => hearing.firstOf(person))
    return [
      figure('houses without power', connected.length * CONTROLLERS, ''),
      figure('all acknowledged after', acknowledged / 1_000, 's'),
      figure('first notice of half the people after', after(first, 0.5), 's'),
      figure('first notice over any way, p99', after(first, 0.99), 's', 10),
      ...ways.flatMap(way => {
        const those = people.filter(person => person.ways.includes(way))
        const times = those.map(person => hearing.heard(person, way)[0])
        const most = Math.max(...those.map(person => hearing.heard(person, way).length))
        return [
          figure(`first ${way}, p99`, after(times, 0.99), 's'),
          figure(`most of a person by ${way}, ${AFTERWARDS_MS / 1_000} s later`, most, '', 1),
        ]
      }),
      figure(`most messages a person, ${AFTERWARDS_MS / 1_000} s later`, messages, '', 1),
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

interface StormPerson {
  id: string
  mail: string
  phone: string | null
  ways: Way[]
}

/** Gives the people of the storm phones, browsers and a plan: the first two of each customer are on call all day. */
async function giveWays(pool: pg.Pool, pushes: PushService): Promise<StormPerson[]> {
  const { rows } = await pool.query<{ id: string; email: string; path: string; session: string }>(
    `select a.id, a.email, a.office_path as path, (select s.id from session s where s.account_id = a.id limit 1) as session
     from account a where a.email like '%@storm%' order by a.email`,
  )
  const people: StormPerson[] = []
  for (const [i, { id, email, path, session }] of rows.entries()) {
    const place = Number(email.charAt(0))
    const phone = place < 2 ? `+86 139${String(i).padStart(8, '0')}` : null
    const hasPush = place === 1 || place === 2
    if (phone) {
      await pool.query('update account set phone = $2, phone_from_above = false where id = $1', [id, phone])
      // The farm's own number, which a statement without a scope does not look like.
      await pool.query('update account set phone_from_above = false where id = $1', [id])
      await pool.query(
        `insert into alarm_duty (id, office_path, farm_path, account_id, weekdays, from_clock, until_clock, step)
         values ($1, $2, $2, $1, '{1,2,3,4,5,6,7}', '00:00', '00:00', 1)`,
        [id, path],
      )
    }
    if (hasPush) {
      const { endpoint, p256dh, auth } = pushes.subscribe(id)
      await pool.query(
        `insert into push_subscription (session_id, account_id, office_path, endpoint, p256dh, auth)
         values ($1, $2, $3, $4, $5, $6)`,
        [session, id, path, endpoint, p256dh, auth],
      )
    }
    const by: Way[] = ['mail', ...(hasPush ? (['push'] as const) : []), ...(phone ? (['call'] as const) : [])]
    people.push({ id, mail: email, phone, ways: by })
  }
  return people
}

/** Notes when each person is told something by those who carry it. */
function hear({ mails, pushes, phones }: Outside, people: readonly StormPerson[]) {
  const known = new Map<string, number[]>()
  const key = (id: string, way: Way) => `${way} ${id}`
  const idOf = new Map(
    people.flatMap(({ id, mail, phone }) => [mail, phone ?? id].map(at => [at, id] as const)),
  )
  const from = { mail: mails.mails.length, push: pushes.arrived.length, call: phones.heard.length }
  const note = (way: Way, to: readonly (string | undefined)[]) => {
    const now = Date.now()
    for (const each of to) {
      const id = idOf.get(each ?? '') ?? each ?? ''
      known.set(key(id, way), [...(known.get(key(id, way)) ?? []), now])
    }
  }
  const look = () => {
    note(
      'mail',
      mails.mails.slice(from.mail).flatMap(({ to }) => to),
    )
    note(
      'push',
      pushes.arrived.slice(from.push).map(({ browser }) => browser),
    )
    note(
      'call',
      phones.heard
        .slice(from.call)
        .filter(({ call }) => call.type === 'alarm.call')
        .map(({ call }) => ('to' in call && typeof call.to === 'string' ? call.to : undefined)),
    )
    Object.assign(from, {
      mail: mails.mails.length,
      push: pushes.arrived.length,
      call: phones.heard.length,
    })
  }
  const heard = ({ id }: StormPerson, way: Way) => known.get(key(id, way)) ?? []
  const firstOf = (person: StormPerson): number | undefined => {
    const all = ways.flatMap(way => heard(person, way).slice(0, 1))
    return all.length === 0 ? undefined : Math.min(...all)
  }
  return {
    heard,
    firstOf,
    lastFirst: (all: readonly StormPerson[]) => Math.max(...all.map(person => firstOf(person) ?? 0)),
    async until(reached: () => boolean, started: number): Promise<void> {
      for (look(); !reached(); look()) {
        if (Date.now() - started > PATIENCE_MS) throw new Error('not everybody was told')
        await wait(LOOK_MS)
      }
    },
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
