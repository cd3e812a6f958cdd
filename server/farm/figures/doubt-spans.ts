import { and, gte, inArray, like, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { DoubtSpan, MeterExchanged } from '#shared/contracts/houses.ts'
import { EXCHANGE_MS, explainsJump } from '#shared/meter-exchange.ts'
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
interface Exchange extends MeterExchanged {
  metric: string
}

/** Since when it is so: what is found out late has been wrong for hours. */
const began = sql`coalesce(${alarm.since}, ${alarm.raisedAt})`
const isDoubt = or(like(alarm.code, 'ProbeWrong.%'), like(alarm.code, 'SensorTemp%'))

/** The device, or the controllers that have been the main one of the house. */
const devicesOf = ({ houseId, deviceId }: Subject) =>
  deviceId === undefined
    ? sql`select ${houseDevice.deviceId} from ${houseDevice} where ${houseDevice.houseId} = ${houseId} and ${houseDevice.main}`
    : sql`${deviceId}`

/** The end of the year 9999, after which there is nothing. ms since 1970 */
const LAST = 253_402_300_799_999
const moment = (ms: number) => new Date(Math.min(LAST, ms)).toISOString()
const msOf = (at: SQL | PgColumn) => sql`(extract(epoch from ${at}) * 1000)::float8`

interface Found extends Record<string, unknown> {
  doubts: { code: string; from: number; to: number | null }[]
  exchanges: Exchange[]
}

/** What is to be believed of the counters and probes of a house in a period. */
export interface Belief {
  doubts: DoubtSpan[]
  exchanges: Exchange[]
}

/**
 * What was not believed of the device, or of the main controllers of the house, at some moment of the period; and the exchanges
 * of their meters that were told for it or near it. That a meter jumped is no doubt once an exchange explains it.
 */
export async function beliefIn(
  db: Db,
  subject: Subject,
  { metrics, from, to }: { metrics: readonly string[]; from: number; to: number },
): Promise<Belief> {
  const devices = devicesOf(subject)
  const doubted = sql`select ${alarm.code} as code, ${msOf(began)} as "from", ${msOf(alarm.clearedAt)} as "to" from ${alarm}
    where ${alarm.houseIds} @> ${sql.param([subject.houseId])}::text[] and ${alarm.subjectId} in (${devices}) and ${isDoubt}
      and ${began} < ${moment(to)}::timestamptz
      and (${alarm.condition} <> 'cleared' or ${alarm.clearedAt} >= ${moment(from)}::timestamptz)`
  const exchanged = sql`select ${meterExchange.metric} as metric, ${msOf(meterExchange.at)} as at, ${meterExchange.reading} as reading
    from ${meterExchange} where ${meterExchange.houseId} = ${subject.houseId} and ${meterExchange.deviceId} in (${devices})
      and ${meterExchange.metric} = any(${sql.param([...metrics])}::text[])
      and ${meterExchange.at} between ${moment(from - EXCHANGE_MS)}::timestamptz and ${moment(to + EXCHANGE_MS)}::timestamptz`
  const { rows } = await db.execute<Found>(sql`select
    (select coalesce(json_agg(each), '[]') from (${doubted}) each) as doubts,
    (select coalesce(json_agg(each), '[]') from (${exchanged}) each) as exchanges`)
  const { doubts, exchanges } = rows[0] ?? { doubts: [], exchanges: [] }
  return { exchanges, doubts: doubts.flatMap(told => spanOf(told, exchanges)) }
}

function spanOf({ code, from, to }: Found['doubts'][number], exchanges: readonly Exchange[]): DoubtSpan[] {
  const doubt = doubtOfCode(code)
  if (!doubt) return []
  const isExplained =
    doubt.reason === 'jumped' &&
    exchanges.some(exchange => exchange.metric === doubt.metric && explainsJump(exchange, from))
  return isExplained ? [] : [{ ...doubt, from, to }]
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
