import { systemMonitor } from '#shared/contracts/system-monitor.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { feature } from '../../platform/http/feature.ts'
import { callsOf, courseOf } from './course.queries.ts'
import { systemNow } from './now.queries.ts'

/** Reads past the viewer's scope: what the system keeps of itself belongs to no office, and names no customer. */
export const systemMonitorFeature = feature('system-monitor', systemMonitor, {
  now: ({ services: { store, config } }) => systemNow(store.scoped(SYSTEM), config.databaseUrl !== undefined),
  course: ({ services: { store }, query }) => courseOf(store.scoped(SYSTEM), query),
  calls: ({ services: { store }, query }) => callsOf(store.scoped(SYSTEM), Number(query.hours)),
})
