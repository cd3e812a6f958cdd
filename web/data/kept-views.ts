import { create } from 'zustand'
import type { ListView } from './list-view.ts'
import { readStored, writeStored } from './preferences.ts'

const KEPT = 'list_views'

type Views = Readonly<Record<string, ListView>>
type ListViews = Readonly<Record<string, Views>>

/** How each user of this browser wants to see each list, by user and path of the list's endpoint. */
export const useKeptViews = create<{ views: ListViews }>(() => ({
  views: (readStored(KEPT) ?? {}) as ListViews,
}))

useKeptViews.subscribe(({ views }) => writeStored(KEPT, Object.keys(views).length > 0 ? views : null))

/** Shows lists of a user in another way; lists that are not named stay as they are. */
export const showViews = (user: string, changed: Views): void =>
  useKeptViews.setState(({ views }) => ({ views: { ...views, [user]: { ...views[user], ...changed } } }))

/** Nobody's views are kept here any more. */
export const forgetViews = (): void => useKeptViews.setState({ views: {} })
