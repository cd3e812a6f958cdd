import { farmAccess } from '#shared/contracts/farm-access.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { feature } from '../../platform/http/feature.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import { grantAccess, revokeAccess } from './decisions.ts'
import { countEntries, listEntries, readFarmAccess, refuseOthers } from './farm-access.queries.ts'
import { farmAccessSheet } from './farm-access.sheet.ts'

export const farmAccessFeature = feature('farm-access', farmAccess, {
  read: ({ viewer, services, language }) => readFarmAccess(services.store.scoped(SYSTEM), viewer, language),
  grant: grantAccess,
  revoke: revokeAccess,
  log: ({ db, viewer, query, language }) => {
    refuseOthers(viewer)
    return listEntries(db, viewer, query, language)
  },
  counts: ({ db, viewer, query }) => {
    refuseOthers(viewer)
    return countEntries(db, viewer, query)
  },
  export: call => {
    refuseOthers(call.viewer)
    return exporting(farmAccessSheet)(call)
  },
})
