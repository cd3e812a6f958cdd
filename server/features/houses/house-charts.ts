import { and, count, desc, gte, lt, ne, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { AlarmMark, Chart, Charted, ChartQuery } from '#shared/contracts/houses.ts'
import { holdUnchanged } from '#shared/hold-unchanged.ts'
import { CHART_ALARMS } from '#shared/limits.ts'
import { alarm } from '../../database/tables/alarms.ts'
import { readChart } from '../../devices/history.ts'
import { refuse } from '../../http/errors.ts'
import { isSetting } from '../../realtime/frames.ts'
import type { Services } from '../../services.ts'
import { writeChart } from './chart-file.ts'
import { type Asked, foundShared } from './house-access.ts'
import { monitored } from './house-state.ts'
import type { FoundHouse } from './houses.queries.ts'
import { drawnMetrics } from './metric-facts.ts'

type Query = z.output<typeof ChartQuery>
type Charting = Asked & { query: Query }

/** Series of a house, of settings too where its customer lets the viewer control it (RC). */
export async function chartOf(call: Charting): Promise<Chart> {
  return seriesOf(call, await foundShared(call))
}

async function seriesOf({ db, query }: Charting, { row, isRemote }: FoundHouse): Promise<Chart> {
  if (!isRemote && query.metrics.some(isSetting)) throw refuse.forbidden('access.notRemote')
  if (query.to <= query.from) throw refuse.invalid([{ field: 'to', message: 'chart.range' }])
  const chart = await readChart(db, { houseId: row.id }, query)
  if (!chart) throw refuse.notFound()
  return chart
}

/** What a page of charts starts from. */
export async function chartedHouse(call: Asked & { services: Services }): Promise<Charted> {
  const house = await foundShared(call)
  const [[now], metrics] = await Promise.all([
    monitored(call.db, call.services, [house]),
    drawnMetrics(call.db, call.services, house),
  ])
  if (!now) throw refuse.notFound()
  return { ...now, metrics }
}

/** The chart as a file: the lines as they are drawn, an unchanged value held while the house spoke. */
export async function chartFile(call: Charting & { services: Services }) {
  const house = await foundShared(call)
  const { query, language, db, services } = call
  const shown = holdUnchanged(await seriesOf(call, house))
  return writeChart(shown, {
    ...{ language, from: query.from, to: query.to, houseName: house.row.name },
    timeZone: house.row.timeZone ?? house.officeZone,
    facts: await drawnMetrics(db, services, house),
  })
}

/** Alarms that stood at some moment between the two, newest first. One whose end nobody told is a moment. */
export async function alarmMarks(
  call: Asked & { query: { from: number; to: number } },
): Promise<{ total: number; items: AlarmMark[] }> {
  const { row } = await foundShared(call)
  const [from, to] = [new Date(call.query.from), new Date(call.query.to)]
  const stood = and(
    sql`${alarm.houseIds} @> ${sql.param([row.id])}::text[]`,
    lt(alarm.raisedAt, to),
    or(ne(alarm.condition, 'cleared'), gte(sql`coalesce(${alarm.clearedAt}, ${alarm.raisedAt})`, from)),
  )
  const [rows, [counted]] = await Promise.all([
    call.db
      .select()
      .from(alarm)
      .where(stood)
      .orderBy(desc(alarm.raisedAt), desc(alarm.id))
      .limit(CHART_ALARMS),
    call.db.select({ total: count() }).from(alarm).where(stood),
  ])
  const items = rows.map(({ id, code, level, condition, handling, raisedAt, clearedAt }) => ({
    ...{ id, code, level, condition, handling },
    raisedAt: raisedAt.toISOString(),
    clearedAt: clearedAt?.toISOString() ?? null,
  }))
  return { total: counted?.total ?? 0, items }
}
