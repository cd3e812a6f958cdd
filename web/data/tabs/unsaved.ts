import { create } from 'zustand'

/** Forms with unsaved input, by the key of their tab. Pages outside the tabs share the key ''. */
const useUnsavedForms = create<{ forms: ReadonlyMap<string, ReadonlySet<string>> }>(() => ({
  forms: new Map(),
}))

/** Notes whether a form in a tab has unsaved input. */
export function noteUnsaved(tab: string, form: string, unsaved: boolean): void {
  const { forms } = useUnsavedForms.getState()
  if ((forms.get(tab)?.has(form) ?? false) === unsaved) return
  const mine = new Set(forms.get(tab))
  if (unsaved) mine.add(form)
  else mine.delete(form)
  const next = new Map(forms)
  if (mine.size > 0) next.set(tab, mine)
  else next.delete(tab)
  useUnsavedForms.setState({ forms: next })
}

/** A tab was closed or started anew: its input is gone. */
export function savedOrGone(tab: string): void {
  const next = new Map(useUnsavedForms.getState().forms)
  if (next.delete(tab)) useUnsavedForms.setState({ forms: next })
}

/** The reader chose to discard all unsaved input. */
export const discardUnsaved = (): void => useUnsavedForms.setState({ forms: new Map() })

export const isUnsaved = (tab: string): boolean => useUnsavedForms.getState().forms.has(tab)

/** Whether anything at all is unsaved: nothing may then reload the page by itself. */
export const isAnythingUnsaved = (): boolean => useUnsavedForms.getState().forms.size > 0

/** Whether a tab has unsaved input; redraws when that changes. */
export const useTabIsUnsaved = (tab: string): boolean => useUnsavedForms(({ forms }) => forms.has(tab))

/** Leaving the site with unsaved input asks in the browser's own words. */
export function askBeforeLeaving(): void {
  addEventListener('beforeunload', event => {
    if (isAnythingUnsaved()) event.preventDefault()
  })
}
