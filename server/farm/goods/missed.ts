import { desc, inArray, ne, sql } from 'drizzle-orm'
import { asSystem } from '../../platform/database/as-system.ts'
import { newId } from '../../platform/database/ids.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import type { Db } from '../../platform/database/store.ts'
import { searchMiss } from '../../platform/database/tables/search.ts'
import type { Viewer } from '../../platform/http/identify.ts'

/** Most different searches that are kept: what was wanted least and longest ago gives way. */
const KEPT = 1_000
const LONGEST = 60

/** Counts a search that found nothing, for the provider: the words, and not who typed them. */
export async function noteMiss({ db, viewer }: { db: Db; viewer: Viewer }, typed: string): Promise<void> {
  const words = typed.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim().slice(0, LONGEST)
  if ([...words].length < 2 || !/[\p{L}\p{N}]/u.test(words)) return
  await asSystem(db, viewer.scope, async () => {
    await db
      .insert(searchMiss)
      .values({ id: newId(), officePath: ROOT_PATH, words })
      .onConflictDoUpdate({
        target: searchMiss.words,
        set: { times: sql`${searchMiss.times} + 1`, lastAt: sql`now()` },
      })
    const tooMany = db
      .select({ id: searchMiss.id })
      .from(searchMiss)
      .where(ne(searchMiss.words, words))
      .orderBy(desc(searchMiss.times), desc(searchMiss.lastAt))
      .offset(KEPT - 1)
    await db.delete(searchMiss).where(inArray(searchMiss.id, tooMany))
  })
}
