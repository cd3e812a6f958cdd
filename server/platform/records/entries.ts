import { and, asc, eq } from 'drizzle-orm'
import type { Entry } from '#shared/tickets.ts'
import { newId } from '../database/ids.ts'
import type { Db } from '../database/store.ts'
import { recordEntry } from '../database/tables/tickets.ts'
import type { Viewer } from '../http/identify.ts'

interface Acting {
  db: Db
  viewer: Pick<Viewer, 'accountId' | 'actualName' | 'kind'>
}
interface NewEntry {
  module: string
  recordId: string
  /** Of the record. */
  officePath: string
  step: string
  text?: string | null | undefined
}

/**
 * Adds a line to the timeline of a record, by whoever acts. Open screens of all who may read the module's list hear of it
 * once it is stored: the database tells them (`tell_record`).
 */
export async function addEntry({ db, viewer }: Acting, { text, ...entry }: NewEntry): Promise<void> {
  const { accountId, actualName, kind } = viewer
  await db
    .insert(recordEntry)
    .values({ ...entry, id: newId(), text: text || null, accountId, actorName: actualName, actorKind: kind })
}

const of = (module: string, recordId: string) =>
  and(eq(recordEntry.module, module), eq(recordEntry.recordId, recordId))

/** What was done with a record and written about it, oldest first. */
export async function entriesOf({ db, viewer }: Acting, module: string, recordId: string): Promise<Entry[]> {
  const rows = await db
    .select()
    .from(recordEntry)
    .where(of(module, recordId))
    .orderBy(asc(recordEntry.at), asc(recordEntry.id))
  return rows.map(({ id, step, at, actorName, actorKind, accountId, text }) => ({
    id,
    step,
    text,
    at: at.toISOString(),
    by: actorName,
    kind: actorKind,
    isMine: accountId === viewer.accountId,
  }))
}

/** Removes the lines of a record that is removed itself. */
export const removeEntries = (db: Db, module: string, recordId: string) =>
  db.delete(recordEntry).where(of(module, recordId))
