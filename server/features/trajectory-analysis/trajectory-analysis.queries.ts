import { type SQL, sql } from 'drizzle-orm'
import { bothNames, type Language } from '#shared/text.ts'
import type { Db } from '../../platform/database/store.ts'

const INACTIVE_SHOWN = 200

interface Inactive extends Record<string, unknown> {
  id: string
  chineseName: string
  englishName: string
  users: number
  lastSeenAt: string | null
}

const seenLongestAgo = sql`c.last_visit_at asc nulls first, c.english_name, c.office_id`

/** These customers with the time one of their users was last seen; never seen first. */
const customersSeen = (db: Db, ids: SQL) =>
  db.execute<Inactive>(sql`
    select c.office_id as id, c.chinese_name as "chineseName", c.english_name as "englishName",
      c.last_visit_at as "lastSeenAt",
      (select count(*)::int from account a join office o on o.path = a.office_path
        where a.office_path >= c.office_path and a.office_path < left(c.office_path, -1) || '/'
          and o.farm_path = c.office_path and a.deleted_at is null) as users
    from customer c where c.office_id = any(array(${ids})) order by ${seenLongestAgo}`)

/** Ids of customers none of whose users was seen for the given number of days, longest first. */
const inactiveFor = (days: number, limit?: number) => sql`
  select c.office_id from customer c
  where c.deleted_at is null and (c.last_visit_at is null or c.last_visit_at < now() - make_interval(days => ${days}))
  order by ${seenLongestAgo} limit ${limit ?? sql`all`}`

const shownInactive = ({ id, users, lastSeenAt, ...names }: Inactive, language: Language) => ({
  id,
  users,
  name: bothNames(names)[language],
  lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt).toISOString(),
})

/** Customers none of whose users was seen for the given number of days, longest first. */
export async function inactiveCustomers(db: Db, days: number, language: Language) {
  const { rows } = await customersSeen(db, inactiveFor(days, INACTIVE_SHOWN))
  return rows.map(row => shownInactive(row, language))
}

/** Ids of all of them, in the same order. */
export async function inactiveIds(db: Db, days: number): Promise<string[]> {
  const { rows } = await db.execute<{ office_id: string }>(inactiveFor(days))
  return rows.map(row => row.office_id)
}

/** These customers as the list shows them, in no order. */
export async function inactiveById(db: Db, ids: readonly string[], language: Language) {
  const { rows } = await customersSeen(db, sql`select unnest(${sql.param(ids)}::text[])`)
  return rows.map(row => shownInactive(row, language))
}
