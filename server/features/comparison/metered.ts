import { sql } from 'drizzle-orm'
import { withoutDoubted } from '#shared/believed-chart.ts'
import type { ComparedDays, Metered } from '#shared/contracts/comparison.ts'
import type { Chart } from '#shared/contracts/houses.ts'
import { holdUnchanged } from '#shared/hold-unchanged.ts'
import { daysBetween, endOfDay, instantOf } from '#shared/zone-time.ts'
import { readBelieved } from '../../farm/figures/believed-chart.ts'
import { baseOf } from '../../farm/flocks/flock-course.ts'
import type { Db } from '../../platform/database/store.ts'
import { isSetting } from '../../telemetry/wire-readings.ts'
import type { FoundItem } from './comparison.queries.ts'

const DAY_MS = 86_400_000
/** Points of a line over time; over ages, as many days as the flock has. */
const POINTS = { clock: 240, age: 1_000 }

interface Asked {
  metric: string
  by: 'age' | 'clock'
  days: ComparedDays
}
type Line = Metered['items'][number]

/** End of an item's data: now, or the end of the day its birds left, ms since 1970. */
const endOf = ({ flock, timeZone }: FoundItem): number =>
  flock?.row.endedOn ? endOfDay(flock.row.endedOn, timeZone) : Date.now()

const nothing = (key: string) => ({
  stepMs: DAY_MS,
  line: { key, at: [], low: [], mean: [], high: [], doubts: [] },
})

/** A metric in each house: day by day over the age of its birds, or over the last days, which end with the latest of the items. */
export async function meteredOf(db: Db, items: readonly FoundItem[], asked: Asked): Promise<Metered> {
  const end = Math.max(...items.map(endOf))
  const read = items.map(item =>
    asked.by === 'age' ? byAge(db, item, asked) : byClock(db, item, asked, end),
  )
  const found = await Promise.all(read)
  return {
    stepMs: Math.max(DAY_MS / 1_440, ...found.map(({ stepMs }) => stepMs)),
    items: found.map(({ line }) => line),
  }
}

async function byClock(db: Db, { key, house }: FoundItem, { metric, days }: Asked, to: number) {
  const query = {
    metrics: [metric],
    from: to - days * DAY_MS,
    to,
    points: POINTS.clock,
    resolution: 'auto' as const,
  }
  const chart = await readBelieved(db, { houseId: house.id }, query)
  if (!chart) return nothing(key)
  const { at, stepMs, series } = withoutDoubted(holdUnchanged(chart))
  return { stepMs, line: lineOf(key, at, series[0]) }
}

async function byAge(db: Db, item: FoundItem, { metric }: Asked) {
  const { key, house, flock, timeZone } = item
  if (!flock) return nothing(key)
  const { dayZero, placedOn } = baseOf(flock.row)
  const from = instantOf(`${placedOn}T00:00`, timeZone)
  const query = { metrics: [metric], from, to: endOf(item), points: POINTS.age, resolution: 'day' as const }
  const chart = query.to > from ? await readBelieved(db, { houseId: house.id }, query) : null
  if (!chart) return nothing(key)
  const placedAge = daysBetween(dayZero, placedOn)
  const ages = chart.at.map(at => placedAge + Math.max(0, Math.round((at - from) / DAY_MS)))
  return { stepMs: DAY_MS, line: lineOf(key, ages, withoutDoubted(chart).series[0]) }
}

function lineOf(key: string, at: number[], series: Chart['series'][number] | undefined): Line {
  const { low = [], mean = [], high = [], doubts = [] } = series ?? {}
  const known = new Map(doubts.map(({ metric, reason }) => [`${metric} ${reason}`, { metric, reason }]))
  return { key, at, low, mean, high, doubts: [...known.values()] }
}

/** Names of the metrics the items' houses have reported, without settings; each once. */
export async function metricsOf(db: Db, items: readonly FoundItem[]): Promise<string[]> {
  const ids = [...new Set(items.map(({ house }) => house.id))]
  const { rows } = await db.execute<{ names: string[] | null }>(
    sql`select house_metrics(id, null) as names from unnest(${sql.param(ids)}::text[]) as id`,
  )
  const names = new Set(rows.flatMap(row => row.names ?? []))
  return [...names].filter(name => !isSetting(name)).sort()
}
