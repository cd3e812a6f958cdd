import type { ComponentProps, MouseEvent } from 'react'
import { useScreen } from './screen-context.tsx'

/** Whether a click is meant for this tab: with a key or another button the browser opens a new one. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  to: string
  /** The viewer may not open it: what it says stays, without a link. */
  isOpen?: boolean
}

/** A link to another screen: opens in its tab of the app, or wherever the browser is told to. */
export function ScreenLink({ to, onClick, isOpen = true, ...rest }: Props) {
  const { open } = useScreen()
  if (!isOpen) return <a {...rest} />
  return (
    <a
      {...rest}
      href={to}
      onClick={event => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlain(event)) return
        event.preventDefault()
        open(to)
      }}
    />
  )
}
