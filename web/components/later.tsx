import i18next from 'i18next'
import { type ComponentType, useEffect, useState } from 'react'
import { announce } from '#web/data/announcements.ts'

/**
 * A component whose program is loaded when it is first shown, such as a dialog; until then `Meanwhile` stands in its
 * place, or nothing. When it cannot be loaded the reader is told, and the next time it is shown it is asked for again.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Meanwhile: ComponentType<P> = Nothing,
): ComponentType<P> {
  let loaded: ComponentType<P> | null = null
  return function Later(props: P) {
    const [Now, setNow] = useState(() => loaded)
    useEffect(() => {
      if (loaded) return
      let isGone = false
      load().then(
        found => {
          loaded = found
          if (!isGone) setNow(() => found)
        },
        () => {
          if (!isGone) announce({ kind: 'error', ...reason() })
        },
      )
      return () => {
        isGone = true
      }
    }, [])
    return Now ? <Now {...props} /> : <Meanwhile {...props} />
  }
}

const Nothing = () => null

const reason = () => ({
  title: i18next.t($ => $.loadFailed, { ns: 'components' }),
  text: i18next.t($ => $.noAnswer, { ns: 'components' }),
})
