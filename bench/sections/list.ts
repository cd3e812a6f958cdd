import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { listDevices } from '#server/features/devices/devices.queries.ts'
import { devices as contract } from '#shared/contracts/devices.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { median } from '../histogram.ts'
import { type Caller, openCaller, repeat, type Timing } from '../http.ts'
import { staffOf } from './screens.ts'

const DEVICES = 100_000
const OFFICES = 100
const AT_ONCE = 16
const QUERY = { type: 'controller', status: 'UNACTIVE', sort: 'name', page: '3', size: '20' }

/**
 * A page of 20 and its total out of 100,000 devices: one customer's controllers by status, sorted by name. The same
 * statement, taken from the feature's own query and prepared, is then sent by pg alone with the same concurrency; both under
 * row-level security.
 */
export async function list({ server, database, farm, quick, say }: Bench): Promise<Figure[]> {
  say(`list: registering ${DEVICES} devices`)
  const officeId = await addDevices(database.pool, farm.customers[0]?.officePath ?? '')
  const pool = new pg.Pool({
    connectionString: server.appUrl,
    max: AT_ONCE,
    options: '-c app.lo=1. -c app.hi=1/ -c app.farm= -c app.customers=all',
  })
  // The server may stop its database while these are still closing.
  pool.on('error', () => {})
  // As many people: one alone who keeps sixteen calls in flight would be slowed down after a while.
  const people = await Promise.all(
    Array.from({ length: AT_ONCE }, () => staffOf(database.pool, ['device_manage:query'])),
  )
  const callers = people.map(({ token }) => openCaller(token))
  let turn = 0
  // A call runs through much more of our code than a statement: both start after the compiler is done with it.
  const times = { concurrency: AT_ONCE, warmUpMs: quick ? 1_500 : 6_000, ms: quick ? 2_000 : 4_000 }
  const url = `${server.url}/api${contract.list.path}?${new URLSearchParams({ ...QUERY, officeId })}`
  const api: Timing[] = []
  const raw: Timing[] = []
  try {
    const statements = await statementsOf(pool, officeId)
    for (let round = 1; round <= (quick ? 1 : 3); round++) {
      say(`list: ${AT_ONCE} at a time, round ${round}`)
      raw.push(await repeat(() => Promise.all(statements.map(statement => pool.query(statement))), times))
      api.push(await repeat(() => (callers[turn++ % AT_ONCE] as Caller).get(url), times))
    }
  } finally {
    for (const caller of callers) caller.close()
    await pool.end()
  }
  const rate = (timings: Timing[]) => median(timings.map(timing => timing.rate))
  const figure = (name: string, value: number, unit: string, goal?: Figure['goal']): Figure => ({
    section: 'list',
    name,
    value,
    unit,
    ...(goal && { goal }),
  })
  return [
    figure('through the API', rate(api), 'pages/s'),
    figure('raw SQL', rate(raw), 'pages/s'),
    figure('API to raw SQL', rate(api) / rate(raw), '', { atLeast: 0.6 }),
    figure('through the API, p50', median(api.map(({ took }) => took.at(0.5))), 'ms'),
    figure('through the API, p99', median(api.map(({ took }) => took.at(0.99))), 'ms'),
  ]
}

/** The statements of one page, from the feature's own query. */
async function statementsOf(pool: pg.Pool, officeId: string): Promise<pg.QueryConfig[]> {
  const statements: pg.QueryConfig[] = []
  const logQuery = (text: string, values: unknown[]) => {
    statements.push({ name: `page-${statements.length}`, text, values })
  }
  const db = drizzle(pool, { logger: { logQuery } })
  const { items } = await listDevices(db, contract.list.query.parse({ ...QUERY, officeId }), 'en-US')
  if (items.length !== Number(QUERY.size)) throw new Error(`The list has ${items.length} items`)
  return statements
}

/** Registers 100,000 devices, spread over as many customers; returns the id of one of these. */
export async function addDevices(pool: pg.Pool, besidePath: string): Promise<string> {
  await pool.query(
    `insert into office (id, parent_id, path, farm_path, kind, chinese_name, english_name, time_zone)
     select 'list-office-' || n, parent_id, made, made, kind, 'List ' || n, 'List ' || n, time_zone
     from office, generate_series(1, $1::int) n, lateral (select '1.' || (2000000 + n) || '.' as made) p where path = $2`,
    [OFFICES, besidePath],
  )
  await pool.query(
    `insert into device (id, office_id, office_path, type, code, code_key, name, status, created_at)
     select 'list-device-' || n, o.id, o.path, case when n / $2::int % 3 = 0 then 'scale' else 'controller' end,
       'list-' || n, 'list-' || n, 'Device ' || md5(n::text), case when n / $2 % 4 = 0 then 'OFFLINE' else 'UNACTIVE' end,
       now() - make_interval(mins => n)
     from generate_series(1, $1::int) n join office o on o.id = 'list-office-' || (1 + n % $2)`,
    [DEVICES, OFFICES],
  )
  await pool.query('vacuum analyze')
  return 'list-office-1'
}
