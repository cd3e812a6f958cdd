import { and, eq, isNotNull, ne, or, sql } from 'drizzle-orm'
import { HOLD_DAYS } from '#shared/limits.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/store.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { NO_PASSWORD } from '../../platform/http/passwords.ts'
import { ownersOf } from './people.ts'

/** What an account is opened or changed with that opens only once an owner of the farm confirmed it. */
export interface Hold {
  heldAt: Date
  /** Null: until an owner confirms it. */
  heldUntil: Date | null
}

const DAY_MS = 86_400_000

/** Which account is opened or changed. */
interface Held {
  /** One there is already. */
  accountId?: string
  /** Of a further owner: nobody may be left who can be reached. */
  isOwner?: boolean
}

/**
 * How an account is held that the viewer opens at a node, or whose address they change: where they stand above its farm they
 * could get in with it, and see what the farm does not share. Null where they work at the farm, where there is no farm, and
 * for the first account of one, who is there to ask nobody. `db` carries the viewer's scope.
 */
export async function holdFor(
  db: Db,
  viewer: Pick<Viewer, 'officePath'>,
  officePath: string,
  { accountId = '', isOwner = false }: Held = {},
): Promise<Hold | null> {
  const [at] = await db.select({ farmPath: office.farmPath }).from(office).where(eq(office.path, officePath))
  const farmPath = at?.farmPath
  if (!farmPath || viewer.officePath.startsWith(farmPath)) return null
  // Also who was deleted or erased, and who has worked there alone: a farm that had people is not a new one. Who comes with this
  // transaction is as new as it.
  const [other] = await db
    .select({ id: account.id })
    .from(account)
    .where(
      and(
        sql`starts_with(${account.officePath}, ${farmPath})`,
        or(ne(account.id, accountId), isNotNull(account.lastActiveAt)),
        sql`${account.createdAt} < now()`,
      ),
    )
    .limit(1)
  if (!other) return null
  const heldAt = new Date()
  const isAsked = await hasOwner(db, farmPath, accountId)
  if (isAsked && !isOwner) return { heldAt, heldUntil: null }
  const days = isAsked ? HOLD_DAYS.anotherOwner : HOLD_DAYS.nobodyToAsk
  return { heldAt, heldUntil: new Date(heldAt.getTime() + days * DAY_MS) }
}

/** After how many days an account opens without an owner's word; null where it does not. */
export const daysOf = ({ heldAt, heldUntil }: Hold): number | null =>
  heldUntil && Math.round((heldUntil.getTime() - heldAt.getTime()) / DAY_MS)

/** Whether the farm has an owner, other than this account, who can sign in and confirm. */
async function hasOwner(db: Db, farmPath: string, accountId: string): Promise<boolean> {
  const ids = (await ownersOf(db, farmPath)).map(({ id }) => id).filter(id => id !== accountId)
  if (ids.length === 0) return false
  const [able] = await db
    .select({ id: account.id })
    .from(account)
    .where(
      and(
        anyOf(account.id, ids),
        ne(account.passwordHash, NO_PASSWORD),
        // One who was given a password and never used it may not know of it.
        or(eq(account.mustChangePassword, false), sql`${account.lastActiveAt} is not null`),
      ),
    )
    .limit(1)
  return able !== undefined
}
