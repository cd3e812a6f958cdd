import { z } from 'zod'
import { crud, del, get, Id, PageQuery, page } from '../endpoint.ts'
import type { Fields } from '../field.ts'
import { record, Search } from '../fields.ts'
import { text } from '../text.ts'

/** Most groups of synonyms: every search compares with all of them. */
export const SYNONYMS_MOST = 500

/** Words that mean the same, in both languages: whoever types one of them finds what is called by another. */
export const synonymFields = {
  chineseWords: {
    kind: 'text',
    most: 200,
    language: 'zh',
    label: text('中文说法', 'Chinese words'),
    hint: text('用顿号隔开，例如：湿帘、水帘。', 'Separated by commas.'),
  },
  englishWords: {
    kind: 'text',
    most: 200,
    language: 'en',
    label: text('英文说法', 'English words'),
    hint: text('用逗号隔开，例如：cooling pad, evaporative pad。', 'Separated by commas.'),
  },
} as const satisfies Fields

const { form, item } = record(synonymFields, {})
export type Synonym = z.infer<typeof item>

const permission = 'mall_goods_list'
const path = '/admin/auth/search-synonyms'
const {
  list,
  get: read,
  create,
  update,
  remove,
} = crud(path, permission, {
  item,
  form,
  filter: z.object({ search: Search }),
  noun: text('同义词 {chineseWords}', 'synonyms {englishWords}'),
})
/** The provider's synonyms; the search of the mall, of articles and of the palette all use them. */
export const searchSynonyms = { list, get: read, create, update, remove }

/** A search of the mall that found nothing. */
const Miss = z.object({
  id: Id,
  words: z.string(),
  times: z.number().int(),
  lastAt: z.iso.datetime(),
})
export type SearchMiss = z.infer<typeof Miss>

const missPath = '/admin/auth/search-misses'
/** What buyers searched for in vain, the most wanted first. */
export const searchMisses = {
  list: get(missPath, `${permission}:query`, { query: PageQuery, returns: page(Miss) }),
  remove: del(`${missPath}/:id`, `${permission}:edit`, {
    returns: z.null(),
    says: text('从未找到的搜索词中删除 {words}', 'Removed a search without results: {words}'),
  }),
}
