import { sql } from 'drizzle-orm'
import { type Scope, SYSTEM, settingsOf } from './scope.ts'
import type { Db } from './store.ts'

const setScope = (scope: Scope) =>
  sql`select ${sql.join(
    settingsOf(scope).map(([name, value]) => sql`set_config(${name}, ${value}, true)`),
    sql`, `,
  )}`

/**
 * Runs the part of a viewer's transaction that reaches beyond their scope, such as telling offices above them. `scope` is
 * the viewer's and applies again afterwards; if `work` fails, so does the whole transaction.
 */
export async function asSystem<T>(db: Db, scope: Scope, work: () => Promise<T>): Promise<T> {
  await db.execute(setScope(SYSTEM))
  const result = await work()
  await db.execute(setScope(scope))
  return result
}
