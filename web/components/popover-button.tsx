import { Popover } from 'antd'
import type { ReactNode } from 'react'
import { OpeningButton, type OpeningButtonElement } from './opening-button.tsx'
import { PopoverPanel } from './popover-panel.tsx'
import { useIsPhone } from './use-phone.ts'

interface Props {
  button: OpeningButtonElement
  /** Made anew each time it opens; `close` closes it from within. */
  content: (close: () => void) => ReactNode
}

/** A button with a panel below it, which is made when it is opened for the first time. */
export function PopoverButton({ button, content }: Props) {
  // Below its middle a panel is moved as far as it takes to stay on a narrow screen; below a corner it is not.
  const placement = useIsPhone() ? 'bottom' : 'bottomRight'
  return (
    <OpeningButton button={button}>
      {(shown, opening) => (
        <Popover
          {...opening}
          trigger="click"
          placement={placement}
          arrow={false}
          destroyOnHidden
          content={<PopoverPanel>{content(() => opening.onOpenChange(false))}</PopoverPanel>}
        >
          {shown}
        </Popover>
      )}
    </OpeningButton>
  )
}
