import { and, desc, eq, gte, isNull, lt, lte, or, type SQL } from 'drizzle-orm'
import { withoutDoubted } from '#shared/believed-chart.ts'
import type { Chart } from '#shared/contracts/houses.ts'
import { isHens } from '#shared/flocks.ts'
import { holdUnchanged } from '#shared/hold-unchanged.ts'
import { withheldOn } from '#shared/withdrawal.ts'
import { dateIn, daysAfter, instantOf } from '#shared/zone-time.ts'
import { readBelieved } from '../../../farm/figures/believed-chart.ts'
import { carriedMedicine } from '../../../farm/flocks/carried-medicine.ts'
import { courseOf, todayOf } from '../../../farm/flocks/flock-course.ts'
import {
  type FoundFlock,
  flocksWhere,
  ownStandardOf,
  recordsOf,
} from '../../../farm/flocks/flocks.queries.ts'
import { measuredOn } from '../../../farm/flocks/measured.ts'
import type { Db } from '../../../platform/database/store.ts'
import { flock } from '../../../platform/database/tables/flocks.ts'
import { settingChange } from '../../../platform/database/tables/settings.ts'
import type { Asked } from '../../../platform/jobs/sheet-parts.ts'
import { alarmsOf, type Span } from '../reported-alarms.ts'
import type { ReportedHouse } from '../reported-houses.ts'

/** The metrics drawn for a day, in the order of the report. */
const metrics = [
  'Climate/Temp/Avg',
  'Climate/Temp/Target',
  'Climate/Temp/Outdoor',
  'Climate/Hum/Avg',
  'Air/CO2/S1',
  'Air/NH3/S1',
] as const
export type DrawnMetric = (typeof metrics)[number]

/** 15-minute rows in the longest day. */
const POINTS = 102

/**
 * Everything on a page about a house and a day, as far as the requester may see it; null or empty where they may not, or
 * there is nothing.
 */
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
  const carried = await carriedMedicine(db, viewer.scope, found.row, records)
  return {
    found,
    withheld: withheldOn(day, [...records, ...carried], { lays: isHens(found.row) }),
    record: records.findLast(each => each.day === day) ?? null,
    course: courseOf(found.row, records, todayOf(found), ownStandardOf(found)),
    ...(await measuredOn(db, id, day, timeZone)),
  }
}
export type DailyFlock = NonNullable<Awaited<ReturnType<typeof flockOn>>> & { found: FoundFlock }

/** The main controller's readings in 15-minute rows; null if they may not be read. */
async function climateOf(db: Db, houseId: string, from: number, to: number): Promise<Chart | null> {
  if (to <= from) return null
  const asked = { metrics: [...metrics], from, to, points: POINTS, resolution: '15m' as const }
  const chart = await readBelieved(db, { houseId }, asked)
  return chart && withoutDoubted(holdUnchanged(chart))
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
