import { type SQL, sql } from 'drizzle-orm'

/** Most words of a text that are indexed. */
const MOST = 20_000
/** Chinese is written without spaces: every two adjacent characters count as a word. */
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

/** What finds a text, as a `tsvector` value: its words, and Chinese characters singly and in pairs. */
export function searchWords(text: string): SQL<string> {
  const { signs, words } = partsOf(text)
  const found = new Set([...words, ...signs.flatMap(each => [...each, ...pairsOf(each)])])
  return sql<string>`array_to_tsvector(${sql.param([...found].slice(0, MOST))}::text[])`
}

/** What people wrap what they look for in. */
const ASKING = /请问|怎么(办|回事|样)?|怎样|为什么|是?什么|如何/gu

/** What is looked for: without the words of asking, and a figure apart from its unit (`20ppm`). */
export const plainly = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[?!。，、\s]+/gu, ' ')
    .trim()
    .replace(ASKING, ' ')
    .trim()
    .replace(/[吗呢吧啊呀了]+$/u, '')
    .replace(/(?<![\p{L}\d])(\d+(?:\.\d+)?)(\p{L}+)/gu, '$1 $2')

const everyWordOf = (typed: string): string => {
  const { signs, words } = partsOf(typed)
  return [
    ...words.map(word => `'${word}':*`),
    ...signs.flatMap(each => (each.length === 1 ? [each] : pairsOf(each))).map(pair => `'${pair}'`),
  ].join(' & ')
}

/**
 * The query for such a value: everything that was typed, words by prefix, or the same in other words; with or without the
 * words of asking. Punctuation alone finds nothing.
 */
export function searchFor(typed: string): SQL<string> {
  const plain = plainly(typed)
  return sql<string>`(${everyWordOf(typed)}::tsquery || ${everyWordOf(plain)}::tsquery
    || other_words_query(${typed}) || other_words_query(${plain}))`
}

/** Words that nearly every question contains and that identify no text. */
const EMPTY_WORDS = new Set(
  'about after again and any are but can could did does for from had has have how into its not now our out should since than that the their then there they this too very was what when where which while why will with would you your'.split(
    ' ',
  ),
)
const EMPTY_PAIRS = new Set(
  '一下 一个 什么 今天 他们 可以 怎么 怎样 我们 我家 是不 有没 没有 为什 请问 这个 那个 昨天'.split(' '),
)
/** Most words of a question that count. */
const MOST_ASKED = 24

/** The words of a whole-sentence question that count, and how many of them a similar text contains at least. */
export interface Wanted {
  words: readonly string[]
  least: number
}

/** A question so short need share only one word with a text. */
const FEW_WORDS = 5

/** Texts similar to a question contain a third of its words, one of a few. Null if it has no meaningful word. */
export function wantedBy(typed: string): Wanted | null {
  const { signs, words: written } = partsOf(plainly(typed))
  const asked = [
    ...written.filter(word => word.length > 2 && !EMPTY_WORDS.has(word)),
    ...signs.flatMap(pairsOf).filter(pair => !EMPTY_PAIRS.has(pair)),
  ]
  const words = [...new Set(asked)].slice(0, MOST_ASKED)
  if (words.length === 0) return null
  return { words, least: words.length <= FEW_WORDS ? 1 : Math.ceil(words.length / 3) }
}
