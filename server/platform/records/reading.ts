import { and, eq, getTableColumns, ilike, inArray, isNull, or } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { DeletedFilter, PageQuery } from '#shared/endpoint.ts'
import { normal } from '#shared/money.ts'
import type { Language } from '#shared/text.ts'
import type { Db } from '../database/store.ts'
import { deletionsOf, listed, refuseDeletedTo } from '../http/deleted-rows.ts'
import { refuse } from '../http/errors.ts'
import type { Viewer } from '../http/identify.ts'
import { anywhere, countedBy, orderOf, skipped, totalOf } from '../http/lists.ts'
import type { Definition, Everyday, ItemOf } from './definition.ts'

type Filter = z.output<typeof DeletedFilter> & Readonly<Record<string, unknown>>
type Query = z.output<typeof PageQuery> & Filter
type Reading = { db: Db; viewer: Viewer; query: Query; language: Language }

type DeletedRow = Parameters<typeof deletionsOf>[2][number]

/** Finds, lists and counts records. */
export function readingOf<C extends Everyday>(definition: Definition<C>) {
  type Item = ItemOf<C>
  const { table, typed, computed = {}, search, filters = {}, only, restoring, beside = {} } = definition
  const columns = { ...getTableColumns(table), ...computed }

  /** A row as the API shows it; its contract drops what nobody is shown. */
  function shownRow({
    officePath: _,
    farmPath: __,
    deletedAt: ___,
    total: ____,
    ...row
  }: Record<string, unknown>): Item {
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
  const matching = (query: Filter) =>
    and(
      only,
      restoring && listed(restoring.table.deletedAt, query),
      typeof query.search === 'string' && query.search !== '' ? found(query.search) : undefined,
      ...Object.entries(filters).map(([name, by]) => {
        const value = query[name]
        if (value === undefined) return undefined
        return typeof by === 'function' ? by(String(value)) : eq(by, value)
      }),
    )
  const ordered = ({ sort, deleted }: Partial<Query>, language: Language) => {
    const sortable = definition.sort(language)
    return orderOf(sort, sortable, deleted ? '-deletedAt' : (Object.keys(sortable)[0] ?? 'id'), table.id)
  }
  /** Refuses deleted rows to viewers who may not restore them. */
  const refuseDeleted = (viewer: Viewer, query: Filter) => {
    if (restoring) refuseDeletedTo(viewer, restoring.grant, query)
  }

  /** Ids of the rows under these filters, in list order. */
  async function ids(db: Db, query: Partial<Query>, language: Language): Promise<string[]> {
    const rows = await db
      .select({ id: table.id })
      .from(table as PgTable)
      .where(matching(query))
      .orderBy(...ordered(query, language))
    return rows.map(({ id }) => String(id))
  }

  /** The rows with these ids, in no particular order; deleted ones only where they can be restored. */
  async function byId(db: Db, ids: readonly string[], { withDeleted = false } = {}): Promise<Item[]> {
    const inUse = restoring && !withDeleted ? isNull(restoring.table.deletedAt) : undefined
    const rows = await db
      .select(columns)
      .from(table as PgTable)
      .where(and(only, inUse, inArray(table.id, [...ids])))
    const shown = rows.map(shownRow)
    return beside.read ? beside.read(db, shown) : shown
  }

  /** The row; refuses if there is none in the viewer's scope. */
  async function find(db: Db, id: string, among: { withDeleted?: boolean } = {}): Promise<Item> {
    const [row] = await byId(db, [id], among)
    if (!row) throw refuse.notFound()
    return row
  }

  async function list({ db, viewer, query, language }: Reading) {
    refuseDeleted(viewer, query)
    const condition = matching(query)
    const total = db.$count(table as PgTable, condition)
    const rows = await db
      .select({ ...columns, total })
      .from(table as PgTable)
      .where(condition)
      .orderBy(...ordered(query, language))
      .limit(query.size)
      .offset(skipped(query))
    const deletions = restoring && (await deletionsOf(db, restoring.module, rows as unknown as DeletedRow[]))
    const items = rows.map(shownRow).map(row => ({ ...row, deleted: deletions?.get(row.id) }))
    return { total: await totalOf(rows as { total: number }[], total), items }
  }

  /** Number of rows per value of one filter. */
  async function counts({ db, viewer, query }: { db: Db; viewer: Viewer; query: Filter & { by: string } }) {
    refuseDeleted(viewer, query)
    const { by, ...filter } = query
    return countedBy(db, table, filters[by] as PgColumn, matching(filter))
  }

  return { found, ids, byId, find, list, counts }
}
