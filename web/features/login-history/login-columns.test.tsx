import { beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { LoginEntry } from '#shared/contracts/login-history.ts'
import type { UserInfo } from '#shared/contracts/session.ts'
import { startTexts } from '#web/app/i18n.ts'
import { useSession } from '#web/data/session.ts'
import { useLoginColumns } from './login-columns.tsx'

beforeAll(() => startTexts())

const entry: LoginEntry = {
  id: '1',
  at: '2026-11-20T18:30:00.000Z',
  platform: 'web',
  operation: 'info',
  username: 'wanglei',
  actualName: 'Wang Lei',
  customerName: 'Luyuan',
  ip: '61.158.22.14',
  lastLoginAt: '2026-11-19T16:00:00.000Z',
}
function Row() {
  return useLoginColumns().map(({ key, title, render }) => (
    <p key={key}>
      {title}: {render(entry)}
    </p>
  ))
}

test('times are Beijing time, whatever the reader’s zone, and say so', async () => {
  useSession.setState({ user: { timeZone: 'America/New_York' } as UserInfo })
  const screen = await render(<Row />)
  await expect.element(screen.getByText('Operation time (Beijing): 21 Nov 2026 02:30:00')).toBeVisible()
  await expect.element(screen.getByText('Last login (Beijing): 20 Nov 2026 00:00:00')).toBeVisible()
  await expect.element(screen.getByText('Operation: Obtain personal info')).toBeVisible()
  for (const time of screen.container.querySelectorAll('time')) expect(time.title).toBe('Beijing time, UTC+8')
})
