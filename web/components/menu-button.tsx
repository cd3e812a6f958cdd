import { Dropdown, type MenuProps, type MenuRef } from 'antd'
import { type ComponentProps, type ReactElement, type RefObject, useEffect, useRef } from 'react'
import { OpeningButton, type OpeningButtonElement } from './opening-button.tsx'

/** A button with a menu below it, which is made when it is opened for the first time. */
export function MenuButton({ button, menu }: { button: OpeningButtonElement; menu: MenuProps }) {
  return (
    <OpeningButton button={button}>
      {(shown, opening) => (
        <Opened menu={menu} {...opening}>
          {shown}
        </Opened>
      )}
    </OpeningButton>
  )
}

type OpenedProps = Pick<ComponentProps<typeof Dropdown>, 'open' | 'onOpenChange'> & {
  menu: MenuProps
  children: ReactElement
}

function Opened({ menu, open, onOpenChange, children }: OpenedProps) {
  const list = useRef<MenuRef>(null)
  useEffect(() => (open ? focusOnceShown(list) : undefined), [open])
  const shown = { ...menu, ref: list, onKeyDown: chooseOnce }
  return (
    <Dropdown
      open={open}
      onOpenChange={onOpenChange}
      autoFocus
      trigger={['click']}
      placement="bottomRight"
      menu={shown}
    >
      {children}
    </Dropdown>
  )
}

/** After so many frames `autoFocus` of antd makes its only try. */
const ANTD_TRIES_AFTER = 3

/** Gives a menu the focus that it could not take: it is hidden until it has its place, and a busy machine needs frames for that. */
function focusOnceShown(list: RefObject<MenuRef | null>) {
  let frames = 0
  let frame = requestAnimationFrame(function attempt() {
    if (list.current?.menu?.list.contains(document.activeElement)) return
    // Two who try would take the focus from what comes after the first.
    if (++frames > ANTD_TRIES_AFTER) list.current?.focus()
    frame = requestAnimationFrame(attempt)
  })
  return () => cancelAnimationFrame(frame)
}

/** The key that chose has done its work: it does not press a button of what opens as well. */
const chooseOnce: MenuProps['onKeyDown'] = event => {
  if (event.key === 'Enter') event.preventDefault()
}
