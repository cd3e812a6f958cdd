import { type SQL, sql } from 'drizzle-orm'
import { type CustomerStatus, ONLINE_MS } from '#shared/customers.ts'
import { customer } from '../../platform/database/tables/customers.ts'

/** A customer is online if a user was active since then. */
export const activeSince: SQL = sql`now() - make_interval(secs => ${ONLINE_MS / 1_000})`

/** The present status of a row of `customer`. */
export const statusOf = sql<CustomerStatus>`case
  when ${customer.disabledAt} is not null then 'DISABLE'
  when ${customer.lastActiveAt} is null then 'UNACTIVE'
  when ${customer.lastActiveAt} > ${activeSince} then 'ONLINE' else 'OFFLINE' end`
