import { eq, sql } from 'drizzle-orm'
import { bothNames } from '#shared/text.ts'
import { noteChanges, noteSameChanges } from '../../people/customers/note-changes.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import type { FoundNode } from './departments.queries.ts'

const anew = { version: sql`${customer.version} + 1` }

/** Changes by an owner to their own farm are in its update log, and open forms of the customer are told. */
export async function noteOwnCustomer(
  { db, viewer }: ChangingCall,
  before: FoundNode,
  after: FoundNode,
): Promise<void> {
  const logged = ({ chineseName, englishName, timeZone, placementDay }: FoundNode) => ({
    chineseName,
    englishName,
    timeZone,
    placementDay,
  })
  await noteChanges(db, {
    officePath: after.path,
    actor: viewer,
    before: logged(before),
    after: logged(after),
  })
  await db.update(customer).set(anew).where(eq(customer.officeId, after.id))
}

/** The customers that a department looks after, with a line in the update log of each. */
export async function handOverCustomers(
  { db, viewer }: ChangingCall,
  found: FoundNode,
  target: FoundNode,
): Promise<void> {
  const theirs = await db
    .update(customer)
    .set({ managerOfficeId: target.id, ...anew })
    .where(eq(customer.managerOfficeId, found.id))
    .returning({ path: customer.officePath })
  await noteSameChanges(
    db,
    theirs.map(({ path }) => path),
    {
      actor: viewer,
      before: { managerOfficeId: bothNames(found) },
      after: { managerOfficeId: bothNames(target) },
    },
  )
}
