import type { Compared } from '#shared/contracts/comparison.ts'
import { courseOf, todayOf } from '../../farm/flocks/flock-course.ts'
import { ownStandardOf, recordsOf, shownFlock } from '../../farm/flocks/flocks.queries.ts'
import type { Db } from '../../platform/database/store.ts'
import type { FoundItem } from './comparison.queries.ts'

/** Each item with the weeks of its flock. */
export async function coursesOf(db: Db, items: readonly FoundItem[]): Promise<Compared[]> {
  const ids = items.flatMap(({ flock }) => flock?.row.id ?? [])
  const records = Map.groupBy(ids.length === 0 ? [] : await recordsOf(db, ids), ({ flockId }) => flockId)
  return items.map(({ key, house, flock }) => {
    if (!flock) return { key, house, course: null }
    const course = courseOf(flock.row, records.get(flock.row.id) ?? [], todayOf(flock), ownStandardOf(flock))
    const days = flock.row.type === 'broiler' ? course.days : []
    return { key, house, course: { flock: shownFlock(flock), ...course, days } }
  })
}
