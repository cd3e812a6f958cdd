import { ChangeSet } from '@tiptap/pm/changeset'
import { type Node, Schema } from '@tiptap/pm/model'
import { StepMap } from '@tiptap/pm/transform'
import type { Language } from '#shared/text.ts'

/** A piece of two texts: in both, only in the older one, or only in the newer one. */
export interface Piece {
  is: 'same' | 'gone' | 'new'
  said: string
}

/** A text for the editor's own comparison: each word is one token of a document. */
const schema = new Schema({
  nodes: { doc: { content: 'word*' }, word: { attrs: { said: {} } }, text: {} },
})
const encoder = {
  encodeCharacter: (code: number) => String(code),
  encodeNodeStart: (node: Node): string => String(node.attrs.said),
  encodeNodeEnd: () => '',
  compareTokens: (a: string, b: string) => a === b,
}

function wordsOf(text: string, language: Language): string[] {
  const words = new Intl.Segmenter(language, { granularity: 'word' })
  return [...words.segment(text)].map(({ segment }) => segment)
}

/** The differing stretches of two word lists, as positions from and to in each. */
function changesOf(before: readonly string[], now: readonly string[]) {
  const docOf = (words: readonly string[]) =>
    schema.node(
      'doc',
      null,
      words.map(said => schema.node('word', { said })),
    )
  const all = new StepMap([0, before.length, now.length])
  return ChangeSet.create(docOf(before), undefined, encoder).addSteps(docOf(now), [all], null).changes
}

/** Walks through both: what stayed, and each differing stretch. */
function compare(
  before: readonly string[],
  now: readonly string[],
  differs: (gone: string[], added: string[]) => Piece[],
): Piece[] {
  const same = (words: string[]): Piece[] => (words.length > 0 ? [{ is: 'same', said: words.join('') }] : [])
  let at = 0
  const pieces = changesOf(before, now).flatMap(({ fromA, toA, fromB, toB }) => {
    const stayed = same(now.slice(at, fromB))
    at = toB
    return [...stayed, ...differs(before.slice(fromA, toA), now.slice(fromB, toB))]
  })
  return [...pieces, ...same(now.slice(at))]
}

const linesOf = (text: string): string[] => text.split(/(?<=\n)/)

/**
 * Compares two versions of a text: first by lines, then by the words within them; Chinese words are split as a reader would.
 */
export function wordDifferences(before: string, now: string, language: Language): Piece[] {
  const pieces = compare(linesOf(before), linesOf(now), (gone, added) =>
    compare(wordsOf(gone.join(''), language), wordsOf(added.join(''), language), (older, newer) => [
      { is: 'gone', said: older.join('') },
      { is: 'new', said: newer.join('') },
    ]),
  )
  return pieces.filter(({ said }) => said !== '').reduce<Piece[]>(joined, [])
}

/** Merges neighbouring pieces of the same kind. */
function joined(pieces: Piece[], piece: Piece): Piece[] {
  const last = pieces.at(-1)
  if (last?.is !== piece.is) return [...pieces, piece]
  return [...pieces.slice(0, -1), { is: piece.is, said: last.said + piece.said }]
}
