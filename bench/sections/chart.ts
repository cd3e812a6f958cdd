import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { createEvents } from '#server/platform/events.ts'
import { createLog } from '#server/platform/log.ts'
import { readChart } from '#server/telemetry/history.ts'
import { startRollups } from '#server/telemetry/rollups.ts'
import { loadMetrics } from '#server/testing/load-metrics.ts'
import { houses as contract } from '#shared/contracts/houses.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { openCaller, repeat } from '../http.ts'

const METRICS = 100
const DAYS = 7
const EVERY_S = 30
const DEVICES = 4

/** Seven days of 100 metrics every 30 s for some controllers, with the product's rollups of them. */
export async function loadWeek(pool: pg.Pool, deviceIds: string[]): Promise<{ from: number; to: number }> {
  const to = Math.floor(Date.now() / 900_000) * 900_000
  const from = to - DAYS * 86_400_000
  const span = [new Date(from), new Date(to)]
  await pool.query('select report_partition($1), report_partition($2)', span)
  const names = loadMetrics(METRICS).map(({ name }) => name)
  const { rows } = await pool.query<{ id: number }>("select report_layout_id($1, '{}') as id", [names])
  // By time, so that the controllers lie side by side on disk as they would after a week.
  await pool.query(
    `insert into report (device, at, layout, "values")
     select d.serial, t, $3, array(
       select (20 + m + 8 * sin(extract(epoch from t) / 13751 + m) + random())::real from generate_series(1, $4::int) m)
     from generate_series($1::timestamptz, $2::timestamptz - interval '1 s', make_interval(secs => $5)) t
     cross join device d where d.id = any($6) order by t, d.serial`,
    [...span, rows[0]?.id, METRICS, EVERY_S, deviceIds],
  )
  await pool.query(
    `insert into rollup_dirty (device, bucket)
     select d.serial, t from device d
     cross join generate_series($1::timestamptz, $2::timestamptz - interval '1 s', interval '15 minutes') t
     where d.id = any($3) on conflict do nothing`,
    [...span, deviceIds],
  )
  const rollups = startRollups(pool, createEvents(), createLog({ logLevel: 'warn' }))
  await rollups.catchUp(true)
  await rollups.stop()
  await pool.query('vacuum analyze')
  return { from, to }
}

interface Asked {
  name: string
  metrics: string[]
  points: number
  goal?: Figure['goal']
}

const METRIC = 'Climate/Temp/Avg'
const asked: Asked[] = [
  { name: 'one metric', metrics: [METRIC], points: 600, goal: { atMost: 15 } },
  { name: 'eight metrics', metrics: loadMetrics(8).map(({ name }) => name), points: 600 },
  { name: 'one metric, 2,000 points from raw reports', metrics: [METRIC], points: 2_000 },
]

/** One house's chart of seven days, one call after the other, through the API and by SQL alone. */
export async function chart({ server, database, quiet, quick, say }: Bench): Promise<Figure[]> {
  say('chart: loading 7 days of 4 controllers')
  const served = quiet.houses.slice(0, DEVICES)
  const span = await loadWeek(
    database.pool,
    served.map(({ deviceId }) => deviceId),
  )
  const pool = new pg.Pool({
    connectionString: server.appUrl,
    options: `-c app.lo=${quiet.officePath} -c app.hi=${quiet.officePath.replace(/\.$/, '/')} -c app.farm=${quiet.officePath} -c app.customers=all`,
  })
  const caller = openCaller(quiet.token)
  const times = { concurrency: 1, warmUpMs: 1_000, ms: quick ? 1_500 : 4_000 }
  const figures: Figure[] = []
  try {
    for (const { name, metrics, points, goal } of asked) {
      say(`chart: ${name}`)
      const query = {
        metrics: metrics.join(','),
        from: String(span.from),
        to: String(span.to),
        points: String(points),
      }
      const calls = await Promise.all(served.map(house => callsFor(pool, server.url, house.id, query)))
      let turn = 0
      const next = () => calls[turn++ % calls.length] as (typeof calls)[number]
      const api = await repeat(() => caller.get(next().url), times)
      const raw = await repeat(() => pool.query(next().statement), times)
      const figure = (what: string, value: number, goal?: Figure['goal']): Figure => ({
        section: 'chart',
        name: `7 days, ${name}, ${what}`,
        value,
        unit: 'ms',
        ...(goal && { goal }),
      })
      figures.push(
        figure('through the API, p50', api.took.at(0.5), goal),
        figure('through the API, p99', api.took.at(0.99)),
        figure('raw SQL, p50', raw.took.at(0.5)),
      )
    }
  } finally {
    caller.close()
    await pool.end()
  }
  return figures
}

/** The address of a chart, and the statement the server answers it with. */
async function callsFor(pool: pg.Pool, url: string, houseId: string, query: Record<string, string>) {
  const statements: pg.QueryConfig[] = []
  const logQuery = (text: string, values: unknown[]) => {
    statements.push({ text, values })
  }
  const db = drizzle(pool, { logger: { logQuery } })
  const found = await readChart(db, { houseId }, contract.chart.query.parse(query))
  const points = found?.series.every(({ mean }) => mean.filter(value => value !== null).length > 200)
  const [statement] = statements
  if (!points || !statement) throw new Error(`The chart of house ${houseId} is empty`)
  const path = contract.chart.path.replace(':id', houseId)
  return { url: `${url}/api${path}?${new URLSearchParams(query)}`, statement }
}
