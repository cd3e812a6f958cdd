import { sql } from 'drizzle-orm'
import { flocks } from '#shared/contracts/flocks.ts'
import { readCourse } from '../../farm/flocks/flock-course.ts'
import { findFlock, flocksWhere, seenFlocks, shownFlock } from '../../farm/flocks/flocks.queries.ts'
import { deletionsOf, refuseDeletedTo } from '../../platform/http/deleted-rows.ts'
import { feature } from '../../platform/http/feature.ts'
import { skipped } from '../../platform/http/lists.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { sheetOf } from '../../platform/jobs/requests.ts'
import {
  changeFlock,
  checkReadiness,
  closeFlock,
  createFlock,
  removeFlock,
  reopenFlock,
} from './flock-changes.ts'
import { flockIds, matching, order } from './flock-list.ts'
import { flocksSheet } from './flocks.sheet.ts'
import { restoreFlock } from './restore-flock.ts'

const counted = sql<number>`(count(*) over ())::int`

export const flocksFeature = feature('flocks', flocks, {
  ...sheetOf(flocksSheet),
  list: async call => {
    const { db, viewer, query, language } = call
    refuseDeletedTo(viewer, flocks.restore.access, query)
    const rows = await flocksWhere(db, viewer.scope, language, matching(query), { ...query, count: counted })
      .orderBy(...order(query.sort, query))
      .limit(query.size)
      .offset(skipped(query))
    await noteLook(call, 'overview', seenFlocks(rows))
    const total = rows[0]?.total ?? (query.page > 1 ? (await flockIds(db, viewer.scope, query)).length : 0)
    const deletions = await deletionsOf(
      db,
      'flocks',
      rows.map(({ row }) => row),
    )
    return {
      total,
      items: rows.map(found => ({ ...shownFlock(found), deleted: deletions.get(found.row.id) })),
    }
  },
  counts: async ({ db, viewer, query: { by, ...filter } }) => {
    refuseDeletedTo(viewer, flocks.restore.access, filter)
    const rows = await flocksWhere(db, viewer.scope, 'en-US', matching(filter), filter)
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
  course: async call => {
    const found = await findFlock(call.db, call.viewer.scope, call.params.id, call.language)
    await noteLook(call, 'charts', seenFlocks([found]))
    return readCourse(call, found)
  },
  create: createFlock,
  update: changeFlock,
  remove: removeFlock,
  check: checkReadiness,
  close: closeFlock,
  reopen: reopenFlock,
  restore: restoreFlock,
})
