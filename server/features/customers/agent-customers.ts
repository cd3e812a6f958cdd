import { sql } from 'drizzle-orm'
import { agentCustomers } from '#shared/contracts/agent-area.ts'
import { NewCustomerForm } from '#shared/contracts/customer-forms.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import type { Db } from '../../platform/database/store.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { createCustomer } from './customer-changes.ts'

/** Refuses who belongs to no agent, and departments of a farm that is one: they would not see the customer they add. */
async function refuseUnlessAgent(db: Db, { kind, officeId }: Viewer): Promise<void> {
  const { rows } = await db.execute<{ officeId: string; acts: boolean }>(
    sql`select office_id as "officeId", acts from own_agency()`,
  )
  const [own] = rows
  if (!own?.acts || (kind === CUSTOMER && own.officeId !== officeId))
    throw refuse.forbidden('customer.agentNoMore')
}

export const agentCustomersFeature = feature('agent-customers', agentCustomers, {
  create: async call => {
    const { stage, ...form } = call.body
    await refuseUnlessAgent(call.db, call.viewer)
    return createCustomer({ ...call, body: NewCustomerForm.parse(form) }, stage)
  },
})
