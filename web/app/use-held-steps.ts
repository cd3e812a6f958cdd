import { type BlockerFn, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useDiscardQuestion } from '#web/components/use-discard-question.ts'
import { useTabs } from '#web/data/tabs/tabs.ts'
import { isUnsaved, savedOrGone } from '#web/data/tabs/unsaved.ts'
import { screenAt } from './known-screens.ts'
import { tabKeyOf } from './screen.ts'

/**
 * Asks before a step of the browser, back or forward, takes unsaved input off its page. A step to another page needs no
 * question: the input waits in its tab.
 */
export function useHeldSteps(): void {
  const { t } = useTranslation()
  const { history } = useRouter()
  const question = useDiscardQuestion()
  const ask = useEffectEvent((discard: () => void, answered: () => void) =>
    question(
      {
        title: t($ => $.unsavedTitle),
        content: t($ => $.tabs.unsaved),
        okText: t($ => $.tabs.discard),
        cancelText: t($ => $.tabs.keep),
      },
      () => {
        answered()
        discard()
      },
      answered,
    ),
  )
  useEffect(() => {
    let isAsking = false
    const hold: BlockerFn = ({ action, currentLocation, nextLocation }) => {
      // Our own buttons have asked already.
      if (action === 'PUSH' || action === 'REPLACE') return false
      const { active } = useTabs.getState()
      const screen = screenAt(nextLocation.pathname)
      if (active === null || !screen || tabKeyOf(screen, nextLocation.search) !== active) return false
      if (!isUnsaved(active)) return false
      if (isAsking) return true
      isAsking = true
      const step = nextLocation.state.__TSR_index - currentLocation.state.__TSR_index
      ask(
        () => {
          savedOrGone(active)
          history.go(step, { ignoreBlocker: true })
        },
        () => {
          isAsking = false
        },
      )
      return true
    }
    // Leaving the site has a question of its own.
    return history.block({ blockerFn: hold, enableBeforeUnload: false })
  }, [history])
}
