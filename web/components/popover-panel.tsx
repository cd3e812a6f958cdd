import { type ReactNode, useEffect, useRef } from 'react'
import { useFocusBack } from './later.tsx'

/**
 * The content of a popover. It stands at the end of the document, far from its button: the focus moves into it as it opens,
 * and back with it. The popover itself is created anew each time.
 */
export function PopoverPanel({ children }: { children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null)
  const isEntered = useRef(false)
  useFocusBack()
  useEffect(() => {
    // A page that is shown again must not steal the focus.
    if (isEntered.current) return
    isEntered.current = true
    // Not the first field: on a phone that would bring up the keyboard unasked.
    panel.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={panel} className="popover-panel" tabIndex={-1}>
      {children}
    </div>
  )
}
