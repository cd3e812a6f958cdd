import { and, asc, count, desc, eq, gte, ilike, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { trajectory, Visit, Visitor } from '#shared/contracts/trajectory.ts'
import { VISITS_A_DAY } from '#shared/limits.ts'
import { bothNames, type Language } from '#shared/text.ts'
import type { Db } from '../../platform/database/store.ts'
import { screenVisit as visit } from '../../platform/database/tables/histories.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { anywhere, sinceDays } from '../../platform/http/lists.ts'

type Told = z.output<typeof trajectory.record.body>

const DAY_MS = 86_400_000
const PEOPLE_OFFERED = 50
/** Per user and week: more than anybody reads. */
const VISITS_SHOWN = 3_000

/** Stores a browser's visits of its user, up to a plausible number per day, without those already stored. */
export async function keepVisits(db: Db, viewer: Viewer, { lane, visits }: Told): Promise<void> {
  const { accountId, officePath } = viewer
  const now = Date.now()
  const [known] = await db
    .select({ visits: count() })
    .from(visit)
    .where(and(eq(visit.accountId, accountId), gte(visit.startedAt, new Date(now - DAY_MS))))
  const room = Math.max(VISITS_A_DAY - (known?.visits ?? 0), 0)
  const rows = visits.slice(0, room).map(({ number, screen, ago, lasted }) => ({
    accountId,
    officePath,
    lane,
    number,
    screen,
    startedAt: new Date(now - ago),
    durationMs: lasted,
  }))
  if (rows.length > 0) await db.insert(visit).values(rows).onConflictDoNothing()
}

const customer = alias(office, 'customer')
const visitorColumns = {
  id: account.id,
  name: account.actualName,
  username: account.username,
  chineseName: sql<string>`coalesce(${customer.chineseName}, ${office.chineseName})`,
  englishName: sql<string>`coalesce(${customer.englishName}, ${office.englishName})`,
  lastSeenAt: account.lastVisitAt,
}
const visitors = (db: Db) =>
  db
    .select(visitorColumns)
    .from(account)
    .innerJoin(office, eq(office.id, account.officeId))
    .leftJoin(customer, eq(customer.path, office.farmPath))
type VisitorRow = Awaited<ReturnType<typeof visitors>>[number]

const shownVisitor = (row: VisitorRow, language: Language): Visitor => ({
  id: row.id,
  name: row.name,
  username: row.username,
  customerName: bothNames(row)[language],
  lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
})

/** Offices with this name; looked up once, not for every user. */
const officesNamed = (text: string) =>
  new QueryBuilder()
    .select({ id: office.id })
    .from(office)
    .where(or(ilike(office.englishName, text), ilike(office.chineseName, text)))

/** Users by name, login id or office, last seen first. */
export async function findPeople(db: Db, search: string | undefined, language: Language): Promise<Visitor[]> {
  const text = search && anywhere(search)
  const lastSeenFirst = [
    sql`${account.lastVisitAt} desc nulls last`,
    asc(account.actualName),
    asc(account.id),
  ]
  // The page is found first, so that names are looked up only for it.
  const found = db
    .select({ id: account.id })
    .from(account)
    .where(
      and(
        isNull(account.deletedAt),
        text
          ? or(
              ilike(account.actualName, text),
              ilike(account.username, text),
              inArray(account.officeId, officesNamed(text)),
            )
          : undefined,
      ),
    )
    .orderBy(...lastSeenFirst)
    .limit(PEOPLE_OFFERED)
  const rows = await visitors(db)
    .where(inArray(account.id, found))
    .orderBy(...lastSeenFirst)
  return rows.map(row => shownVisitor(row, language))
}

/** What a user had open in a period, by start time. */
export async function visitsOf(
  db: Db,
  { userId, from, to }: z.output<typeof trajectory.visits.query>,
  language: Language,
) {
  const [user] = await visitors(db).where(eq(account.id, userId))
  if (!user) throw refuse.notFound()
  const rows = await db
    .select()
    .from(visit)
    .where(
      and(
        eq(visit.accountId, userId),
        gte(visit.startedAt, new Date(from)),
        lt(visit.startedAt, new Date(to)),
      ),
    )
    .orderBy(asc(visit.startedAt), asc(visit.id))
    .limit(VISITS_SHOWN + 1)
  const visits = rows.slice(0, VISITS_SHOWN).map(
    ({ id, lane, screen, startedAt, durationMs }): Visit => ({
      id: String(id),
      lane,
      screen,
      startedAt: startedAt.toISOString(),
      durationMs,
    }),
  )
  return { user: shownVisitor(user, language), visits, isMore: rows.length > VISITS_SHOWN }
}

type ExportQuery = { userId?: string | undefined; days: string }

/** Ids of the visits that match a filter, newest first. */
export async function visitIds(db: Db, { userId, days }: ExportQuery): Promise<string[]> {
  const rows = await db
    .select({ id: visit.id })
    .from(visit)
    .where(
      and(sinceDays(visit.startedAt, days), userId === undefined ? undefined : eq(visit.accountId, userId)),
    )
    .orderBy(desc(visit.startedAt), desc(visit.id))
  return rows.map(({ id }) => String(id))
}

/** These visits with their users, in no order. */
export async function visitsById(db: Db, ids: readonly string[], language: Language) {
  const rows = await db
    .select({ visit, name: account.actualName, username: account.username, ...officeNames })
    .from(visit)
    .innerJoin(account, eq(account.id, visit.accountId))
    .innerJoin(office, eq(office.path, visit.officePath))
    .leftJoin(customer, eq(customer.path, office.farmPath))
    .where(sql`${visit.id} = any(${sql.param(ids.map(Number))}::bigint[])`)
  return rows.map(({ visit: { id, screen, startedAt, durationMs }, name, username, ...names }) => ({
    id: String(id),
    actualName: name,
    username,
    screen,
    startedAt: startedAt.toISOString(),
    customerName: bothNames(names)[language],
    durationMin: durationMs / 60_000,
  }))
}
const officeNames = { chineseName: visitorColumns.chineseName, englishName: visitorColumns.englishName }
