import { and, desc, eq, ilike, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { type Compared, comparison } from '#shared/contracts/comparison.ts'
import { courseOf } from '../../farm/flocks/flock-course.ts'
import { flocksWhere, recordsOf, seenFlocks, shownFlock } from '../../farm/flocks/flocks.queries.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import { feature } from '../../platform/http/feature.ts'
import { anywhere } from '../../platform/http/lists.ts'
import { noteLook } from '../../platform/http/viewing.ts'

/** Choices at a time; more are found by typing. */
const OFFERED = 100

export const comparisonFeature = feature('comparison', comparison, {
  courses: async (call): Promise<Compared[]> => {
    const { db, viewer, language } = call
    const ids = call.query.flocks
    const seen = await flocksWhere(db, viewer.scope, language, inArray(flock.id, ids))
    const found = seen.sort((a, b) => ids.indexOf(a.row.id) - ids.indexOf(b.row.id))
    await noteLook(call, 'charts', seenFlocks(found))
    const records = Map.groupBy(await recordsOf(db, ids), ({ flockId }) => flockId)
    return found.map(each => {
      const { placedAge, weeks, final } = courseOf(each.row, records.get(each.row.id) ?? [])
      return { flock: shownFlock(each), placedAge, weeks, final }
    })
  },
  choices: async call => {
    const { db, viewer, language, query } = call
    const { search, type } = query
    const hasBegun = or(isNotNull(flock.endedOn), sql`${flock.placedOn} <= current_date`)
    const found = await flocksWhere(
      db,
      viewer.scope,
      language,
      and(
        hasBegun,
        type && eq(flock.type, type),
        search ? or(ilike(flock.number, anywhere(search)), ilike(house.name, anywhere(search))) : undefined,
      ),
    )
      .orderBy(sql`${flock.endedOn} is not null`, desc(flock.endedOn), house.name, flock.id)
      .limit(OFFERED)
    await noteLook(call, 'overview', seenFlocks(found))
    return found.map(each => {
      const { id, number, houseId, houseName, customer, type, state, dayAge, placedOn } = shownFlock(each)
      return { id, number, houseId, houseName, customer, type, state, dayAge, placedOn }
    })
  },
})
