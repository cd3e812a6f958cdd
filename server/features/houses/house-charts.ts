import { and, desc, gte, lt, ne, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { AlarmMark, Chart, Charted, ChartQuery, houses } from '#shared/contracts/houses.ts'
import type { Result } from '#shared/endpoint.ts'
import { CHART_ALARMS, CHART_POINTS_IN_ALL } from '#shared/limits.ts'
import { fromSources } from '../../farm/figures/believed-chart.ts'
import type { ChartSources } from '../../farm/figures/work-out-chart.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { refuse } from '../../platform/http/errors.ts'
import { noteDeed, noteLook } from '../../platform/http/viewing.ts'
import { alreadyWritten } from '../../platform/http/written.ts'
import type { Services } from '../../platform/services.ts'
import { isSetting } from '../../telemetry/wire-readings.ts'
import type { About } from './chart-file.ts'
import { writtenInThread } from './chart-thread.ts'
import { type Asked, foundShared, lookedAt, seenOf } from './house-access.ts'
import { monitored } from './house-state.ts'
import { type FoundHouse, mainOf } from './houses.queries.ts'
import { drawnMetrics, drawnOf, factsFor } from './metric-facts.ts'

type Query = z.output<typeof ChartQuery>
type Charting = Asked & { query: Query }

/** Series of a house, including settings if its customer lets the viewer control it (RC). */
export async function chartOf(call: Charting): Promise<Chart> {
  const house = await foundShared(call)
  checkAsked(call.query, house)
  await noteCharts(call, house)
  return alreadyWritten<typeof houses.chart>(await writtenFor(call, house, null))
}

/** Series of settings need one consent, all others the other. */
async function noteCharts(call: Charting, house: FoundHouse): Promise<void> {
  const { metrics } = call.query
  if (metrics.some(isSetting)) await noteLook(call, 'settings', [seenOf(house)])
  if (!metrics.every(isSetting)) await noteLook(call, 'charts', [seenOf(house)])
}

/** Refuses settings without the customer's consent (RC), and a period that ends before it begins. */
export function checkAsked(
  { metrics, from, to }: Pick<Query, 'metrics' | 'from' | 'to'>,
  { isRemote }: FoundHouse,
): void {
  if (!isRemote && metrics.some(isSetting)) throw refuse.notShared('remote')
  if (to <= from) throw refuse.invalid([{ field: 'to', message: 'chart.range' }])
}

/** The answer with the chart, or with its file, worked out off the main thread. */
async function writtenFor({ db, query }: Charting, { row }: FoundHouse, file: About | null) {
  const points = Math.min(query.points, Math.floor(CHART_POINTS_IN_ALL / query.metrics.length))
  const subject = { houseId: row.id, deviceId: query.deviceId }
  const workOut = (sources: ChartSources) => writtenInThread(sources, file)
  const written = await fromSources(db, subject, { ...query, points }, workOut)
  if (!written) throw refuse.notFound()
  return written
}

/** The initial data of the charts page. */
export async function chartedHouse(
  call: Asked & { services: Services; query: Pick<Query, 'deviceId'> },
): Promise<Charted> {
  const house = await lookedAt(call, 'charts')
  const asked = call.query.deviceId
  if (asked !== undefined && !drawnOf(house, asked)) throw refuse.notFound()
  // A house without a controller still has charts, of its other devices.
  const deviceId = asked ?? (mainOf(house.devices) ? undefined : house.devices[0]?.id)
  const [[now], metrics] = await Promise.all([
    monitored(call.db, call.services, [house]),
    drawnMetrics(call.db, call.services, house, deviceId),
  ])
  if (!now) throw refuse.notFound()
  return { ...now, ...now.others.find(({ iotId }) => iotId === deviceId), metrics }
}

/** The chart as a file: the lines as they are drawn, an unchanged value held while the house spoke. */
export async function chartFile(call: Charting): Promise<Result<typeof houses.chartFile>> {
  const house = await foundShared(call)
  const { query, language, units, db } = call
  checkAsked(query, house)
  await noteDeed(call, 'file', [seenOf(house)])
  const written = await writtenFor(call, house, {
    language,
    units,
    from: query.from,
    to: query.to,
    houseName: drawnName(house, query.deviceId),
    timeZone: house.row.timeZone ?? house.officeZone,
    facts: await factsFor(db, house, query.metrics, query.deviceId),
  })
  return alreadyWritten<typeof houses.chartFile>(written)
}

/** The name of the house for a chart file: with the device, unless it is the main controller. */
export function drawnName(house: FoundHouse, deviceId: string | undefined): string {
  const device = house.devices.find(({ id }) => id === deviceId)
  return device && !device.isMain ? `${house.row.name} · ${device.code}` : house.row.name
}

/** Alarms that were open at some moment in the period. One with an unknown end counts as a moment. */
const stoodIn = (houseId: string, from: Date, to: Date) =>
  and(
    sql`${alarm.houseIds} @> ${sql.param([houseId])}::text[]`,
    lt(alarm.raisedAt, to),
    or(ne(alarm.condition, 'cleared'), gte(sql`coalesce(${alarm.clearedAt}, ${alarm.raisedAt})`, from)),
  )

/** The newest alarms of a house that were open at some moment in the period, newest first. */
export const alarmsIn = (db: Db, houseId: string, from: Date, to: Date, most: number) =>
  db
    .select()
    .from(alarm)
    .where(stoodIn(houseId, from, to))
    .orderBy(desc(alarm.raisedAt), desc(alarm.id))
    .limit(most)

/** The alarms as marks of a chart, newest first. */
export async function alarmMarks(
  call: Asked & { query: { from: number; to: number } },
): Promise<{ total: number; items: AlarmMark[] }> {
  const { row } = await lookedAt(call, 'alarms')
  const [from, to] = [new Date(call.query.from), new Date(call.query.to)]
  const [rows, total] = await Promise.all([
    alarmsIn(call.db, row.id, from, to, CHART_ALARMS),
    call.db.$count(alarm, stoodIn(row.id, from, to)),
  ])
  const items = rows.map(({ id, code, level, condition, handling, raisedAt, clearedAt }) => ({
    id,
    code,
    level,
    condition,
    handling,
    raisedAt: raisedAt.toISOString(),
    clearedAt: clearedAt?.toISOString() ?? null,
  }))
  return { total, items }
}
