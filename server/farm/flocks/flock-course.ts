import { and, desc, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm'
import type { OwnStandard } from '#shared/contracts/breed-standards.ts'
import type { Flock, FlockCourse } from '#shared/contracts/flocks.ts'
import { contradicting } from '#shared/counted-birds.ts'
import { type BestQuarter, bestQuarter } from '#shared/flock-figures/best-quarter.ts'
import { type FinalFigures, finalFigures } from '#shared/flock-figures/final.ts'
import type { Settled } from '#shared/flock-figures/grown.ts'
import { ledgerOf } from '#shared/flock-figures/ledger.ts'
import { standardIn } from '#shared/flock-figures/standard.ts'
import { weeksOf } from '#shared/flock-figures/weeks.ts'
import { middleOf } from '#shared/flock-verdicts/middle.ts'
import { causesTogether, isHens } from '#shared/flocks.ts'
import { tidied } from '#shared/numbers.ts'
import { openingOf, startedWith } from '#shared/opening.ts'
import { weightAt } from '#shared/standards/standards.ts'
import type { Language } from '#shared/text.ts'
import { type Withdrawal, withdrawalOn } from '#shared/withdrawal.ts'
import { dateIn, daysBetween } from '#shared/zone-time.ts'
import { asSystem } from '../../platform/database/as-system.ts'
import type { Db, Scope } from '../../platform/database/store.ts'
import { flockMove } from '../../platform/database/tables/flock-moves.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { countedIn } from '../houses/counted-birds.ts'
import { carriedMedicine } from './carried-medicine.ts'
import { eventsOf } from './flock-events.ts'
import {
  type FoundFlock,
  flockBefore,
  flocksWhere,
  ownStandardOf,
  type RecordRow,
  recordsOf,
  shownFlock,
  zoneOf,
} from './flocks.queries.ts'
import { countedSince, dayZeroOf } from './losses.ts'
import { ownStandardNamed } from './own-standards.ts'
import { settledOf } from './settled.ts'

type FlockRow = typeof flock.$inferSelect

/** What the figures of a flock start from. */
export const baseOf = (row: FlockRow) => ({
  type: row.type,
  dayZero: dayZeroOf(row),
  placedOn: row.placedOn,
  placedCount: row.placedCount,
  placedMales: row.placedMales,
  soldUndated: row.soldUndated,
  opening: openingOf(row),
})

/** The base of hen-housed figures: the hens that came into lay, or those placed as hens, those lost before a take-over too. */
const hensHoused = (row: FlockRow): number | null =>
  isHens(row) ? (row.matureCount ?? startedWith(row.placedCount, openingOf(row))) : null

/**
 * What a flock's records add up to, by day, by week and in total. `today`: the day that is not over at its house; null where
 * all are. `standard`: the farm's own that the flock is held against, if it has one. `settled`: what the account and the feed
 * book say; only results need it.
 */
export function courseOf(
  row: FlockRow,
  records: readonly RecordRow[],
  today: string | null,
  standard: OwnStandard | null,
  settled: Settled | null = null,
) {
  const base = { ...baseOf(row), today: row.endedOn === null ? today : null }
  const placedAge = daysBetween(base.dayZero, row.placedOn)
  const days = ledgerOf(base, records)
  const { opening } = base
  const countedFrom = daysBetween(base.dayZero, countedSince(row))
  const weeks = weeksOf(days, hensHoused(row), {
    placedAge,
    isOfLay: row.matureCount !== null,
    // What a flock taken over was housed with may have come over several nights.
    ...(row.takenOver && row.maturedOn && { housedAge: daysBetween(base.dayZero, row.maturedOn) }),
    ...(opening && { taken: { opening, countedFrom } }),
  })
  const breed = standardIn({ breed: row.breed, standard })
  const final = finalFigures({
    type: row.type,
    days,
    weeks,
    placedCount: row.placedCount,
    placedAge,
    opening,
    countedFrom,
    hensHoused: hensHoused(row),
    chickWeight: breed ? (weightAt(breed, 0)?.mid ?? null) : null,
    settled,
  })
  return { placedAge, countedFrom, standard, ...tidied({ days, weeks, final }) }
}

/** What medicines still forbid on a day, those included that the birds had before they came; eggs only of birds that lay or will. */
export async function withdrawalNow(
  db: Db,
  scope: Scope,
  found: FoundFlock,
  records: readonly RecordRow[],
  day = todayOf(found),
): Promise<Withdrawal> {
  const carried = await carriedMedicine(db, scope, found.row, records)
  const { meat, eggs } = withdrawalOn(day, [...records, ...carried])
  return { meat, eggs: found.row.type === 'broiler' ? null : eggs }
}

/** The last day on which medicine forbids catching the birds in a house; null where nothing does, or there is no flock. */
export async function meatUntilIn(
  { db, viewer, language }: { db: Db; viewer: Pick<Viewer, 'scope'>; language: Language },
  houseId: string,
): Promise<string | null> {
  const isThere = and(eq(flock.houseId, houseId), isNull(flock.endedOn))
  const [found] = await flocksWhere(db, viewer.scope, language, isThere)
  if (!found) return null
  return (await withdrawalNow(db, viewer.scope, found, await recordsOf(db, [found.row.id]))).meat
}

/** The final figures of a flock from its records. */
export async function finalOfFlock(db: Db, row: FlockRow): Promise<FinalFigures> {
  const records = await recordsOf(db, [row.id])
  const standard = await ownStandardNamed(db, row.standardId)
  return courseOf(row, records, null, standard, await settledOf(db, row)).final
}

/** Today at the house of a flock. */
export const todayOf = (found: FoundFlock): string => dateIn(zoneOf(found), new Date())

/** How many closed flocks one is compared with, newest first. */
const HELD_AGAINST = 40

/** Pullets that left at less than this share of the usual age were not reared to lay. */
const REARED = 0.75

/** The best quarter of what the farm's other flocks of this kind achieved, of those that were kept to their end. */
async function bestOf(db: Db, scope: Scope, { row }: FoundFlock): Promise<BestQuarter | null> {
  const others = await db
    .select()
    .from(flock)
    .where(
      and(
        eq(flock.farmPath, row.farmPath),
        eq(flock.type, row.type),
        ne(flock.id, row.id),
        isNotNull(flock.endedOn),
        isNull(flock.deletedAt),
      ),
    )
    .orderBy(desc(flock.endedOn))
    .limit(HELD_AGAINST)
  // What was closed by an earlier version of this program has no final figures, or does not say on how many days they stand.
  const finals: FinalFigures[] = []
  for (const each of await keptToTheEnd(db, scope, others))
    finals.push(each.final?.lacks ? each.final : await finalOfFlock(db, each))
  return bestQuarter(finals, row.type)
}

/** Without flocks that went on in another house of the same type, and pullets that left long before the others did. */
async function keptToTheEnd(db: Db, scope: Scope, closed: readonly FlockRow[]): Promise<FlockRow[]> {
  const ids = closed.map(({ id }) => id)
  if (ids.length === 0) return []
  const moves = await asSystem(db, scope, () =>
    db
      .select({ from: flockMove.fromFlockId, type: flock.type })
      .from(flockMove)
      .innerJoin(flock, eq(flock.id, flockMove.toFlockId))
      .where(and(inArray(flockMove.fromFlockId, ids), flockMove.ended)),
  )
  const wentTo = new Map(moves.map(({ from, type }) => [from, type]))
  const whole = closed.filter(({ id, type }) => wentTo.get(id) !== type)
  const ageOf = (each: FlockRow) => daysBetween(dayZeroOf(each), each.endedOn ?? each.placedOn)
  const usual = middleOf(whole.map(ageOf))
  // Eggs of a hen housed and the EPEF tell of themselves how long birds were there; livability falls from day to day.
  return whole.filter(each => each.type !== 'pullet' || ageOf(each) >= REARED * usual)
}

/** What the controller counts where a flock that is in its house has other birds by its records. */
async function countedOtherwise(db: Db, { state, houseId, alive, males, lastRecordOn }: Flock) {
  if (state !== 'running') return null
  const recorded = { isRecorded: lastRecordOn !== null, aliveCount: alive || males || alive }
  return contradicting(recorded, await countedIn(db, houseId))
}

/** A flock with its whole course, the previous flock in its house, and what happened, as far as the viewer may see it. */
export async function readCourse(
  { db, viewer, language }: { db: Db; viewer: Viewer; language: Language },
  found: FoundFlock,
): Promise<FlockCourse> {
  const before = await flockBefore(db, viewer.scope, language, found)
  const records = await recordsOf(db, [found.row.id, ...(before ? [before.row.id] : [])])
  const own = records.filter(({ flockId }) => flockId === found.row.id)
  const theirs = records.filter(({ flockId }) => flockId === before?.row.id)
  const shown = shownFlock(found)
  return {
    flock: shown,
    counted: await countedOtherwise(db, shown),
    ...courseOf(found.row, own, todayOf(found), ownStandardOf(found), await settledOf(db, found.row)),
    best: await bestOf(db, viewer.scope, found),
    before: before
      ? {
          number: before.row.number,
          final: courseOf(before.row, theirs, null, ownStandardOf(before), await settledOf(db, before.row))
            .final,
        }
      : null,
    causes: causesTogether(own),
    events: await eventsOf(db, viewer, found, own),
    withdrawal: await withdrawalNow(db, viewer.scope, found, own),
  }
}
