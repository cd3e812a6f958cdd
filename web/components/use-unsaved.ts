import { useContext, useEffect, useId } from 'react'
import { useTabs } from '#web/data/tabs/tabs.ts'
import { noteUnsaved } from '#web/data/tabs/unsaved.ts'
import { ScreenContext } from './screen-context.tsx'

/**
 * Tells the tab that this form has unsaved input: closing the tab then asks, and nothing reloads it. Returns a function that
 * marks it saved at once, for a form that goes while another tab shows.
 */
export function useUnsaved(unsaved: boolean): () => void {
  const tab = useContext(ScreenContext)?.tab ?? ''
  const form = useId()
  useEffect(() => {
    noteUnsaved(tab, form, unsaved)
    return () => {
      // Hiding a tab ends its effects just as leaving does, but its input stays; only then another tab is active.
      const isHiding = tab !== '' && useTabs.getState().active !== tab
      if (!isHiding) noteUnsaved(tab, form, false)
    }
  }, [tab, form, unsaved])
  return () => noteUnsaved(tab, form, false)
}
