import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { type Asking, customersWhere, listCustomers } from '#server/features/customers/customers.queries.ts'
import { customer } from '#server/platform/database/tables/customers.ts'
import { writeWorkbook } from '#server/platform/excel/write-workbook.ts'
import { openJobCaller } from '#server/testing/job-caller.ts'
import { addPerson } from '#server/testing/person.ts'
import { customers as contract } from '#shared/contracts/customers.ts'
import { houses } from '#shared/contracts/houses.ts'
import type { Job } from '#shared/contracts/jobs.ts'
import { users } from '#shared/contracts/users.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { type Grant, STAFF } from '#shared/permissions.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { openCaller, repeat, type Timing } from '../http.ts'
import { registerMany } from '../many.ts'
import { forgetPeak, loopDelay, peakMemory } from '../server-figures.ts'
import { screens, staffOf } from './screens.ts'

const IMPORTED = 20_000
const PAGE = { size: '20' }
/** Rows per statement of an export. */
const CHUNK = 1_000
const LOOK_MS = 50

type Says = (name: string, value: number, unit: string, goal?: Figure['goal']) => Figure
const figure: Says = (name, value, unit, goal) => ({
  section: 'customers',
  name,
  value,
  unit,
  ...(goal && { goal }),
})

/**
 * The list of 100,000 customers as staff see it, an import of 20,000 more and an export of all, each next to the same
 * statements sent by pg alone; both under row-level security.
 */
export async function customers(bench: Bench): Promise<Figure[]> {
  const { server } = bench
  await registerMany(bench)
  const pool = new pg.Pool({
    connectionString: server.appUrl,
    max: 1,
    options: '-c app.lo=1. -c app.hi=1/ -c app.farm= -c app.customers=all',
  })
  // The server may stop its database while this is still closing.
  pool.on('error', () => {})
  try {
    return [
      ...(await looking(bench, pool)),
      ...(await lookingOfDepartment(bench)),
      ...(await screens(bench)),
      ...(await exporting(bench, pool)),
      ...(await importing(bench)),
      ...(await importingUsers(bench)),
    ]
  } finally {
    await pool.end()
  }
}

/** One viewer opens the list, a late page, the chips, the sentence and the map. */
async function looking({ server, farm, quick, say }: Bench, pool: pg.Pool): Promise<Figure[]> {
  say('customers: looking')
  const caller = openCaller(farm.staffToken)
  const times = { concurrency: 1, warmUpMs: 1_000, ms: quick ? 2_000 : 5_000 }
  const timed = (path: string) => repeat(() => caller.get(`${server.url}/api${path}`), times)
  const { list, counts, summary, places } = contract
  try {
    const statements = await statementsOf(pool)
    const raw = await repeat(async () => {
      for (const statement of statements) await pool.query(statement)
    }, times)
    const page = await timed(`${list.path}?${new URLSearchParams(PAGE)}`)
    const p50 = (name: string, { took }: Timing, goal: number) =>
      figure(`${name}, p50`, took.at(0.5), 'ms', { atMost: goal })
    return [
      p50('a page of 100,000', page, 100),
      figure('a page of 100,000, p99', page.took.at(0.99), 'ms'),
      figure('the same in raw SQL, p50', raw.took.at(0.5), 'ms'),
      figure('page to raw SQL', page.rate / raw.rate, '', { atLeast: 0.6 }),
      p50('page 2,000', await timed(`${list.path}?page=2000`), 100),
      p50('page 2,000 by name', await timed(`${list.path}?page=2000&sort=name`), 100),
      p50('found by a name', await timed(`${list.path}?search=Farm%20c4c`), 100),
      p50('numbers on the chips', await timed(`${counts.path}?by=status`), 100),
      p50('sentence above the list', await timed(summary.path), 400),
      p50('map of the world', await timed(places.path), 150),
    ]
  } finally {
    caller.close()
  }
}

/** The same for staff who see only their department's customers: a tenth of all. */
async function lookingOfDepartment({ server, database, quick }: Bench): Promise<Figure[]> {
  const { rows } = await database.pool.query<{ id: string; path: string }>(
    `select id, path from office where id = 'department-1'`,
  )
  const [office] = rows
  if (!office) throw new Error('The customers have no departments')
  const grants = [contract.list.access, houses.list.access] as Grant[]
  const someone = { office, kind: STAFF, departmentOnly: true, grants } as const
  const { token } = await addPerson(drizzle(database.pool), someone)
  const caller = openCaller(token)
  const times = { concurrency: 1, warmUpMs: 1_000, ms: quick ? 2_000 : 5_000 }
  const p50 = async (name: string, path: string, goal: number) => {
    const { took } = await repeat(() => caller.get(`${server.url}/api${path}`), times)
    return figure(`of one department, ${name}, p50`, took.at(0.5), 'ms', { atMost: goal })
  }
  const page = new URLSearchParams(PAGE)
  try {
    return [
      await p50('a page', `${contract.list.path}?${page}`, 200),
      await p50('numbers on the chips', `${contract.counts.path}?by=status`, 200),
      await p50('sentence above the list', contract.summary.path, 400),
      await p50('map of the world', contract.places.path, 200),
      await p50('a page of houses', `${houses.list.path}?${page}`, 300),
    ]
  } finally {
    caller.close()
  }
}

/** The statements of one page, from the feature's own query. */
async function statementsOf(pool: pg.Pool): Promise<pg.QueryConfig[]> {
  const statements: pg.QueryConfig[] = []
  const logQuery = (text: string, values: unknown[]) => {
    statements.push({ name: `customers-${statements.length}`, text, values })
  }
  const db = drizzle(pool, { logger: { logQuery } })
  // For staff nothing more is needed.
  const asking = { db, viewer: { kind: STAFF, timeZone: 'UTC' }, language: 'en-US' } as unknown as Asking
  const query = contract.list.query.parse(PAGE)
  const { items } = await listCustomers(asking, 'formal', query)
  if (items.length !== Number(PAGE.size)) throw new Error(`The list has ${items.length} items`)
  return statements
}

/** All of them as a file, compared with just reading the same rows. */
async function exporting({ server, farm, say }: Bench, pool: pg.Pool): Promise<Figure[]> {
  say('customers: exporting')
  const jobs = openJobCaller(server.url, farm.staffToken)
  await loopDelay(server.url)
  forgetPeak(server.pid)
  const before = peakMemory(server.pid)
  const from = performance.now()
  const { id } = await jobs.export(contract.export, {})
  const done = await jobs.until(id, 'done')
  const rate = ((done.total ?? 0) * 1_000) / (performance.now() - from)
  const [held, peak] = [await loopDelay(server.url), peakMemory(server.pid)]

  const reading = performance.now()
  const { rows } = await pool.query<{ id: string }>(
    `select office_id as id from customer where deleted_at is null order by contract_ends_on, office_id`,
  )
  for (let at = 0; at < rows.length; at += CHUNK) {
    const ids = rows.slice(at, at + CHUNK).map(row => row.id)
    const { sql, params } = customersWhere(drizzle(pool), 'en-US', inArray(customer.officeId, ids)).toSQL()
    await pool.query({ text: sql, values: params, rowMode: 'array' })
  }
  const raw = (rows.length * 1_000) / (performance.now() - reading)
  return [
    figure('export of 100,000', rate, 'rows/s'),
    figure('reading the same in raw SQL', raw, 'rows/s'),
    figure('export to raw SQL', rate / raw, '', { atLeast: 0.3 }),
    figure('export, peak memory of the server', peak, 'MB'),
    figure('export, of it for the export', peak - before, 'MB', { atMost: 300 }),
    figure('export, event loop held up at most', held, 'ms', { atMost: 50 }),
  ]
}

/** 20,000 rows judged and written, compared with inserting the same rows with SQL. */
async function importing({ server, database, farm, say }: Bench): Promise<Figure[]> {
  say('customers: importing')
  const file = await importFile(
    ['englishName', 'contact', 'phone', 'country', 'city', 'latitude', 'longitude'],
    i => [
      `Imported ${i}`,
      `Contact ${i}`,
      `+31 ${i}`,
      'NL',
      'Barneveld',
      52 + (i % 100) / 100,
      5 + (i % 100) / 100,
    ],
  )
  const { checkMs, writeMs, told, held } = await imported(server, farm.staffToken, contract.import, file)
  const raw = await insertedAnew(database.pool)
  const rate = (IMPORTED * 1_000) / writeMs
  return [
    figure('check of 20,000 rows', checkMs / 1_000, 's'),
    figure('writing of 20,000 rows', rate, 'rows/s'),
    figure('inserting the same in raw SQL', raw, 'rows/s'),
    figure('writing to raw SQL', rate / raw, '', { atLeast: 0.1 }),
    figure('progress told', told, 'times', { atLeast: 5 }),
    figure('import, event loop held up at most', held, 'ms', { atMost: 50 }),
  ]
}

/** The people of a large provider, each invited by mail. */
async function importingUsers({ server, database, say }: Bench): Promise<Figure[]> {
  say('customers: importing users')
  const { token } = await staffOf(database.pool, [users.import.access as Grant])
  const file = await importFile(['username', 'actualName', 'email'], i => [
    `imported-${i}`,
    `Imported ${i}`,
    `imported-${i}@example.com`,
  ])
  const { checkMs, writeMs, told, held } = await imported(server, token, users.import, file)
  return [
    figure('import of 20,000 users', (checkMs + writeMs) / 1_000, 's', { atMost: 180 }),
    figure('users, progress told', told, 'times', { atLeast: 5 }),
    figure('users, event loop held up at most', held, 'ms', { atMost: 50 }),
  ]
}

/** Imports a file: how long both steps took, how often progress was told, how long the event loop was held up. */
async function imported({ url }: Bench['server'], token: string, endpoint: Endpoint, file: Buffer) {
  const jobs = openJobCaller(url, token)
  await loopDelay(url)
  const checking = performance.now()
  const { id } = await jobs.import(endpoint, file)
  const { summary } = await jobs.until(id, 'checked')
  const checkMs = performance.now() - checking
  if (summary?.valid !== IMPORTED) throw new Error(`${summary?.valid} rows are valid`)
  const told = new Set<number>()
  const writing = performance.now()
  await jobs.confirm(id)
  for (let job: Job | undefined; job?.state !== 'done'; ) {
    await delay(LOOK_MS)
    job = await jobs.get(id)
    if (job.state === 'failed') throw new Error(`The import has failed: ${job.error}`)
    told.add(job.done)
  }
  const writeMs = performance.now() - writing
  return { checkMs, writeMs, told: told.size, held: await loopDelay(url) }
}

/** Rows per second of inserting the imported customers once more, in one transaction that is rolled back. */
async function insertedAnew(pool: pg.Pool): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const from = performance.now()
    await client.query(
      `insert into office (id, parent_id, path, kind, chinese_name, english_name, time_zone, placement_day)
       select 'anew-' || id, parent_id, '', kind, chinese_name, english_name, time_zone, placement_day
       from office where english_name like 'Imported %'`,
    )
    await client.query(
      `insert into customer (office_id, office_path, stage, approval, contact, email, phone, country, city,
         longitude, latitude, contract_ends_on)
       select o.id, o.path, c.stage, c.approval, c.contact, c.email, c.phone, c.country, c.city,
         c.longitude, c.latitude, c.contract_ends_on
       from customer c join office o on o.id = 'anew-' || c.office_id`,
    )
    const took = performance.now() - from
    await client.query('rollback')
    return (IMPORTED * 1_000) / took
  } finally {
    client.release()
  }
}

async function importFile(
  titles: readonly string[],
  rowOf: (i: number) => (string | number)[],
): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'smart-farm-bench-'))
  const path = join(folder, 'rows.xlsx')
  const rows = Array.from({ length: IMPORTED }, (_, i) => rowOf(i))
  const columns = titles.map((title, i) => ({
    title,
    kind: typeof rows[0]?.[i] === 'number' ? ('number' as const) : ('text' as const),
  }))
  try {
    await writeWorkbook(path, [{ name: 'Rows', columns, rows: [rows] }], 'UTC')
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
