import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/store.ts'
import { good } from '../../platform/database/tables/goods.ts'
import { anywhere } from '../../platform/http/lists.ts'

/**
 * Whether a good on the shelf is what somebody looks for: it has all of the words, in either language, each with a mistake or
 * two. A good that is not on the shelf is never found.
 */
export const isFound = (typed: string): SQL => sql`${good.id} in (select good_id from goods_found(${typed}))`

/** The same as ids, for who counts them in several ways: they are looked for once. */
export async function foundIds(db: Db, typed: string): Promise<string[]> {
  const { goods, isGood } = found(typed)
  const rows = await db.select({ id: good.id }).from(good).innerJoin(goods, isGood)
  return rows.map(({ id }) => id)
}

/** What is found, to be joined to the goods: `nearness` orders those that {@link isFound} has. */
export const found = (typed: string) => ({
  goods: sql`goods_found(${typed}) as found`,
  isGood: sql`found.good_id = ${good.id}`,
  /** Least for the good that is most like it: first those that say what was typed. */
  closeness: sql`case when ${good.sought} like ${anywhere(typed.normalize('NFKC').toLowerCase())} then 0 else 1 end - found.nearness`,
})
