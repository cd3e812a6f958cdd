import { and, eq, gt, isNull, notInArray, or, sql } from 'drizzle-orm'
import { RESTORABLE_MS } from '#shared/limits.ts'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import { device } from '../../platform/database/tables/farms.ts'
import { violates } from '../../platform/database/violations.ts'
import { refuse } from '../../platform/http/errors.ts'
import { codeKey, freeFrom } from './devices.rules.ts'

/**
 * Refuses a code that a device of any customer has, or recently had. Callers who want the same code wait until this
 * transaction ends. `own` are the rows that may keep it.
 */
export async function claimCode(db: Db, store: Store, code: string, own: readonly string[] = []) {
  const key = codeKey(code)
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`device code ${key}`}, 0))`)
  const reservedSince = new Date(Date.now() - RESTORABLE_MS)
  const holders = await store
    .scoped(SYSTEM)
    .select({ deletedAt: device.deletedAt })
    .from(device)
    .where(
      and(
        eq(device.codeKey, key),
        notInArray(device.id, ['', ...own]),
        or(isNull(device.deletedAt), gt(device.deletedAt, reservedSince)),
      ),
    )
  if (holders.some(holder => holder.deletedAt === null)) throw taken()
  const [last] = holders.map(holder => freeFrom(holder.deletedAt as Date).getTime()).sort((a, b) => b - a)
  if (last === undefined) return
  const date = new Date(last).toISOString().slice(0, 10)
  throw refuse.invalid([{ field: 'code', message: ['device.codeReserved', { date }] }])
}

const taken = () => refuse.invalid([{ field: 'code', message: 'device.codeTaken' }])

/** The database's error for two rows with one code, in the form's words. */
export const namedCodeFault = (error: unknown): unknown => (violates(error, 'device_code') ? taken() : error)
