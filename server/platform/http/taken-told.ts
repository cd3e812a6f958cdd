import { and, count, eq, gt, lt, min, sql } from 'drizzle-orm'
import { STAFF } from '#shared/permissions.ts'
import { type Db, type Store, SYSTEM } from '../database/store.ts'
import { takenTold } from '../database/tables/registration.ts'
import { Refusal, refuse } from './errors.ts'
import type { Viewer } from './identify.ts'

/** How often an hour a person may be told that a login id or code is taken, which may be anybody's. */
export const TOLD_AN_HOUR = 20
const HOUR_MS = 3_600_000

interface Asking {
  store: Store
  viewer: Pick<Viewer, 'accountId' | 'kind' | 'departmentOnly'>
}

/** People who see all accounts and devices learn nothing new from a refusal. */
const seesAll = ({ kind, departmentOnly }: Asking['viewer']) => kind === STAFF && !departmentOnly

const hourAgo = () => new Date(Date.now() - HOUR_MS)

async function toldTo(db: Db, accountId: string) {
  const [found] = await db
    .select({ times: count(), since: min(takenTold.at) })
    .from(takenTold)
    .where(and(eq(takenTold.accountId, accountId), gt(takenTold.at, hourAgo())))
  return { times: found?.times ?? 0, since: found?.since ?? new Date() }
}

function tooOften(since: Date): Refusal {
  const seconds = Math.max(1, Math.ceil((since.getTime() + HOUR_MS - Date.now()) / 1_000))
  return refuse.tooMany(seconds, ['taken.tooOften', { minutes: Math.ceil(seconds / 60) }])
}

/** Refuses people who were told too often this hour, before anything is looked up. */
export async function refuseGuessing({ store, viewer }: Asking): Promise<void> {
  if (seesAll(viewer)) return
  const { times, since } = await toldTo(store.scoped(SYSTEM), viewer.accountId)
  if (times >= TOLD_AN_HOUR) throw tooOften(since)
}

/** Counts what a person is about to be told of taken names. Rejects if it is too much; then none of it is told. */
export async function countTold({ store, viewer }: Asking, more: number): Promise<void> {
  if (more === 0 || seesAll(viewer)) return
  const { accountId } = viewer
  const refused = await store.transaction(SYSTEM, async db => {
    // One at a time per person, or several at once would each count as the last allowed one.
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`told to ${accountId}`}, 0))`)
    await db.delete(takenTold).where(lt(takenTold.at, hourAgo()))
    const { times, since } = await toldTo(db, accountId)
    const counted = Math.min(more, TOLD_AN_HOUR - times)
    if (counted > 0) await db.insert(takenTold).values(Array.from({ length: counted }, () => ({ accountId })))
    return counted < more ? tooOften(since) : undefined
  })
  if (refused) throw refused
}

const TAKEN: readonly unknown[] = ['account.usernameTaken', 'device.codeTaken', 'device.codeReserved']

/** Whether an error reveals that a login id or code is taken. */
export const tellsTaken = (error: unknown): boolean =>
  error instanceof Refusal &&
  (error.refused.faults ?? []).some(({ message }) => TAKEN.includes([message].flat()[0]))
