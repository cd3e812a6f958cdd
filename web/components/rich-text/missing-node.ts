import { Node } from '@tiptap/core'
import { MISSING } from '#shared/rich-text.ts'

/** The place of a picture that could not be taken, with its name; a picture put there replaces it. */
export const MissingNode = Node.create({
  name: MISSING,
  group: 'block',
  atom: true,
  // Before the callout, which is an aside as well.
  priority: 200,
  addAttributes: () => ({ name: { default: '', parseHTML: (element: HTMLElement) => element.textContent } }),
  parseHTML: () => [{ tag: `aside[data-callout="${MISSING}"]`, priority: 60 }],
  renderHTML: ({ node }) => ['aside', { 'data-callout': MISSING }, String(node.attrs.name)],
})
