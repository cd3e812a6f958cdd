import { eq, getTableColumns, getTableName, is } from 'drizzle-orm'
import { type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { asSystem } from '../../platform/database/as-system.ts'
import * as tables from '../../platform/database/schema.ts'
import type { Scope } from '../../platform/database/scope.ts'
import type { Db } from '../../platform/database/store.ts'
import { tenancy } from '../../platform/database/tenancy.ts'

/** Tables whose rows belong to a person and to that person's office. Histories stay where things happened. */
const followers = Object.values(tables).flatMap(table => {
  if (!is(table, PgTable)) return []
  const kind = tenancy[getTableName(table)]
  if (kind !== 'own' && kind !== 'personal') return []
  const { accountId, officePath } = getTableColumns(table) as Record<string, PgColumn>
  return accountId && officePath ? [{ table, kind, accountId }] : []
})

/** Moves a person, with everything of theirs, to another node of the same organisation. `scope`: the viewer's. */
export async function moveAccount(
  db: Db,
  scope: Scope,
  accountId: string,
  office: { id: string; path: string },
): Promise<void> {
  const officePath = office.path
  await db
    .update(tables.account)
    .set({ officeId: office.id, officePath })
    .where(eq(tables.account.id, accountId))
  const take = async (kind: 'own' | 'personal') => {
    for (const { table, accountId: owner } of followers.filter(follower => follower.kind === kind))
      await db.update(table).set({ officePath }).where(eq(owner, accountId))
  }
  await take('own')
  await asSystem(db, scope, () => take('personal'))
}
