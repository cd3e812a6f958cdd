import i18next from 'i18next'
import { type ComponentType, useEffect, useState } from 'react'
import { announce } from '#web/data/announcements.ts'
import { whenBack } from '#web/data/reachable.ts'
import { startAnew } from '#web/data/start-anew.ts'

/**
 * A component whose code loads when it is first shown, such as a dialog; until then `Meanwhile` takes its place, or nothing.
 * If loading fails the reader is told, and it is tried again when the network is back; if that fails too, the page starts anew.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Meanwhile: ComponentType<P> = Nothing,
): ComponentType<P> {
  let loaded: ComponentType<P> | null = null
  let hasFailed = false
  return function Later(props: P) {
    const [Now, setNow] = useState(() => loaded)
    useFocusBack()
    useEffect(() => {
      if (loaded) return
      let isGone = false
      let stop = () => {}
      const tryLoading = () =>
        void load().then(
          found => {
            loaded = found
            stop()
            if (!isGone) setNow(() => found)
          },
          async () => {
            if (isGone) return
            const isAgain = hasFailed
            hasFailed = true
            if (isAgain && (await startAnew())) return
            announce({ kind: 'error', ...reason() })
          },
        )
      tryLoading()
      stop = whenBack(tryLoading)
      return () => {
        isGone = true
        stop()
      }
    }, [])
    return Now ? <Now {...props} /> : <Meanwhile {...props} />
  }
}

/** When a dialog closes, returns the focus to where it was, unless something else has taken it. */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // Once the dialog is gone.
      queueMicrotask(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body
        if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      })
    },
    [opener],
  )
}

const Nothing = () => null

const reason = () => ({
  title: i18next.t($ => $.loadFailed, { ns: 'components' }),
  text: i18next.t($ => $.noAnswer, { ns: 'components' }),
})
