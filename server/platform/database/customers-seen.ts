import { inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Language } from '#shared/text.ts'
import { nameIn } from './name-in.ts'
import type { Db, Scope } from './store.ts'
import { office } from './tables/offices.ts'

type Names = Parameters<typeof nameIn>[1]

/**
 * The name of a row's customer, for readers who see several: staff, agents, and a farm that is an agent too. Null on rows of
 * the reader's own farm, whose people know whose it is. `customer`: the customer's row, joined by the farm path of the row.
 */
export const nameOfOthers = (
  { farm }: Pick<Scope, 'farm'>,
  customer: Names & { path: SQLWrapper },
  language: Language,
): SQL<string | null> =>
  farm === '*'
    ? sql<null>`null`
    : sql<string | null>`case when ${customer.path} <> ${farm} then ${nameIn(language, customer)} end`

/** Names of the customers at these paths in the reader's language, without the reader's own farm. */
export async function customerNames(
  db: Db,
  { viewer, language }: { viewer: { scope: Pick<Scope, 'farm'> }; language: Language },
  farmPaths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const paths = [...new Set(farmPaths)].filter(path => path !== viewer.scope.farm)
  if (viewer.scope.farm === '*' || paths.length === 0) return new Map()
  const rows = await db
    .select({ path: office.path, name: nameIn(language, office) })
    .from(office)
    .where(inArray(office.path, paths))
  return new Map(rows.map(({ path, name }) => [path, name]))
}

/**
 * Whether a row's office is this one or lies below it: a customer, or one of its farm teams. The customers of a farm that is
 * an agent too lie below it in the tree and are not part of it.
 */
export const isOfOffice = (officePath: SQLWrapper, officeId: string): SQL =>
  sql`(starts_with(${officePath}, (select o.path from ${office} o where o.id = ${officeId}))
    and not ${officePath} = any(array(select x.path from ${office} o join ${office} x on x.path > o.path
      and x.path < left(o.path, -1) || '/' and x.farm_path <> o.farm_path where o.id = ${officeId})))`

/** Whether a row belongs to the same customer as this office, and to none of the customers of that one. */
export const isOfCustomerOf = (officePath: SQLWrapper, officeId: string): SQL =>
  sql`(starts_with(${officePath}, (select o.farm_path from ${office} o where o.id = ${officeId}))
    and not ${officePath} = any(array(select x.path from ${office} o join ${office} x on x.path > o.farm_path
      and x.path < left(o.farm_path, -1) || '/' and x.farm_path <> o.farm_path where o.id = ${officeId})))`

/**
 * Whether an office (id) is a customer or one of its farm teams, and not one of the customers it has as an agent. As an array: the
 * planner may take an installation's rows for a single one, and would look through the offices for each of them.
 */
export const isOfFarm = (officeId: SQLWrapper, farmPath: string): SQL =>
  sql`${officeId} = any(array(select o.id from ${office} o where o.farm_path = ${farmPath}))`

/** Whether an office (id) belongs to the same customer as the office at a path. */
export const isOfSameFarm = (officeId: SQLWrapper, officePath: string): SQL =>
  sql`${officeId} = any(array(select o.id from ${office} o join ${office} at on at.path = ${officePath}
    where o.farm_path is not distinct from at.farm_path))`
