import type { Pool } from 'pg'
import { DataType, type MetricValue } from '#shared/sparkplug/types.ts'
import type { LatestReading, ToldWarning } from './device-side.ts'
import { numbersOf } from './save-latest.ts'
import type { BirthMetric } from './signal-parts.ts'

/** What is known of a device after a start. */
export interface RestoredState {
  readings: Map<string, LatestReading>
  birth: BirthMetric[] | null
  bornAt: number | null
  /** Oldest first. */
  told: ToldWarning[]
}

interface SavedRow {
  id: string
  values: Record<string, [number | boolean | string | null, number]>
  layout: number | null
  numbers: Buffer | null
  times: Buffer | null
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

/** Reports are read again from this long before the state was saved: their times come from the devices. */
const OVERLAP = '2 minutes'
/** Each statement must end in time, however many devices there are. */
const DEVICES_AT_ONCE = 100
/** Nothing before the birth is read again: the device may have had another owner. */
export const BIRTH_MARGIN_MS = 60_000
const SINCE = `greatest(s.saved_at - interval '${OVERLAP}',
  s.born_at - interval '${BIRTH_MARGIN_MS} milliseconds')`

/**
 * Passes on the saved states, with what was reported after they were saved. Reads `atOnce` devices at a time, since the
 * expanded form here takes much more memory than the final one.
 */
export async function restoreStates(
  pool: Pool,
  take: (deviceId: string, state: RestoredState) => void,
  atOnce = DEVICES_AT_ONCE,
): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    'select s.device_id as id from device_state s join device d on d.id = s.device_id where d.deleted_at is null',
  )
  const ids = rows.map(({ id }) => id)
  const layouts = await readLayouts(pool)
  for (let i = 0; i < ids.length; i += atOnce) {
    const part = ids.slice(i, i + atOnce)
    const states = await readSaved(pool, layouts, part)
    await addReports(pool, states, layouts, part)
    await addTexts(pool, states, part)
    for (const [id, state] of states) take(id, state)
  }
}

async function readSaved(
  pool: Pool,
  layouts: ReadonlyMap<number, LayoutRow>,
  deviceIds: readonly string[],
): Promise<Map<string, RestoredState>> {
  const { rows } = await pool.query<SavedRow>(
    `select device_id as id, "values", layout, numbers, times, birth, born_at as "bornAt"
     from device_state where device_id = any($1)`,
    [deviceIds],
  )
  return new Map(rows.map(row => [row.id, stateOf(row, layouts)]))
}

function stateOf(saved: SavedRow, layouts: ReadonlyMap<number, LayoutRow>): RestoredState {
  const { values, layout, numbers, times, birth, bornAt } = saved
  const types = typesOf(birth)
  const readings = new Map<string, LatestReading>()
  const named = layout === null ? undefined : layouts.get(layout)
  if (named && numbers && times) {
    const ats = numbersOf(times)
    const names = [...named.real, ...named.exact]
    for (const [place, number] of numbersOf(numbers).entries()) {
      const name = names[place]
      if (name !== undefined && !Number.isNaN(number))
        readings.set(name, { value: typed(number, types.get(name)), at: ats[place] as number })
    }
  }
  for (const [name, [value, at]] of Object.entries(values)) {
    const number = readings.get(name)
    // At equal times, a value stored as it came tells more than the number at its place.
    if (!number || at >= number.at) readings.set(name, { value: typed(value, types.get(name)), at })
  }
  return { readings, birth, bornAt: bornAt?.getTime() ?? null, told: [] }
}

async function readLayouts(pool: Pool): Promise<Map<number, LayoutRow>> {
  const { rows } = await pool.query<LayoutRow>(
    'select id, real_metrics as real, exact_metrics as exact from report_layout',
  )
  return new Map(rows.map(row => [row.id, row]))
}

/**
 * `offset 0` makes the planner look up each device's last minutes: as a plain join it would read everything a device has
 * ever reported, and then drop what is old.
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
     where s.device_id = any($1) order by r.at`,
    [deviceIds],
  )
  const types = new Map(deviceIds.map(id => [id, typesOf(states.get(id)?.birth ?? null)]))
  for (const { id, at, layout, values, exact } of rows) {
    const state = states.get(id)
    const named = layouts.get(layout)
    if (!state || !named) continue
    const known = types.get(id) ?? new Map()
    const note = (names: readonly string[], found: ReportRow['values']) =>
      names.forEach((name, i) => {
        const value = found?.[i]
        if (value === null || value === undefined || !isItsOwn(state, known, name)) return
        const read = typed(value, known.get(name))
        noteWarning(state, name, read, at.getTime())
        add(state, name, read, at.getTime())
      })
    note(named.real, values)
    note(named.exact, exact)
  }
}

async function addTexts(
  pool: Pool,
  states: Map<string, RestoredState>,
  deviceIds: readonly string[],
): Promise<void> {
  const { rows } = await pool.query<{ id: string; metric: string; at: Date; value: string | null }>(
    `select s.device_id as id, t.metric, t.at, t.value from device_state s
     join text_reading t on t.device_id = s.device_id and t.at > ${SINCE}
     where s.device_id = any($1) order by t.at`,
    [deviceIds],
  )
  const types = new Map(deviceIds.map(id => [id, typesOf(states.get(id)?.birth ?? null)]))
  for (const { id, metric, at, value } of rows) {
    const state = states.get(id)
    if (state && isItsOwn(state, types.get(id) ?? new Map(), metric)) add(state, metric, value, at.getTime())
  }
}

/** A metric that is neither declared nor saved was reported before a birth that ceased to declare it. */
const isItsOwn = (
  { birth, readings }: RestoredState,
  declared: ReadonlyMap<string, unknown>,
  metric: string,
): boolean => birth === null || declared.has(metric) || readings.has(metric)

/** Keeps the changes of a device's warning; one without an earlier value counts as cleared before. */
function noteWarning({ told }: RestoredState, metric: string, value: MetricValue, at: number): void {
  if (typeof value !== 'boolean' || !metric.startsWith('Alarm/')) return
  const before = told.findLast(warning => warning.metric === metric)?.value ?? false
  if (value !== before) told.push({ metric, value, at })
}

/** At equal times the saved value stays: it also knows which readings were bad. */
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
const shortest = (value: number) => (Number.isInteger(value) ? value : Number(value.toPrecision(7)))
