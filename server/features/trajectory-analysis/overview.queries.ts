import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type trajectoryAnalysis, visitorKinds } from '#shared/contracts/trajectory.ts'
import { ROOT_PATH, type Scope } from '../../platform/database/scope.ts'
import type { Db } from '../../platform/database/store.ts'
import { screenVisit as visit, visitCount, visitPerson } from '../../platform/database/tables/histories.ts'
import { account, office } from '../../platform/database/tables/offices.ts'

type Query = z.output<typeof trajectoryAnalysis.overview.query>

/** Runs work in a transaction of the viewer. */
type Transaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>

const DAY_MS = 86_400_000
const PATHS_SHOWN = 30

/** Parts of the statements, each limited to what is requested. */
interface Asked {
  /** Visits to be read one by one, and the same from a number of ms earlier, to know what they followed. */
  since: (earlierMs: number) => SQL
  /** Users and offices of the visits. */
  whose: SQL
  /** Existing counts of the kind `what`; undefined if there are none. */
  counted: ((what: 'quarter' | 'length' | 'step') => SQL) | undefined
  /** When users were last seen; undefined if it follows from their visits. */
  people: ((lastAt: SQL) => SQL) | undefined
}

/**
 * A viewer of the whole tree who asks for all of it reads the counts of finished days (`count_visits`), and visits
 * themselves only for later days and for a partial first day. For a part of the tree all visits are read.
 */
async function askedOf(db: Db, { days, kind, officeId }: Query, scope: Scope): Promise<Asked> {
  const now = Date.now()
  const from = now - Number(days) * DAY_MS
  const kindId = kind && visitorKinds.indexOf(kind) + 1
  const ofKind = kindId ? sql`account_id in (select id from ${account} where kind = ${kindId})` : sql`true`
  if (scope.lo !== ROOT_PATH || scope.customers !== 'all' || officeId !== undefined)
    return {
      since: earlier => sql`started_at >= ${new Date(from - earlier)}`,
      whose: officeId === undefined ? ofKind : sql`${ofKind} and ${isBelow(officeId)}`,
      counted: undefined,
      people: undefined,
    }
  const isKind = kindId ? sql`kind = ${kindId}` : sql`true`
  const { rows } = await db.execute<{ last: string | null }>(
    sql`select max(at) as last from ${visitCount} where what = 'day'`,
  )
  const whole = Math.ceil(from / DAY_MS) * DAY_MS
  const until = Math.max(whole, rows[0]?.last ? new Date(rows[0].last).getTime() + DAY_MS : 0)
  return {
    since: earlier => sql`(started_at >= ${new Date(from - earlier)} and started_at < ${new Date(whole)}
      or started_at >= ${new Date(until - earlier)})`,
    whose: ofKind,
    counted: what =>
      sql`from ${visitCount} where what = ${what} and at >= ${new Date(whole)} and at < ${new Date(until)} and ${isKind}`,
    people: lastAt => sql`${lastAt} >= ${new Date(from)} and ${isKind}`,
  }
}

const isBelow = (officeId: string) => {
  const path = sql`(select path from ${office} where id = ${officeId})`
  return sql`office_path >= ${path} and office_path < left(${path}, -1) || '/'`
}

interface Figures extends Record<string, unknown> {
  visits: number
  people: number
  /** ms, a sum too large for an integer. */
  duration: string
  heat: { weekday: number; hour: number; visits: number }[]
  screens: { screen: string; visits: number; people: number; median: number }[]
}

/** What people opened: in total, by hour of the week, by screen, and what they opened next. */
export async function overviewOf(transaction: Transaction, scope: Scope, query: Query, timeZone: string) {
  const asked = await transaction(db => askedOf(db, query, scope))
  const [{ duration, ...figures }, paths] = await Promise.all([
    transaction(db => figuresOf(db, asked, timeZone)),
    transaction(db => pathsOf(db, asked)),
  ])
  return { ...figures, duration: Number(duration), timeZone, paths }
}

/** A month of many customers is sorted and grouped in memory, not on disk. */
const withMemory = (db: Db) => db.execute(sql`set local work_mem = '64MB'`)

/**
 * All figures from one read of the visits, grouped in three ways at once: by quarter of an hour, which the hours of every
 * time zone consist of; by person and screen; and by screen and seconds, for the median.
 */
async function figuresOf(
  db: Db,
  { since, whose, counted, people }: Asked,
  timeZone: string,
): Promise<Figures> {
  await withMemory(db)
  const more = (columns: SQL, what: 'quarter' | 'length') =>
    counted ? sql`union all select ${columns} ${counted(what)}` : sql``
  const persons = people
    ? sql`select screen, count(*)::int as people from ${visitPerson} where ${people(sql`last_at`)} group by screen`
    : sql`select screen, count(*)::int as people from grouped where account_id is not null group by screen`
  const everybody = people
    ? sql`select count(*)::int from ${account} where ${people(sql`last_visit_at`)}`
    : sql`select count(distinct account_id)::int from grouped`
  const { rows } = await db.execute<Figures>(sql`
    with grouped as materialized (
      select date_bin('15 minutes', started_at, 'epoch') as quarter, account_id, screen,
        visit_seconds(duration_ms) as seconds, count(*)::int as visits, sum(duration_ms)::bigint as duration
      from ${visit} where ${since(0)} and ${whose} group by grouping sets ((1), (2, 3), (3, 4))
    ), quarters as (
      select quarter, visits from grouped where quarter is not null ${more(sql`at, visits`, 'quarter')}
    ), lengths as materialized (
      select screen, seconds, sum(visits)::int as visits, sum(duration) as duration from (
        select screen, seconds, visits, duration from grouped where seconds is not null
        ${more(sql`screen, seconds, visits, duration_ms`, 'length')}
      ) each group by 1, 2
    ), heat as (
      select extract(isodow from at)::int as weekday, extract(hour from at)::int as hour, sum(visits)::int as visits
      from quarters, lateral (select quarter at time zone ${timeZone} as at) local
      group by 1, 2 order by 1, 2
    ), medians as (
      select screen, max(total)::int as visits, min(seconds) filter (where passed * 2 >= total) * 1000 as median from (
        select screen, seconds, sum(visits) over (partition by screen order by seconds) as passed,
          sum(visits) over (partition by screen) as total
        from lengths
      ) each group by screen
    ), screens as (
      select screen, visits, people, median from medians join (${persons}) p using (screen) order by visits desc, screen
    )
    select coalesce(sum(visits), 0)::int as visits, (${everybody}) as people, coalesce(sum(duration), 0)::text as duration,
      (select coalesce(jsonb_agg(heat), '[]') from heat) as heat,
      (select coalesce(jsonb_agg(screens), '[]') from screens) as screens
    from lengths`)
  if (!rows[0]) throw new Error('A count without a row')
  return rows[0]
}

interface Path extends Record<string, unknown> {
  from: string
  to: string
  visits: number
}

/** A step is the next screen in the same browser tab; coming back to the same screen is not one. */
async function pathsOf(db: Db, { since, whose, counted }: Asked): Promise<Path[]> {
  await withMemory(db)
  const more = counted ? sql`union all select from_screen, screen, visits ${counted('step')}` : sql``
  // A number sorts much faster than the two texts.
  const { rows } = await db.execute<Path>(sql`
    select "from", "to", sum(visits)::int as visits from (
      select "from", "to", count(*) as visits from (
        select started_at, screen as "to", lag(screen) over (
          partition by hashtextextended(account_id, hashtextextended(lane, 0)) order by number) as "from"
        from ${visit} where ${since(DAY_MS)} and ${whose}
      ) steps where "from" <> "to" and ${since(0)} group by 1, 2
      ${more}
    ) each group by 1, 2 order by visits desc, 1, 2 limit ${PATHS_SHOWN}`)
  return rows
}
