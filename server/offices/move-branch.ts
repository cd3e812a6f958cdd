import { and, gte, lt, sql } from 'drizzle-orm'
import type { Db } from '../database/store.ts'
import { device } from '../database/tables/farms.ts'
import { office } from '../database/tables/offices.ts'
import type { Events } from '../events.ts'
import { isLockLost } from '../database/violations.ts'
import { refuse } from '../http/errors.ts'

/** While it waits nobody may wait for it in turn: below the second after which the database looks for a circle. ms */
const WAIT_MS = 800
/** Longer than any other call may take. ms */
const MOVE_MS = 6_000

interface Branch {
  id: string
  path: string
  number: number
}

/** One change of the tree at a time, and what devices say waits; answers "busy" when it cannot be had soon. */
export async function holdBranches(db: Db): Promise<void> {
  await db.execute(
    sql`select set_config('lock_timeout', ${`${WAIT_MS}`}, true), set_config('statement_timeout', ${`${MOVE_MS}`}, true)`,
  )
  await db.execute(sql`select hold_branches()`).catch(error => {
    throw isLockLost(error) ? refuse.busy() : error
  })
}

/**
 * Puts a node with all below it under another parent; wants `holdBranches` in the same transaction, and whoever asks has
 * judged that the two fit. The rows of its offices follow by their foreign keys. Open sockets are told by the database.
 */
export async function moveBranch(db: Db, branch: Branch, parent: { id: string; path: string }): Promise<string> {
  const moved = `${parent.path}${branch.number}.`
  const after = (column: typeof office.path | typeof office.farmPath) =>
    sql`case when starts_with(${column}, ${branch.path}) then ${moved} || substr(${column}, ${branch.path.length + 1}) else ${column} end`
  await db
    .update(office)
    .set({
      path: after(office.path),
      farmPath: after(office.farmPath),
      parentId: sql`case when ${office.id} = ${branch.id} then ${parent.id} else ${office.parentId} end`,
      version: sql`${office.version} + 1`,
    })
    .where(within(office.path, branch.path))
  return moved
}

/** The subtree at a path, as a range of its index. */
export const within = (column: typeof office.path, path: string) =>
  and(gte(column, path), lt(column, `${path.slice(0, -1)}/`))

/** After the move: who keeps devices in memory reads those of the branch again. */
export async function devicesOfBranch(db: Db, path: string): Promise<string[]> {
  const found = await db
    .select({ id: device.id })
    .from(device)
    .where(within(device.officePath as unknown as typeof office.path, path))
  return found.map(({ id }) => id)
}

/** Tells those that keep devices in memory of a branch that stands elsewhere now. */
export function tellMoved(events: Events, deviceIds: string[]): void {
  if (deviceIds.length > 0) events.emit('registry', { deviceIds })
}
