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

/** How near texts are to a question in whole sentences: whether near enough, and the order from the nearest on. */
export interface Likeness {
  isNear: SQL
  nearness: SQL
}

/**
 * Compares texts with a question: near is what holds a third of its words. A word of the title counts twice.
 * Null where the question has no word that says anything.
 */
export function likenessTo(typed: string, { words, titles }: { words: SQL; titles: SQL }): Likeness | null {
  const { signs, words: written } = partsOf(typed)
  const asked = [
    ...written.filter(word => word.length > 2 && !EMPTY_WORDS.has(word)),
    ...signs.flatMap(pairsOf).filter(pair => !EMPTY_PAIRS.has(pair)),
  ]
  const wanted = [...new Set(asked)].slice(0, MOST_ASKED)
  if (wanted.length === 0) return null
  const either = wanted.map(word => `'${word}'`).join(' | ')
  const heldBy = (text: SQL) =>
    sql`(select count(*) from unnest(${sql.param(wanted)}::text[]) w where ${text})`
  const held = heldBy(sql`${words} @@ quote_literal(w)::tsquery`)
  return {
    isNear: sql`${words} @@ ${either}::tsquery and ${held} >= ${Math.ceil(wanted.length / 3)}`,
    nearness: sql`${held} + ${heldBy(sql`strpos(lower(${titles}), w) > 0`)}`,
  }
}
