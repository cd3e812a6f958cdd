import { and, eq, gte, isNull, lt, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { STAFF } from '#shared/permissions.ts'
import type { Db } from '../../platform/database/store.ts'
import { device } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { changeRows } from '../../platform/records/rows.ts'

/** Limit for waiting on locks: below the second after which the database looks for deadlocks. ms */
const WAIT_MS = 800
/** Longer than any other call may take. ms */
const MOVE_MS = 6_000

interface Branch {
  id: string
  path: string
  number: number
}

/** Allows one change of the tree at a time, while device messages wait; answers "busy" if the lock is not free soon. */
export async function holdBranches(db: Db): Promise<void> {
  await db.execute(
    sql`select set_config('lock_timeout', ${`${WAIT_MS}`}, true), set_config('statement_timeout', ${`${MOVE_MS}`}, true)`,
  )
  await db.execute(sql`select hold_branches()`)
}

/**
 * Moves a node with everything below it to another parent; needs `holdBranches` in the same transaction, and the caller has
 * checked that the two fit. Its offices' rows follow by their foreign keys. The database tells open sockets.
 */
export async function moveBranch(
  db: Db,
  branch: Branch,
  parent: { id: string; path: string },
): Promise<string> {
  const moved = `${parent.path}${branch.number}.`
  const after = (column: PgColumn) =>
    sql`case when starts_with(${column}, ${branch.path}) then ${moved} || substr(${column}, ${branch.path.length + 1}) else ${column} end`
  await changeRows(db, office, within(office.path, branch.path), {
    path: after(office.path),
    farmPath: after(office.farmPath),
    parentId: sql`case when ${office.id} = ${branch.id} then ${parent.id} else ${office.parentId} end`,
  })
  return moved
}

/** Moves the node that a call is about, see {@link moveBranch}: its line in the history is for where it is now. */
export async function moveNode(
  { db, services, tellHistory, afterwards }: ChangingCall,
  node: Branch,
  parent: { id: string; path: string },
): Promise<string> {
  const deviceIds = await devicesOfBranch(db, node.path)
  const officePath = await moveBranch(db, node, parent)
  tellHistory({ officePath })
  afterwards(() => services.events.emit('registry', { deviceIds }))
  return officePath
}

/**
 * Moves a customer with everything it has under the provider or another present agent; its devices keep reporting. For staff
 * who may change customers, in a call's own transaction.
 */
export async function moveCustomer(call: ChangingCall, customerId: string, parentId: string): Promise<void> {
  const { db, viewer, services, afterwards } = call
  if (viewer.kind !== STAFF) throw refuse.forbidden()
  await holdBranches(db)
  const [customer, parent] = [await nodeOf(db, customerId), await nodeOf(db, parentId)]
  if (customer?.kind !== 'customer') throw refuse.notFound()
  // Another customer can be its parent only as an agent, and never one that it serves itself.
  const [fit] = await db
    .select({ id: office.id })
    .from(office)
    .where(and(eq(office.id, parentId), sql`(${office.kind} = 'provider' or is_agent(${office}))`))
  if (!parent || !fit || parent.path.startsWith(customer.path))
    throw refuse.invalid([{ field: 'parentId', message: 'department.noAgent' }])
  if (parent.id === customer.parentId) return
  const path = await moveNode(call, customer, parent)
  afterwards(() => services.events.emit('moved', { paths: [customer.path, path] }))
}

async function nodeOf(db: Db, id: string) {
  const [found] = await db
    .select()
    .from(office)
    .where(and(eq(office.id, id), isNull(office.deletedAt)))
  return found
}

/** The subtree at a path, as an index range. */
export const within = (column: PgColumn, path: string) =>
  and(gte(column, path), lt(column, `${path.slice(0, -1)}/`))

/** The devices of a branch: caches of them must be reread when the branch moves. */
async function devicesOfBranch(db: Db, path: string): Promise<string[]> {
  const found = await db.select({ id: device.id }).from(device).where(within(device.officePath, path))
  return found.map(({ id }) => id)
}
