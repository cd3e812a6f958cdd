import { RowSession } from './rows.ts'
import { type Scope, SYSTEM } from './scope.ts'
import { SET_SCOPE, scopeValues } from './scoped-query.ts'
import type { Db } from './store.ts'

/**
 * Gives the open transaction another scope, for every statement that is asked from here on: they are carried out in the order
 * in which they are asked. Nobody waits for it; if it fails, so does every later statement, and nothing is stored.
 */
function rescope(db: Db, scope: Scope): void {
  const { session } = db._
  if (!(session instanceof RowSession)) throw new Error('Only a transaction of the store has a scope')
  session.connection.query(SET_SCOPE, scopeValues(scope)).catch(() => {})
}

/**
 * Runs the part of a viewer's transaction that reaches beyond their scope, such as telling offices above them. `scope` is
 * the viewer's and applies again afterwards; if `work` fails, so does the whole transaction. `work` has nothing running when
 * it ends, and nothing else of the transaction runs beside it.
 */
export async function asSystem<T>(db: Db, scope: Scope, work: () => Promise<T>): Promise<T> {
  rescope(db, SYSTEM)
  const result = await work()
  rescope(db, scope)
  return result
}
