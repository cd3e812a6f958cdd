import { and, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { scopeOf } from './scope.ts'
import type { Db, Scope } from './store.ts'
import { house, houseNow } from './tables/farms.ts'
import { office } from './tables/offices.ts'

/**
 * Whether the farm data of a row's office may be seen: the viewer's own, or shared by its customer (RA). `customer` is
 * that customer's row, joined by the farm path of `office`.
 */
export const isSharedWith = (scope: Scope, customer: { farmAccessUntil: unknown }): SQL<boolean> =>
  isOwnOrUntil(scope, customer.farmAccessUntil)

/** Whether the settings of the controllers may be seen: the viewer's own, or the customer lets itself be controlled (RC). */
export const isControlledBy = (scope: Scope, customer: { remoteControlUntil: unknown }): SQL<boolean> =>
  isOwnOrUntil(scope, customer.remoteControlUntil)

const isOwnOrUntil = (scope: Scope, until: unknown): SQL<boolean> =>
  sql<boolean>`${office.farmPath} is not null and (${scope.farm} = '*'
  or ${office.farmPath} = ${scope.farm} or coalesce(${until} > now(), false))`

/** The customers whose farm data may be seen, of the houses under a condition. */
export const sharedFarms = (db: Db, condition: SQL): Promise<{ farmPath: string }[]> =>
  db
    .selectDistinct({ farmPath: houseNow.farmPath })
    .from(house)
    .innerJoin(houseNow, eq(houseNow.houseId, house.id))
    .where(condition)

/** Of some customers, by their paths, those whose farm data may be seen. */
export async function sharingAmong(
  db: Db,
  scope: Scope,
  farmPaths: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ path: office.path })
    .from(office)
    .where(and(inArray(office.path, [...farmPaths]), isSharedWith(scope, office)))
  return new Set(rows.map(({ path }) => path))
}

const inCareOf = (department: string): SQL | undefined => {
  const { lo, hi } = scopeOf(department, '')
  return and(gte(office.carePath, lo), lt(office.carePath, hi))
}

/** How many customers in scope let nobody above them see their farm: totals are without them. */
export const customersNotShared = (db: Db, scope: Scope): Promise<number> =>
  db.$count(
    office,
    and(
      eq(office.kind, 'customer'),
      isNull(office.deletedAt),
      sql`not (${isSharedWith(scope, office)})`,
      // As the policy says of a department; here it lets the index find its customers among all.
      scope.customers.endsWith('.') ? inCareOf(scope.customers) : undefined,
    ),
  )
