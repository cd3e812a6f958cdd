import { ChangeSet } from '@tiptap/pm/changeset'
import { type Node, Schema } from '@tiptap/pm/model'
import { StepMap } from '@tiptap/pm/transform'
import type { Language } from '#shared/text.ts'

/** A piece of two texts: of both, of the older one alone, or of the newer. */
export interface Piece {
  is: 'same' | 'gone' | 'new'
  said: string
}

/** A text as the editor's own comparison takes it: each word one sign of a document. */
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

/** The stretches of two rows of words that differ, as places from and to in each. */
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

/** Walks through both: what stayed, and each stretch that differs. */
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
 * What became of a text: first which lines differ, then which words of them; words of Chinese are those that a reader would tell
 * apart.
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

/** Beside each other two of a kind are one. */
function joined(pieces: Piece[], piece: Piece): Piece[] {
  const last = pieces.at(-1)
  if (last?.is !== piece.is) return [...pieces, piece]
  return [...pieces.slice(0, -1), { is: piece.is, said: last.said + piece.said }]
}
