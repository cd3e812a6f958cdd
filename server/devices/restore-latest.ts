import type { Pool } from 'pg'
import { DataType, type MetricValue } from '#shared/sparkplug/types.ts'
import type { LatestReading } from './device-side.ts'
import type { BirthMetric } from './signal-table.ts'

/** What is known of a device after a start. */
export interface RestoredState {
  readings: Map<string, LatestReading>
  birth: BirthMetric[] | null
  bornAt: number | null
}

interface SavedRow {
  id: string
  values: Record<string, [number | boolean | string | null, number]>
  birth: BirthMetric[] | null
  bornAt: Date | null
}
interface ReportRow {
  id: string
  at: Date
  layout: number
  values: (number | null)[] | null
  exact: (number | null)[] | null
}
interface LayoutRow {
  id: number
  real: string[]
  exact: string[]
}

/** Reports are read again from this long before the state was saved: their times are the devices'. */
const OVERLAP = '2 minutes'
/** Each statement must end in time, however many devices there are. */
const DEVICES_AT_ONCE = 100
/** Nothing from before the birth is read again: the device may have had another owner. */
export const BIRTH_MARGIN_MS = 60_000
const SINCE = `greatest(s.saved_at - interval '${OVERLAP}',
  s.born_at - interval '${BIRTH_MARGIN_MS} milliseconds')`

/** The saved states, with what was reported after they were saved; read for `atOnce` devices at a time. */
export async function restoreStates(
  pool: Pool,
  atOnce = DEVICES_AT_ONCE,
): Promise<Map<string, RestoredState>> {
  const states = new Map<string, RestoredState>()
  const { rows: saved } = await pool.query<SavedRow>(
    `select s.device_id as id, s."values", s.birth, s.born_at as "bornAt"
     from device_state s join device d on d.id = s.device_id where d.deleted_at is null`,
  )
  for (const { id, values, birth, bornAt } of saved) {
    const types = typesOf(birth)
    const readings = new Map(
      Object.entries(values).map(([name, [value, at]]) => [
        name,
        { value: typed(value, types.get(name)), at },
      ]),
    )
    states.set(id, { readings, birth, bornAt: bornAt?.getTime() ?? null })
  }
  const layouts = await readLayouts(pool)
  const ids = [...states.keys()]
  for (let i = 0; i < ids.length; i += atOnce)
    await addReports(pool, states, layouts, ids.slice(i, i + atOnce))
  await addTexts(pool, states)
  return states
}

async function readLayouts(pool: Pool): Promise<Map<number, LayoutRow>> {
  const { rows } = await pool.query<LayoutRow>(
    'select id, real_metrics as real, exact_metrics as exact from report_layout',
  )
  return new Map(rows.map(row => [row.id, row]))
}

/**
 * `offset 0` makes the planner look up each device's last minutes: as a plain join it reads everything a device has
 * ever reported, and then drops what is old.
 */
async function addReports(
  pool: Pool,
  states: Map<string, RestoredState>,
  layouts: ReadonlyMap<number, LayoutRow>,
  deviceIds: readonly string[],
): Promise<void> {
  const { rows } = await pool.query<ReportRow>(
    `select s.device_id as id, r.at, r.layout, r."values", r.exact
     from device_state s join device d on d.id = s.device_id
     cross join lateral (select * from report r where r.device = d.serial and r.at > ${SINCE} offset 0) r
     where s.device_id = any($1)`,
    [deviceIds],
  )
  const types = new Map(deviceIds.map(id => [id, typesOf(states.get(id)?.birth ?? null)]))
  for (const { id, at, layout, values, exact } of rows) {
    const state = states.get(id)
    const named = layouts.get(layout)
    if (!state || !named) continue
    const note = (names: readonly string[], found: ReportRow['values']) =>
      names.forEach((name, i) => {
        const value = found?.[i]
        if (value !== null && value !== undefined)
          add(state, name, typed(value, types.get(id)?.get(name)), at.getTime())
      })
    note(named.real, values)
    note(named.exact, exact)
  }
}

async function addTexts(pool: Pool, states: Map<string, RestoredState>): Promise<void> {
  const { rows } = await pool.query<{ id: string; metric: string; at: Date; value: string | null }>(
    `select s.device_id as id, t.metric, t.at, t.value from device_state s
     join text_reading t on t.device_id = s.device_id and t.at > ${SINCE} order by t.at`,
  )
  for (const { id, metric, at, value } of rows) {
    const state = states.get(id)
    if (state) add(state, metric, value, at.getTime())
  }
}

/** What was saved is kept for the same time: it also knows which readings were bad. */
function add(state: RestoredState, name: string, value: MetricValue, at: number): void {
  const known = state.readings.get(name)
  if (!known || at > known.at) state.readings.set(name, { value, at })
}

const typesOf = (birth: BirthMetric[] | null) =>
  new Map(birth?.map(metric => [metric.name, metric.datatype] as const) ?? [])

/** The value as it came over the wire: storage knows numbers only. */
function typed(value: number | boolean | string | null, type: number | undefined): MetricValue {
  if (type === DataType.Boolean && typeof value === 'number') return value !== 0
  if (type === DataType.Int64 || type === DataType.UInt64) {
    if (typeof value === 'number' && Number.isFinite(value)) return BigInt(Math.round(value))
    if (typeof value === 'string' && /^-?\d+$/.test(value)) return BigInt(value)
  }
  if (type === DataType.Float && typeof value === 'number') return shortest(value)
  return value
}

/** A 4-byte float as the number it was written as. */
const shortest = (value: number) => Number(value.toPrecision(7))
