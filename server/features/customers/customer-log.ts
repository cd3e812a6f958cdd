import { and, count, eq, getTableColumns, ilike, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { ChangeFilter, CustomerChange } from '#shared/contracts/customer-records.ts'
import type { Changer } from '#shared/customers.ts'
import type { PageQuery } from '#shared/endpoint.ts'
import type { Language } from '#shared/text.ts'
import type { Db } from '../../platform/database/store.ts'
import { customerChange } from '../../platform/database/tables/customers.ts'
import { anywhere, boundedPageOf, newestFirst } from '../../platform/http/lists.ts'
import type { FoundCustomer } from './customers.queries.ts'

type Filter = z.output<typeof ChangeFilter>
type List = z.output<typeof PageQuery> & Filter
interface Log {
  total: number
  isMore: boolean
  items: CustomerChange[]
  counts: Partial<Record<Changer, number>>
}
type Row = typeof customerChange.$inferSelect

const matching = ({ row }: FoundCustomer, { search, by }: Filter): SQL | undefined => {
  const { item, before, after, actorName, officePath } = customerChange
  const text = search && anywhere(search)
  return and(
    eq(officePath, row.officePath),
    by && eq(customerChange.by, by),
    text
      ? or(
          ...[actorName, item].map(column => ilike(column, text)),
          ...[before, after].map(value => ilike(sql`${value} #>> '{}'`, text)),
        )
      : undefined,
  )
}

const shown = ({ id, at, item, before, after, by, actorName, actorRole }: Row, language: Language) => ({
  id: String(id),
  at: at.toISOString(),
  item,
  before,
  after,
  by,
  actorName,
  actorRole: actorRole?.[language] ?? null,
})

/** A page of the customer's update log, newest first, and how many rows each kind of actor has. */
export async function listChanges(
  db: Db,
  found: FoundCustomer,
  query: List,
  language: Language,
): Promise<Log> {
  const { by } = customerChange
  const [{ rows, ...total }, groups] = await Promise.all([
    boundedPageOf(db, customerChange, matching(found, query), query, async page =>
      db
        .select({ ...getTableColumns(customerChange), total: page.total })
        .from(page)
        .innerJoin(customerChange, eq(customerChange.id, page.id))
        .orderBy(...newestFirst(customerChange)),
    ),
    db
      .select({ by, rows: count() })
      .from(customerChange)
      .where(matching(found, { ...query, by: undefined }))
      .groupBy(by),
  ])
  const counts: Log['counts'] = Object.fromEntries(groups.map(({ by, rows }) => [by, rows]))
  return { ...total, counts, items: rows.map(row => shown(row, language)) }
}

/** Ids of all rows that match a filter, newest first. */
export async function changeIds(db: Db, found: FoundCustomer, filter: Filter): Promise<string[]> {
  const rows = await db
    .select({ id: customerChange.id })
    .from(customerChange)
    .where(matching(found, filter))
    .orderBy(...newestFirst(customerChange))
  return rows.map(({ id }) => String(id))
}

/** The rows of these ids as the API shows them, in no order. */
export async function changesById(
  db: Db,
  ids: readonly string[],
  language: Language,
): Promise<CustomerChange[]> {
  const rows = await db
    .select()
    .from(customerChange)
    .where(sql`${customerChange.id} = any(${sql.param(ids.map(Number))}::bigint[])`)
  return rows.map(row => shown(row, language))
}
