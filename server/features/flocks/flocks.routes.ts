import { sql } from 'drizzle-orm'
import { type FlockCourse, flocks } from '#shared/contracts/flocks.ts'
import { courseOf } from '../../farm/flocks/flock-course.ts'
import { eventsOf } from '../../farm/flocks/flock-events.ts'
import {
  findFlock,
  flockBefore,
  flocksWhere,
  recordsOf,
  seenFlocks,
  shownFlock,
} from '../../farm/flocks/flocks.queries.ts'
import { feature } from '../../platform/http/feature.ts'
import { skipped } from '../../platform/http/lists.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import { changeFlock, closeFlock, createFlock, removeFlock, reopenFlock } from './flock-changes.ts'
import { flockIds, matching, order } from './flock-list.ts'
import { flocksSheet } from './flocks.sheet.ts'

const counted = sql<number>`(count(*) over ())::int`

export const flocksFeature = feature('flocks', flocks, {
  export: exporting(flocksSheet),
  list: async call => {
    const { db, viewer, query, language } = call
    const rows = await flocksWhere(db, viewer.scope, language, matching(query), counted)
      .orderBy(...order(query.sort))
      .limit(query.size)
      .offset(skipped(query))
    await noteLook(call, 'overview', seenFlocks(rows))
    const total = rows[0]?.total ?? (query.page > 1 ? (await flockIds(db, viewer.scope, query)).length : 0)
    return { total, items: rows.map(shownFlock) }
  },
  counts: async ({ db, viewer, query: { by, ...filter } }) => {
    const rows = await flocksWhere(db, viewer.scope, 'en-US', matching(filter))
    const counts: Record<string, number> = {}
    for (const found of rows) {
      const value = shownFlock(found)[by]
      counts[value] = (counts[value] ?? 0) + 1
    }
    return counts
  },
  get: async call => {
    const found = await findFlock(call.db, call.viewer.scope, call.params.id, call.language)
    await noteLook(call, 'overview', seenFlocks([found]))
    return shownFlock(found)
  },
  course: async (call): Promise<FlockCourse> => {
    const { db, viewer, params, language } = call
    const found = await findFlock(db, viewer.scope, params.id, language)
    await noteLook(call, 'charts', seenFlocks([found]))
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
  },
  create: createFlock,
  update: changeFlock,
  remove: removeFlock,
  close: closeFlock,
  reopen: reopenFlock,
})
