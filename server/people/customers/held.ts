import { type SQL, sql } from 'drizzle-orm'
import { account } from '../../platform/database/tables/offices.ts'

/** Whether an account of this table, or of its alias in a statement, is held at this moment; see `holdFor`. */
export const isHeld = (of: SQL = sql`${account}`): SQL<boolean> =>
  sql<boolean>`(${of}.held_at is not null and coalesce(${of}.held_until > now(), true))`
