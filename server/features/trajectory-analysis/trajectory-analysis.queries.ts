import { and, count, desc, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type trajectoryAnalysis, visitorKinds } from '#shared/contracts/trajectory.ts'
import { bothNames, type Language } from '#shared/text.ts'
import type { Db } from '../../platform/database/store.ts'
import { screenVisit as visit } from '../../platform/database/tables/histories.ts'
import { sinceDays } from '../../platform/http/lists.ts'

type Query = z.output<typeof trajectoryAnalysis.overview.query>

/** Runs work in a transaction of the viewer. */
type Transaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>

const PATHS_SHOWN = 30
const INACTIVE_SHOWN = 200

const filtered = ({ days, kind, officeId }: Query): SQL | undefined =>
  and(
    sinceDays(visit.startedAt, days),
    kind &&
      sql`${visit.accountId} in (select id from account where kind = ${visitorKinds.indexOf(kind) + 1})`,
    officeId === undefined
      ? undefined
      : sql`starts_with(${visit.officePath}, (select path from office where id = ${officeId}))`,
  )

interface Figures extends Record<string, unknown> {
  visits: number
  people: number
  /** ms, a sum beyond what an integer holds. */
  duration: string
  heat: { weekday: number; hour: number; visits: number }[]
  screens: { screen: string; visits: number; people: number; median: number }[]
}

/** What people opened: in all, by hour of the week, by screen, and what they went on to. */
export async function overviewOf(transaction: Transaction, query: Query, timeZone: string) {
  const where = filtered(query)
  const [{ duration, ...figures }, paths] = await Promise.all([
    transaction(db => figuresOf(db, where, timeZone)),
    transaction(db => pathsOf(db, where)),
  ])
  return { ...figures, duration: Number(duration), timeZone, paths }
}

/** A month of many customers is sorted and grouped in memory, not on the disk. */
const withMemory = (db: Db) => db.execute(sql`set local work_mem = '64MB'`)

/**
 * All figures of one reading of the visits, grouped in three ways at once: by quarter of an hour, which every time zone's
 * hours are made of; by person and screen; and by screen and seconds, of which the median is made.
 */
async function figuresOf(db: Db, where: SQL | undefined, timeZone: string): Promise<Figures> {
  await withMemory(db)
  const { rows } = await db.execute<Figures>(sql`
    with seen as (
      select date_bin('15 minutes', started_at, 'epoch') as quarter, account_id, screen,
        round(duration_ms / 1000.0)::int as seconds, duration_ms
      from ${visit} where ${where}
    ), grouped as materialized (
      select quarter, account_id, screen, seconds, count(*)::int as visits, sum(duration_ms)::bigint as duration
      from seen group by grouping sets ((quarter), (account_id, screen), (screen, seconds))
    ), heat as (
      select extract(isodow from at)::int as weekday, extract(hour from at)::int as hour, sum(visits)::int as visits
      from grouped, lateral (select quarter at time zone ${timeZone} as at) local
      where quarter is not null group by 1, 2 order by 1, 2
    ), medians as (
      select screen, min(seconds) filter (where passed * 2 >= total) * 1000 as median from (
        select screen, seconds, sum(visits) over (partition by screen order by seconds) as passed,
          sum(visits) over (partition by screen) as total
        from grouped where seconds is not null
      ) counted group by screen
    ), screens as (
      select screen, sum(visits)::int as visits, count(*)::int as people, max(median)::int as median
      from grouped join medians using (screen) where account_id is not null
      group by screen order by 2 desc, screen
    )
    select coalesce(sum(visits), 0)::int as visits, count(distinct account_id)::int as people,
      coalesce(sum(duration), 0)::text as duration,
      (select coalesce(jsonb_agg(heat), '[]') from heat) as heat,
      (select coalesce(jsonb_agg(screens), '[]') from screens) as screens
    from grouped where account_id is not null`)
  if (!rows[0]) throw new Error('A count without a row')
  return rows[0]
}

/** A step is what follows in the same browser tab; coming back to the same screen is none. */
async function pathsOf(db: Db, where: SQL | undefined) {
  await withMemory(db)
  const steps = db
    .select({
      // A number is sorted much faster than the two texts.
      from: sql<string | null>`lag(${visit.screen}) over (
        partition by hashtextextended(${visit.accountId}, hashtextextended(${visit.lane}, 0)) order by ${visit.number})`.as(
        'from_screen',
      ),
      to: sql<string>`${visit.screen}`.as('to_screen'),
    })
    .from(visit)
    .where(where)
    .as('steps')
  const rows = await db
    .select({ from: steps.from, to: steps.to, visits: count() })
    .from(steps)
    .where(sql`${steps.from} <> ${steps.to}`)
    .groupBy(steps.from, steps.to)
    .orderBy(desc(count()), steps.from, steps.to)
    .limit(PATHS_SHOWN)
  return rows.map(row => ({ ...row, from: row.from ?? '' }))
}

interface Inactive extends Record<string, unknown> {
  id: string
  chineseName: string
  englishName: string
  users: number
  lastSeenAt: string | null
}

const seenLongestAgo = sql`c.last_visit_at asc nulls first, c.english_name, c.office_id`

/** These customers with when one of their users was last seen; those who never were first. */
const customersSeen = (db: Db, ids: SQL) =>
  db.execute<Inactive>(sql`
    select c.office_id as id, c.chinese_name as "chineseName", c.english_name as "englishName",
      c.last_visit_at as "lastSeenAt",
      (select count(*)::int from account a join office o on o.path = a.office_path
        where a.office_path >= c.office_path and a.office_path < left(c.office_path, -1) || '/'
          and o.farm_path = c.office_path and a.deleted_at is null) as users
    from customer c where c.office_id = any(array(${ids})) order by ${seenLongestAgo}`)

/** Ids of customers none of whose users was seen for so many days, the longest first. */
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

/** Customers none of whose users was seen for so many days, the longest first. */
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
