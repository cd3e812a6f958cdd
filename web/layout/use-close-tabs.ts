import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { useDiscardQuestion } from '#web/components/use-discard-question.ts'
import { closing, type Side, shownAfter } from '#web/data/tabs/tab-list.ts'
import { dropTabs, useTabs } from '#web/data/tabs/tabs.ts'
import { isUnsaved } from '#web/data/tabs/unsaved.ts'

/**
 * Closes a tab, or everything on one side of it; says so if there is nothing to close, and asks first if input would be
 * lost. `open` shows the address of the tab that replaces a closed one.
 */
export function useCloseTabs(open: (href: string) => void): (key: string, side: Side | 'this') => void {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const question = useDiscardQuestion()

  function close(keys: readonly string[]): void {
    const list = useTabs.getState()
    const next = shownAfter(list, keys)
    // First the other page, then the closing: a page closed while it shows would open again.
    if (next && next.key !== list.active) open(next.href)
    dropTabs(keys)
  }

  return (key, side) => {
    const keys = closing(useTabs.getState(), key, side)
    if (typeof keys === 'string') return void message.warning(t($ => $.tabs[keys]))
    if (!keys.some(isUnsaved)) return close(keys)
    question(
      {
        title: t($ => $.unsavedTitle),
        content: t($ => $.tabs.unsaved),
        okText: t($ => $.tabs.discard),
        cancelText: t($ => $.tabs.keep),
      },
      () => close(keys),
    )
  }
}
