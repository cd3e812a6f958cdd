import { isDeepStrictEqual } from 'node:util'
import { and, eq, gte, isNotNull, isNull } from 'drizzle-orm'
import { type DayFigures, ledgerOf } from '#shared/flock-figures/ledger.ts'
import { weeksOf } from '#shared/flock-figures/weeks.ts'
import { isHens } from '#shared/flocks.ts'
import { tidy } from '#shared/numbers.ts'
import { type Opening, type OpeningGaps, openingFieldsOf } from '#shared/opening.ts'
import { daysAfter, daysBetween } from '#shared/zone-time.ts'
import { asSystem } from '../../../platform/database/as-system.ts'
import type { Db, Scope } from '../../../platform/database/store.ts'
import { flockAccount } from '../../../platform/database/tables/flock-accounts.ts'
import { flockMove } from '../../../platform/database/tables/flock-moves.ts'
import { flock } from '../../../platform/database/tables/flocks.ts'
import { changeRows } from '../../../platform/records/rows.ts'
import { baseOf, finalOfFlock } from '../flock-course.ts'
import { type RecordRow, recordsOf } from '../flocks.queries.ts'
import { countedSince } from '../losses.ts'
import type { Moved } from './move-rows.ts'

type FlockRow = typeof flock.$inferSelect

/** Younger hens have not laid yet. Days */
const LAYS_FROM = 112
/** Days that may lack their feed or water before a sum says too little; a broiler's feed conversion allows none. */
const LACKING = 0.05

/** A sum since the placement, and how many days up to now lack theirs. */
interface Sum {
  /** Null if too many days lack it, or if what was before is not known. */
  value: number | null
  gaps: number
}

const unknown: Sum = { value: null, gaps: 0 }

function wholeSum(
  days: readonly DayFigures[],
  read: (day: DayFigures) => number | null,
  { placedAge, before, isStrict }: { placedAge: number; before: Sum; isStrict: boolean },
): Sum {
  const last = days.at(-1)
  if (!last || before.value === null) return unknown
  const told = days.flatMap(day => read(day) ?? [])
  // The day of the placement may have none of its own.
  const due = last.age - placedAge
  if (told.length === 0 || told.length < due * (isStrict ? 1 : 1 - LACKING)) return unknown
  return {
    value: told.reduce((sum, each) => sum + each, before.value),
    gaps: before.gaps + Math.max(0, due - told.length),
  }
}

/** Eggs since the placement; none before hens lay. */
function eggsSince(
  days: readonly DayFigures[],
  { placedAge, before, row }: { placedAge: number; before: Sum; row: FlockRow },
): Sum {
  const age = days.at(-1)?.age ?? placedAge
  if (before.value === null) return unknown
  if (days.every(({ eggs }) => eggs === null)) return !isHens(row) || age < LAYS_FROM ? before : unknown
  if (before.value === 0 && days.every(({ eggs }) => !eggs)) return before
  const { opening } = baseOf(row)
  const taken = opening ? { taken: { opening: { ...opening, gaps: null }, countedFrom: placedAge } } : {}
  const week = weeksOf(days, 1, { placedAge, ...taken }).at(-1)
  if (week?.eggsPerHen == null) return unknown
  const { counted, of } = week.eggDays
  return {
    value: days.reduce((sum, { eggs }) => sum + (eggs ?? 0), before.value),
    gaps: before.gaps + of - counted,
  }
}

/** The days that sums lack, of those that lack some. */
function gapsOf(sums: Readonly<Record<keyof OpeningGaps, Sum>>): OpeningGaps | null {
  const lacking = Object.entries(sums).flatMap(([name, { gaps }]) => (gaps > 0 ? [[name, gaps]] : []))
  return lacking.length > 0 ? Object.fromEntries(lacking) : null
}

/**
 * What birds that leave a flock on the evening of a day have behind them: their share of its losses, eggs, feed, water and
 * sales up to then. Null is not known. `moved`: what left for other houses on that day, these included.
 */
export function carriedWith(
  row: FlockRow,
  records: readonly RecordRow[],
  { day, birds, males, moved }: { day: string; moved: Moved } & Moved,
): Opening {
  const base = baseOf(row)
  const { opening } = base
  const placedAge = daysBetween(base.dayZero, row.placedOn)
  const facts = records.filter(each => each.day <= day)
  const days = ledgerOf(base, facts)
  const last = days.at(-1)
  const [alive, stocked] = [last?.alive ?? null, last?.stocked ?? null]
  const here = alive === null ? birds : alive + moved.birds
  const share = here > 0 ? Math.min(1, birds / here) : 1
  const of = (amount: number | null) => (amount === null ? null : tidy(share * amount))
  const whole = (amount: number | null) => (amount === null ? null : Math.round(share * amount))
  const isKnown = last !== undefined && last.losses !== null && stocked !== null
  const left = isKnown ? stocked - last.lost - here : null
  const isStrict = row.type === 'broiler'
  const before = (of: keyof OpeningGaps): Sum =>
    opening ? { value: opening[of], gaps: opening.gaps?.[of] ?? 0 } : { value: 0, gaps: 0 }
  const sums = {
    eggs: eggsSince(days, { placedAge, before: before('eggs'), row }),
    feed: wholeSum(days, ({ feedKg }) => feedKg, { placedAge, before: before('feed'), isStrict }),
    water: wholeSum(days, ({ waterL }) => waterL, { placedAge, before: before('water'), isStrict }),
  }
  return {
    placedOn: countedSince(row),
    lost: isKnown ? whole(last.lost) : null,
    sold: whole(left),
    soldKg: of(soldKgOf(days, left, opening)),
    eggs: whole(sums.eggs.value),
    feed: of(sums.feed.value),
    water: of(sums.water.value),
    gaps: gapsOf(sums),
    ...malesWith(last, males, moved.males),
  }
}

/** What males that leave have behind them: of those that were placed, their share of all, and of those lost. */
function malesWith(
  last: DayFigures | undefined,
  males: number,
  moved: number,
): Pick<Opening, 'malesPlaced' | 'malesLost'> {
  const isKnown = last && males > 0 && last.males !== null && last.stockedMales !== null
  if (!isKnown || last.maleLosses === null) return { malesPlaced: null, malesLost: null }
  const here = (last.males ?? 0) + moved
  const share = here > 0 ? Math.min(1, males / here) : 1
  const lost = Math.round(share * last.lostMales)
  const left = Math.round(share * ((last.stockedMales ?? 0) - last.lostMales - here))
  return { malesPlaced: males + lost + left, malesLost: lost }
}

/** kg of the birds that had left; null unless the weight of all of them was told. */
function soldKgOf(days: readonly DayFigures[], left: number | null, opening: Opening | null): number | null {
  if (left === null) return null
  if (left === 0) return 0
  const weighed = days.filter(({ sold, soldKg }) => sold > 0 && soldKg > 0)
  const birds = weighed.reduce((sum, { sold }) => sum + sold, opening?.sold ?? 0)
  const before = opening ? (opening.sold === 0 ? 0 : opening.soldKg) : 0
  return birds < left || before === null ? null : weighed.reduce((sum, { soldKg }) => sum + soldKg, before)
}

/**
 * Brings flocks that began by moves from these ones in step with them, and those that began from those: their age and what
 * they have behind them; and what they were closed with. To be called after anything of a flock's past has changed.
 */
export const refreshCarried = (db: Db, scope: Scope, flockIds: readonly string[]): Promise<void> =>
  asSystem(db, scope, async () => {
    for (const id of flockIds) await recountClosed(db, id)
    const seen = new Set<string>()
    const waiting = [...flockIds]
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      if (seen.has(id)) continue
      seen.add(id)
      waiting.push(...(await carryOn(db, id)))
    }
  })

/** What a flock was closed with follows from its records, those that were told or corrected later too. */
async function recountClosed(db: Db, flockId: string): Promise<void> {
  const [row] = await db.select().from(flock).where(eq(flock.id, flockId))
  if (!row || row.endedOn === null || row.final === null) return
  await db
    .update(flock)
    .set({ final: await finalOfFlock(db, row) })
    .where(eq(flock.id, flockId))
}

/** Days for which a house is empty at most before feed that is left is counted. */
const EMPTY = 60

/** The same of broilers of a house that have lots, from a day of its feed book on: what they used follows from it. */
export const recountHouse = (db: Db, scope: Scope, houseId: string, from: string): Promise<void> =>
  asSystem(db, scope, async () => {
    const rows = await db
      .select({ id: flock.id })
      .from(flock)
      .innerJoin(flockAccount, eq(flockAccount.flockId, flock.id))
      .where(
        and(
          eq(flock.houseId, houseId),
          eq(flock.type, 'broiler'),
          isNull(flock.deletedAt),
          isNotNull(flock.final),
          gte(flock.endedOn, daysAfter(from, -EMPTY)),
        ),
      )
    for (const { id } of rows) await recountClosed(db, id)
  })

/** The same for one flock; returns those that have changed. */
async function carryOn(db: Db, flockId: string): Promise<string[]> {
  const moves = await db.select().from(flockMove).where(eq(flockMove.fromFlockId, flockId))
  const began = moves.filter(move => move.began)
  if (began.length === 0) return []
  const [row] = await db.select().from(flock).where(eq(flock.id, flockId))
  if (!row) return []
  const records = await recordsOf(db, [flockId])
  const changed: string[] = []
  for (const { toFlockId, day, birds, males } of began) {
    const ofDay = moves.filter(each => each.day === day)
    const moved = {
      birds: ofDay.reduce((sum, each) => sum + each.birds, 0),
      males: ofDay.reduce((sum, each) => sum + each.males, 0),
    }
    const { openingMalesPlaced, openingMalesLost, ...told } = openingFieldsOf(
      carriedWith(row, records, { day, birds, males, moved }),
    )
    // Males that came from elsewhere have their own past, which their flock's form tells.
    const ofMales = males > 0 ? { openingMalesPlaced, openingMalesLost } : {}
    const columns = { ...told, ...ofMales, hatchedOn: baseOf(row).dayZero }
    const [now] = await db
      .select()
      .from(flock)
      .where(and(eq(flock.id, toFlockId), isNull(flock.deletedAt)))
    const isSame =
      now &&
      Object.entries(columns).every(([name, value]) => isDeepStrictEqual(now[name as keyof FlockRow], value))
    if (!now || isSame) continue
    // What was counted of a closed flock is counted anew when it is next asked for.
    await changeRows(db, flock, eq(flock.id, toFlockId), { ...columns, final: null })
    changed.push(toFlockId)
  }
  return changed
}
