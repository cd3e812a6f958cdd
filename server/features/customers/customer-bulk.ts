import { asc, inArray } from 'drizzle-orm'
import { customers, trialCustomers } from '#shared/contracts/customers.ts'
import type { Stage } from '#shared/customers.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Grant } from '#shared/permissions.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { eachRow } from '../../platform/http/bulk.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { extendTrial } from './customer-approval.ts'
import type { Changing } from './customer-changes.ts'
import { disableCustomer, enableCustomer, removeCustomer } from './customer-standing.ts'
import { moduleOf, nameOf } from './customers.queries.ts'

interface Body {
  action: 'enable' | 'disable' | 'remove' | 'extend'
  ids: string[]
  reason?: string | undefined
  days?: number | undefined
  versions?: Readonly<Record<string, number>> | undefined
}
type RowCall = Changing & { body: Pick<Body, 'reason' | 'days'> & { version?: number | undefined } }

const endpointsOf: Record<Stage, Partial<Record<Body['action'], Endpoint>>> = {
  formal: customers,
  trial: trialCustomers,
}

/** Enables, disables, deletes or extends several customers independently. */
export async function changeCustomers(call: ChangingCall & { body: Body }, stage: Stage) {
  const { db, body, viewer, language } = call
  const { action, reason, days, versions = {} } = body
  const endpoint = endpointsOf[stage][action]
  if (!endpoint) throw refuse.invalid([{ field: 'action', message: 'field.wrong' }])
  // The call itself is open to holders of any of them.
  if (!viewer.grants.has(endpoint.access as Grant) || endpoint.kinds?.includes(viewer.kind) === false)
    throw refuse.forbidden()
  const runs: Record<Body['action'], (call: RowCall) => Promise<unknown>> = {
    enable: row => enableCustomer(row, stage),
    disable: row => disableCustomer(row, stage),
    remove: row => removeCustomer(row, stage, row.body),
    extend: extendTrial,
  }
  const ids = [...new Set(body.ids)]
  const known = await db
    .select({ id: customer.officeId, name: nameOf(customer, language) })
    .from(customer)
    .where(inArray(customer.officeId, ids))
    // Always in the same order, so that two such calls wait instead of deadlocking.
    .orderBy(asc(customer.officeId))
    .for('update')
  const names = new Map(known.map(({ id, name }) => [id, name]))
  const rows = ids.map(id => ({ id, name: names.get(id) ?? '' }))
  return eachRow(
    { ...call, body: { reason, days } },
    {
      module: moduleOf[stage],
      type: action,
      endpoint,
      rows,
      run: row => runs[action]({ ...row, body: { ...row.body, version: versions[row.params.id] } }),
    },
  )
}
