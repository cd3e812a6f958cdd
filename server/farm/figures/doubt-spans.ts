import { and, between, eq, gte, inArray, like, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { DoubtSpan, MeterExchanged } from '#shared/contracts/houses.ts'
import { EXCHANGE_MS, exchangeable, explainsJump } from '#shared/meter-exchange.ts'
import { type Doubts, doubtOfCode, doubtsAmong } from '#shared/probe-doubts.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { houseDevice } from '../../platform/database/tables/farms.ts'
import { meterExchange } from '../../platform/database/tables/meters.ts'

/** A house by its main controllers, or one of its devices. */
export interface Subject {
  houseId: string
  deviceId?: string | undefined
}
const isExchangeable = (metric: string) => (exchangeable as readonly string[]).includes(metric)
/** ms since 1970 */
interface Period {
  from: number
  to: number
}
export interface Exchange extends MeterExchanged {
  metric: string
}

/** Since when it is so: what is found out late has been wrong for hours. */
const began = sql`coalesce(${alarm.since}, ${alarm.raisedAt})`
const isDoubt = or(like(alarm.code, 'ProbeWrong.%'), like(alarm.code, 'SensorTemp%'))

/** The device, or the controllers that have been the main one of the house. */
const devicesOf = (db: Db, { houseId, deviceId }: Subject) =>
  deviceId === undefined
    ? db
        .select({ id: houseDevice.deviceId })
        .from(houseDevice)
        .where(and(eq(houseDevice.houseId, houseId), houseDevice.main))
    : [deviceId]

/** Exchanges of meters of the device, or of the main controllers of the house, told for the period or near it. */
export async function exchangesIn(
  db: Db,
  subject: Subject,
  { metrics, from, to }: Period & { metrics: readonly string[] },
): Promise<Exchange[]> {
  if (!metrics.some(isExchangeable)) return []
  const rows = await db
    .select({ metric: meterExchange.metric, at: meterExchange.at, reading: meterExchange.reading })
    .from(meterExchange)
    .where(
      and(
        eq(meterExchange.houseId, subject.houseId),
        inArray(meterExchange.deviceId, devicesOf(db, subject)),
        between(meterExchange.at, moment(from - EXCHANGE_MS), moment(to + EXCHANGE_MS)),
      ),
    )
    .orderBy(meterExchange.at)
  return rows.map(row => ({ ...row, at: row.at.getTime() }))
}

/** The last moment that a date can be. ms since 1970 */
const LAST = 8.64e15
const moment = (ms: number) => new Date(Math.min(LAST, ms))

/**
 * What was not believed of the device, or of the main controllers of the house, at some moment of the period. That a meter
 * jumped is no doubt once an exchange explains it.
 */
export async function doubtsIn(
  db: Db,
  subject: Subject,
  { from, to }: Period,
  exchanges: readonly Exchange[],
): Promise<DoubtSpan[]> {
  const rows = await db
    .select({ code: alarm.code, since: alarm.since, raisedAt: alarm.raisedAt, clearedAt: alarm.clearedAt })
    .from(alarm)
    .where(
      and(
        sql`${alarm.houseIds} @> ${sql.param([subject.houseId])}::text[]`,
        inArray(alarm.subjectId, devicesOf(db, subject)),
        isDoubt,
        lt(began, moment(to)),
        or(ne(alarm.condition, 'cleared'), gte(alarm.clearedAt, moment(from))),
      ),
    )
  return rows.flatMap(({ code, since, raisedAt, clearedAt }) => {
    const doubt = doubtOfCode(code)
    if (!doubt) return []
    const span = { ...doubt, from: (since ?? raisedAt).getTime(), to: clearedAt?.getTime() ?? null }
    const isExplained =
      doubt.reason === 'jumped' &&
      exchanges.some(exchange => exchange.metric === doubt.metric && explainsJump(exchange, span.from))
    return isExplained ? [] : [span]
  })
}

/** What is not believed of these devices, by device: now, or at a moment in the past. */
export async function doubtsNow(
  db: Db,
  deviceIds: readonly string[],
  then?: Date,
): Promise<ReadonlyMap<string, Doubts>> {
  if (deviceIds.length === 0) return new Map()
  const stands = ne(alarm.condition, 'cleared')
  const stood = then && and(lte(began, then), or(stands, gte(alarm.clearedAt, then)))
  const rows = await db
    .select({ code: alarm.code, iotId: alarm.subjectId })
    .from(alarm)
    .where(and(inArray(alarm.subjectId, [...deviceIds]), isDoubt, stood ?? stands))
  return doubtsAmong(rows)
}
