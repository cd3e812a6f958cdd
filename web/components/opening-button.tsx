import { type ComponentProps, cloneElement, type ReactElement, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

export type OpeningButtonElement = ReactElement<ComponentProps<'button'>>

interface Props {
  button: OpeningButtonElement
  /** The button with what opens from it, which takes `opening` to know whether it is open. */
  children: (button: ReactElement, opening: Opening) => ReactNode
}

interface Opening {
  open: boolean
  onOpenChange: (open: boolean, by?: { source: string }) => void
}

/**
 * A button whose menu or popover is made when it is opened for the first time: until then it costs a page no more than
 * the button. With what opens from it the button is another element, and the focus goes along unless it goes into the panel.
 */
export function OpeningButton({ button, children }: Props) {
  /** Null until it was opened for the first time. */
  const [open, setOpen] = useState<boolean | null>(null)
  const place = useRef<HTMLButtonElement>(null)
  const isMade = open !== null
  const make = () => {
    flushSync(() => setOpen(true))
    if (!isInPanel(document.activeElement)) place.current?.focus()
  }
  // What closes takes no focus with it. What is chosen in a menu may open a dialog, which gives it back to the button.
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
