import { type SQL, sql } from 'drizzle-orm'
import type { Scope } from './scope.ts'
import { office } from './tables/offices.ts'

type Until = { farmAccessUntil: unknown }

/**
 * Whether the farm data of a row's office may be seen: the viewer's own, or shared by its customer (RA). `customer` is
 * that customer's row, joined by the farm path of `office`.
 */
export const isSharedWith = (scope: Scope, customer: Until): SQL<boolean> =>
  sql<boolean>`${office.farmPath} is not null and (${scope.farm} = '*'
  or ${office.farmPath} = ${scope.farm} or coalesce(${customer.farmAccessUntil} > now(), false))`
