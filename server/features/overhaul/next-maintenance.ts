import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { bothNamesOfItem } from '../../people/customers/maintenance-words.ts'
import { noteChanges } from '../../people/customers/note-changes.ts'
import { asSystem } from '../../platform/database/as-system.ts'
import type { Db } from '../../platform/database/store.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { overhaulItem, overhaulPlan } from '../../platform/database/tables/overhaul.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { changeRows } from '../../platform/records/rows.ts'

/** Stores the earliest next overhaul of all a customer's plans on the customer, whoever of its people changed one. */
export const followMaintenance = (
  { db, viewer }: Pick<ChangingCall, 'db' | 'viewer'>,
  farmPath: string,
): Promise<void> => asSystem(db, viewer.scope, () => putNext(db, farmPath, viewer))

/** The same in the server's own transaction; `actor` is who changed a plan. */
export async function putNext(
  db: Db,
  farmPath: string,
  actor: Parameters<typeof noteChanges>[1]['actor'],
): Promise<void> {
  const [next] = await db
    .select({
      nextMaintenanceOn: overhaulPlan.nextOn,
      nextMaintenance: bothNamesOfItem(sql`${overhaulItem}`),
    })
    .from(overhaulPlan)
    .innerJoin(overhaulItem, eq(overhaulItem.id, overhaulPlan.itemId))
    .where(
      and(eq(overhaulPlan.farmPath, farmPath), isNull(overhaulPlan.endedAt), isNotNull(overhaulPlan.nextOn)),
    )
    .orderBy(asc(overhaulPlan.nextOn), asc(overhaulPlan.id))
    .limit(1)
  const { nextMaintenanceOn, nextMaintenance } = customer
  const [known] = await db
    .select({ nextMaintenanceOn, nextMaintenance })
    .from(customer)
    .where(eq(customer.officePath, farmPath))
    .for('update')
  const after = next ?? { nextMaintenanceOn: null, nextMaintenance: null }
  if (
    !known ||
    (known.nextMaintenanceOn === after.nextMaintenanceOn && known.nextMaintenance === after.nextMaintenance)
  )
    return
  await changeRows(db, customer, eq(customer.officePath, farmPath), after)
  await noteChanges(db, { officePath: farmPath, before: known, after, actor })
}
