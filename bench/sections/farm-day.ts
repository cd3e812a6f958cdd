import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { writeWorkbook } from '#server/platform/excel/write-workbook.ts'
import { openJobCaller } from '#server/testing/job-caller.ts'
import { addPerson } from '#server/testing/person.ts'
import { everyGrant } from '#server/testing/samples.ts'
import { comparison } from '#shared/contracts/comparison.ts'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { reports } from '#shared/contracts/reports.ts'
import { workplace } from '#shared/contracts/workplace.ts'
import { CUSTOMER, type Grant } from '#shared/permissions.ts'
import { daysAfter } from '#shared/zone-time.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { firstShown } from '../first-shown.ts'
import { median } from '../histogram.ts'
import { openCaller, repeat } from '../http.ts'
import { noteWorkplace } from '../in-page.ts'
import { loopDelay } from '../server-figures.ts'
import { loadWeek } from './chart.ts'

/** Days of records per flock: a little over seventy weeks. */
const DAYS = 500
const HOUSES = 200
/** Size of a file of records: flocks, and days of each. */
const FILED = { flocks: 40, days: 500 }
const ISO = new Date().toISOString().slice(0, 10)

/** A flock of hens in each of a customer's houses, with a record for each of its days. */
async function addFlocks(pool: pg.Pool, officePath: string): Promise<void> {
  await pool.query(
    `insert into flock (id, number, house_id, office_path, farm_path, type, category, breed, placed_on, hatched_on, placed_count)
     select id, 'FL-' || id, id, office_path, office_path, 'layer', 'laying', 'hyline-brown', current_date - $1::int,
       current_date - $1::int - 119, 30000 from house where office_path = $2
     on conflict do nothing`,
    [DAYS, officePath],
  )
  await pool.query(
    `insert into flock_record (id, flock_id, office_path, farm_path, day, dead, eggs_sound, eggs_broken, feed, water, changed_at)
     select f.id || '-' || n, f.id, f.office_path, f.farm_path, f.placed_on + n, 2 + n % 4, 26000 + n % 700, 40, 3300, 6000, now()
     from flock f, generate_series(0, $1::int - 1) n where f.office_path = $2 on conflict do nothing`,
    [DAYS, officePath],
  )
  await pool.query('vacuum analyze')
}

/** Houses without controllers, until the customer has enough. */
const addHouses = (pool: pg.Pool, officePath: string) =>
  pool.query(
    `insert into house (id, name, office_id, office_path, type, length_m, width_m, height_m)
     select 'day-' || n, 'Day ' || n, o.id, o.path, 'layer', 100, 15, 4
     from office o, generate_series(1, $1 - (select count(*)::int from house where office_path = $2)) n where o.path = $2`,
    [HOUSES, officePath],
  )

/** A file with a record for each day of several flocks that have none yet. */
async function recordFile(pool: pg.Pool, officePath: string): Promise<Buffer> {
  const { rows } = await pool.query<{ number: string }>(
    `delete from flock_record r using (select id, number from flock where office_path = $1 order by id limit $2) f
     where r.flock_id = f.id returning f.number`,
    [officePath, FILED.flocks],
  )
  const numbers = [...new Set(rows.map(({ number }) => number))]
  const columns = [
    { title: 'flockId', kind: 'text' as const },
    { title: 'day', kind: 'date' as const },
    ...['dead', 'eggsSound', 'feed', 'water'].map(title => ({ title, kind: 'number' as const })),
  ]
  const days = Array.from({ length: FILED.days }, (_, n) => daysAfter(ISO, n - FILED.days))
  const cells = numbers.flatMap(number => days.map(day => [number, day, 3, 26_000, 3_300, 6_000]))
  const folder = mkdtempSync(join(tmpdir(), 'smart-farm-bench-'))
  const path = join(folder, 'records.xlsx')
  try {
    await writeWorkbook(path, [{ name: 'Records', columns, rows: [cells] }], 'UTC')
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const figure = (name: string, value: number, unit: string, atMost?: number): Figure => ({
  section: 'farm-day',
  name,
  value,
  unit,
  ...(atMost !== undefined && { goal: { atMost } }),
})

/** What a farmer opens in the morning, for houses with hens of 500 days: PDF reports, flocks, the workplace. */
export async function farmDay({ server, database, quiet, quick, say }: Bench): Promise<Figure[]> {
  const { pool } = database
  const { officePath } = quiet
  say('farm-day: loading a week of 20 houses')
  await loadWeek(
    pool,
    quiet.houses.map(({ deviceId }) => deviceId),
  )
  await addFlocks(pool, officePath)
  const { rows } = await pool.query('select id, path from office where path = $1', [officePath])
  const endpoints = [
    reports.daily,
    flocks.course,
    comparison.courses,
    workplace.list,
    flockRecords.import,
    flockRecords.list,
  ]
  const grants = endpoints.map(({ access }) => access as Grant)
  const { token } = await addPerson(drizzle(pool) as never, { office: rows[0], kind: CUSTOMER, grants })
  const jobs = openJobCaller(server.url, token)
  const caller = openCaller(token)

  say('farm-day: the daily report of 20 houses')
  await loopDelay(server.url)
  const drawing = performance.now()
  const { id } = await jobs.export(reports.daily, { day: daysAfter(ISO, -1) })
  const drawn = await jobs.until(id, 'done')
  const drawMs = performance.now() - drawing
  const drawDelay = await loopDelay(server.url)

  const times = { concurrency: 1, warmUpMs: 500, ms: quick ? 2_000 : 6_000 }
  const p50 = async (name: string, path: string, atMost: number): Promise<Figure> => {
    say(`farm-day: ${name}`)
    const { took } = await repeat(() => caller.get(`${server.url}/api${path}`), times)
    return figure(`${name}, p50`, took.at(0.5), 'ms', atMost)
  }
  const of = quiet.houses.slice(0, 3).map(house => house.id)
  const course = await p50('weekly table of 500 days', flocks.course.path.replace(':id', of[0] ?? ''), 30)
  const compared = await p50('comparison of 3 flocks', `${comparison.courses.path}?items=${of.join(',')}`, 80)
  await addHouses(pool, officePath)
  await addFlocks(pool, officePath)
  await server.stop()
  await server.start()
  const morning = await p50(`workplace of ${HOUSES} houses`, workplace.list.path, 60)
  const rounds = quick ? 2 : 7
  say(`farm-day: ${rounds} visits of the workplace at 4x`)
  const page = { path: '/dashboard/workplace', note: noteWorkplace, noted: 'workplaceAt' }
  const owner = await addPerson(drizzle(pool) as never, {
    office: rows[0],
    kind: CUSTOMER,
    grants: everyGrant(CUSTOMER),
  })
  const shown = await firstShown({ url: server.url, token: owner.token, rounds, ...page })

  say('farm-day: importing 20,000 records')
  const file = await recordFile(pool, officePath)
  const importing = performance.now()
  const job = await jobs.import(flockRecords.import, file)
  const { summary } = await jobs.until(job.id, 'checked')
  const wanted = FILED.flocks * FILED.days
  if (summary?.valid !== wanted) throw new Error(`${summary?.valid} of ${wanted} records are valid`)
  await jobs.confirm(job.id)
  await jobs.until(job.id, 'done')
  const importMs = performance.now() - importing
  caller.close()
  return [
    figure('daily report of 20 houses', drawMs / 1_000, 's', 10),
    figure('daily report, size of the file', (drawn.file?.size ?? 0) / 1_024, 'kB'),
    figure('daily report, event loop held up at most', drawDelay, 'ms', 20),
    course,
    compared,
    morning,
    figure(
      `workplace of ${HOUSES} houses at 4x CPU throttle, first visit`,
      median(shown.first) / 1_000,
      's',
      1.5,
    ),
    figure(
      `workplace of ${HOUSES} houses at 4x CPU throttle, from the cache`,
      median(shown.again) / 1_000,
      's',
    ),
    figure('import of 20,000 records', importMs / 1_000, 's'),
    figure('import, event loop held up at most', await loopDelay(server.url), 'ms', 50),
  ]
}
