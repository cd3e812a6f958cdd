import { App } from 'antd'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSubmit } from './use-submit.ts'
import './undo.css'

/** How long a change can be taken back at the place where it was made, ms. */
export const UNDO_MS = 10_000

interface Undoable {
  /** What has happened, in a sentence. */
  says: string
  change: () => Promise<unknown>
  /** Brings back what was before. */
  undo: () => Promise<unknown>
}

/**
 * Makes a change at once and offers to take it back, instead of asking before: for whatever can be restored. The offer stays
 * for ten seconds, longer while it is pointed at or has the focus; Ctrl+Z takes back as its button does. Returns true after
 * success.
 */
export function useUndo() {
  const { t } = useTranslation('components')
  const { message } = App.useApp()
  const { submit } = useSubmit()
  const back = useSubmit({ success: t($ => $.undo.done) })
  const key = useId()
  return async ({ says, change, undo }: Undoable): Promise<boolean> => {
    if (!(await submit(change))) return false
    const close = () => message.destroy(key)
    const takeBack = () => {
      close()
      void back.submit(undo)
    }
    void message.success({
      key,
      duration: 0,
      content: <Offer says={says} takeBack={takeBack} close={close} />,
    })
    return true
  }
}

/** Whether keys belong to a text that is being typed, which has its own undo. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea'))

function Offer({ says, takeBack, close }: { says: string; takeBack: () => void; close: () => void }) {
  const { t } = useTranslation('components')
  const [isHeld, setHeld] = useState(false)
  const end = useEffectEvent(close)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
    if (!isUndo || isTyping(event.target)) return
    event.preventDefault()
    takeBack()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => end(), UNDO_MS)
    return () => clearTimeout(timer)
  }, [isHeld])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the offer while somebody is at it
    <span
      className="undo"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span role="status">{says}</span>
      <button type="button" aria-keyshortcuts="Control+Z Meta+Z" onClick={takeBack}>
        {t($ => $.undo.undo)}
      </button>
    </span>
  )
}
