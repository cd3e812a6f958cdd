import { and, asc, desc, eq, gte, inArray, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Chart } from '#shared/contracts/houses.ts'
import type { DailyReportForm } from '#shared/contracts/reports.ts'
import { holdUnchanged } from '#shared/hold-unchanged.ts'
import { dateIn, daysAfter, instantOf } from '#shared/zone-time.ts'
import { courseOf } from '../../../farm/flocks/flock-course.ts'
import { type FoundFlock, flocksWhere, recordsOf } from '../../../farm/flocks/flocks.queries.ts'
import { measuredOn } from '../../../farm/flocks/measured.ts'
import { isSharedWith } from '../../../platform/database/consent.ts'
import { isOfOffice } from '../../../platform/database/customers-seen.ts'
import { nameIn } from '../../../platform/database/name-in.ts'
import type { Db } from '../../../platform/database/store.ts'
import { alarm, alarmStep } from '../../../platform/database/tables/alarms.ts'
import { house } from '../../../platform/database/tables/farms.ts'
import { flock } from '../../../platform/database/tables/flocks.ts'
import { office } from '../../../platform/database/tables/offices.ts'
import { settingChange } from '../../../platform/database/tables/settings.ts'
import type { Asked } from '../../../platform/jobs/sheet-parts.ts'
import { readChart } from '../../../telemetry/history.ts'

const customer = alias(office, 'customer')

/** Houses whose farm data the asker may see, in the order of their names, a customer after the other; at most `most`. */
export function reportedHouses(
  { db, viewer: { scope }, language }: Pick<Asked, 'db' | 'viewer' | 'language'>,
  { officeId, houseId }: Omit<DailyReportForm, 'day'>,
  most: number,
) {
  const customerName = sql<string | null>`case when ${scope.farm} = '' then ${nameIn(language, customer)} end`
  return db
    .select({
      id: house.id,
      name: house.name,
      type: house.type,
      officePath: house.officePath,
      farmPath: office.farmPath,
      officeName: nameIn(language, office),
      customerName,
      timeZone: sql<string>`coalesce(${house.timeZone}, ${office.timeZone})`,
    })
    .from(house)
    .innerJoin(office, eq(office.id, house.officeId))
    .leftJoin(customer, eq(customer.path, office.farmPath))
    .where(
      and(
        isNull(house.deletedAt),
        isSharedWith(scope, customer),
        officeId === undefined ? undefined : isOfOffice(house.officePath, officeId),
        houseId === undefined ? undefined : eq(house.id, houseId),
      ),
    )
    .orderBy(asc(office.farmPath), asc(house.name), asc(house.id))
    .limit(most)
}
export type ReportedHouse = Awaited<ReturnType<typeof reportedHouses>>[number]

/** What is drawn of a day, in the order of the report. */
const metrics = [
  'Climate/Temp/Avg',
  'Climate/Temp/Target',
  'Climate/Temp/Outdoor',
  'Climate/Hum/Avg',
  'Air/CO2/S1',
  'Air/NH3/S1',
] as const
export type DrawnMetric = (typeof metrics)[number]

/** 15-minute rows of the longest day. */
const POINTS = 102

/** Everything a page says of a house and a day, as far as the asker may see it; null and empty where they may not, or nothing was. */
export async function dailyOf({ db, viewer, language }: Asked, of: ReportedHouse, day: string) {
  const { timeZone } = of
  const from = instantOf(`${day}T00:00`, timeZone)
  const midnight = instantOf(`${daysAfter(day, 1)}T00:00`, timeZone)
  const span = { from: new Date(from), to: new Date(midnight) }
  const may = (grant: Parameters<typeof viewer.grants.has>[0]) => viewer.grants.has(grant)
  const [flockDay, climate, alarms, changes] = await Promise.all([
    may('chicken_batch:query') ? flockOn({ db, viewer, language }, of, day) : null,
    climateOf(db, of.id, from, Math.min(midnight, Date.now())),
    may('house_alarm:query') ? alarmsOf(db, of.id, span) : null,
    may('device_setting:query') ? changesOf(db, of.id, span) : null,
  ])
  return {
    house: of,
    day,
    from,
    to: midnight,
    isToday: dateIn(timeZone, new Date()) === day,
    flock: flockDay,
    climate,
    alarms,
    changes,
  }
}
export type Daily = Awaited<ReturnType<typeof dailyOf>>

async function flockOn(
  { db, viewer, language }: Pick<Asked, 'db' | 'viewer' | 'language'>,
  { id, timeZone }: ReportedHouse,
  day: string,
) {
  const [found] = await flocksWhere(
    db,
    viewer.scope,
    language,
    and(
      eq(flock.houseId, id),
      lte(flock.placedOn, day),
      or(isNull(flock.endedOn), gte(flock.endedOn, day)),
    ) as SQL,
  )
    .orderBy(desc(flock.placedOn))
    .limit(1)
  if (!found) return null
  const records = (await recordsOf(db, [found.row.id])).filter(each => each.day <= day)
  return {
    found,
    record: records.findLast(each => each.day === day) ?? null,
    course: courseOf(found.row, records),
    measured: await measuredOn(db, id, day, timeZone),
  }
}
export type DailyFlock = NonNullable<Awaited<ReturnType<typeof flockOn>>> & { found: FoundFlock }

/** What the main controller measured, in rows of 15 minutes; null where nothing may be read. */
async function climateOf(db: Db, houseId: string, from: number, to: number): Promise<Chart | null> {
  if (to <= from) return null
  const asked = { metrics: [...metrics], from, to, points: POINTS, resolution: '15m' as const }
  const chart = await readChart(db, { houseId }, asked)
  return chart && holdUnchanged(chart)
}

interface Span {
  from: Date
  to: Date
}

/** Alarms that stood at some moment of the day, and who took the first step about each. */
async function alarmsOf(db: Db, houseId: string, { from, to }: Span) {
  const rows = await db
    .select()
    .from(alarm)
    .where(
      and(
        sql`${alarm.houseIds} @> ${sql.param([houseId])}::text[]`,
        lt(alarm.raisedAt, to),
        or(ne(alarm.condition, 'cleared'), gte(sql`coalesce(${alarm.clearedAt}, ${alarm.raisedAt})`, from)),
      ),
    )
    .orderBy(desc(alarm.raisedAt), desc(alarm.id))
  const seen = await firstSteps(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(row => ({ ...row, seen: seen.get(row.id) ?? null }))
}
export type ReportedAlarm = Awaited<ReturnType<typeof alarmsOf>>[number]

async function firstSteps(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { by: string; at: Date }>()
  const rows = await db
    .selectDistinctOn([alarmStep.alarmId], {
      id: alarmStep.alarmId,
      by: alarmStep.actorName,
      at: alarmStep.at,
    })
    .from(alarmStep)
    .where(inArray(alarmStep.alarmId, [...ids]))
    .orderBy(alarmStep.alarmId, alarmStep.at)
  return new Map(rows.map(({ id, by, at }) => [id, { by, at }]))
}

const changesOf = (db: Db, houseId: string, { from, to }: Span) =>
  db
    .select()
    .from(settingChange)
    .where(
      and(eq(settingChange.houseId, houseId), gte(settingChange.madeAt, from), lt(settingChange.madeAt, to)),
    )
    .orderBy(desc(settingChange.madeAt))
export type ReportedChange = Awaited<ReturnType<typeof changesOf>>[number]
