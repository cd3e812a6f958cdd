import { Popover } from 'antd'
import type { ReactNode } from 'react'
import { OpeningButton, type OpeningButtonElement } from './opening-button.tsx'
import { PopoverPanel } from './popover-panel.tsx'
import { useIsPhone } from './use-phone.ts'

interface Props {
  button: OpeningButtonElement
  /** Created anew each time it opens; `close` closes it from within. */
  content: (close: () => void) => ReactNode
}

/** A button with a panel below it, created when first opened. */
export function PopoverButton({ button, content }: Props) {
  // A panel placed below the button's middle is shifted to stay on a narrow screen; one below a corner is not.
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
