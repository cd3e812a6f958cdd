import type { ReactNode } from 'react'

/** A column of a list. The first one is the row's name, and the title of its card on phones. */
export interface Column<T> {
  key: string
  title: string
  render: (row: T) => ReactNode
  /** Aligned right, for numbers and dates. */
  atEnd?: boolean
  /** Field the server sorts by. */
  sort?: string
  /** px; by default the text decides. */
  width?: number
  /** Says whose the row is: only for viewers who see several customers. */
  isOthers?: boolean
  /** Hidden until the reader turns it on. */
  isExtra?: boolean
  /**
   * Where it stands on a phone's card: beside the name, in the line below it, or as a note shown only if there is one (else
   * `render` returns null). If no column has a place, a card lists them all. Beside an open row the others are left out
   * first, then these in the opposite order, until the rest has room.
   */
  card?: 'state' | 'line' | 'note'
}
