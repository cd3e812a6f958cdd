import { inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { CUSTOMER, type Kind } from '#shared/permissions.ts'
import type { Language } from '#shared/text.ts'
import { nameIn } from './name-in.ts'
import type { Db } from './store.ts'
import { office } from './tables/offices.ts'

/**
 * Names of the customers at these paths in the reader's language, shown beside farm data to staff and agents, who see
 * several customers. None for a customer's own people, who know whose farm it is.
 */
export async function customerNames(
  db: Db,
  { viewer, language }: { viewer: { kind: Kind }; language: Language },
  farmPaths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const paths = [...new Set(farmPaths)]
  if (viewer.kind === CUSTOMER || paths.length === 0) return new Map()
  const rows = await db
    .select({ path: office.path, name: nameIn(language, office) })
    .from(office)
    .where(inArray(office.path, paths))
  return new Map(rows.map(({ path, name }) => [path, name]))
}

/** Whether a row's office is this one or lies below it: a customer, or one of its farm teams. */
export const isOfOffice = (officePath: SQLWrapper, officeId: string): SQL =>
  sql`starts_with(${officePath}, (select o.path from ${office} o where o.id = ${officeId}))`

/** Whether a row belongs to the same customer as this office. */
export const isOfCustomerOf = (officePath: SQLWrapper, officeId: string): SQL =>
  sql`starts_with(${officePath}, (select o.farm_path from ${office} o where o.id = ${officeId}))`
