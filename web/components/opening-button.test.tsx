import { Dropdown } from 'antd'
import { Activity } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { OpeningButton } from './opening-button.tsx'

const Page = ({ shown = true }) => (
  <>
    <Activity mode={shown ? 'visible' : 'hidden'}>
      <OpeningButton button={<button type="button">More</button>}>
        {(button, opening) => (
          <Dropdown {...opening} trigger={['click']} menu={{ items: [{ key: 'edit', label: 'Edit' }] }}>
            {button}
          </Dropdown>
        )}
      </OpeningButton>
    </Activity>
    <input aria-label="Name" />
  </>
)

test('the first press makes the menu, and the focus stays with the button', async () => {
  const screen = await render(<Page />)
  const more = screen.getByRole('button', { name: 'More' })
  await expect.element(more).toHaveAttribute('aria-expanded', 'false')
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
  await expect.element(more).toHaveAttribute('aria-expanded', 'true')
  await expect.element(more).toHaveFocus()
  await screen.getByRole('menuitem', { name: 'Edit' }).click()
  await expect.element(more).toHaveAttribute('aria-expanded', 'false')
  await more.click()
  await expect.element(screen.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
})

test('a page that is shown again takes no focus away', async () => {
  const screen = await render(<Page />)
  await screen.getByRole('button', { name: 'More' }).click()
  await screen.getByRole('menuitem', { name: 'Edit' }).click()
  await screen.getByRole('textbox', { name: 'Name' }).click()
  await screen.rerender(<Page shown={false} />)
  await screen.rerender(<Page />)
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
})
