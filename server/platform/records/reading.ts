import { and, eq, getTableColumns, ilike, inArray, or } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { PageQuery } from '#shared/endpoint.ts'
import { normal } from '#shared/money.ts'
import type { Language } from '#shared/text.ts'
import type { Db } from '../database/store.ts'
import { refuse } from '../http/errors.ts'
import { anywhere, countedBy, orderOf, skipped, totalOf } from '../http/lists.ts'
import type { Definition, Everyday, ItemOf } from './definition.ts'

type Query = z.output<typeof PageQuery> & Readonly<Record<string, unknown>>
type Reading = { db: Db; query: Query; language: Language }

/** Finds, lists and counts records. */
export function readingOf<C extends Everyday>(definition: Definition<C>) {
  type Item = ItemOf<C>
  const { table, typed, computed = {}, search, filters = {}, only, beside = {} } = definition
  const columns = { ...getTableColumns(table), ...computed }

  /** A row as the API shows it; its contract drops what nobody is shown. */
  function shownRow({ officePath: _, farmPath: __, total: ___, ...row }: Record<string, unknown>): Item {
    const shown = Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Date
        ? value.toISOString()
        : typed[name]?.kind === 'amount' && typeof value === 'string'
          ? normal(value)
          : value,
    ])
    return Object.fromEntries(shown) as Item
  }

  /** Rows that a free search finds. */
  const found = (text: string) => or(...search.map(column => ilike(column, anywhere(text))))
  const matching = (query: Readonly<Record<string, unknown>>) =>
    and(
      only,
      typeof query.search === 'string' && query.search !== '' ? found(query.search) : undefined,
      ...Object.entries(filters).map(([name, by]) => {
        const value = query[name]
        if (value === undefined) return undefined
        return typeof by === 'function' ? by(String(value)) : eq(by, value)
      }),
    )
  const ordered = (sort: string | undefined, language: Language) => {
    const sortable = definition.sort(language)
    return orderOf(sort, sortable, Object.keys(sortable)[0] ?? 'id', table.id)
  }

  /** Ids of the rows under these filters, in list order. */
  async function ids(db: Db, { sort, ...query }: Partial<Query>, language: Language): Promise<string[]> {
    const rows = await db
      .select({ id: table.id })
      .from(table as PgTable)
      .where(matching(query))
      .orderBy(...ordered(sort, language))
    return rows.map(({ id }) => String(id))
  }

  /** The rows with these ids, in no particular order. */
  async function byId(db: Db, ids: readonly string[]): Promise<Item[]> {
    const rows = await db
      .select(columns)
      .from(table as PgTable)
      .where(and(only, inArray(table.id, [...ids])))
    const shown = rows.map(shownRow)
    return beside.read ? beside.read(db, shown) : shown
  }

  /** The row; refuses if there is none in the viewer's scope. */
  async function find(db: Db, id: string): Promise<Item> {
    const [row] = await byId(db, [id])
    if (!row) throw refuse.notFound()
    return row
  }

  async function list({ db, query, language }: Reading) {
    const condition = matching(query)
    const total = db.$count(table as PgTable, condition)
    const rows = await db
      .select({ ...columns, total })
      .from(table as PgTable)
      .where(condition)
      .orderBy(...ordered(query.sort, language))
      .limit(query.size)
      .offset(skipped(query))
    return { total: await totalOf(rows as { total: number }[], total), items: rows.map(shownRow) }
  }

  /** Number of rows per value of one filter. */
  async function counts({
    db,
    query,
  }: {
    db: Db
    query: Readonly<Record<string, unknown>> & { by: string }
  }) {
    const { by, ...filter } = query
    return countedBy(db, table, filters[by] as PgColumn, matching(filter))
  }

  return { found, ids, byId, find, list, counts }
}
