import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/store.ts'
import { good } from '../../platform/database/tables/goods.ts'

/**
 * Whether a good on the shelf matches a search: it has all of the words, or of other words for them, in either
 * language, by sound, or with a mistake or two in each.
 * A good that is not on the shelf never matches.
 */
export const isFound = (typed: string): SQL => sql`${good.id} in (select good_id from goods_found(${typed}))`

/** A page of them, the nearest first, each with the number of all; the same order as `closeness` gives, without reading the others. */
export const foundPage = (db: Db, typed: string, { most, skipped }: { most: number; skipped: number }) =>
  db
    .select({ id: good.id, total: sql<number>`found.total` })
    .from(good)
    .innerJoin(sql`goods_page(${typed}, ${most}, ${skipped}) as found`, sql`found.good_id = ${good.id}`)
    .where(eq(good.status, 'released'))
    .orderBy(sql`found.nearness desc`, good.id)

/** How many goods are on the shelf. */
export async function shelved(db: Db): Promise<number> {
  const { rows } = await db.execute<{ goods: number }>(sql`select goods_on_shelf() as goods`)
  return rows[0]?.goods ?? 0
}

/** Ids of the goods that come nearest to a search that found nothing, the nearest first. */
export async function nearestIds(db: Db, typed: string, most: number): Promise<string[]> {
  const rows = await db
    .select({ id: good.id })
    .from(good)
    .innerJoin(sql`goods_near(${typed}) as near`, sql`near.good_id = ${good.id}`)
    .where(eq(good.status, 'released'))
    .orderBy(sql`near.nearness desc`, good.id)
    .limit(most)
  return rows.map(({ id }) => id)
}

/** Search results to join to the goods; `nearness` ranks those that match {@link isFound}. */
export const found = (typed: string) => ({
  goods: sql`goods_found(${typed}) as found`,
  isGood: sql`found.good_id = ${good.id}`,
  /** Smallest for the best match: first goods that contain what was typed. */
  closeness: sql`-found.nearness`,
})
