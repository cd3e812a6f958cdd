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
