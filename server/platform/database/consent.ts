import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
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

/** The customers whose farm data may be seen, of the houses under a condition. */
export const sharedFarms = (db: Db, scope: Scope, condition: SQL): Promise<{ farmPath: string | null }[]> =>
  db
    .selectDistinct({ farmPath: office.farmPath })
    .from(house)
    .innerJoin(office, eq(office.id, house.officeId))
    .leftJoin(customer, eq(customer.path, office.farmPath))
    .where(and(condition, isNotNull(office.farmPath), isSharedWith(scope, customer)))

/** How many customers in scope let nobody above them see their farm: totals are without them. */
export const customersNotShared = (db: Db, scope: Scope): Promise<number> =>
  db.$count(
    office,
    and(eq(office.kind, 'customer'), isNull(office.deletedAt), sql`not (${isSharedWith(scope, office)})`),
  )
