import { and, eq, gt, or, sql } from 'drizzle-orm'
import { type Store, SYSTEM } from '../../platform/database/store.ts'
import { office } from '../../platform/database/tables/offices.ts'

/** Customer path → when its consents to be seen (RA) and controlled (RC) end, ms since 1970; only those sharing now. */
export type Consents = ReadonlyMap<string, { farm: number; remote: number }>

/** The consents as last read. */
export interface KnownConsents {
  consents: Consents
  /** Every transaction before this one had ended at the time: later changes belong to this or a later one. */
  mark: string
  /** When the next one ends. ms since 1970 */
  nextEnd: number
}

const { path, farmAccessUntil, remoteControlUntil } = office

const sharing = (now: Date) =>
  and(eq(office.kind, 'customer'), or(gt(farmAccessUntil, now), gt(remoteControlUntil, now)))

/** Few enough not to hold up incoming readings. */
const ROWS_AT_ONCE = 1_000

const columns = { path, farm: farmAccessUntil, remote: remoteControlUntil }
interface Row {
  path: string
  farm: Date | null
  remote: Date | null
}

/** The consents in force now. */
export async function readConsents(store: Store): Promise<KnownConsents> {
  const now = new Date()
  const { rows: marks } = await store
    .scoped(SYSTEM)
    .execute<{ mark: string }>(sql`select pg_snapshot_xmin(pg_current_snapshot())::text as mark`)
  const all: Row[] = []
  for (let after = ''; ; ) {
    const rows = await store
      .scoped(SYSTEM)
      .select(columns)
      .from(office)
      .where(and(sharing(now), gt(path, after)))
      .orderBy(path)
      .limit(ROWS_AT_ONCE)
    all.push(...rows)
    if (rows.length < ROWS_AT_ONCE) return knownOf(all, marks[0]?.mark ?? '0', now.getTime())
    after = rows.at(-1)?.path ?? ''
  }
}

/**
 * The consents after anybody's changes and after ends that have passed; the same map if there were none. The
 * database reads only those that changed, however many customers share.
 */
export async function freshConsents(store: Store, known: KnownConsents): Promise<KnownConsents> {
  const now = Date.now()
  const rows = await store
    .scoped(SYSTEM)
    .select({ ...columns, mark: sql<string>`pg_snapshot_xmin(pg_current_snapshot())::text` })
    .from(office)
    .where(and(eq(office.kind, 'customer'), sql`consent_changed_by >= ${known.mark}::xid8`))
  const mark = rows[0]?.mark ?? known.mark
  const news = rows.filter(row => {
    const was = known.consents.get(row.path)
    return (was?.farm ?? 0) !== endOf(row.farm, now) || (was?.remote ?? 0) !== endOf(row.remote, now)
  })
  if (news.length === 0 && now < known.nextEnd) return { ...known, mark }
  const before = [...known.consents].map(([path, { farm, remote }]) => ({
    path,
    farm: new Date(farm),
    remote: new Date(remote),
  }))
  return knownOf([...before, ...news], mark, now)
}

const endOf = (until: Date | null, now: number) => (until && until.getTime() > now ? until.getTime() : 0)

/** Of several rows for a customer the last one counts. */
function knownOf(rows: readonly Row[], mark: string, now: number): KnownConsents {
  const consents = new Map<string, { farm: number; remote: number }>()
  for (const { path, farm, remote } of rows) {
    const ends = { farm: endOf(farm, now), remote: endOf(remote, now) }
    if (ends.farm || ends.remote) consents.set(path, ends)
    else consents.delete(path)
  }
  let nextEnd = Number.POSITIVE_INFINITY
  for (const { farm, remote } of consents.values())
    nextEnd = Math.min(nextEnd, farm || nextEnd, remote || nextEnd)
  return { consents, mark, nextEnd }
}

/** The customers whose consents differ between the two. */
export const changedIn = (before: Consents, after: Consents): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(path => {
    const [was, is] = [before.get(path), after.get(path)]
    return was?.farm !== is?.farm || was?.remote !== is?.remote
  })
