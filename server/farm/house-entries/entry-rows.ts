import { and, eq, getTableColumns, gte, ilike, lte, or, type SQL } from 'drizzle-orm'
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Language } from '#shared/text.ts'
import { dateIn, daysBetween } from '#shared/zone-time.ts'
import { isOfOffice, nameOfOthers } from '../../platform/database/customers-seen.ts'
import type { Db, Scope } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { anywhere, orderOf, uncounted } from '../../platform/http/lists.ts'
import { OWN_DAYS } from '../flocks/flock-rules.ts'
import { houseZone } from '../houses/placed-houses.ts'

/** A table of entries of a house and a day. */
export type EntryTable = PgTable &
  Record<
    | 'id'
    | 'officePath'
    | 'farmPath'
    | 'houseId'
    | 'day'
    | 'kind'
    | 'note'
    | 'accountId'
    | 'actorName'
    | 'version'
    | 'createdAt',
    PgColumn
  >

/** A stored entry, besides what is particular to its kind. */
export interface EntryRow extends Readonly<Record<string, unknown>> {
  id: string
  officePath: string
  farmPath: string
  houseId: string
  day: string
  note: string
  accountId: string | null
  actorName: string
  version: number
  createdAt: Date
}

export interface FoundEntry {
  row: EntryRow
  houseRow: { id: string; name: string; officePath: string }
  zone: string
  customerName: string | null
  total: number
}

export interface EntryFilter {
  search?: string | undefined
  houseId?: string | undefined
  officeId?: string | undefined
  kind?: string | undefined
  firstDay?: string | undefined
  lastDay?: string | undefined
}

interface Page {
  order?: readonly SQL[]
  limit?: number
  offset?: number
  total?: SQL<number>
}

const customer = alias(office, 'customer')

/** Entries with their house, under a condition. */
export async function entriesWhere<T extends EntryTable>(
  db: Db,
  scope: Scope,
  language: Language,
  table: T,
  condition: SQL | undefined,
  { order = [], limit, offset = 0, total = uncounted }: Page = {},
): Promise<FoundEntry[]> {
  const query = db
    .select({
      row: getTableColumns(table as PgTable),
      houseRow: { id: house.id, name: house.name, officePath: house.officePath },
      zone: houseZone,
      customerName: nameOfOthers(scope, customer, language),
      total,
    })
    .from(table as PgTable)
    .innerJoin(house, eq(house.id, table.houseId))
    .innerJoin(office, eq(office.id, house.officeId))
    .leftJoin(customer, eq(customer.path, table.farmPath))
    .where(condition)
    .orderBy(...order)
    .offset(offset)
    .$dynamic()
  const rows = await (limit === undefined ? query : query.limit(limit))
  return rows as unknown as FoundEntry[]
}

/** The filter of a list of entries; `searched`: the columns that the free search looks into. */
export const matchingEntries = (
  table: EntryTable,
  searched: readonly PgColumn[],
  { search, houseId, officeId, kind, firstDay, lastDay }: EntryFilter,
): SQL | undefined =>
  and(
    search ? or(...[house.name, ...searched].map(column => ilike(column, anywhere(search)))) : undefined,
    houseId === undefined ? undefined : eq(table.houseId, houseId),
    officeId === undefined ? undefined : isOfOffice(table.officePath, officeId),
    kind === undefined ? undefined : eq(table.kind, kind),
    firstDay === undefined ? undefined : gte(table.day, firstDay),
    lastDay === undefined ? undefined : lte(table.day, lastDay),
  )

/** The order a list of entries asks for; newest first by default. */
export const entryOrder = (table: EntryTable, sort: string | undefined): SQL[] =>
  orderOf(
    sort,
    { day: table.day, houseName: house.name, kind: table.kind, createdAt: table.createdAt },
    '-day',
    table.id,
  )

/** Whether a viewer may change an entry: one's own of the last days, or any with the right to manage flocks. */
export const mayChangeEntry = (
  { grants, accountId }: Viewer,
  { row, zone }: Pick<FoundEntry, 'row' | 'zone'>,
): boolean =>
  grants.has('chicken_batch:edit') ||
  (row.accountId === accountId && daysBetween(row.day, dateIn(zone, new Date())) <= OWN_DAYS)

/** What every entry shows, besides what is particular to its kind. */
export const shownEntry = (found: FoundEntry, viewer: Viewer) => {
  const { officePath: _, farmPath: __, accountId: ___, actorName, createdAt, ...columns } = found.row
  return {
    ...columns,
    houseName: found.houseRow.name,
    customer: found.customerName,
    by: actorName,
    mayChange: mayChangeEntry(viewer, found),
    createdAt: createdAt.toISOString(),
  }
}

/** Whose farm data these entries are, for the note that somebody viewed it. */
export const seenEntries = (found: readonly FoundEntry[]) =>
  found.map(({ row, houseRow }) => ({ farmPath: row.farmPath, house: houseRow }))
