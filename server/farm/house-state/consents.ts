import { and, eq, gt, or, sql } from 'drizzle-orm'
import { type Store, SYSTEM } from '../../platform/database/store.ts'
import { office } from '../../platform/database/tables/offices.ts'

/** Customer path → ends of its consents to be seen (RA) and controlled (RC), ms since 1970; of those who share now. */
export type Consents = ReadonlyMap<string, { farm: number; remote: number }>

const { path, farmAccessUntil, remoteControlUntil } = office

const sharing = (now: Date) =>
  and(eq(office.kind, 'customer'), or(gt(farmAccessUntil, now), gt(remoteControlUntil, now)))

/**
 * Another one means that the consents are others, ends that passed included. The database works it out, so that asking
 * each second costs the process one row, however many customers share.
 */
export async function consentsMark(store: Store): Promise<string> {
  const now = new Date()
  const lasting = (until: typeof farmAccessUntil) =>
    sql`case when ${until} > ${now.toISOString()}::timestamptz then extract(epoch from ${until}) end`
  const [found] = await store
    .scoped(SYSTEM)
    .select({
      count: sql<string>`count(*)::text`,
      sum: sql<string>`coalesce(sum(hashtextextended(
        concat(${path}, ' ', ${lasting(farmAccessUntil)}, ' ', ${lasting(remoteControlUntil)}), 0)), 0)::text`,
    })
    .from(office)
    .where(sharing(now))
  return `${found?.count} ${found?.sum}`
}

/** So many at once do not hold up the readings that come in meanwhile. */
const ROWS_AT_ONCE = 1_000

/** The consents that last now. */
export async function readConsents(store: Store): Promise<Consents> {
  const now = new Date()
  const end = (until: Date | null) => (until && until > now ? until.getTime() : 0)
  const consents = new Map<string, { farm: number; remote: number }>()
  for (let after = ''; ; ) {
    const rows = await store
      .scoped(SYSTEM)
      .select({ path, farm: farmAccessUntil, remote: remoteControlUntil })
      .from(office)
      .where(and(sharing(now), gt(path, after)))
      .orderBy(path)
      .limit(ROWS_AT_ONCE)
    for (const { path, farm, remote } of rows) consents.set(path, { farm: end(farm), remote: end(remote) })
    if (rows.length < ROWS_AT_ONCE) return consents
    after = rows.at(-1)?.path ?? ''
  }
}

/** The customers of whom the two say different things. */
export const changedIn = (before: Consents, after: Consents): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(path => {
    const [was, is] = [before.get(path), after.get(path)]
    return was?.farm !== is?.farm || was?.remote !== is?.remote
  })
