import { and, eq, isNotNull, ne, or, sql } from 'drizzle-orm'
import { HOLD_DAYS } from '#shared/limits.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/store.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { NO_PASSWORD } from '../../platform/http/passwords.ts'
import { ownersOf } from './people.ts'

/** Marks an account, on opening or change, as closed until an owner of the farm confirms it. */
export interface Hold {
  heldAt: Date
  /** Null: until an owner confirms it. */
  heldUntil: Date | null
}

const DAY_MS = 86_400_000

/** Which account is opened or changed. */
interface Held {
  /** Id of an existing one. */
  accountId?: string
  /** The account is a further owner: there may be nobody left to reach. */
  isOwner?: boolean
}

/**
 * The hold on an account that the viewer opens at a node, or whose address they change: from above its farm they could use
 * it to get in and see what the farm does not share. Null if they work at the farm, if there is no farm, and for a farm's
 * first account, when there is nobody to ask. `db` carries the viewer's scope.
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
  // Counts deleted and erased people too, and people who worked there alone: a farm that once had people is not new. Those
  // added by this very transaction are as new as the account.
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

/** Days after which an account opens without an owner's confirmation; null if it never does. */
export const daysOf = ({ heldAt, heldUntil }: Hold): number | null =>
  heldUntil && Math.round((heldUntil.getTime() - heldAt.getTime()) / DAY_MS)

/** Whether the farm has another owner who can sign in and confirm. */
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
        // Somebody given a password who never used it may not know of it.
        or(eq(account.mustChangePassword, false), sql`${account.lastActiveAt} is not null`),
      ),
    )
    .limit(1)
  return able !== undefined
}
