import { type SQL, sql } from 'drizzle-orm'
import { metricByName, storageOf } from '#shared/signals.ts'
import type { Db } from '../platform/database/store.ts'
import { readChart } from './history.ts'
import { RETENTION } from './rollups.ts'

/** Readings of one house in columns, oldest first: times in ms since 1970, NaN where there is no value. */
export interface Columns {
  at: Float64Array
  metrics: readonly { name: string; values: Float64Array }[]
}

export const QUARTER_MS = 900_000
const DAY_MS = 86_400_000
/** Rows stored per statement. */
const CHUNK = 2_000
/** Days looked at together for what a house has already. */
const LOOK_DAYS = 30

/** From when on single reports are kept beside their quarter hours. ms since 1970 */
const rawFrom = (now: number) => now - RETENTION.raw + DAY_MS

/** Makes the partitions for readings from then on; in a transaction of its own, which has the tables for a moment. */
export async function makeRoom(db: Db, from: number, to: number): Promise<void> {
  await db.execute(
    sql`select import_partitions(${new Date(from)}, ${new Date(rawFrom(Date.now()))}, ${new Date(to)})`,
  )
}

/**
 * Takes out what the house has already in the same quarter hour of the same metric, from a device or an earlier import; answers how
 * many values of each metric that was. A metric or moment without a value is left out.
 */
export async function withoutHeld(
  db: Db,
  houseId: string,
  { at, metrics }: Columns,
): Promise<{ kept: Columns; held: Map<string, number> }> {
  const held = new Map<string, number>()
  const [from, to] = [at[0] ?? 0, (at.at(-1) ?? 0) + 1]
  const names = metrics.map(({ name }) => name)
  let row = 0
  for (let start = Math.floor(from / DAY_MS) * DAY_MS; start < to; start += LOOK_DAYS * DAY_MS) {
    const end = start + LOOK_DAYS * DAY_MS
    const asked = { metrics: names, from: start, to: end, points: (LOOK_DAYS * DAY_MS) / QUARTER_MS + 2 }
    const chart = await readChart(db, { houseId }, { ...asked, resolution: '15m' })
    const places = new Map((chart?.at ?? []).map((moment, i) => [moment, i]))
    for (; row < at.length && (at[row] ?? 0) < end; row++) {
      const place = places.get(Math.floor((at[row] ?? 0) / QUARTER_MS) * QUARTER_MS)
      if (place === undefined) continue
      for (const [i, { name, values }] of metrics.entries()) {
        if ((chart?.series[i]?.mean[place] ?? null) === null || Number.isNaN(values[row])) continue
        values[row] = Number.NaN
        held.set(name, (held.get(name) ?? 0) + 1)
      }
    }
  }
  return { kept: withoutEmpty({ at, metrics }), held }
}

function withoutEmpty({ at, metrics }: Columns): Columns {
  const rows = Array.from(at.keys()).filter(row => metrics.some(({ values }) => !Number.isNaN(values[row])))
  const told = metrics.filter(({ values }) => values.some(value => !Number.isNaN(value)))
  return {
    at: Float64Array.from(rows, row => at[row] ?? 0),
    metrics: told.map(({ name, values }) => ({
      name,
      values: Float64Array.from(rows, row => values[row] ?? Number.NaN),
    })),
  }
}

/** The quarter hours of some readings. */
export const quartersOf = ({ at }: Columns): number[] => [
  ...new Set(Array.from(at, moment => Math.floor(moment / QUARTER_MS) * QUARTER_MS)),
]

/** When there are readings: quarter hours in a row, holes of up to a day closed, as pairs of ms since 1970. */
export function spansOf(columns: Columns): [from: number, to: number][] {
  const spans: [number, number][] = []
  for (const quarter of quartersOf(columns)) {
    const last = spans.at(-1)
    if (last && quarter - last[1] <= DAY_MS) last[1] = quarter + QUARTER_MS
    else spans.push([quarter, quarter + QUARTER_MS])
  }
  return spans
}

const arrayText = (values: readonly number[]): string =>
  `{${values.map(value => (Number.isNaN(value) ? 'NULL' : String(value))).join()}}`

interface Parts {
  real: Columns['metrics']
  exact: Columns['metrics']
}
function partsOf({ metrics }: Columns): Parts {
  const isExact = (name: string) => {
    const signal = metricByName.get(name)
    return signal !== undefined && storageOf(signal) === 'exact'
  }
  return {
    real: metrics.filter(({ name }) => !isExact(name)),
    exact: metrics.filter(({ name }) => isExact(name)),
  }
}

const namesOf = (metrics: Columns['metrics']): SQL => textArray(metrics.map(({ name }) => name))
const textArray = (values: readonly string[]): SQL => sql`${sql.param(values)}::text[]`
const timeArray = (values: readonly number[]): SQL =>
  sql`${sql.param(values.map(value => new Date(value).toISOString()))}::timestamptz[]`

/** Lowest, highest and mean of a metric in rows from one to before another. */
function foldOf(values: Float64Array, from: number, to: number): [low: number, high: number, mean: number] {
  let [low, high, sum, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0]
  for (let row = from; row < to; row++) {
    const value = values[row] ?? Number.NaN
    if (Number.isNaN(value)) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
    sum += value
    count += 1
  }
  return count === 0 ? [Number.NaN, Number.NaN, Number.NaN] : [low, high, sum / count]
}

/**
 * Stores readings of an import that was made in this transaction: its quarter hours, single reports as far as they are kept, and marks
 * its days to be made. Nothing of it passes the rules: they judge what devices say.
 */
export async function storeImport(
  db: Db,
  importId: string,
  columns: Columns,
  passed: (rows: number) => Promise<void>,
): Promise<void> {
  const parts = partsOf(columns)
  await storeQuarters(db, importId, columns, parts)
  await storeReports(db, importId, columns, parts, passed)
  await db.execute(sql`select import_days(${importId})`)
}

async function storeQuarters(
  db: Db,
  importId: string,
  { at }: Columns,
  { real, exact }: Parts,
): Promise<void> {
  const buckets: { bucket: number; from: number; to: number }[] = []
  for (let row = 0; row < at.length; row++) {
    const bucket = Math.floor((at[row] ?? 0) / QUARTER_MS) * QUARTER_MS
    const last = buckets.at(-1)
    if (last?.bucket === bucket) last.to = row + 1
    else buckets.push({ bucket, from: row, to: row + 1 })
  }
  for (let start = 0; start < buckets.length; start += CHUNK) {
    const some = buckets.slice(start, start + CHUNK)
    const folded = (metrics: Columns['metrics']) =>
      some.map(({ from, to }) => metrics.map(({ values }) => foldOf(values, from, to)))
    const [reals, exacts] = [folded(real), folded(exact)]
    const texts = (cells: typeof reals, which: 0 | 1 | 2) =>
      textArray(cells.map(row => arrayText(row.map(each => each[which]))))
    const counts = sql`${sql.param(some.map(({ from, to }) => to - from))}::int[]`
    await db.execute(sql`select import_quarters(${importId}, ${namesOf(real)}, ${namesOf(exact)},
      ${timeArray(some.map(({ bucket }) => bucket))}, ${counts}, ${texts(reals, 0)}, ${texts(reals, 1)}, ${texts(reals, 2)},
      ${texts(exacts, 0)}, ${texts(exacts, 1)}, ${texts(exacts, 2)})`)
  }
}

async function storeReports(
  db: Db,
  importId: string,
  { at }: Columns,
  { real, exact }: Parts,
  passed: (rows: number) => Promise<void>,
): Promise<void> {
  const first = at.findIndex(moment => moment >= rawFrom(Date.now()))
  if (first < 0) return
  for (let start = first; start < at.length; start += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, at.length - start) }, (_, i) => start + i)
    const texts = (metrics: Columns['metrics']) =>
      textArray(rows.map(row => arrayText(metrics.map(({ values }) => values[row] ?? Number.NaN))))
    await db.execute(sql`select import_reports(${importId}, ${namesOf(real)}, ${namesOf(exact)},
      ${timeArray(rows.map(row => at[row] ?? 0))}, ${texts(real)}, ${texts(exact)})`)
    await passed(start + rows.length)
  }
}

/** Removes the readings of an import that was taken back. */
export async function removeImport(db: Db, importId: string): Promise<void> {
  await db.execute(sql`select import_removed(${importId})`)
}
