import { and, eq, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../platform/database/store.ts'
import type { Viewer } from '../../platform/http/identify.ts'

type Sent = Record<'id' | 'authorId' | 'sentId', PgColumn>

/**
 * The id of the viewer's ticket, or entry of one, that was already sent with this key, because its answer got lost or a button was pressed twice.
 * Of two that arrive at once one waits for the other.
 */
export async function sentBefore(
  { db, viewer }: { db: Db; viewer: Viewer },
  table: Sent,
  sentId: string | null | undefined,
): Promise<string | undefined> {
  if (!sentId) return
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${viewer.accountId} ${sentId}`}, 0))`)
  const [row] = await db
    .select({ id: table.id })
    .from(table.id.table as PgTable)
    .where(and(eq(table.authorId, viewer.accountId), eq(table.sentId, sentId)))
  return row && String(row.id)
}
