import { and, asc, eq, isNull } from 'drizzle-orm'
import type { FlockFeed } from '#shared/feed-book.ts'
import { usedBy } from '#shared/flock-close.ts'
import type { Settled } from '#shared/flock-figures/grown.ts'
import type { Currency } from '#shared/money.ts'
import { daysAfter, daysBetween } from '#shared/zone-time.ts'
import type { Db } from '../../platform/database/store.ts'
import { flockAccount } from '../../platform/database/tables/flock-accounts.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import { bookOf } from '../house-entries/feed-course.ts'
import { flockFeed } from '../house-entries/flock-feed.ts'
import { dayZeroOf } from './losses.ts'

type FlockRow = typeof flock.$inferSelect

/** What a flock used by the feed book of its house, up to a day; null where the book does not reach. */
export async function feedOfFlock(
  db: Db,
  row: FlockRow,
  today: string,
  currency: Currency | null = null,
): Promise<FlockFeed | null> {
  const others = await db
    .select()
    .from(flock)
    .where(and(eq(flock.houseId, row.houseId), isNull(flock.deletedAt)))
    .orderBy(asc(flock.placedOn))
  // One that is being closed is known to have ended before its row says so.
  const flocks = others.map(each => (each.id === row.id ? row : each))
  const { lines, days } = await bookOf(db, row.houseId, today, currency)
  return flockFeed(lines, days, flocks, row, today)
}

/** What the account and the feed book say of what broilers were sold for; null of other birds, and where no lot was entered. */
export async function settledOf(db: Db, row: FlockRow): Promise<Settled | null> {
  if (row.type !== 'broiler') return null
  const [account] = await db
    .select({ lots: flockAccount.lots })
    .from(flockAccount)
    .where(eq(flockAccount.flockId, row.id))
  if (!account || account.lots.length === 0) return null
  const zero = dayZeroOf(row)
  // Past the end of today in every zone.
  const today = daysAfter(new Date().toISOString().slice(0, 10), 1)
  const used = usedBy({ feed: await feedOfFlock(db, row, today) })
  return {
    lots: account.lots.map(({ day, birds, liveKg }) => ({
      age: daysBetween(zero, day),
      birds,
      kg: liveKg ?? null,
    })),
    feedKg: typeof used === 'number' ? used : null,
  }
}
