import { Dropdown, type MenuProps } from 'antd'
import { OpeningButton, type OpeningButtonElement } from './opening-button.tsx'

/** A button with a menu below it, which is made when it is opened for the first time. */
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

/** The key that chose has done its work: it does not press a button of what opens as well. */
const chooseOnce: MenuProps['onKeyDown'] = event => {
  if (event.key === 'Enter') event.preventDefault()
}
