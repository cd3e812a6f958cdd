import { Mark } from '@tiptap/core'

/** A mark of one tag that shuts out another, as CO₂ and m³. */
const scriptMark = (name: 'sub' | 'sup', other: 'sub' | 'sup') =>
  Mark.create({
    name,
    excludes: other,
    parseHTML: () => [{ tag: name }],
    renderHTML: () => [name, 0],
  })

export const SubMark = scriptMark('sub', 'sup')
export const SupMark = scriptMark('sup', 'sub')
