import { and, eq, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { scopeOf } from './scope.ts'
import type { Db, Scope } from './store.ts'
import { house } from './tables/farms.ts'
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

const customer = alias(office, 'customer')

/**
 * Of each house `h` whose farm it is and whether its farm data may be seen, for a statement that looks at all houses: `join` goes
 * behind the house. Whose prepared figures the viewer sees shares, as the policy of these says; offices, of which there are many, are
 * looked up of the other houses alone.
 */
export const sharedHouses = (scope: Scope): Record<'join' | 'farm' | 'isShared', SQL> => ({
  join: sql`left join house_figure g on g.house_id = h.id and g.office_path = h.office_path`,
  farm: sql`case when g.house_id is null then (select office.farm_path from office where office.id = h.office_id) else g.farm_path end`,
  isShared: sql`(g.house_id is not null or (select ${isSharedWith(scope, customer)} from office left join office customer
    on customer.path = office.farm_path where office.id = h.office_id))`,
})

/** The customers whose farm data may be seen, of the houses under a condition. */
export const sharedFarms = (db: Db, scope: Scope, condition: SQL): Promise<{ farmPath: string | null }[]> =>
  db
    .selectDistinct({ farmPath: office.farmPath })
    .from(house)
    .innerJoin(office, eq(office.id, house.officeId))
    .leftJoin(customer, eq(customer.path, office.farmPath))
    .where(and(condition, isNotNull(office.farmPath), isSharedWith(scope, customer)))

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
