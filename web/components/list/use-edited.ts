import { useQuery } from '@tanstack/react-query'
import { App } from 'antd'
import { useEffect, useState } from 'react'
import type { Endpoint, Input } from '#shared/endpoint.ts'
import { CallError, call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import type { Steps } from '../form/form-drawer.tsx'
import { useScreen } from '../screen-context.tsx'
import type { List } from './use-list.ts'

/** The address's `id` for the form of a new row. */
export const NEW = 'new'

interface Editing<T> {
  /** The row whose form is open, as it was when opened; 'new' for a new row. */
  row: T | typeof NEW | null
  /** Ways to the neighbouring rows on the page of the list whose form may be opened too. */
  steps: Steps
  open: (row: T | typeof NEW) => void
  close: () => void
}

interface Contract {
  get: Endpoint
  create: Endpoint
  update: Endpoint
}

/**
 * The form of a list's row, named in the address: `id=` the row's, or `new`. A link opens it, and the browser's Back closes
 * it. It opens for users who may save it; `may` says for which rows.
 */
export function useEdited<T extends { id: string; deleted?: unknown }>(
  list: List<T>,
  { get, create, update }: Contract,
  may: (row: T) => boolean = () => true,
): Editing<T> {
  const { search, setSearch } = useScreen()
  const { message } = App.useApp()
  const [held, setHeld] = useState<T | null>(null)
  const mayCreate = useMayCall(create)
  const mayUpdate = useMayCall(update)
  const id = search.id && search.id !== NEW && mayUpdate ? search.id : undefined
  const isHeld = held !== null && held.id === id
  // The row may be on another page of the list, or on none.
  const { data, error } = useQuery({
    queryKey: [get.path, id, 'form'],
    queryFn: () =>
      call(get, { params: { id } } as never as Input<Endpoint>) as Promise<unknown> as Promise<T>,
    enabled: id !== undefined && !isHeld && !list.isLoading && !list.rows.some(row => row.id === id),
    gcTime: 0,
  })
  // A form must not change while being filled in, though the list keeps refreshing.
  const read = list.rows.find(row => row.id === id) ?? (data && data.id === id ? data : null)
  const row = isHeld ? held : read
  if (row !== held) setHeld(row)
  const close = () => setSearch({ id: undefined })
  useEffect(() => {
    if (!error) return
    if (!(error instanceof CallError && error.told)) void message.error(error.message)
    setSearch({ id: undefined })
  }, [error, message, setSearch])
  const mayOpen = (row: T) => !row.deleted && may(row)
  const open = (row: T | typeof NEW) =>
    setSearch({ id: row === NEW ? NEW : row.id }, { push: search.id === undefined })
  const step = (by: number) => {
    const others = list.rows.filter(mayOpen)
    const at = others.findIndex(row => row.id === id)
    const next = at < 0 ? undefined : others[at + by]
    return next && (() => open(next))
  }
  return {
    row: search.id === NEW && mayCreate ? NEW : row && mayOpen(row) ? row : null,
    steps: { previous: step(-1), next: step(1) },
    open,
    close,
  }
}
