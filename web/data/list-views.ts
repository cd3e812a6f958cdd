import { useMemo } from 'react'
import { create } from 'zustand'
import { asShipped, type ListView, readView } from './list-view.ts'
import { readStored, writeStored } from './preferences.ts'
import { useSession } from './session.ts'

const KEPT = 'list_views'

type ListViews = Readonly<Record<string, Readonly<Record<string, ListView>>>>

const useListViews = create<{ views: ListViews }>(() => ({ views: (readStored(KEPT) ?? {}) as ListViews }))

/** The user's view of a list and the way to change it; null puts it back as shipped. */
export function useListView(list: string): [ListView, (change: Partial<ListView> | null) => void] {
  const user = useSession(({ user }) => user?.id ?? '')
  const stored = useListViews(({ views }) => views[user]?.[list])
  const view = useMemo(() => readView(stored), [stored])
  const change = (change: Partial<ListView> | null) => {
    const { views } = useListViews.getState()
    const next = change ? { ...view, ...change } : asShipped
    const changed = { ...views, [user]: { ...views[user], [list]: next } }
    useListViews.setState({ views: changed })
    writeStored(KEPT, changed)
  }
  return [view, change]
}
