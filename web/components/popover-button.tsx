import { Popover } from 'antd'
import type { ReactNode } from 'react'
import { OpeningButton, type OpeningButtonElement } from './opening-button.tsx'
import { PopoverPanel } from './popover-panel.tsx'

interface Props {
  button: OpeningButtonElement
  /** Made anew each time it opens; `close` closes it from within. */
  content: (close: () => void) => ReactNode
}

/** A button with a panel below it, which is made when it is opened for the first time. */
export function PopoverButton({ button, content }: Props) {
  return (
    <OpeningButton button={button}>
      {(shown, opening) => (
        <Popover
          {...opening}
          trigger="click"
          placement="bottomRight"
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
