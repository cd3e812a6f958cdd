import pg from 'pg'
import { INSERT_CLOCKS, type NewClock } from './device-clocks.ts'
import { encodeReports } from './encode-reports.ts'
import type { Layouts } from './layouts.ts'
import { mergeReports, type NewReport } from './merge-reports.ts'
import { storedValues } from './metrics.ts'

/** One change of a text metric. */
export interface NewText {
  deviceId: string
  metric: string
  at: number
  value: string | null
}
/** Data exceptions, violated constraints, limits: no retry makes this row fit. */
const POISON = /^(22|23|54)/

/**
 * Adds a report to the one stored for the same time: NULLs of the stored report are filled, its values stay. The bucket
 * of each new or filled report is marked, and locked, in the same transaction.
 */
const INSERT = `with stored as (
    insert into report as s select (r).* from unnest($1::report[]) r
    on conflict (device, at) do update
      set (layout, "values", exact) = (select m.layout, m."values", m.exact from report_merge(s, excluded) m)
      where report_adds(s, excluded)
    returning s.device, s.at
  )
  insert into rollup_dirty (device, bucket)
  select distinct device, date_bin('15 minutes', at, 'epoch') from stored order by 1, 2
  on conflict (device, bucket) do update set device = excluded.device where false`
/** A text that equals the one before it is a repetition, whether that is stored or in the same statement. */
const INSERT_TEXTS = `with sent as (
    select distinct on (device, metric, at) device, metric, at, value
    from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[]) with ordinality s(device, metric, at, value, i)
    order by device, metric, at, i
  ), t as (
    select *, lag(at) over earlier as before_at, lag(value) over earlier as before_value
    from sent window earlier as (partition by device, metric order by at)
  )
  insert into text_reading (device_id, office_path, farm_path, metric, at, value)
  select d.id, d.office_path, coalesce(o.farm_path, d.office_path), t.metric, t.at, t.value
  from t join device d on d.id = t.device join office o on o.path = d.office_path
  where (select before.value from (
      (select p.at, p.value, true as stored from text_reading p
        where p.device_id = t.device and p.metric = t.metric and p.at < t.at order by p.at desc limit 1)
      union all select t.before_at, t.before_value, false where t.before_at is not null
    ) before order by before.at desc, before.stored desc limit 1) is distinct from t.value
  on conflict (device_id, metric, at) do nothing`

/** Writes a batch: all of it, or, when it throws, only what can safely be written again. */
export interface ReportWriter {
  write(reports: readonly NewReport[], texts: readonly NewText[], clocks: readonly NewClock[]): Promise<void>
  /** Forgets what was looked up: the table may have been recreated, or its partitions dropped. */
  reset(): void
}

/** The statements behind the group commit. */
export function createReportWriter(pool: pg.Pool, layouts: Layouts): ReportWriter {
  const months = new Set<number>()
  let rowType: number | undefined

  async function writeReports(sent: readonly NewReport[]): Promise<void> {
    if (sent.length === 0) return
    const reports = mergeReports(sent, layouts)
    await layouts.store(new Set(reports.map(report => report.layout)), pool)
    await ensureMonths(reports)
    rowType ??= await readRowType(pool)
    const values = encodeReports(reports, rowType)
    await pool.query({ name: 'store-reports', text: INSERT, values: [values] })
    storedValues.inc(reports.reduce((sum, { numbers }) => sum + count(numbers), 0))
  }

  /** Late data may need a month that has no partition yet. */
  async function ensureMonths(reports: readonly NewReport[]): Promise<void> {
    const missing = new Map<number, Date>()
    for (const { at } of reports) {
      const date = new Date(at)
      const month = date.getUTCFullYear() * 12 + date.getUTCMonth()
      if (!months.has(month)) missing.set(month, date)
    }
    for (const [month, date] of missing) {
      await pool.query('select report_partition($1)', [date])
      months.add(month)
    }
  }

  async function writeTexts(texts: readonly NewText[]): Promise<void> {
    if (texts.length === 0) return
    await pool.query(INSERT_TEXTS, [
      texts.map(text => text.deviceId),
      texts.map(text => text.metric),
      texts.map(text => new Date(text.at)),
      texts.map(text => text.value),
    ])
  }

  async function writeClocks(clocks: readonly NewClock[]): Promise<void> {
    if (clocks.length === 0) return
    await pool.query(INSERT_CLOCKS, [
      clocks.map(({ deviceId }) => deviceId),
      clocks.map(({ shift }) => Math.round(shift)),
      clocks.map(({ from }) => Math.round(from)),
    ])
  }

  return {
    async write(reports, texts, clocks) {
      await writeClocks(clocks)
      await writeReports(reports)
      await writeTexts(texts)
    },
    reset() {
      rowType = undefined
      months.clear()
    },
  }
}

function count(values: Float64Array): number {
  let n = 0
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) n++
  return n
}

async function readRowType(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ oid: number }>(`select 'report'::regtype::oid::int8::int as oid`)
  const [row] = rows
  if (!row) throw new Error('the report table has no row type')
  return row.oid
}

const stateOf = (error: unknown) => (error instanceof pg.DatabaseError ? (error.code ?? '') : '')
/** Whether no retry can make this batch fit. */
export const isPoison = (error: unknown) =>
  // What cannot even be encoded cannot be stored either.
  error instanceof RangeError ||
  (POISON.test(stateOf(error)) && !String(error).includes('no partition of relation'))
