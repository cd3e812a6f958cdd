import { useScreen } from '../screen-context.tsx'
import type { List } from './use-list.ts'

/** What a tap on a row does. */
export interface Opener {
  /** The row open beside its list; undefined if none is. */
  id: string | undefined
  open(id: string): void
  /** Only of rows that open beside their list. */
  close?(): void
}

/** The row open beside its list; named in the address. */
export interface Opened extends Opener {
  close(): void
  /** The neighbouring rows on the page of the list; undefined at its ends. */
  previous: string | undefined
  next: string | undefined
}

/** Rows of a list that open beside it, one at a time; `name` is the parameter in the address for the open one. */
export function useOpened<T extends { id: string }>(list: List<T>, name = 'open'): Opened {
  const { search, setSearch } = useScreen()
  const id = search[name] || undefined
  const at = list.rows.findIndex(row => row.id === id)
  return {
    id,
    open: next => setSearch({ [name]: next }, { push: id === undefined }),
    close: () => setSearch({ [name]: undefined }),
    previous: at > 0 ? list.rows[at - 1]?.id : undefined,
    next: at >= 0 ? list.rows[at + 1]?.id : undefined,
  }
}
