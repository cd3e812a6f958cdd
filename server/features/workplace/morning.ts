import { and, gte, inArray, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm'
import { flockAlarmCodes, isFlockAlarm } from '#shared/alarms.ts'
import type { FlockThisMorning } from '#shared/contracts/workplace.ts'
import { changeOf, ledgerOf } from '#shared/flock-figures/ledger.ts'
import { recordNumberNames } from '#shared/flocks.ts'
import { tidied, tidy } from '#shared/numbers.ts'
import type { Language } from '#shared/text.ts'
import { dateIn, daysAfter, daysBetween } from '#shared/zone-time.ts'
import { beginsWithNothing } from '../../farm/flocks/begins-with-nothing.ts'
import { baseOf } from '../../farm/flocks/flock-course.ts'
import {
  type FoundFlock,
  flocksWhere,
  ownStandardOf,
  type RecordRow,
  shownFlock,
} from '../../farm/flocks/flocks.queries.ts'
import { isRecorded } from '../../farm/flocks/losses.ts'
import { withheldNow } from '../../farm/flocks/withheld-now.ts'
import type { Db, Scope } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { houseFigure } from '../../platform/database/tables/figures.ts'
import { flock, flockRecord } from '../../platform/database/tables/flocks.ts'

/** Days before the last recorded one that define what is usual. */
const USUAL_DAYS = 7
/** Days to read: the usual ones and the last, even if it is some days old. More where a counter had stopped before them. */
const READ_DAYS = 14
/** Weighings are weeks apart in old flocks; the last one is shown for this long. */
const WEIGHED_DAYS = 42

type SoFar = NonNullable<FlockThisMorning['today']>
type Alarms = FlockThisMorning['alarms']
type Recent = Pick<RecordRow, 'flockId' | 'day' | 'confirmed' | (typeof recordNumberNames)[number]>

const figures = Object.fromEntries(recordNumberNames.map(name => [name, flockRecord[name]])) as Pick<
  typeof flockRecord,
  (typeof recordNumberNames)[number]
>

/** What is read of a flock's records, by day. */
interface Told {
  /** Without a gap up to the last. */
  days: readonly Recent[]
  weighed: Recent | undefined
}

const readDays = (db: Db, flockIds: readonly string[], which?: SQL): Promise<Recent[]> =>
  db
    .select({
      flockId: flockRecord.flockId,
      day: flockRecord.day,
      confirmed: flockRecord.confirmed,
      ...figures,
    })
    .from(flockRecord)
    .where(and(inArray(flockRecord.flockId, [...flockIds]), which))
    .orderBy(flockRecord.day)

/** Recent records of these flocks; all of the few of which these do not say whether a counter stands still. */
async function recentOf(db: Db, flockIds: readonly string[]): Promise<Map<string, Told>> {
  if (flockIds.length === 0) return new Map()
  const today = dateIn('UTC', new Date())
  const since = daysAfter(today, -READ_DAYS)
  const isRead = or(gte(flockRecord.day, since), isNotNull(flockRecord.weight))
  const rows = await readDays(
    db,
    flockIds,
    and(gte(flockRecord.day, daysAfter(today, -WEIGHED_DAYS)), isRead),
  )
  const told = new Map(
    [...Map.groupBy(rows, ({ flockId }) => flockId)].map(([id, all]): [string, Told] => [
      id,
      { days: all.filter(({ day }) => day >= since), weighed: all.findLast(({ weight }) => weight !== null) },
    ]),
  )
  const unknown = [...told].flatMap(([id, { days }]) => (beginsWithNothing(days) ? [id] : []))
  const whole = unknown.length === 0 ? [] : await readDays(db, unknown)
  for (const [id, days] of Map.groupBy(whole, ({ flockId }) => flockId))
    told.set(id, { days, weighed: told.get(id)?.weighed })
  return told
}

/** The prepared figures of these houses for today so far. */
async function soFarOf(db: Db, houseIds: readonly string[]) {
  if (houseIds.length === 0) return new Map<string, SoFar>()
  const rows = await db
    .select({
      houseId: houseFigure.houseId,
      at: houseFigure.soFarAt,
      feedKg: houseFigure.feedSoFar,
      feedKgBefore: houseFigure.feedBefore,
      waterL: houseFigure.waterSoFar,
      waterLBefore: houseFigure.waterBefore,
      feedDoubt: houseFigure.feedDoubt,
      waterDoubt: houseFigure.waterDoubt,
    })
    .from(houseFigure)
    .where(inArray(houseFigure.houseId, [...houseIds]))
  return new Map(
    rows.flatMap(({ houseId, at, ...row }) =>
      at ? [[houseId, { at: at.toISOString(), ...row }] as const] : [],
    ),
  )
}

/** The standing alarms of these flocks. */
async function alarmsOf(db: Db, flockIds: readonly string[]): Promise<Map<string, Alarms>> {
  if (flockIds.length === 0) return new Map()
  const rows = await db
    .select({
      flockId: alarm.subjectId,
      code: alarm.code,
      level: alarm.level,
      value: alarm.value,
      limit: alarm.limit,
      raisedAt: alarm.raisedAt,
    })
    .from(alarm)
    .where(
      and(
        inArray(alarm.subjectId, [...flockIds]),
        inArray(alarm.code, [...flockAlarmCodes]),
        ne(alarm.condition, 'cleared'),
      ),
    )
  const told = rows.flatMap(({ code, raisedAt, ...row }) =>
    isFlockAlarm(code) ? [{ ...row, code, since: raisedAt.toISOString() }] : [],
  )
  const byFlock = Map.groupBy(told, ({ flockId }) => flockId)
  return new Map([...byFlock].map(([id, all]) => [id, all.map(({ flockId: _, ...shown }) => shown)]))
}

interface Around {
  told: Told | undefined
  soFar: SoFar | undefined
  alarms: Alarms | undefined
  withheld: FlockThisMorning['withheld']
}

function thisMorning(found: FoundFlock, { told, soFar, alarms, withheld }: Around): FlockThisMorning[] {
  const shown = shownFlock(found)
  const { id, houseId, houseName, type, breed, placedOn, timeZone, dayAge, age, alive, males } = shown
  if (age === null || dayAge === null) return []
  const today = dateIn(timeZone, new Date())
  const yesterday = daysAfter(today, -1)
  const base = baseOf(found.row)
  const { days: recent = [], weighed } = told ?? {}
  // The stock at the start of the days read, derived from the current one.
  const before = alive === null ? null : recent.reduce((stock, day) => stock - changeOf(day), alive)
  const days = ledgerOf({ ...base, placedCount: before, soldUndated: 0 }, recent).filter(
    ({ day }) => day <= yesterday,
  )
  const usual = days.slice(-1 - USUAL_DAYS, -1).flatMap(({ dead }) => dead ?? [])
  return [
    {
      id,
      houseId,
      houseName,
      timeZone,
      type,
      breed,
      standard: ownStandardOf(found),
      dayAge,
      age,
      alive,
      males,
      isRecorded: isRecorded(found),
      placedAge: daysBetween(base.dayZero, base.placedOn),
      placedOn,
      yesterday,
      lastRecordOn: shown.lastRecordOn,
      lossesOn: found.told.lossesOn,
      isTodayTold: recent.some(({ day }) => day === today),
      days: tidied(days.slice(-2).reverse()),
      // Figures prepared before midnight are not today's.
      today: soFar && dateIn(timeZone, new Date(soFar.at)) === today ? soFar : null,
      deadMean: usual.length === 0 ? null : tidy(usual.reduce((sum, dead) => sum + dead, 0) / usual.length),
      alarms: alarms ?? [],
      weight: weighed?.weight ?? null,
      weighedAt: weighed ? daysBetween(base.dayZero, weighed.day) : null,
      withheld,
    },
  ]
}

/** The flocks in their houses with their last two recorded days that are over, by house name. */
export async function flocksThisMorning(
  db: Db,
  scope: Scope,
  language: Language,
): Promise<FlockThisMorning[]> {
  const isThere = and(isNull(flock.endedOn), isNull(house.deletedAt))
  const found = await flocksWhere(db, scope, language, isThere).orderBy(house.name, flock.id)
  const ids = found.map(({ row }) => row.id)
  const recent = await recentOf(db, ids)
  const alarms = await alarmsOf(db, ids)
  const withheld = await withheldNow(db, scope, found)
  const soFar = await soFarOf(
    db,
    found.map(({ row }) => row.houseId),
  )
  return found.flatMap(each =>
    thisMorning(each, {
      told: recent.get(each.row.id),
      soFar: soFar.get(each.row.houseId),
      alarms: alarms.get(each.row.id),
      withheld: withheld.get(each.row.id),
    }),
  )
}
