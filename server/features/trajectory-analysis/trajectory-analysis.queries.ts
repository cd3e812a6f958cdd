import { and, count, countDistinct, desc, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type trajectoryAnalysis, visitorKinds } from '#shared/contracts/trajectory.ts'
import { bothNames, type Language } from '#shared/text.ts'
import type { Db } from '../../database/store.ts'
import { screenVisit as visit } from '../../database/tables/histories.ts'
import { sinceDays } from '../../http/lists.ts'

type Query = z.output<typeof trajectoryAnalysis.overview.query>

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

/** What people opened: in all, by hour of the week, by screen, and what they went on to. */
export async function overviewOf(db: Db, query: Query, timeZone: string) {
  const where = filtered(query)
  const [[all], heat, screens, paths] = await Promise.all([
    db
      .select({
        visits: count(),
        people: countDistinct(visit.accountId),
        duration: sql<string>`coalesce(sum(${visit.durationMs}::bigint), 0)`,
      })
      .from(visit)
      .where(where),
    heatOf(db, where, timeZone),
    screensOf(db, where),
    pathsOf(db, where),
  ])
  const { visits = 0, people = 0, duration = 0 } = all ?? {}
  return { visits, people, duration: Number(duration), timeZone, heat, screens, paths }
}

async function heatOf(db: Db, where: SQL | undefined, timeZone: string) {
  const at = sql`(${visit.startedAt} at time zone ${timeZone})`
  const hours = db
    .select({
      weekday: sql<number>`extract(isodow from ${at})::int`.as('weekday'),
      hour: sql<number>`extract(hour from ${at})::int`.as('hour'),
    })
    .from(visit)
    .where(where)
    .as('hours')
  return db
    .select({ weekday: hours.weekday, hour: hours.hour, visits: count() })
    .from(hours)
    .groupBy(hours.weekday, hours.hour)
    .orderBy(hours.weekday, hours.hour)
}

const screensOf = (db: Db, where: SQL | undefined) =>
  db
    .select({
      screen: visit.screen,
      visits: count(),
      people: countDistinct(visit.accountId),
      median: sql<number>`(percentile_disc(0.5) within group (order by ${visit.durationMs}))::int`,
    })
    .from(visit)
    .where(where)
    .groupBy(visit.screen)
    .orderBy(desc(count()), visit.screen)

/** A step is what follows in the same browser tab; coming back to the same screen is none. */
async function pathsOf(db: Db, where: SQL | undefined) {
  const steps = db
    .select({
      from: sql<string | null>`lag(${visit.screen}) over (partition by ${visit.accountId}, ${visit.lane}
        order by ${visit.number})`.as('from_screen'),
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

/** Customers of this condition with when one of their users was last seen; those who never were first. */
const customersSeen = (db: Db, condition: SQL, limit?: number) =>
  db.execute<Inactive>(sql`
    select o.id, o.chinese_name as "chineseName", o.english_name as "englishName", people.users,
      people.seen as "lastSeenAt"
    from office o
    cross join lateral (
      select count(*)::int as users, max(visits.last) as seen
      from account a
      cross join lateral (select max(v.started_at) as last from screen_visit v where v.account_id = a.id) visits
      where a.office_path >= o.path and a.office_path < left(o.path, -1) || '/' and a.deleted_at is null
    ) people
    where o.kind = 'customer' and o.deleted_at is null and ${condition}
    order by people.seen asc nulls first, o.english_name, o.id
    limit ${limit ?? sql`all`}`)

const isInactive = (days: number) =>
  sql`(people.seen is null or people.seen < now() - make_interval(days => ${days}))`

const shownInactive = ({ id, users, lastSeenAt, ...names }: Inactive, language: Language) => ({
  ...{ id, users, name: bothNames(names)[language] },
  lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt).toISOString(),
})

/** Customers none of whose users was seen for so many days, the longest first. */
export async function inactiveCustomers(db: Db, days: number, language: Language) {
  const { rows } = await customersSeen(db, isInactive(days), INACTIVE_SHOWN)
  return rows.map(row => shownInactive(row, language))
}

/** Ids of all of them, in the same order. */
export async function inactiveIds(db: Db, days: number): Promise<string[]> {
  const { rows } = await customersSeen(db, isInactive(days))
  return rows.map(({ id }) => id)
}

/** These customers as the list shows them, in no order. */
export async function inactiveById(db: Db, ids: readonly string[], language: Language) {
  const { rows } = await customersSeen(db, sql`o.id = any(${sql.param(ids)}::text[])`)
  return rows.map(row => shownInactive(row, language))
}
