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

/**
 * Gives a menu the focus as soon as it can take it. It is hidden until it has its place, which takes a busy machine more
 * frames than the three that antd's `autoFocus` waits before its only try.
 */
function focusOnceShown(list: RefObject<MenuRef | null>) {
  let frame = requestAnimationFrame(function attempt() {
    list.current?.focus()
    if (!list.current?.menu?.list.contains(document.activeElement)) frame = requestAnimationFrame(attempt)
  })
  return () => cancelAnimationFrame(frame)
}

/** The key that chose has done its work: it does not press a button of what opens as well. */
const chooseOnce: MenuProps['onKeyDown'] = event => {
  if (event.key === 'Enter') event.preventDefault()
}
