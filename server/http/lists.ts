import { asc, count, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../database/store.ts'
import { refuse } from './errors.ts'

/** The order a list is asked for (`field` or `-field`), the row's id deciding between equals. */
export function orderOf(
  sort: string | undefined,
  columns: Readonly<Record<string, SQLWrapper>>,
  byDefault: string,
  id: SQLWrapper,
): SQL[] {
  const asked = sort ?? byDefault
  const field = asked.replace(/^-/, '')
  if (!Object.hasOwn(columns, field))
    throw refuse.invalid([
      { field: 'sort', message: ['field.choice', { values: Object.keys(columns).join(', ') }] },
    ])
  const direction = asked.startsWith('-') ? desc : asc
  return [direction(columns[field] as SQLWrapper), direction(id)]
}

/** A text to look for anywhere in a column, for `ilike`; `%` and `_` are themselves. */
export const anywhere = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`

export const skipped = ({ page, size }: { page: number; size: number }): number => (page - 1) * size

/** Stands where a list's rows carry its total when they are read for something else. */
export const uncounted: SQL<number> = sql<number>`0`

/**
 * How many rows a list has in all. The `$count` of a list is a column of its page, so that both come in one statement;
 * only past the end, where no row carries it, is it asked for by itself.
 */
export const totalOf = async (
  [first]: readonly { total: number }[],
  counted: PromiseLike<number>,
): Promise<number> => first?.total ?? (await counted)

/** How many rows each value of a column has: what the chips of a list say. No value counts under ''. */
export async function countedBy(
  db: Db,
  table: PgTable,
  column: PgColumn,
  condition: SQL | undefined,
): Promise<Record<string, number>> {
  const rows = await db.select({ value: column, rows: count() }).from(table).where(condition).groupBy(column)
  return Object.fromEntries(rows.map(({ value, rows }) => [String(value ?? ''), rows]))
}
