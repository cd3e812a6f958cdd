import { eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Serving } from '#shared/contracts/customer-forms.ts'
import type { Stage } from '#shared/customers.ts'
import { bothNames, type Text } from '#shared/text.ts'
import { endConsents } from '../../people/customers/end-consents.ts'
import { noteChanges } from '../../people/customers/note-changes.ts'
import { tellScreens } from '../../people/notices/tell-screens.ts'
import { holdBranches, moveCustomer } from '../../people/offices/move-branch.ts'
import type { Db } from '../../platform/database/store.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { refuse } from '../../platform/http/errors.ts'
import {
  asking,
  type Changing,
  openCustomer,
  parentOf,
  refuseUnseen,
  storeCustomer,
} from './customer-changes.ts'
import { tellMoved } from './customer-news.ts'
import { findCustomer } from './customers.queries.ts'

/** Names of an agent, or of the provider itself. */
async function namesOf(db: Db, agentId: string | null): Promise<Text> {
  const { chineseName, englishName } = office
  const wanted = agentId === null ? isNull(office.parentId) : eq(office.id, agentId)
  const [found] = await db.select({ chineseName, englishName }).from(office).where(wanted)
  if (!found) throw refuse.notFound()
  return bothNames(found)
}

/** Moves a customer under another agent, or under the provider itself, with everything it has. */
export async function serveCustomer(call: Changing & { body: z.output<typeof Serving> }, stage: Stage) {
  const { db, body, viewer, params } = call
  // Before the customer's own row: another move waits here, and not for locks of this call.
  await holdBranches(db)
  const opened = await openCustomer(call, stage, body)
  const { found, current } = opened
  refuseUnseen(body, opened)
  const agentId = body.agentId ?? null
  if (agentId === found.agentId) return current
  const parent = await parentOf(db, viewer, agentId)
  await moveCustomer(call, params.id, parent.id)
  const moved = await findCustomer(asking(call), stage, params.id)
  const from = { agentId: found.agentId, names: await namesOf(db, found.agentId) }
  const to = { agentId, names: await namesOf(db, agentId) }
  // The update log knows no agent where the provider itself serves.
  const noted = ({ agentId, names }: typeof to) => ({ agentId: agentId && names })
  await noteChanges(db, {
    officePath: moved.row.officePath,
    actor: viewer,
    before: noted(from),
    after: noted(to),
  })
  // Whoever serves from now on sees nothing before the owner says so again; the provider itself saw it before.
  if (agentId !== null) tellScreens(call, await endConsents(call, moved.row.officePath, to.names))
  await tellMoved(call, moved, { from, to })
  return storeCustomer(call, stage, moved, { columns: {} })
}
