import { App } from 'antd'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AntdStill } from '#web/components/antd-still.tsx'
import { MenuButton } from './menu-button.tsx'

const told: string[] = []
function Page() {
  const { modal } = App.useApp()
  const ask = () =>
    void modal.confirm({
      title: 'Delete House 1?',
      onOk: () => told.push('deleted'),
      onCancel: () => told.push('no'),
    })
  return (
    <MenuButton
      button={<button type="button">More</button>}
      menu={{
        items: [
          { key: 'edit', label: 'Edit' },
          { key: 'remove', label: 'Delete', onClick: ask },
        ],
      }}
    />
  )
}

test('arrows walk a menu, and the key that chooses does not answer the question that opens', async () => {
  const screen = await render(
    <AntdStill>
      <Page />
    </AntdStill>,
  )
  const more = screen.getByRole('button', { name: 'More' })
  // A resting pointer would highlight another item in a menu that opens below it.
  await userEvent.hover(more)
  ;(more.element() as HTMLElement).focus()
  await expect.element(more).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('menuitem', { name: 'Edit' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('dialog', { name: 'Delete House 1?' })).toBeVisible()
  expect(told).toEqual([])
  await screen.getByRole('button', { name: 'OK' }).click()
  expect(told).toEqual(['deleted'])
})
