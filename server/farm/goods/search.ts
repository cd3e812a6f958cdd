import { type SQL, sql } from 'drizzle-orm'
import { good } from '../../platform/database/tables/goods.ts'
import { anywhere } from '../../platform/http/lists.ts'

/** How much of a word has to be right: of `bealt` for `belt` enough is. */
const ALIKE = 0.35

const plain = (typed: string) => typed.normalize('NFKC').toLowerCase().trim()
const wordsOf = (typed: string) => plain(typed).split(/\s+/u)

const isWord = (word: string): SQL =>
  // Of Chinese each sign counts: a word of it is found as it stands, or by its first two signs.
  sql`(${good.sought} like ${anywhere(word)} or word_similarity(${word}, ${good.sought}) >= ${ALIKE})`

/** Whether a good is what somebody looks for: all of the words, in either language, each with a mistake or two. */
export const isFound = (typed: string): SQL => sql.join(wordsOf(typed).map(isWord), sql` and `)

/** Least for the good that is most like it. */
export const closeness = (typed: string): SQL =>
  sql`case when ${good.sought} like ${anywhere(plain(typed))} then 0 else 1 end - word_similarity(${plain(typed)}, ${good.sought})`
