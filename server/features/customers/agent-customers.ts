import { and, eq, ne, sql } from 'drizzle-orm'
import { agentCustomers } from '#shared/contracts/agent-area.ts'
import { NewCustomerForm } from '#shared/contracts/customer-forms.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { text } from '#shared/text.ts'
import type { Db } from '../../platform/database/store.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { createCustomer, openCustomer, storeCustomer } from './customer-changes.ts'
import { tellDeciders } from './customer-news.ts'

const notRefused = text(
  '该客户未被驳回，无需再次提交',
  'This customer was not refused, so it cannot be submitted again',
)

/** Refuses users of no agent, and departments of a farm that is one: they would not see the customer they add. */
async function refuseUnlessAgent(db: Db, { kind, officeId }: Viewer): Promise<void> {
  const { rows } = await db.execute<{ officeId: string; acts: boolean }>(
    sql`select office_id as "officeId", acts from own_agency()`,
  )
  const [own] = rows
  if (!own?.acts || (kind === CUSTOMER && own.officeId !== officeId))
    throw refuse.forbidden('customer.agentNoMore')
}

/** Which list a customer of the agent stands in; the farm that somebody is of themselves is nobody's to put forward. */
async function stageOf(db: Db, { scope }: Viewer, id: string) {
  const [found] = await db
    .select({ stage: customer.stage })
    .from(customer)
    .where(and(eq(customer.officeId, id), ne(customer.officePath, scope.farm)))
  if (!found) throw refuse.notFound()
  return found.stage
}

export const agentCustomersFeature = feature('agent-customers', agentCustomers, {
  create: async call => {
    const { stage, ...form } = call.body
    await refuseUnlessAgent(call.db, call.viewer)
    return createCustomer({ ...call, body: NewCustomerForm.parse(form) }, stage)
  },
  again: async call => {
    const stage = await stageOf(call.db, call.viewer, call.params.id)
    await refuseUnlessAgent(call.db, call.viewer)
    const opened = await openCustomer(call, stage, {})
    const { found, current } = opened
    if (found.row.approval !== 'rejected') throw refuse.conflict({ yours: call.body, current }, notRefused)
    const columns = { approval: 'pending' as const, refusedBecause: null }
    const shown = await storeCustomer(call, stage, found, { columns })
    await tellDeciders(call, stage, found, call.body.reason)
    return shown
  },
})
