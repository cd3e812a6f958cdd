import { useMemo } from 'react'
import { noteListView } from './choices.ts'
import { showViews, useKeptViews } from './kept-views.ts'
import { asShipped, type ListView, readView } from './list-view.ts'
import { useSession } from './session.ts'

/** The user's view of a list and the way to change it; null resets it to the default. */
export function useListView(list: string): [ListView, (change: Partial<ListView> | null) => void] {
  const user = useSession(({ user }) => user?.id ?? '')
  const stored = useKeptViews(({ views }) => views[user]?.[list])
  const view = useMemo(() => readView(stored), [stored])
  const change = (change: Partial<ListView> | null) => {
    // What was kept under a name stays when columns go back to their places.
    const next = { ...view, ...(change ?? { ...asShipped, saved: view.saved }) }
    const isAsShipped = !change && next.saved.length === 0
    showViews(user, { [list]: next })
    noteListView(list, isAsShipped ? null : next)
  }
  return [view, change]
}
