import { systemMonitor } from '#shared/contracts/system-monitor.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { feature } from '../../platform/http/feature.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import { backupKeeper } from './backups/keeper.ts'
import { callsOf, courseOf } from './course.queries.ts'
import { systemNow } from './now.queries.ts'
import { systemWorkbook } from './system-monitor.sheet.ts'
import { unreachedNow } from './unreached.queries.ts'

/** Reads outside the viewer's scope: the system's own figures belong to no office; customers are named within it. */
export const systemMonitorFeature = feature('system-monitor', systemMonitor, {
  now: async call => ({
    ...(await systemNow(call.services.store.scoped(SYSTEM), call.services)),
    unreached: await unreachedNow(call),
  }),
  course: ({ services: { store }, query }) => courseOf(store.scoped(SYSTEM), query),
  calls: ({ services: { store }, query }) => callsOf(store.scoped(SYSTEM), Number(query.hours)),
  systemWorkbook: exporting(systemWorkbook),
  backUp: async ({ services, afterwards }) => {
    afterwards(() => void backupKeeper(services).begin(true))
    return null
  },
})
