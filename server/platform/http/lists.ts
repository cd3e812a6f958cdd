import { asc, count, desc, gte, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { COUNTED_ROWS } from '#shared/limits.ts'
import { severities } from '#shared/signals.ts'
import type { Db } from '../database/store.ts'
import { refuse } from './errors.ts'

/** The order a list asks for (`field` or `-field`), ties broken by id. */
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

/** Severity of a level as a number to sort by: alphabetically a warning would come after an emergency. */
export const gravityOf = (level: PgColumn): SQL<number> =>
  sql<number>`array_position(${sql.param([...severities])}::text[], ${level})`

/** An `ilike` pattern for a text anywhere in a column; `%` and `_` are literal. */
export const anywhere = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`

export const skipped = ({ page, size }: { page: number; size: number }): number => (page - 1) * size

/** Stands in for the total when a list's rows are read for something else. */
export const uncounted: SQL<number> = sql<number>`0`

/**
 * Total number of rows of a list. The `$count` is a column of the page, so that both come in one statement; only past
 * the end, where no row carries it, is it queried separately.
 */
export const totalOf = async (
  [first]: readonly { total: number }[],
  counted: PromiseLike<number>,
): Promise<number> => first?.total ?? (await counted)

/**
 * Number of rows per value of a column, or of an expression without parameters, for the chips of a list. Rows without a
 * value count under ''.
 */
export async function countedBy(
  db: Db,
  table: PgTable,
  column: PgColumn | SQL,
  condition: SQL | undefined,
): Promise<Record<string, number>> {
  const rows = await db.select({ value: column, rows: count() }).from(table).where(condition).groupBy(column)
  return Object.fromEntries(rows.map(({ value, rows }) => [String(value ?? ''), rows]))
}

/**
 * Counts rows up to `COUNTED_ROWS` plus one: a history of years takes too long to count each time.
 */
export async function boundedCount(db: Db, table: PgTable, condition: SQL | undefined): Promise<number> {
  const rows = db
    .select({ one: sql`1` })
    .from(table)
    .where(condition)
    .limit(COUNTED_ROWS + 1)
  const [counted] = await db.select({ rows: count() }).from(rows.as('counted'))
  return counted?.rows ?? 0
}

/** A log: numbered rows, each with its time. */
type Log = PgTable & { id: PgColumn; at: PgColumn }

/** Order of every log page: newest first. */
export const newestFirst = ({ id, at }: Log): SQL[] => [desc(at), desc(id)]

/**
 * One page of a log that grows for years, newest first. One search serves both the count and the page. `read` selects the
 * shown columns of the page's rows, with `total`.
 */
export async function boundedPageOf<Row extends { total: number }>(
  db: Db,
  log: Log,
  where: SQL | undefined,
  query: { page: number; size: number },
  read: (page: ReturnType<typeof pageOf>) => Promise<Row[]>,
): Promise<{ rows: Row[]; total: number; isMore: boolean }> {
  const rows = await read(pageOf(db, log, where, query))
  // The rows carry the count. An empty first page is an empty list; only past the end is it counted separately.
  const counted = rows[0]?.total ?? (query.page === 1 ? 0 : await boundedCount(db, log, where))
  return { rows, total: Math.min(counted, COUNTED_ROWS), isMore: counted > COUNTED_ROWS }
}

function pageOf(db: Db, log: Log, where: SQL | undefined, query: { page: number; size: number }) {
  const found = db
    .select({ id: log.id, at: log.at })
    .from(log)
    .where(where)
    .orderBy(...newestFirst(log))
    .limit(COUNTED_ROWS + 1)
    .as('found')
  return db
    .select({ id: found.id, total: sql<number>`(count(*) over ())::int`.as('total') })
    .from(found)
    .orderBy(desc(found.at), desc(found.id))
    .limit(query.size)
    .offset(skipped(query))
    .as('page')
}

const DAY_MS = 86_400_000

/** What happened in the last days of a history; everything for `all`. */
export const sinceDays = (at: PgColumn, days: string): SQL | undefined =>
  days === 'all' ? undefined : gte(at, new Date(Date.now() - Number(days) * DAY_MS))
