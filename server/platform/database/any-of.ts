import { type Column, type SQL, sql } from 'drizzle-orm'
import type { PgInsertValue, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './store.ts'

/** Most parameters the protocol allows in one statement. */
const PARAMETERS_MAX = 65_535

/** Whether a column is one of these values, however many: one parameter, where `inArray` has one per value. */
export const anyOf = (column: Column | SQL, values: Iterable<string>): SQL =>
  sql`${column} = any(${sql.param([...values])})`

/** Inserts any number of rows, in as few statements as their parameters allow. */
export async function insertAll<T extends PgTable>(
  db: Db,
  table: T,
  rows: readonly PgInsertValue<T>[],
): Promise<void> {
  const columns = new Set(rows.flatMap(row => Object.keys(row))).size
  const atOnce = Math.floor(PARAMETERS_MAX / Math.max(1, columns))
  for (let from = 0; from < rows.length; from += atOnce)
    await db.insert(table).values(rows.slice(from, from + atOnce))
}
