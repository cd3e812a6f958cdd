import type { ReactNode } from 'react'

/** A column of a list. The first of a list is the row's name, and the title of its card on phones. */
export interface Column<T> {
  key: string
  title: string
  render: (row: T) => ReactNode
  /** Numbers and dates stand at the right. */
  atEnd?: boolean
  /** Field the server sorts by. */
  sort?: string
  /** px; the text decides without it. */
  width?: number
  /** Says whose the row is: only for who sees several customers. */
  isOthers?: boolean
  /** Hidden until the reader wants it. */
  isExtra?: boolean
  /**
   * Where it stands on a phone's card: beside the name, in the line below it, or as the note that is said only where
   * there is one (`render` then answers null). Without any place on any column a card lists them all.
   */
  card?: 'state' | 'line' | 'note'
}
