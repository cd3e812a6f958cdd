import { mergeAttributes, Node } from '@tiptap/core'
import type { Callout } from '#shared/rich-text.ts'

/** A highlighted paragraph, as `<aside data-callout>`. */
export const CalloutNode = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({
    kind: {
      default: 'note' satisfies Callout,
      parseHTML: (element: HTMLElement) => element.dataset.callout,
      renderHTML: ({ kind }: Record<string, unknown>) => ({ 'data-callout': kind }),
    },
  }),
  parseHTML: () => [{ tag: 'aside' }],
  renderHTML: ({ HTMLAttributes }) => ['aside', mergeAttributes(HTMLAttributes), 0],
})
