import { and, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
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

/** Whether controller settings may be seen: the viewer's own, or those of a customer that allows remote control (RC). */
export const isControlledBy = (scope: Scope, customer: { remoteControlUntil: unknown }): SQL<boolean> =>
  isOwnOrUntil(scope, customer.remoteControlUntil)

const isOwnOrUntil = (scope: Scope, until: unknown): SQL<boolean> =>
  sql<boolean>`${office.farmPath} is not null and (${scope.farm} = '*'
  or ${office.farmPath} = ${scope.farm} or coalesce(${until} > now(), false))`

/** Customers of the houses under a condition whose farm data may be seen. */
export const sharedFarms = (db: Db, condition: SQL): Promise<{ farmPath: string }[]> =>
  db
    .selectDistinct({ farmPath: houseNow.farmPath })
    .from(house)
    .innerJoin(houseNow, eq(houseNow.houseId, house.id))
    .where(condition)

const customer = alias(office, 'customer')

/** Those of these offices (ids) whose farm data may be seen. */
export async function sharingAmong(
  db: Db,
  scope: Scope,
  officeIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ id: office.id })
    .from(office)
    // Users of a part of a farm do not see the customer's own row.
    .leftJoin(customer, eq(customer.path, office.farmPath))
    .where(and(inArray(office.id, [...officeIds]), isSharedWith(scope, customer)))
  return new Set(rows.map(({ id }) => id))
}

const inCareOf = (department: string): SQL | undefined => {
  const { lo, hi } = scopeOf(department, '')
  return and(gte(office.carePath, lo), lt(office.carePath, hi))
}

/** Number of customers in scope whose farm nobody above them may see: totals leave them out. */
export const customersNotShared = (db: Db, scope: Scope): Promise<number> =>
  db.$count(
    office,
    and(
      eq(office.kind, 'customer'),
      isNull(office.deletedAt),
      // Who only applied, or was refused, has nothing to share.
      sql`not exists (select from customer c where c.office_id = ${office.id} and c.approval <> 'passed')`,
      sql`not (${isSharedWith(scope, office)})`,
      // Repeats the policy for a department; here it lets the index find its customers.
      scope.customers.endsWith('.') ? inCareOf(scope.customers) : undefined,
    ),
  )
