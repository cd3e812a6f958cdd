import { ConfigProvider, Dropdown } from 'antd'
import { Activity } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { MenuButton } from './menu-button.tsx'
import { OpeningButton } from './opening-button.tsx'
import { PopoverButton } from './popover-button.tsx'

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

test('the first press creates the menu, and the focus stays with the button', async () => {
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

test('a page that is shown again does not steal the focus', async () => {
  const screen = await render(<Page />)
  await screen.getByRole('button', { name: 'More' }).click()
  await screen.getByRole('menuitem', { name: 'Edit' }).click()
  await screen.getByRole('textbox', { name: 'Name' }).click()
  await screen.rerender(<Page shown={false} />)
  await screen.rerender(<Page />)
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
})

test.each([true, false])('Escape closes a menu and gives the focus back, with motion %s', async motion => {
  const items = [
    { key: 'edit', label: 'Edit' },
    { key: 'copy', label: 'Copy' },
  ]
  const screen = await render(
    <ConfigProvider theme={{ token: { motion } }}>
      <MenuButton button={<button type="button">More</button>} menu={{ items }} />
    </ConfigProvider>,
  )
  const more = screen.getByRole('button', { name: 'More' })
  // A resting pointer would highlight another item in a menu that opens below it.
  await userEvent.hover(more)
  await userEvent.tab()
  for (let time = 0; time < 2; time++) {
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('menuitem', { name: 'Edit' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(more).toHaveFocus()
    await expect.element(more).toHaveAttribute('aria-expanded', 'false')
  }
})

test.each([true, false])('Escape closes a popover and gives the focus back, with motion %s', async motion => {
  const screen = await render(
    <ConfigProvider theme={{ token: { motion } }}>
      <PopoverButton
        button={<button type="button">Filters</button>}
        content={() => <input aria-label="Name" />}
      />
    </ConfigProvider>,
  )
  const filters = screen.getByRole('button', { name: 'Filters' })
  await filters.click()
  await screen.getByRole('textbox', { name: 'Name' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(filters).toHaveFocus()
})

test('keys go on in a popover they opened, and return when it closes itself', async () => {
  const screen = await render(
    <>
      <PopoverButton
        button={<button type="button">Filters</button>}
        content={close => (
          <>
            <input aria-label="Name" />
            <button type="button" onClick={close}>
              Apply
            </button>
          </>
        )}
      />
      <button type="button">Next</button>
    </>,
  )
  const filters = screen.getByRole('button', { name: 'Filters' })
  for (let time = 0; time < 2; time++) {
    filters.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => document.activeElement?.closest('.ant-popover') != null).toBe(true)
    await userEvent.tab()
    await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect.element(filters).toHaveFocus()
    await expect.element(screen.getByRole('textbox', { name: 'Name' })).not.toBeInTheDocument()
  }
})

test('Escape closes a popover opened while a menu was still closing', async () => {
  const screen = await render(
    <ConfigProvider theme={{ token: { motion: true } }}>
      <MenuButton
        button={<button type="button">More</button>}
        menu={{ items: [{ key: 'edit', label: 'Edit' }] }}
      />
      <PopoverButton
        button={<button type="button">Filters</button>}
        content={() => <input aria-label="Name" />}
      />
    </ConfigProvider>,
  )
  const filters = screen.getByRole('button', { name: 'Filters' })
  for (let time = 0; time < 2; time++) {
    await screen.getByRole('button', { name: 'More' }).click()
    await expect.element(screen.getByRole('menuitem', { name: 'Edit' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    filters.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('textbox', { name: 'Name' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(filters).toHaveAttribute('aria-expanded', 'false')
    await expect.element(filters).toHaveFocus()
    // One that reopens before it has left stays below the menu in antd's count, and hears no Escape.
    await expect.element(screen.getByRole('textbox', { name: 'Name' })).not.toBeInTheDocument()
  }
})

test('a panel stays on a narrow screen, wherever its button is', async () => {
  await page.viewport(390, 844)
  const screen = await render(
    <div style={{ display: 'flex', justifyContent: 'space-between' }}>
      {['Left', 'Middle', 'Right'].map(name => (
        <PopoverButton
          key={name}
          button={<button type="button">{name}</button>}
          content={() => <div style={{ width: 330 }}>{`Panel of ${name}`}</div>}
        />
      ))}
    </div>,
  )
  for (const name of ['Left', 'Middle', 'Right']) {
    await screen.getByRole('button', { name }).click()
    const panel = screen.getByText(`Panel of ${name}`)
    await expect.element(panel).toBeVisible()
    await expect.poll(() => panel.element().getBoundingClientRect().left).toBeGreaterThanOrEqual(0)
    await expect.poll(() => panel.element().getBoundingClientRect().right).toBeLessThanOrEqual(390)
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
  }
})
