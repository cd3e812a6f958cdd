import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { heavily } from '#server/platform/database/shares.ts'
import type { Db } from '#server/platform/database/store.ts'
import { houseNow } from '#server/platform/database/tables/farms.ts'
import { readingImport } from '#server/platform/database/tables/reading-imports.ts'
import type { Chart, ChartQuery } from '#shared/contracts/houses.ts'
import { chartFrom, type Found, fillBuckets, markGaps, type StoredChart, seriesOf } from './chart-from.ts'

/** A house by its main controller or by one of its devices, or a device wherever it served. */
type Subject = { houseId: string; deviceId?: string | undefined } | { deviceId: string }
type Values = (number | null)[]

const QUARTER_MS = 900_000
const DAY_MS = 86_400_000
/** The 15-minute rows cannot show finer steps than this, and reports are still quick to read. ms */
const QUARTERS_FROM = 360_000

type Asked = Omit<z.output<typeof ChartQuery>, 'deviceId'>

/**
 * Reads the series of a house, or of one device while it served houses, in one statement: raw reports, 15-minute rows or days,
 * whichever gives at most `points`. Null when the house or device is outside the scope of `db`, or its customer does
 * not share.
 */
export async function readStoredChart(
  db: Db,
  subject: Subject,
  { metrics, from, to, points, resolution }: Asked,
): Promise<StoredChart | null> {
  const plan = planOf(to - from, points, resolution)
  const start = plan.resolution === '15m' ? Math.floor(from / plan.stepMs) * plan.stepMs : from
  const reading = { metrics, from: start, to, ...plan, points }
  const { rows } = await weighed(reading, () =>
    db.execute<{ text: string | null; gapS: number | null; imported: StoredChart['imported'] }>(
      sql`select ${stored(subject, reading)}::text as text, ${gapOf(subject)} as "gapS",
        ${importedIn(subject, reading)} as imported`,
    ),
  )
  const { text = null, gapS = null, imported = [] } = rows[0] ?? {}
  return text === null
    ? null
    : { metrics, from: start, to, points, resolution: plan.resolution, text, gapS, imported }
}

/** Reads a chart and works it out, see {@link readStoredChart}. */
export async function readChart(db: Db, subject: Subject, asked: Asked): Promise<Chart | null> {
  const found = await readStoredChart(db, subject, asked)
  return found && chartFrom(found)
}

/** The 15-minute rows of the main controllers of many houses in one statement; none of a house that may not be seen. */
export async function readQuarters(
  db: Db,
  houseIds: readonly string[],
  { metrics, from, to }: Pick<Reading, 'metrics' | 'from' | 'to'>,
): Promise<Map<string, Chart>> {
  const points = Math.ceil((to - from) / QUARTER_MS) + 1
  const plan = { resolution: '15m', stepMs: QUARTER_MS, points } as const
  const ofHouse = chartOf(sql`house`, sql`null`, { metrics, from, to, ...plan })
  const { rows } = await db.execute<{ house: string; chart: Found | null }>(
    sql`select house, ${ofHouse} as chart from unnest(${sql.param(houseIds)}::text[]) house`,
  )
  const start = Math.floor(from / QUARTER_MS) * QUARTER_MS
  return new Map(
    rows.flatMap(({ house, chart }) => {
      if (!chart) return []
      const series = metrics.map((metric, i) => seriesOf(metric, chart.series[i]))
      const known: Chart = { resolution: '15m', stepMs: QUARTER_MS, at: chart.at ?? [], series }
      return [[house, fillBuckets(known, start, to)] as const]
    }),
  )
}

export interface Reading {
  metrics: readonly string[]
  from: number
  to: number
  resolution: Chart['resolution']
  stepMs: number
  points: number
}

/** What is stored; null when the viewer may not see it. */
async function ask(db: Db, subject: Subject, reading: Reading): Promise<Found | null> {
  const { rows } = await weighed(reading, () =>
    db.execute<{ chart: Found | null }>(sql`select ${stored(subject, reading)} as chart`),
  )
  return rows[0]?.chart ?? null
}

/** From which silence on there is a gap, where the farm of a house set that; of a device alone the usual one holds. */
const gapOf = (subject: Subject): SQL =>
  'houseId' in subject
    ? sql`(select ${houseNow.noDataCriticalS} from ${houseNow} where ${houseNow.houseId} = ${subject.houseId})`
    : sql`null::int`

/** When the asked metrics of a house were imported; of a device nothing is. */
const importedIn = (
  subject: Subject,
  { metrics, from, to }: Pick<Reading, 'metrics' | 'from' | 'to'>,
): SQL =>
  'houseId' in subject && !subject.deviceId
    ? sql`coalesce((select json_agg(json_build_object('source', i.source, 'from', (span->>0)::float8, 'to', (span->>1)::float8,
          'metrics', array(select m from unnest(i.metrics) m where m = any(${sql.param(metrics)}::text[])))
          order by (span->>0)::float8)
        from ${readingImport} i, jsonb_array_elements(i.spans) span
        where i.house_id = ${subject.houseId} and i.taken_back_at is null and i.metrics && ${sql.param(metrics)}::text[]
          and (span->>0)::float8 < ${to}::float8 and (span->>1)::float8 > ${from}::float8), '[]')`
    : sql`'[]'::json`

/** What is stored as JSON text of {@link Found}, for another thread to parse: the main thread has no time for long series. */
export interface StoredText {
  text: string
  /** Width of a bucket, ms; 0: single reports. */
  stepMs: number
  /** How many points there are in time. */
  points: number
}

/** The same as `readChart` in the words of the database. */
export async function readStored(db: Db, subject: Subject, reading: Reading): Promise<StoredText | null> {
  const { rows } = await weighed(reading, () =>
    db.execute<{ text: string | null; step: number; points: number }>(
      sql`select chart::text as text, (chart->>'step')::float8 as step,
        case json_typeof(chart->'at') when 'array' then json_array_length(chart->'at') else 0 end as points
        from ${stored(subject, reading)} as chart`,
    ),
  )
  const [{ text, step: stepMs, points } = { text: null, step: 0, points: 0 }] = rows
  return text === null ? null : { text, stepMs, points }
}

const stored = (subject: Subject, reading: Reading): SQL =>
  chartOf(sql`${'houseId' in subject ? subject.houseId : null}`, sql`${subject.deviceId ?? null}`, reading)

function chartOf(houseId: SQL, deviceId: SQL, { metrics, from, to, ...plan }: Reading): SQL {
  return sql`house_chart(${houseId}, ${deviceId}, ${sql.param(metrics)}::text[], ${new Date(from)}, ${new Date(to)},
    ${plan.resolution}, ${plan.stepMs}, ${plan.points})`
}

/** What a day of one metric costs to read, in days of raw reports. */
const COST = { raw: 1, '15m': 0.05, day: 0.001 }
/** Two days of all metrics of a chart, or a week of some, are not. */
const HEAVY_FROM = 60

/** Reads, as something heavy if it will take long. */
async function weighed<T>(
  { metrics, from, to, resolution }: Reading,
  read: () => PromiseLike<T>,
): Promise<T> {
  const days = ((to - from) / DAY_MS) * metrics.length * COST[resolution]
  return days > HEAVY_FROM ? heavily(read) : read()
}

/** A long period is read in at most this many pieces, none shorter than a day. */
const PIECES = 400

/**
 * Every report of a period, read piece by piece so that no statement takes long. Null as for `readChart`, 'tooMany' when
 * there are more than `most`. `passed` is told how many there are so far.
 */
export async function readReports(
  db: Db,
  subject: Subject,
  { metrics, from, to }: Pick<Reading, 'metrics' | 'from' | 'to'>,
  most: number,
  passed: (reports: number) => Promise<void>,
): Promise<Chart | 'tooMany' | null> {
  const at: number[] = []
  const columns = metrics.map((): Values => [])
  const length = Math.max(DAY_MS, Math.ceil((to - from) / PIECES))
  for (let start = from; start < to; start += length) {
    await passed(at.length)
    const piece = { metrics, from: start, to: Math.min(start + length, to) }
    const found = await ask(db, subject, {
      ...piece,
      resolution: 'raw',
      stepMs: DAY_MS,
      points: most - at.length,
    })
    if (!found) return null
    // Too many reports for the limit come back merged.
    if (found.step > 0) return 'tooMany'
    for (const time of found.at ?? []) at.push(time)
    for (const [i, column] of columns.entries())
      for (const value of found.series[i]?.[1] ?? []) column.push(value)
  }
  const { rows } = await db.execute<{ gapS: number | null; imported: StoredChart['imported'] }>(
    sql`select ${gapOf(subject)} as "gapS", ${importedIn(subject, { metrics, from, to })} as imported`,
  )
  const { gapS = null, imported = [] } = rows[0] ?? {}
  const series = metrics.map((metric, i) => {
    const values = columns[i] ?? []
    return { metric, low: values, mean: values, high: values }
  })
  const chart: Chart = {
    resolution: 'raw',
    stepMs: 0,
    at,
    series,
    ...(gapS && { gapS }),
    ...(imported.length > 0 && { imported }),
  }
  return markGaps(chart, Number.POSITIVE_INFINITY)
}

/** Keeps one of the requested points in reserve: a range rarely begins on the edge of a bucket. */
function planOf(range: number, points: number, asked: z.output<typeof ChartQuery>['resolution']) {
  const ideal = Math.max(1, Math.ceil(range / (points - 1)))
  const resolution =
    asked === 'auto'
      ? range <= DAY_MS || ideal < QUARTERS_FROM
        ? 'raw'
        : ideal <= DAY_MS / 2
          ? '15m'
          : 'day'
      : asked
  const unit = { raw: 1_000, '15m': QUARTER_MS, day: DAY_MS }[resolution]
  return { resolution, stepMs: Math.ceil(ideal / unit) * unit }
}
