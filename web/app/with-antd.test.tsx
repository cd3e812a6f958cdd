import { Modal } from 'antd'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { MenuButton } from '#web/components/menu-button.tsx'
import { announce } from '#web/data/announcements.ts'
import { WithAntd } from './with-antd.tsx'
import './base.css'

const preferMotion = (value: 'reduce' | 'no-preference') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })

afterEach(() => preferMotion('no-preference'))

test('of simultaneous failures that differ only in their references, just the newest is shown', async () => {
  const screen = await render(<WithAntd />)
  announce({ kind: 'error', title: 'Request error', text: 'Reference: first' })
  announce({ kind: 'error', title: 'Request error', text: 'Reference: second' })
  announce({ kind: 'error', title: 'Not allowed', text: 'You may not do this' })
  await expect.element(screen.getByText('You may not do this')).toBeVisible()
  expect(screen.getByText(/^Reference/).elements()).toHaveLength(1)
  await expect.element(screen.getByText('Reference: second')).toBeVisible()
})

function Shed() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <input aria-label="Note" />
      <MenuButton
        button={<button type="button">Menu</button>}
        menu={{ items: [{ key: 'look', label: 'Look', onClick: () => setOpen(true) }] }}
      />
      <Modal title="Shed" open={open} footer={null} onCancel={() => setOpen(false)} />
    </>
  )
}

const opacity = (element: Element) => getComputedStyle(element).opacity

test('with reduced motion menus and dialogs open and close, also when the setting changes', async () => {
  await preferMotion('reduce')
  await render(
    <WithAntd>
      <Shed />
    </WithAntd>,
  )
  const note = page.getByLabelText('Note')
  await note.fill('Feed at six')
  const openAndClose = async () => {
    await page.getByRole('button', { name: 'Menu' }).click()
    const entry = page.getByRole('menuitem', { name: 'Look' })
    const menu = () => entry.element().closest('.ant-dropdown') as Element
    await expect.poll(() => opacity(menu())).toBe('1')
    await entry.click()
    await expect.element(entry).not.toBeInTheDocument()
    const dialog = page.getByRole('dialog', { name: 'Shed' })
    await expect.poll(() => opacity(dialog.element())).toBe('1')
    await page.getByRole('button', { name: 'Close' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    // Nothing of it covers the page any more.
    await note.click()
  }
  await openAndClose()
  await preferMotion('no-preference')
  await openAndClose()
  await preferMotion('reduce')
  await openAndClose()
  // The input survives it.
  await expect.element(note).toHaveValue('Feed at six')
})
