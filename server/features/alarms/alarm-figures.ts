import { and, gte, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { FLOOD, WORST } from '#shared/alarm-figures.ts'
import { type AlarmFigures, alarmFigures } from '#shared/contracts/alarm-figures.ts'
import type { Language } from '#shared/text.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { customersNotShared } from '../../platform/database/consent.ts'
import { isOfOffice } from '../../platform/database/customers-seen.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarmDay } from '../../platform/database/tables/alarm-days.ts'
import { alarmRule } from '../../platform/database/tables/alarm-rules.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { house, houseNow } from '../../platform/database/tables/farms.ts'
import { feature } from '../../platform/http/feature.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { isStanding, ruleColumns, toMend, total, withCustomers } from './rules-to-mend.ts'

/** Changes counted before somebody reads; what is left is counted within minutes. */
const AT_ONCE = 50
const TENS_A_DAY = 144
const DAYS_A_WEEK = 7

interface Asking {
  db: Db
  viewer: Viewer
  language: Language
  query: { days: string; officeId?: string | undefined }
}

/** The figures of the alarms in scope over the days up to today, each ready to be held against its goal. */
export async function figuresOf(asking: Asking): Promise<AlarmFigures> {
  const { db, viewer, query } = asking
  await db.execute(sql`select count_alarm_days(${AT_ONCE})`)
  const to = dateIn(viewer.timeZone, Date.now())
  const count = Number(query.days)
  const from = daysAfter(to, 1 - count)
  const { officeId } = query
  const inOffice = (
    column: typeof alarmDay.officePath | typeof alarm.officePath | typeof house.officePath,
  ) => (officeId === undefined ? undefined : isOfOffice(column, officeId))
  const where = and(
    gte(alarmDay.day, from),
    // A farm may be a day ahead of the viewer.
    lte(alarmDay.day, daysAfter(to, 1)),
    inOffice(alarmDay.officePath),
  )
  const places = await placesIn(db, inOffice(house.officePath))
  const [sums, floods, waits, worst, course, standing, notShared] = [
    await sumsOf(db, where),
    await floodsOf(db, where),
    await waitsOf(db, where),
    await worstOf(asking, where),
    await courseOf(db, where),
    await standingNow(db, inOffice(alarm.officePath)),
    await customersNotShared(db, viewer.scope),
  ]
  const { alarms, late, warnings, criticals, emergencies } = sums
  const farmDays = Math.max(1, places.farms) * count
  const has = alarms > 0
  const figures: AlarmFigures['figures'] = {
    perTen: has ? alarms / (farmDays * TENS_A_DAY) : null,
    mostInTen: has ? floods.most : null,
    perDay: has ? alarms / farmDays : null,
    flood: has ? floods.flooded / (farmDays * TENS_A_DAY) : null,
    chattering: has ? sums.chattering : null,
    standing: has || standing > 0 ? standing : null,
    night: places.houses === 0 ? null : (sums.night * DAYS_A_WEEK) / (places.houses * count),
    seen: waits.seen,
    onSite: waits.onSite,
    noise: sums.judged > 0 ? sums.noise / sums.judged : null,
  }
  return {
    from,
    to,
    ...places,
    alarms,
    late,
    figures,
    toMend: await toMend(asking, figures, { counted: where, standing: inOffice(alarm.officePath) }),
    levels: { warning: warnings, critical: criticals, emergency: emergencies },
    worst,
    course,
    notShared,
  }
}

/** Farms and houses whose alarms are in scope. */
async function placesIn(db: Db, where: SQL | undefined): Promise<{ farms: number; houses: number }> {
  const [found] = await db
    .select({
      farms: sql<number>`count(distinct ${houseNow.farmPath})::integer`,
      houses: sql<number>`count(*)::integer`,
    })
    .from(house)
    .innerJoin(houseNow, sql`${houseNow.houseId} = ${house.id}`)
    .where(and(isNull(house.deletedAt), where))
  return { farms: found?.farms ?? 0, houses: found?.houses ?? 0 }
}

async function sumsOf(db: Db, where: SQL | undefined) {
  const [sums] = await db
    .select({
      alarms: total(alarmDay.alarms),
      late: total(alarmDay.late),
      warnings: total(alarmDay.warnings),
      criticals: total(alarmDay.criticals),
      emergencies: total(alarmDay.emergencies),
      night: total(alarmDay.night),
      chattering: total(alarmDay.chattering),
      judged: total(alarmDay.judged),
      noise: total(alarmDay.noise),
    })
    .from(alarmDay)
    .where(where)
  // A sum always has a row.
  return sums as NonNullable<typeof sums>
}

/** Most alarms of a farm in ten minutes, and how many times ten minutes were a flood. */
async function floodsOf(db: Db, where: SQL | undefined): Promise<{ most: number; flooded: number }> {
  const tens = db.$with('tens').as(
    db
      .select({ n: sql<number>`count(*)`.as('n') })
      .from(alarmDay)
      .innerJoin(sql`unnest(${alarmDay.tens}) as slot`, sql`true`)
      .where(where)
      .groupBy(alarmDay.farmPath, alarmDay.day, sql`slot`),
  )
  const [found] = await db
    .with(tens)
    .select({
      most: sql<number>`coalesce(max(${tens.n}), 0)::integer`,
      flooded: sql<number>`(count(*) filter (where ${tens.n} > ${FLOOD}))::integer`,
    })
    .from(tens)
  return found ?? { most: 0, flooded: 0 }
}

/** Seconds until half of the grave alarms had been seen, and somebody was on site; null if nobody was. */
async function waitsOf(db: Db, where: SQL | undefined) {
  const middle = async (column: typeof alarmDay.seenS | typeof alarmDay.siteS): Promise<number | null> => {
    const [found] = await db
      .select({ middle: sql<number | null>`percentile_cont(0.5) within group (order by s)` })
      .from(alarmDay)
      .innerJoin(sql`unnest(${column}) as s`, sql`true`)
      .where(where)
    return found?.middle ?? null
  }
  return { seen: await middle(alarmDay.seenS), onSite: await middle(alarmDay.siteS) }
}

/** The rules that rang most. One that was removed goes by its code. */
async function worstOf(asking: Asking, where: SQL | undefined): Promise<AlarmFigures['worst']> {
  const { db } = asking
  const alarms = total(alarmDay.alarms)
  const rows = await db
    .select({
      ...ruleColumns,
      alarms,
      all: sql<number>`(sum(sum(${alarmDay.alarms})) over ())::integer`,
      chattering: total(alarmDay.chattering),
      night: total(alarmDay.night),
      judged: total(alarmDay.judged),
      noise: total(alarmDay.noise),
    })
    .from(alarmDay)
    .leftJoin(alarmRule, sql`${alarmRule.id} = ${alarmDay.ruleId}`)
    .where(where)
    .groupBy(...Object.values(ruleColumns))
    .orderBy(sql`${alarms} desc`, alarmDay.code, alarmRule.id)
    .limit(WORST)
  const named = await withCustomers(asking, rows)
  return named.map(({ all, ...row }) => ({ ...row, share: row.alarms / all }))
}

const courseOf = (db: Db, where: SQL | undefined) =>
  db
    .select({ day: alarmDay.day, alarms: total(alarmDay.alarms) })
    .from(alarmDay)
    .where(where)
    .groupBy(alarmDay.day)
    .orderBy(alarmDay.day)

/** How many have been active for more than a day by now. */
const standingNow = (db: Db, where: SQL | undefined): Promise<number> =>
  db.$count(alarm, and(isStanding, where))

export const alarmFiguresFeature = feature('alarm-figures', alarmFigures, { figures: figuresOf })
