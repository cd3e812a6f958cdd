import { asc, desc, eq, ilike, or } from 'drizzle-orm'
import { SYNONYMS_MOST, type Synonym, searchMisses, searchSynonyms } from '#shared/contracts/search-words.ts'
import { text } from '#shared/text.ts'
import { newId } from '../../platform/database/ids.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import type { Db } from '../../platform/database/store.ts'
import { searchMiss, searchSynonym } from '../../platform/database/tables/search.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { anywhere, skipped, totalOf } from '../../platform/http/lists.ts'
import { addRow, changeRows, openRow, removeRow } from '../../platform/records/rows.ts'

const says = {
  one: text('请至少填写两个意思相同的词', 'Enter at least two words that mean the same'),
  full: text('最多 {most} 组', 'At most {most} groups'),
}

const { id, version, chineseWords, englishWords } = searchSynonym
const shown = { id, version, chineseWords, englishWords }

async function find(db: Db, wanted: string): Promise<Synonym> {
  const [found] = await db.select(shown).from(searchSynonym).where(eq(id, wanted))
  if (!found) throw refuse.notFound()
  return found
}

type Words = Pick<Synonym, 'chineseWords' | 'englishWords'>

/** One word alone is no synonym of anything. */
function refuseSingle({ chineseWords, englishWords }: Words): void {
  const words = `${chineseWords}\n${englishWords}`.split(/[、，,;；/\n]+/).map(word => word.trim())
  if (new Set(words.filter(Boolean)).size < 2)
    throw refuse.invalid([{ field: 'chineseWords', message: says.one }])
}

const synonymsFeature = feature('search-synonyms', searchSynonyms, {
  list: async ({ db, query }) => {
    const { search } = query
    const condition = search
      ? or(ilike(chineseWords, anywhere(search)), ilike(englishWords, anywhere(search)))
      : undefined
    const total = db.$count(searchSynonym, condition)
    const rows = await db
      .select({ ...shown, total })
      .from(searchSynonym)
      .where(condition)
      .orderBy(desc(searchSynonym.createdAt), asc(id))
      .limit(query.size)
      .offset(skipped(query))
    return { total: await totalOf(rows, total), items: rows.map(({ total: _, ...row }) => row) }
  },
  get: ({ db, params }) => find(db, params.id),
  create: async call => {
    const { version: _, ...words } = call.body
    refuseSingle(words)
    if ((await call.db.$count(searchSynonym)) >= SYNONYMS_MOST)
      throw refuse.invalid([{ field: 'chineseWords', message: [says.full, { most: SYNONYMS_MOST }] }])
    const row = { ...words, id: newId(), officePath: ROOT_PATH }
    await addRow(call, searchSynonym, row)
    return find(call.db, row.id)
  },
  update: async call => {
    const { version: _, ...words } = call.body
    await openRow(call, searchSynonym, () => find(call.db, call.params.id))
    refuseSingle(words)
    await changeRows(call.db, searchSynonym, eq(id, call.params.id), words)
    return find(call.db, call.params.id)
  },
  remove: async call => {
    const { row } = await openRow(call, searchSynonym, () => find(call.db, call.params.id))
    await removeRow(call, searchSynonym, eq(id, row.id), () => row)
    return null
  },
})

const missesFeature = feature('search-misses', searchMisses, {
  list: async ({ db, query }) => {
    const total = db.$count(searchMiss)
    const rows = await db
      .select({ row: searchMiss, total })
      .from(searchMiss)
      .orderBy(desc(searchMiss.times), desc(searchMiss.lastAt), asc(searchMiss.id))
      .limit(query.size)
      .offset(skipped(query))
    return {
      total: await totalOf(rows, total),
      items: rows.map(({ row: { id, words, times, lastAt } }) => ({
        id,
        words,
        times,
        lastAt: lastAt.toISOString(),
      })),
    }
  },
  remove: async call => {
    const gone = await removeRow(call, searchMiss, eq(searchMiss.id, call.params.id), ({ words }) => ({
      words,
    }))
    if (!gone) throw refuse.notFound()
    return null
  },
})

/** What the provider says means the same, and what buyers did not find. */
export const searchWordsFeatures = [synonymsFeature, missesFeature]
