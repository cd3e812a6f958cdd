import { and, asc, eq } from 'drizzle-orm'
import type { Grant } from '#shared/permissions.ts'
import type { Entry } from '#shared/tickets.ts'
import { newId } from '../database/ids.ts'
import type { Db } from '../database/store.ts'
import { recordEntry } from '../database/tables/tickets.ts'
import { attachFiles, removeFilesOf, showFilesTo } from '../files/people-files.ts'
import type { Viewer } from '../http/identify.ts'
import { readersOf } from '../http/modules.ts'

interface Acting {
  db: Db
  viewer: Pick<Viewer, 'accountId' | 'actualName' | 'kind'>
}
interface NewEntry {
  module: string
  recordId: string
  /** Path of the record's office. */
  officePath: string
  step: string
  text?: string | null | undefined
  /** Files that the acting person has sent. */
  pictures?: readonly string[]
  papers?: readonly string[]
  /** Voice notes and videos: they stand among its papers, which the page plays. */
  recordings?: readonly string[]
  /** Pictures of another record's entry: readers of this one see them too. */
  named?: readonly string[]
  /** When it happened, if earlier than it is recorded. */
  at?: Date | undefined
  /** Made up by whoever sent it; see `sentBefore`. */
  sentId?: string | null | undefined
}

/**
 * Adds a line to a record's timeline, by the acting person. Open screens of all who may read the module's list hear of it
 * once it is stored: the database tells them (`tell_record`). Returns its id.
 */
export async function addEntry(
  { db, viewer }: Acting,
  { text, pictures = [], papers = [], recordings = [], named = [], at, ...entry }: NewEntry,
): Promise<string> {
  const { accountId, actualName, kind } = viewer
  const id = newId()
  await db.insert(recordEntry).values({
    ...entry,
    id,
    text: text || null,
    pictures: [...pictures, ...named],
    papers: [...papers, ...recordings],
    ...(at && { at }),
    accountId,
    actorName: actualName,
    actorKind: kind,
  })
  const access = [readersOf(entry.module)].flat() as Grant[]
  if (named.length > 0) await showFilesTo(db, access, named)
  if (pictures.length + papers.length + recordings.length === 0) return id
  const owner = { id, officePath: entry.officePath, access }
  await attachFiles(db, viewer, owner, [
    { field: 'pictures', use: 'picture', ids: pictures },
    { field: 'papers', use: 'attachment', ids: papers },
    { field: 'recordings', use: 'recording', ids: recordings },
  ])
  return id
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
  return rows.map(({ id, step, at, actorName, actorKind, accountId, text, pictures, papers }) => ({
    id,
    step,
    text,
    pictures,
    papers,
    at: at.toISOString(),
    by: actorName,
    kind: actorKind,
    isMine: accountId === viewer.accountId,
  }))
}

/** Deletes the lines of a deleted record. */
export async function removeEntries(db: Db, module: string, recordId: string): Promise<void> {
  const gone = await db.delete(recordEntry).where(of(module, recordId)).returning({ id: recordEntry.id })
  for (const { id } of gone) await removeFilesOf(db, id)
}
