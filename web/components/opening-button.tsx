import { type ComponentProps, cloneElement, type ReactElement, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

export type OpeningButtonElement = ReactElement<ComponentProps<'button'>>

interface Props {
  button: OpeningButtonElement
  /** The button with what it opens; `opening` says whether it is open. */
  children: (button: ReactElement, opening: Opening) => ReactNode
}

interface Opening {
  open: boolean
  onOpenChange: (open: boolean, by?: { source: string }) => void
}

/**
 * A button whose menu or popover is created when first opened; until then it costs no more than a button. Creating it
 * replaces the button element, and the focus moves along unless it goes into the panel.
 */
export function OpeningButton({ button, children }: Props) {
  /** Null until first opened. */
  const [open, setOpen] = useState<boolean | null>(null)
  const place = useRef<HTMLButtonElement>(null)
  const isMade = open !== null
  const make = () => {
    flushSync(() => setOpen(true))
    if (!isInPanel(document.activeElement)) place.current?.focus()
  }
  // Closing must not lose the focus. Choosing from a menu may open a dialog, which returns the focus to the button.
  const onOpenChange: Opening['onOpenChange'] = (open, by) => {
    setOpen(open)
    if (by?.source === 'menu' || (!open && isInPanel(document.activeElement))) place.current?.focus()
  }
  const shown = cloneElement(button, {
    ref: place,
    'aria-expanded': open === true,
    ...(!isMade && { onClick: make }),
  })
  return isMade ? children(shown, { open, onOpenChange }) : shown
}

const isInPanel = (element: Element | null) => element?.closest('.ant-dropdown, .ant-popover') != null
