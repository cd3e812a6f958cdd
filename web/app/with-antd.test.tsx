import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { announce } from '#web/data/announcements.ts'
import { WithAntd } from './with-antd.tsx'

test('of failures at the same time that differ in their references only the newest is shown', async () => {
  const screen = await render(<WithAntd />)
  announce({ kind: 'error', title: 'Request error', text: 'Reference: first' })
  announce({ kind: 'error', title: 'Request error', text: 'Reference: second' })
  announce({ kind: 'error', title: 'Not allowed', text: 'You may not do this' })
  await expect.element(screen.getByText('You may not do this')).toBeVisible()
  expect(screen.getByText(/^Reference/).elements()).toHaveLength(1)
  await expect.element(screen.getByText('Reference: second')).toBeVisible()
})
