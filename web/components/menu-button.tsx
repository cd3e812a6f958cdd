import { Dropdown, type MenuProps } from 'antd'
import { OpeningButton, type OpeningButtonElement } from './opening-button.tsx'

/** A button with a menu below it, which is made when it is opened for the first time. */
export function MenuButton({ button, menu }: { button: OpeningButtonElement; menu: MenuProps }) {
  return (
    <OpeningButton button={button}>
      {(shown, opening) => (
        <Dropdown {...opening} trigger={['click']} placement="bottomRight" menu={menu}>
          {shown}
        </Dropdown>
      )}
    </OpeningButton>
  )
}
