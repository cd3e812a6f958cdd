import { sql } from 'drizzle-orm'
import { type Scope, SYSTEM } from './scope.ts'
import type { Db } from './store.ts'

const setScope = ({ lo, hi, farm }: Scope) =>
  sql`select set_config('app.lo', ${lo}, true), set_config('app.hi', ${hi}, true), set_config('app.farm', ${farm}, true)`

/**
 * A part of a viewer's transaction that reaches beyond their scope: what they do is told to offices above them. `scope` is
 * the viewer's and holds again afterwards; when `work` fails the whole transaction does.
 */
export async function asSystem<T>(db: Db, scope: Scope, work: () => Promise<T>): Promise<T> {
  await db.execute(setScope(SYSTEM))
  const result = await work()
  await db.execute(setScope(scope))
  return result
}
