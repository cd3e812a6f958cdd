import { customers, trialCustomers } from '#shared/contracts/customers.ts'
import type { Stage } from '#shared/customers.ts'
import type { Result } from '#shared/endpoint.ts'
import type { Grant } from '#shared/permissions.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuseDeletedTo } from '../../platform/http/deleted-rows.ts'
import { feature } from '../../platform/http/feature.ts'
import { exporting, importing, templating } from '../../platform/jobs/requests.ts'
import { approveCustomer, convertCustomer, extendTrial, refuseCustomer } from './customer-approval.ts'
import { changeCustomers } from './customer-bulk.ts'
import { asking, changeCustomer, createCustomer } from './customer-changes.ts'
import { countCustomers, placesOf, summaryOf } from './customer-figures.ts'
import { exportChanges } from './customer-log.sheet.ts'
import { listChanges } from './customer-log.ts'
import { serveCustomer } from './customer-move.ts'
import { agentOptions, managerOptions } from './customer-pickers.ts'
import { belongingsOf, birdHousesOf } from './customer-records.ts'
import {
  disableCustomer,
  enableCustomer,
  inviteCustomer,
  removeCustomer,
  restoreCustomer,
} from './customer-standing.ts'
import { findCustomer, listCustomers, moduleOf, shownCustomer } from './customers.queries.ts'
import { customersSheets } from './customers.sheet.ts'

type Both = Omit<typeof customers, 'managerOptions' | 'agentOptions'>
type Handled = { [K in keyof Both]: (call: Call<Both[K]>) => Promise<Result<Both[K]>> }

/** The endpoints of both lists, each for its own customers. */
function handlersOf(stage: Stage, mayRestore: Grant): Handled {
  const sheet = customersSheets[stage]
  return {
    export: exporting(sheet),
    template: templating(sheet),
    import: importing(sheet),
    list: call => {
      refuseDeletedTo(call.viewer, mayRestore, call.query)
      return listCustomers(asking(call), stage, call.query)
    },
    counts: call => {
      refuseDeletedTo(call.viewer, mayRestore, call.query)
      return countCustomers(call, stage, call.query)
    },
    summary: call => summaryOf(call, stage),
    places: call => {
      refuseDeletedTo(call.viewer, mayRestore, call.query)
      return placesOf(asking(call), stage, call.query)
    },
    get: async call => shownCustomer(asking(call), await findCustomer(asking(call), stage, call.params.id)),
    belongings: async call =>
      belongingsOf(call.db, await findCustomer(call, stage, call.params.id), call.language),
    changes: async call =>
      listChanges(call.db, await findCustomer(call, stage, call.params.id), call.query, call.language),
    exportChanges: call => exportChanges(call, stage),
    birds: async call =>
      birdHousesOf(call.db, (await findCustomer(call, stage, call.params.id)).row.officePath),
    create: call => createCustomer(call, stage),
    update: call => changeCustomer(call, stage),
    approve: call => approveCustomer(call, stage),
    refuse: call => refuseCustomer(call, stage),
    move: call => serveCustomer(call, stage),
    enable: call => enableCustomer(call, stage),
    disable: call => disableCustomer(call, stage),
    remove: call => removeCustomer(call, stage, call.query),
    restore: call => restoreCustomer(call, stage),
    invite: call => inviteCustomer(call, stage),
    bulk: call => changeCustomers(call, stage),
  }
}

export const customersFeature = feature(moduleOf.formal, customers, {
  ...handlersOf('formal', customers.restore.access),
  managerOptions,
  agentOptions,
})

export const trialCustomersFeature = feature(moduleOf.trial, trialCustomers, {
  ...handlersOf('trial', trialCustomers.restore.access),
  extend: extendTrial,
  convert: convertCustomer,
})
