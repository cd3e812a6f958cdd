import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Db } from '../database/store.ts'
import type { ChangingCall } from '../http/call.ts'
import { refuseOlder } from '../http/versions.ts'
import type { RecordTable } from './definition.ts'

type Opening = Pick<ChangingCall, 'db' | 'before' | 'about'> & {
  params: { id: string }
  body?: { version?: number | undefined } | undefined
}

/**
 * Opens a row for a change: locks it until the transaction ends, tells the history its former state and its office, and
 * refuses editors who saw an older version. `read` reads it as the API shows it.
 */
export async function openRow<Row extends { version: number }>(
  call: Opening,
  table: RecordTable,
  read: () => Promise<Row>,
): Promise<{ row: Row; officePath: string }> {
  const [locked] = await call.db
    .select({ officePath: table.officePath })
    .from(table as PgTable)
    .where(eq(table.id, call.params.id))
    .for('update')
  const row = await read()
  const officePath = String(locked?.officePath)
  call.before(row)
  call.about(officePath)
  refuseOlder(call.body, row.version, row)
  return { row, officePath }
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
