import { eq } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { RESTORABLE_MS } from '#shared/limits.ts'
import type { Db } from '../database/store.ts'
import { hideFilesUntil, keepFilesOf } from '../files/people-files.ts'
import type { ChangingCall } from '../http/call.ts'
import { refuseRestoring, withDeletion } from '../http/deleted-rows.ts'
import type { RestorableTable } from './definition.ts'
import { changeRows, openRow } from './rows.ts'

/** Columns that deleting or restoring changes besides. */
type More = Readonly<Record<string, unknown>>

/**
 * Deletes an opened record so that it can be restored. It is a draft from now on, so nobody reads it but its editors. Its
 * files stay as long as it can be restored; tidying removes them after that.
 */
export async function removeForNow(
  { db, params }: { db: Db; params: { id: string } },
  table: RestorableTable,
  more: More = {},
): Promise<void> {
  const deletedAt = new Date()
  await hideFilesUntil(db, params.id, new Date(deletedAt.getTime() + RESTORABLE_MS))
  await changeRows(db, table, eq(table.id, params.id), { ...more, status: 'draft', deletedAt })
}

/**
 * Restores a deleted record, with its files, as a draft: whoever restores it decides anew whether others read it. `find`
 * reads it as the API shows it, deleted or not.
 */
export async function restoreRemoved<Item extends { version: number }>(
  call: ChangingCall & { params: { id: string } },
  table: RestorableTable,
  find: () => Promise<Item>,
  more: More = {},
): Promise<Item> {
  const { db, params, language } = call
  const { id } = params
  let deletedAt: Date | null = null
  const { row, officePath } = await openRow(call, table, async () => {
    const shown = await find()
    deletedAt = await deletionOf(db, table, id)
    return withDeletion(shown, deletedAt)
  })
  await refuseRestoring(db, { id, officePath, deletedAt }, row, language)
  await keepFilesOf(db, id)
  await changeRows(db, table, eq(table.id, id), { ...more, deletedAt: null })
  return find()
}

/** When a row was deleted; null if it is in use. */
async function deletionOf(db: Db, table: RestorableTable, id: string): Promise<Date | null> {
  const [kept] = await db
    .select({ deletedAt: table.deletedAt })
    .from(table as PgTable)
    .where(eq(table.id, id))
  return (kept?.deletedAt ?? null) as Date | null
}
