import { mergeAttributes, Node } from '@tiptap/core'

/** A video of our own, as `<video src="/files/…">`; the reader starts it. */
export const VideoNode = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ src: { default: null } }),
  parseHTML: () => [{ tag: 'video[src^="/files/"]' }],
  renderHTML: ({ HTMLAttributes }) => [
    'video',
    mergeAttributes(HTMLAttributes, { controls: 'controls', preload: 'metadata' }),
  ],
})
