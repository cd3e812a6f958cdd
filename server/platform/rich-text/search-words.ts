import { type SQL, sql } from 'drizzle-orm'

/** Words of a text are counted no further than this. */
const MOST = 20_000
/** Written without spaces: every two signs beside each other are a word. */
const SIGNS = /\p{Script=Han}+/gu
const WORDS = /[\p{L}\p{N}]+/gu

const pairsOf = (signs: string): string[] => {
  const each = [...signs]
  return each.slice(1).map((sign, at) => `${each[at]}${sign}`)
}

function partsOf(text: string): { signs: string[]; words: string[] } {
  const plain = text.normalize('NFKC').toLowerCase()
  return { signs: plain.match(SIGNS) ?? [], words: plain.replace(SIGNS, ' ').match(WORDS) ?? [] }
}

/** What a text is found by, as the value of a `tsvector`: words, and of Chinese its signs and pairs of them. */
export function searchWords(text: string): SQL<string> {
  const { signs, words } = partsOf(text)
  const found = new Set([...words, ...signs.flatMap(each => [...each, ...pairsOf(each)])])
  return sql<string>`array_to_tsvector(${sql.param([...found].slice(0, MOST))}::text[])`
}

/** A question to such a value: all of what was typed, words by how they begin. Of nothing but punctuation it finds nothing. */
export function searchFor(typed: string): SQL<string> {
  const { signs, words } = partsOf(typed)
  const asked = [
    ...words.map(word => `'${word}':*`),
    ...signs.flatMap(each => (each.length === 1 ? [each] : pairsOf(each))).map(pair => `'${pair}'`),
  ]
  return sql<string>`${asked.join(' & ')}::tsquery`
}

/** What nearly every question says, and no text is found by. */
const EMPTY_WORDS = new Set(
  'about after again and any are but can could did does for from had has have how into its not now our out should since than that the their then there they this too very was what when where which while why will with would you your'.split(
    ' ',
  ),
)
const EMPTY_PAIRS = new Set(
  '一下 一个 什么 今天 他们 可以 怎么 怎样 我们 我家 是不 有没 没有 为什 请问 这个 那个 昨天'.split(' '),
)
/** Words of a question that count. */
const MOST_ASKED = 24

/** What of a question in whole sentences counts, and how much of it a text that is near to it holds at least. */
export interface Wanted {
  words: readonly string[]
  least: number
}

/** Texts near to a question hold a third of its words. Null where the question has no word that says anything. */
export function wantedBy(typed: string): Wanted | null {
  const { signs, words: written } = partsOf(typed)
  const asked = [
    ...written.filter(word => word.length > 2 && !EMPTY_WORDS.has(word)),
    ...signs.flatMap(pairsOf).filter(pair => !EMPTY_PAIRS.has(pair)),
  ]
  const words = [...new Set(asked)].slice(0, MOST_ASKED)
  return words.length === 0 ? null : { words, least: Math.ceil(words.length / 3) }
}
