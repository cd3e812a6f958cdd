import { and, asc, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import { type FeedDay, type FeedLine, feedDays } from '#shared/feed-book.ts'
import { isCountSure, stillDays } from '#shared/flock-figures/still-meter.ts'
import type { Currency } from '#shared/money.ts'
import type { Db } from '../../platform/database/store.ts'
import { flock, flockRecord } from '../../platform/database/tables/flocks.ts'
import { feedEntry } from '../../platform/database/tables/house-entries.ts'

type StoredLine = Pick<typeof feedEntry.$inferSelect, 'day' | 'kind' | 'amountKg' | 'tonnePrice' | 'currency'>

/** A stored line with its price in one currency; a price in another counts as unknown. */
export const lineOf = (
  { day, kind, amountKg, tonnePrice, currency }: StoredLine,
  wanted: Currency | null,
): FeedLine => ({
  day,
  kind,
  kg: amountKg,
  price: tonnePrice !== null && wanted !== null && currency === wanted ? Number(tonnePrice) : null,
})

/** The lines of a house's feed book in the order of days. */
export const linesOf = (db: Db, houseId: string) =>
  db
    .select()
    .from(feedEntry)
    .where(eq(feedEntry.houseId, houseId))
    .orderBy(asc(feedEntry.day), asc(feedEntry.createdAt))

/**
 * kg of feed recorded in houses from a day on, by house and day; males' feed included. Nothing at all from a scale that stands
 * still is no record; the same amount for days is the best that is known of what was taken out of the silo.
 */
export async function fedIn(
  db: Db,
  houseIds: readonly string[],
  from: string,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const rows = await db
    .select({
      houseId: flock.houseId,
      flockId: flock.id,
      type: flock.type,
      day: flockRecord.day,
      isSoFar: flockRecord.soFar,
      confirmed: flockRecord.confirmed,
      amount: sql<number>`(coalesce(${flockRecord.feed}, 0) + coalesce(${flockRecord.feedMales}, 0))::float8`,
    })
    .from(flockRecord)
    .innerJoin(flock, eq(flock.id, flockRecord.flockId))
    .where(
      and(
        inArray(flock.houseId, [...houseIds]),
        isNull(flock.deletedAt),
        gte(flockRecord.day, from),
        sql`(${flockRecord.feed} is not null or ${flockRecord.feedMales} is not null)`,
      ),
    )
    .orderBy(flockRecord.day)
  const fed = new Map<string, Map<string, number>>()
  for (const ofFlock of Map.groupBy(rows, ({ flockId }) => flockId).values()) {
    const days = ofFlock.map(row => ({
      ...row,
      birds: null,
      isSure: isCountSure('feed', row.confirmed, row.amount),
    }))
    const still = stillDays('feed', days, days[0]?.type)
    for (const { houseId, day, amount } of days) {
      if (amount === 0 && still.has(day)) continue
      const ofHouse = fed.get(houseId) ?? new Map<string, number>()
      fed.set(houseId, ofHouse.set(day, (ofHouse.get(day) ?? 0) + amount))
    }
  }
  return fed
}

/**
 * kg of feed that a house could use on days of which so much is fed, by its book; days on which stock was taken, or on which the
 * book is short already, are missing.
 */
export async function feedStocks(
  db: Db,
  houseId: string,
  told: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const lines = await linesOf(db, houseId)
  const from = lines[0]?.day
  const to = [...told.keys()].sort().at(-1)
  if (from === undefined || to === undefined) return new Map()
  const fed = new Map([...((await fedIn(db, [houseId], from)).get(houseId) ?? []), ...told])
  const days = feedDays(
    lines.map(line => lineOf(line, null)),
    fed,
    to,
  )
  return new Map(
    days.flatMap(({ day, counted, stock, fed: used }) => {
      const there = stock + (used ?? 0)
      return counted !== null || there < 0 || !told.has(day) ? [] : [[day, there]]
    }),
  )
}

/** A house's book day by day up to `to`, with its lines; priced in one currency. */
export async function bookOf(
  db: Db,
  houseId: string,
  to: string,
  currency: Currency | null = null,
): Promise<{ lines: Awaited<ReturnType<typeof linesOf>>; days: FeedDay[] }> {
  const lines = await linesOf(db, houseId)
  const from = lines[0]?.day
  if (from === undefined) return { lines, days: [] }
  const fed = (await fedIn(db, [houseId], from)).get(houseId) ?? new Map<string, number>()
  const told = lines.map(line => lineOf(line, currency))
  return { lines, days: feedDays(told, fed, to) }
}
