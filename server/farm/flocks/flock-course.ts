import type { FlockCourse } from '#shared/contracts/flocks.ts'
import { dayZero } from '#shared/flock.ts'
import { finalFigures } from '#shared/flock-figures/final.ts'
import { ledgerOf } from '#shared/flock-figures/ledger.ts'
import { breedOf } from '#shared/flock-figures/standard.ts'
import { weeksOf } from '#shared/flock-figures/weeks.ts'
import { isHens } from '#shared/flocks.ts'
import { weightAt } from '#shared/standards/standards.ts'
import type { Language } from '#shared/text.ts'
import { daysBetween } from '#shared/zone-time.ts'
import type { Db } from '../../platform/database/store.ts'
import type { flock } from '../../platform/database/tables/flocks.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { eventsOf } from './flock-events.ts'
import { type FoundFlock, flockBefore, type RecordRow, recordsOf, shownFlock } from './flocks.queries.ts'

type FlockRow = typeof flock.$inferSelect

const dayZeroOf = ({
  type,
  placedOn,
  hatchedOn,
}: Pick<FlockRow, 'type' | 'placedOn' | 'hatchedOn'>): string =>
  dayZero({ type, flockStartedOn: placedOn, flockHatchedOn: hatchedOn }) ?? placedOn

/** Where the figures of a flock start from. */
export const baseOf = (row: FlockRow) => ({
  dayZero: dayZeroOf(row),
  placedOn: row.placedOn,
  placedCount: row.placedCount,
  soldUndated: row.soldUndated,
})

/** The base of hen-housed figures: the hens that came into lay, or those that were placed as hens. */
const hensHoused = (row: FlockRow): number | null =>
  isHens(row) ? (row.matureCount ?? row.placedCount) : null

/** What the records of a flock come to, day by day, week by week and in all. */
export function courseOf(row: FlockRow, records: readonly RecordRow[]) {
  const base = baseOf(row)
  const placedAge = daysBetween(base.dayZero, row.placedOn)
  const days = ledgerOf(base, records)
  const weeks = weeksOf(days, hensHoused(row))
  const breed = breedOf(row.breed)
  const final = finalFigures({
    days,
    weeks,
    placedCount: row.placedCount,
    hensHoused: hensHoused(row),
    chickWeight: breed ? (weightAt(breed, 0)?.mid ?? null) : null,
  })
  return { placedAge, days, weeks, final }
}

/** A flock with its whole course, the one before it in its house, and what happened, as far as the viewer may see it. */
export async function readCourse(
  { db, viewer, language }: { db: Db; viewer: Viewer; language: Language },
  found: FoundFlock,
): Promise<FlockCourse> {
  const before = await flockBefore(db, viewer.scope, language, found)
  const records = await recordsOf(db, [found.row.id, ...(before ? [before.row.id] : [])])
  const own = records.filter(({ flockId }) => flockId === found.row.id)
  const theirs = records.filter(({ flockId }) => flockId === before?.row.id)
  return {
    flock: shownFlock(found),
    ...courseOf(found.row, own),
    before: before ? { number: before.row.number, final: courseOf(before.row, theirs).final } : null,
    events: await eventsOf(db, viewer, found, own),
  }
}
