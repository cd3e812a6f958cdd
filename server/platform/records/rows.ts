import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgInsertValue, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Db } from '../database/store.ts'
import type { ChangingCall } from '../http/call.ts'
import { refuseOlder } from '../http/versions.ts'
import type { RecordTable } from './definition.ts'

// What a feature opens, adds or deletes here, the operation history knows: what it was, and whose it is.

export type Noting = Pick<ChangingCall, 'tellHistory'>
type Changing = Pick<ChangingCall, 'db' | 'tellHistory'>
type Opening = Changing & { params: { id: string } }

/** Keeps others from changing the row with the call's id until the transaction ends; reads one of its columns. */
const lock = ({ db, params }: Opening, key: PgColumn, column = key) =>
  db
    .select({ value: column })
    .from(key.table as PgTable)
    .where(eq(key, params.id))
    .for('update')

/**
 * Opens a row for a change: locks it until the transaction ends, tells the history its former state and its office, and
 * refuses editors who saw an older version. `read` reads it as the API shows it.
 */
export async function openRow<Row extends { version: number }>(
  call: Opening & { body?: { version?: number | undefined } | undefined },
  table: RecordTable,
  read: () => Promise<Row>,
): Promise<{ row: Row; officePath: string }> {
  const [locked] = await lock(call, table.id, table.officePath)
  const row = await read()
  const officePath = String(locked?.value)
  call.tellHistory({ was: row, officePath })
  refuseOlder(call.body, row.version, row)
  return { row, officePath }
}

/** A row with what was read beside it, or an office, which is its own. */
type Found = { row: { officePath: string } } | { path: string }

/** Tells the history about a row that a call shows, or changes while it holds another lock: what it was, as `shown`. */
export async function noteFound<F extends Found, Shown extends object | undefined>(
  call: Noting,
  found: F,
  shown: (found: F) => Shown | Promise<Shown>,
): Promise<F & { shown: Shown }> {
  const was = await shown(found)
  call.tellHistory({ was, officePath: 'row' in found ? found.row.officePath : found.path })
  return { ...found, shown: was }
}

/**
 * Opens a row for a change as a feature finds it, with what it reads beside it: locks it by its key and tells the history
 * what it was, as `shown`, and whose it is. What refuses the caller, an older version too, is up to the feature.
 */
export async function openFound<F extends Found, Shown extends object>(
  call: Opening,
  key: PgColumn,
  find: () => Promise<F>,
  shown: (found: F) => Shown | Promise<Shown>,
): Promise<F & { shown: Shown }> {
  await lock(call, key)
  return noteFound(call, await find(), shown)
}

type OwnedTable = PgTable & Pick<RecordTable, 'officePath'>
type NewRow<T extends OwnedTable> = PgInsertValue<T> & { officePath: string }

/** Stores the new row that a call is about, or several of one office. */
export function addRow<T extends OwnedTable>(
  { db, tellHistory }: Changing,
  table: T,
  row: NewRow<T> | NewRow<T>[],
) {
  const rows = [row].flat() as NewRow<T>[]
  tellHistory({ officePath: rows[0]?.officePath })
  return db.insert(table).values(rows)
}

/** Deletes a row, if there is one, and returns it; the history hears what it was, as `shown`. */
export async function removeRow<T extends OwnedTable>(
  call: Changing,
  table: T,
  where: SQL | undefined,
  shown: (row: T['$inferSelect']) => object,
): Promise<T['$inferSelect'] | undefined> {
  const [row] = await call.db
    .delete(table as PgTable)
    .where(where)
    .returning()
  if (row) call.tellHistory({ was: shown(row), officePath: String(row.officePath) })
  return row
}

/** Changes what the caller has only one of, such as a profile; the history hears how it was read before. */
export async function changeOwn<State extends object>(
  call: Noting,
  read: () => Promise<State>,
  change: (was: State) => Promise<unknown>,
): Promise<State> {
  const was = await read()
  call.tellHistory({ was })
  await change(was)
  return read()
}

type VersionedTable = PgTable & Pick<RecordTable, 'version'>

/** Changes rows and raises their version: anybody with one of them in a form is told that it has changed. */
export const changeRows = <T extends VersionedTable>(
  db: Pick<Db, 'update'>,
  table: T,
  where: SQL | undefined,
  changed: PgUpdateSetSource<T>,
) =>
  db
    .update(table)
    .set({ ...changed, version: sql`${table.version} + 1` })
    .where(where)
