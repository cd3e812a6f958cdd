import { sql } from 'drizzle-orm'
import {
  type Course,
  type SystemCall,
  type SystemFigure,
  systemFigures,
} from '#shared/contracts/system-monitor.ts'
import type { Db } from '../../platform/database/store.ts'
import { CALL_BOUNDS } from '../../platform/http/metrics.ts'
import { MINUTE_MS, nearestMinute } from './minute.ts'
import { percentileOf } from './percentile.ts'

const HOUR_MS = 60 * MINUTE_MS
/** Distance between points, so that a period has a few hundred. ms */
const STEP_MS = { '1': MINUTE_MS, '24': 10 * MINUTE_MS, '168': HOUR_MS } as const

type Row = Record<SystemFigure, number | null> & { at: number }

/** The figures of a period that ends with the last stored minute; waits and maxima by their worst minute. */
export async function courseOf(
  db: Db,
  { hours, process }: { hours: keyof typeof STEP_MS; process?: string | undefined },
  now = Date.now(),
): Promise<Course> {
  const stepMs = STEP_MS[hours]
  const last = Math.floor(nearestMinute(new Date(now)).getTime() / stepMs) * stepMs
  const first = last - Number(hours) * HOUR_MS + stepMs
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    with each as (
      select at, sum(messages / seconds) as messages, sum("values" / seconds) as "values", sum(queue_bytes) as queue,
        max(commit_p99) as commit, max(acknowledge_p99) as acknowledge, sum(gateways) as gateways,
        sum(sockets) as sockets, sum(calls / seconds) as calls, max(loop_p99) as loop, sum(memory) as memory,
        sum(cpu) as cpu, max(database_bytes) as database
      from system_minute
      where at >= ${new Date(first)} and ${process === undefined ? sql`true` : sql`process_id = ${process}`}
      group by at
    )
    select (floor(extract(epoch from at) * 1000 / ${stepMs}) * ${stepMs})::float8 as at, avg(messages)::float8 as messages,
      avg("values")::float8 as "values", max(queue)::float8 as queue, max(commit)::float8 as commit,
      max(acknowledge)::float8 as acknowledge, avg(gateways)::float8 as gateways, avg(sockets)::float8 as sockets,
      avg(calls)::float8 as calls, max(loop)::float8 as loop, avg(memory)::float8 as memory, avg(cpu)::float8 as cpu,
      max(database)::float8 as database
    from each group by 1`)
  const known = new Map(rows.map(row => [row.at, row]))
  const at = Array.from({ length: Math.round((last - first) / stepMs) + 1 }, (_, i) => first + i * stepMs)
  const figures = systemFigures.map(figure => [figure, at.map(each => known.get(each)?.[figure] ?? null)])
  return { stepMs, at, figures: Object.fromEntries(figures) }
}

/** Call durations, slowest first. */
export async function callsOf(db: Db, hours: number, now = Date.now()): Promise<SystemCall[]> {
  // Position by position: unnesting the arrays takes ten times as long.
  const sums = sql.raw([...CALL_BOUNDS, 0].map((_, i) => `sum(counts[${i + 1}])::int`).join(', '))
  const { rows } = await db.execute<Record<string, unknown> & CallRow>(sql`
    select method, route, array[${sums}] as counts, sum(failed)::int as failed
    from system_route where hour > ${new Date(now - hours * HOUR_MS)} group by method, route`)
  const inMs = (counts: number[], share: number) => (percentileOf(CALL_BOUNDS, counts, share) ?? 0) * 1_000
  return rows
    .map(({ method, route, counts, failed }) => ({
      method,
      route,
      calls: counts.reduce((sum, count) => sum + count, 0),
      failed,
      p50: inMs(counts, 0.5),
      p95: inMs(counts, 0.95),
      p99: inMs(counts, 0.99),
    }))
    .sort((one, other) => other.p95 - one.p95 || other.calls - one.calls)
}
interface CallRow {
  method: string
  route: string
  counts: number[]
  failed: number
}
