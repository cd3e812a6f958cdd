import { eq, getTableColumns, getTableName, is } from 'drizzle-orm'
import { type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import * as tables from '../../platform/database/schema.ts'
import type { Db } from '../../platform/database/store.ts'
import { tenancy } from '../../platform/database/tenancy.ts'

/** Tables whose rows belong to a person and to the office the person is in. What happened stays where it happened. */
const followers = Object.values(tables).flatMap(table => {
  if (!is(table, PgTable) || tenancy[getTableName(table)] !== 'own') return []
  const { accountId, officePath } = getTableColumns(table) as Record<string, PgColumn>
  return accountId && officePath ? [{ table, accountId }] : []
})

/** Puts a person into another node of the same organisation, with everything that is theirs. */
export async function moveAccount(
  db: Db,
  accountId: string,
  office: { id: string; path: string },
): Promise<void> {
  const officePath = office.path
  await db
    .update(tables.account)
    .set({ officeId: office.id, officePath })
    .where(eq(tables.account.id, accountId))
  for (const { table, accountId: owner } of followers)
    await db.update(table).set({ officePath }).where(eq(owner, accountId))
}
