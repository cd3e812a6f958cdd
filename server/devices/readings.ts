import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { isDatabaseUnavailable } from '#server/database/store.ts'
import { encodeReports, type ReportRow } from './encode-reports.ts'
import type { Layout, Layouts } from './layouts.ts'
import { commitSeconds, queuedBytes, storedValues } from './metrics.ts'

/** One report to be stored. */
export interface NewReport {
  /** `device.serial` */
  device: number
  /** ms since 1970 */
  at: number
  layout: Layout
  real: Float32Array
  exact: Float64Array | null
}
/** One change of a text metric. */
export interface NewText {
  deviceId: string
  metric: string
  at: number
  value: string | null
}
/** What one message brings; it is stored as a whole before its sender is told so. */
export interface Intake {
  reports: NewReport[]
  texts: NewText[]
  /** The database cannot take this report, ever; the others of the message are stored. */
  onRefused(reason: string): void
}

export interface Readings {
  /** Resolves when everything is committed. Order is kept. Never rejects: it waits for the database as long as it takes. */
  store(intake: Intake): Promise<void>
  /** False while so much waits that no further message may be taken in. */
  hasRoom(): boolean
  /** Resolves when there is room, in the order of asking. */
  room(): Promise<void>
  /** Waits for what was taken in, at most `patienceMs`; then gives up without acknowledging. */
  stop(patienceMs?: number): Promise<void>
}

interface Waiting extends Intake {
  bytes: number
  done(): void
}

const MAX_ROWS = 1_000
/** Unwritten readings held in memory; beyond it senders wait. */
const MAX_BYTES = 64 * 1024 * 1024
const ROW_BYTES = 200
const LET_IN = 64
const RETRY_MS = { first: 100, most: 5_000 }
const SETTLED_BY_RETRY = /^(40|55P03|57014)/
/** Data exceptions, violated constraints, limits: no retry makes this row fit. */
const POISON = /^(22|23|54)/

/**
 * `report` counts as stored only with what was stored before it: NULLs of a stored report are filled, its values
 * stay. The bucket of each new or filled report is marked, and locked, in the same transaction.
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
const INSERT_TEXTS = `insert into text_reading (device_id, office_path, farm_path, metric, at, value)
  select d.id, d.office_path, coalesce(o.farm_path, d.office_path), t.metric, t.at, t.value
  from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[]) t(device, metric, at, value)
  join device d on d.id = t.device join office o on o.path = d.office_path
  on conflict (device_id, metric, at) do nothing`

/** Group commit: what arrives while one commit is in flight makes up the next. */
export function startReadings({
  pool,
  layouts,
  log,
  maxBytes = MAX_BYTES,
}: {
  pool: pg.Pool
  layouts: Layouts
  log: FastifyBaseLogger
  maxBytes?: number
}): Readings {
  const queue: Waiting[] = []
  const waitingForRoom: (() => void)[] = []
  const months = new Set<number>()
  let bytes = 0
  let rowType: number | undefined
  let running: Promise<void> | undefined
  let stopped = false
  const stopping = new AbortController()

  const hasRoom = () => bytes < maxBytes && waitingForRoom.length === 0

  async function run(): Promise<void> {
    while (!stopped && queue.length + waitingForRoom.length > 0) {
      const batch = takeBatch(queue)
      if (batch.length > 0) await commit(batch)
      if (stopped) return
      for (const one of batch) {
        bytes -= one.bytes
        one.done()
      }
      queuedBytes.set(bytes)
      if (bytes < maxBytes) await letIn()
    }
    running = undefined
  }

  /** Those who wait are let in a few at a time: what they bring is only known once it is decoded. */
  async function letIn(): Promise<void> {
    if (waitingForRoom.length === 0) return
    for (const enter of waitingForRoom.splice(0, LET_IN)) enter()
    await new Promise(resolve => setImmediate(resolve))
  }

  async function commit(batch: Waiting[]): Promise<void> {
    for (let wait = RETRY_MS.first; !stopped; wait = Math.min(wait * 2, RETRY_MS.most)) {
      try {
        const end = commitSeconds.startTimer()
        await write(batch)
        end()
        return
      } catch (error) {
        if (isPoison(error)) return isolate(batch, error)
        // The table may have been made again, and its partitions dropped.
        rowType = undefined
        months.clear()
        if (!isTransient(error)) log.error({ err: error }, 'readings cannot be stored; trying again')
        else log.warn({ reason: String(error), waiting: batch.length }, 'readings wait for the database')
        await pause(wait, stopping.signal)
      }
    }
  }

  /** Halves the batch until the row that cannot be stored stands alone. */
  async function isolate(batch: Waiting[], error: unknown): Promise<void> {
    const [only] = batch
    if (batch.length > 1) {
      const middle = batch.length >> 1
      await commit(batch.slice(0, middle))
      return commit(batch.slice(middle))
    }
    if (!only) return
    const { reports, texts } = only
    if (reports.length + texts.length <= 1) return only.onRefused(`not storable: ${String(error)}`)
    for (const report of reports) await commit([{ ...only, reports: [report], texts: [] }])
    for (const text of texts) await commit([{ ...only, reports: [], texts: [text] }])
  }

  async function write(batch: Waiting[]): Promise<void> {
    const reports = mergeReports(
      batch.flatMap(one => one.reports),
      layouts,
    )
    await layouts.store(new Set(reports.map(report => report.layout)), pool)
    await ensureMonths(reports)
    if (reports.length > 0) {
      rowType ??= await readRowType(pool)
      const rows = reports.map(report => ({ ...report, layout: report.layout.id as number }))
      const values = encodeReports(rows as ReportRow[], rowType)
      await pool.query({ name: 'store-reports', text: INSERT, values: [values] })
      storedValues.inc(
        reports.reduce((sum, { real, exact }) => sum + count(real) + (exact ? count(exact) : 0), 0),
      )
    }
    const texts = batch.flatMap(one => one.texts)
    if (texts.length > 0)
      await pool.query(INSERT_TEXTS, [
        texts.map(text => text.deviceId),
        texts.map(text => text.metric),
        texts.map(text => new Date(text.at)),
        texts.map(text => text.value),
      ])
  }

  /** Late data may need a month that nobody made yet. */
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

  return {
    hasRoom,
    room: () => (hasRoom() ? Promise.resolve() : new Promise(resolve => waitingForRoom.push(resolve))),
    store(intake) {
      if (intake.reports.length === 0 && intake.texts.length === 0) return Promise.resolve()
      return new Promise<void>(done => {
        const size = sizeOf(intake)
        bytes += size
        queue.push({ ...intake, bytes: size, done })
        running ??= run()
      })
    },
    async stop(patienceMs = 10_000) {
      const timer = setTimeout(() => {
        stopped = true
        stopping.abort()
      }, patienceMs)
      await running
      clearTimeout(timer)
      stopped = true
    },
  }
}

function takeBatch(queue: Waiting[]): Waiting[] {
  let rows = 0
  let length = 0
  while (length < queue.length && (length === 0 || rows < MAX_ROWS)) {
    rows += queue[length]?.reports.length ?? 0
    length++
  }
  return queue.splice(0, length)
}

/**
 * Sorted by device and time, which is also the order in which rows are locked; reports of the same sample become one,
 * the first value of a metric stays.
 */
export function mergeReports(reports: NewReport[], layouts: Layouts): NewReport[] {
  const sorted = [...reports].sort((a, b) => a.device - b.device || a.at - b.at)
  const merged: NewReport[] = []
  for (const report of sorted) {
    const last = merged.at(-1)
    if (last && last.device === report.device && last.at === report.at)
      merged[merged.length - 1] = mergeTwo(last, report, layouts)
    else merged.push(report)
  }
  return merged
}

function mergeTwo(first: NewReport, second: NewReport, layouts: Layouts): NewReport {
  const same = first.layout === second.layout
  const layout = same ? first.layout : unionOf(first.layout, second.layout, layouts)
  const real = new Float32Array(layout.real.length).fill(Number.NaN)
  const exact = new Float64Array(layout.exact.length).fill(Number.NaN)
  // The first is laid over the second, so that its values stay.
  for (const report of [second, first]) {
    lay(report.real, report.layout.real, real, layout.real)
    if (report.exact) lay(report.exact, report.layout.exact, exact, layout.exact)
  }
  return { ...first, layout, real, exact: first.exact || second.exact ? exact : null }
}

type Values = Float32Array | Float64Array

function lay(from: Values, names: readonly string[], to: Values, places: readonly string[]): void {
  for (let i = 0; i < from.length; i++) {
    const value = from[i] as number
    if (Number.isNaN(value)) continue
    to[names === places || names[i] === places[i] ? i : places.indexOf(names[i] as string)] = value
  }
}

function unionOf(first: Layout, second: Layout, layouts: Layouts): Layout {
  return layouts.of(
    [...new Set([...first.real, ...second.real])],
    [...new Set([...first.exact, ...second.exact])],
  )
}

function count(values: Values): number {
  let n = 0
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) n++
  return n
}

const sizeOf = ({ reports, texts }: Intake) =>
  reports.reduce((sum, { real, exact }) => sum + ROW_BYTES + real.byteLength + (exact?.byteLength ?? 0), 0) +
  texts.reduce((sum, { value }) => sum + ROW_BYTES + (value?.length ?? 0) * 2, 0)

async function readRowType(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ oid: number }>(`select 'report'::regtype::oid::int8::int as oid`)
  const [row] = rows
  if (!row) throw new Error('the report table has no row type')
  return row.oid
}

const stateOf = (error: unknown) => (error instanceof pg.DatabaseError ? (error.code ?? '') : '')
const isPoison = (error: unknown) =>
  // What cannot even be encoded is of no use to the database either.
  error instanceof RangeError ||
  (POISON.test(stateOf(error)) && !String(error).includes('no partition of relation'))
const isTransient = (error: unknown) => isDatabaseUnavailable(error) || SETTLED_BY_RETRY.test(stateOf(error))

/** Waits, or until stopped. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
