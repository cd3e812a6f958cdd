import { and, desc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Consent } from '#shared/consents.ts'
import type { ConsentEntry, ConsentFilter, FarmAccess } from '#shared/contracts/farm-access.ts'
import type { PageQuery } from '#shared/endpoint.ts'
import { CONSENT_DAYS } from '#shared/limits.ts'
import { bothNames, type Language, textIn } from '#shared/text.ts'
import { dateIn, daysAfter, lastDay } from '#shared/zone-time.ts'
import { ownersOf } from '../../people/customers/people.ts'
import type { Db } from '../../platform/database/store.ts'
import { consentLog } from '../../platform/database/tables/consents.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { anywhere, countedBy, orderOf, skipped, totalOf, uncounted } from '../../platform/http/lists.ts'
import { listed } from '../../platform/jobs/sheet-words.ts'

/** The viewer decides for the customer: at its root node, with the right. */
const isOwner = (viewer: Viewer): boolean =>
  isAtRoot(viewer) && (viewer.grants.has('farm_access:enable') || viewer.grants.has('farm_access:disable'))

const isAtRoot = ({ officePath, scope }: Viewer): boolean => officePath === scope.farm

/** The endpoint checks the rights, this the node: a farm team does not decide for the farm. */
export function refuseOthers(viewer: Viewer): void {
  if (!isAtRoot(viewer)) throw refuse.forbidden('consent.ownerOnly')
}

/** The current consents. `db` carries the system's scope: users of a farm team read it too. */
export async function readFarmAccess(db: Db, viewer: Viewer, language: Language): Promise<FarmAccess> {
  const farmPath = viewer.scope.farm
  const [of] = await db.select().from(office).where(eq(office.path, farmPath))
  if (!of) throw refuse.notFound()
  const granted = await lastGrants(db, farmPath)
  const now = Date.now()
  const holding = (consent: Consent, until: Date | null) => {
    if (!until || until.getTime() <= now) return { endsOn: null, by: null, at: null }
    const last = granted.find(entry => entry.consent === consent)
    return {
      endsOn: lastDay(until.getTime(), of.timeZone),
      by: last?.actorName ?? null,
      at: last?.at.toISOString() ?? null,
    }
  }
  const above = await officesAbove(db, farmPath)
  const owners = await ownersOf(db, farmPath)
  const today = dateIn(of.timeZone, now)
  return {
    farm: holding('farm', of.farmAccessUntil),
    remote: holding('remote', of.remoteControlUntil),
    offices: above.map(names => bothNames(names)[language]),
    owners: owners.map(({ actualName }) => actualName),
    isOwner: isOwner(viewer),
    timeZone: of.timeZone,
    today,
    latest: daysAfter(today, CONSENT_DAYS),
  }
}

const lastGrants = (db: Db, farmPath: string) =>
  db
    .selectDistinctOn([consentLog.consent])
    .from(consentLog)
    .where(and(eq(consentLog.subjectPath, farmPath), eq(consentLog.event, 'granted')))
    .orderBy(consentLog.consent, desc(consentLog.id))

/** Provider and agents above a customer that see it, the nearest first. */
const officesAbove = (db: Db, farmPath: string) =>
  db
    .select({ chineseName: office.chineseName, englishName: office.englishName })
    .from(office)
    .where(
      and(
        sql`starts_with(${farmPath}, ${office.path}) and ${office.path} <> ${farmPath}`,
        sql`(${office.kind} = 'provider' or is_agent(${office}))`,
      ),
    )
    .orderBy(desc(office.path))

type Filter = z.output<typeof ConsentFilter>

/** Only for the viewer's own customer; below it row-level security applies. */
const matching = ({ scope }: Viewer, { search, event, consent, what }: Filter): SQL | undefined =>
  and(
    eq(consentLog.subjectPath, scope.farm),
    search
      ? or(
          ilike(consentLog.actorName, anywhere(search)),
          ilike(consentLog.houseName, anywhere(search)),
          ilike(sql`${consentLog.actorOffice}::text`, anywhere(search)),
        )
      : undefined,
    event && eq(consentLog.event, event),
    consent && eq(consentLog.consent, consent),
    what && eq(consentLog.what, what),
  )

const sortable = { at: consentLog.at, by: consentLog.actorName, house: consentLog.houseName }

const entries = (db: Db, where: SQL | undefined, total = uncounted) =>
  db
    .select({ row: consentLog, timeZone: office.timeZone, total })
    .from(consentLog)
    .innerJoin(office, eq(office.path, consentLog.subjectPath))
    .where(where)

function shown(
  { row, timeZone }: Awaited<ReturnType<typeof entries>>[number],
  language: Language,
): ConsentEntry {
  const { event, consent, what, houseId, houseName, channelName, until } = row
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    event,
    consent,
    what,
    houseId,
    houseName,
    channelName,
    by: row.actorName,
    program: row.actorProgram,
    office: row.actorOffice && textIn(row.actorOffice, language),
    roles: row.actorRoles
      ? listed(
          row.actorRoles.map(name => textIn(name, language)),
          language,
        )
      : null,
    endsOn: until && lastDay(until.getTime(), timeZone),
  }
}

/** One page of the log, the newest first. */
export async function listEntries(
  db: Db,
  viewer: Viewer,
  query: z.output<typeof PageQuery> & Filter,
  language: Language,
) {
  const where = matching(viewer, query)
  const total = db.$count(consentLog, where)
  const rows = await entries(db, where, total)
    .orderBy(...orderOf(query.sort, sortable, '-at', consentLog.id))
    .limit(query.size)
    .offset(skipped(query))
  return { total: await totalOf(rows, total), items: rows.map(row => shown(row, language)) }
}

export const countEntries = (db: Db, viewer: Viewer, { by, ...filter }: Filter & { by: 'event' }) =>
  countedBy(db, consentLog, consentLog[by], matching(viewer, filter))

/** Ids of the entries that match a filter, in its order. */
export async function entryIds(
  db: Db,
  viewer: Viewer,
  { sort, ...filter }: Filter & { sort?: string | undefined },
): Promise<string[]> {
  const rows = await db
    .select({ id: consentLog.id })
    .from(consentLog)
    .where(matching(viewer, filter))
    .orderBy(...orderOf(sort, sortable, '-at', consentLog.id))
  return rows.map(({ id }) => String(id))
}

/** The entries of these ids as the API shows them, in no order. */
export async function entriesById(db: Db, viewer: Viewer, ids: readonly string[], language: Language) {
  const named = inArray(consentLog.id, ids.map(Number))
  return (await entries(db, and(named, matching(viewer, {})))).map(row => shown(row, language))
}
