import { create } from 'zustand'
import { readStored, writeStored } from './preferences.ts'

const KEPT = 'list_views'

/** As they were stored, by path; `readView` reads one. */
type Views = Readonly<Record<string, unknown>>
type ListViews = Readonly<Record<string, Views>>

/** How each user of this browser wants to see each list, by user and path of the list's endpoint. */
export const useKeptViews = create<{ views: ListViews }>(() => ({
  views: (readStored(KEPT) ?? {}) as ListViews,
}))

useKeptViews.subscribe(({ views }) => writeStored(KEPT, Object.keys(views).length > 0 ? views : null))

/** Changes a user's views of the named lists; other lists stay as they are. */
export const showViews = (user: string, changed: Views): void =>
  useKeptViews.setState(({ views }) => ({ views: { ...views, [user]: { ...views[user], ...changed } } }))

/** Forgets everybody's views here. */
export const forgetViews = (): void => useKeptViews.setState({ views: {} })
