import { Dropdown, type MenuProps } from 'antd'
import { OpeningButton, type OpeningButtonElement } from './opening-button.tsx'

/** A button with a menu below it, created when first opened. */
export function MenuButton({ button, menu }: { button: OpeningButtonElement; menu: MenuProps }) {
  return (
    <OpeningButton button={button}>
      {(shown, opening) => (
        <Dropdown
          {...opening}
          autoFocus
          trigger={['click']}
          placement="bottomRight"
          menu={{ ...menu, onKeyDown: chooseOnce }}
        >
          {shown}
        </Dropdown>
      )}
    </OpeningButton>
  )
}

/** The key that chose has done its work: it must not also press a button in what opens. */
const chooseOnce: MenuProps['onKeyDown'] = event => {
  if (event.key === 'Enter') event.preventDefault()
}
