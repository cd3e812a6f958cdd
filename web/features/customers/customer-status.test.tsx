import { afterEach, beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { startTexts } from '#web/app/i18n.ts'
import { live, useConnection } from '#web/data/live/live.ts'
import { CustomerStatusWord } from './customer-status.tsx'

beforeAll(() => startTexts())
afterEach(() => live.clear())

const shown = (readAt: number) =>
  render(<CustomerStatusWord customer={{ id: 'c', status: 'OFFLINE' }} readAt={readAt} />)
const tell = () => live.take({ dataType: 'CUSTOMER_STATUS', statuses: { c: 'ONLINE' } })
const MINUTES = 60_000

test('the status the server pushes replaces the one that was read', async () => {
  useConnection.setState({ connected: true })
  const screen = await shown(Date.now() - 5 * MINUTES)
  tell()
  await expect.element(screen.getByText('Online')).toBeVisible()
  expect(screen.container.querySelector('[data-stale]')).toBeNull()
})

test('without a connection pushed status no longer counts, and an old reading shows its age', async () => {
  useConnection.setState({ connected: false })
  tell()
  const screen = await shown(Date.now() - 5 * MINUTES)
  await expect.element(screen.getByText('Offline')).toBeVisible()
  await expect.element(screen.getByText('5m ago')).toBeVisible()
  expect(screen.container.querySelector('[data-stale]')).not.toBeNull()
})
