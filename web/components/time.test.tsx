import { beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { UserInfo } from '#shared/contracts/session.ts'
import { startTexts } from '#web/app/i18n.ts'
import { useSession } from '#web/data/session.ts'
import { Age, Moment, spanOf } from './time.tsx'

beforeAll(() => startTexts())

test('a moment shows in the reader’s zone, which appears on hover', async () => {
  useSession.setState({ user: { timeZone: 'America/New_York' } as UserInfo })
  const screen = await render(
    <>
      <Moment at="2026-11-20T18:30:00.000Z" />
      <Age at="2026-11-20T18:30:00.000Z" />
    </>,
  )
  const moment = screen.getByText('20 Nov 2026 13:30:00')
  await expect.element(moment).toHaveAttribute('title', 'America/New_York')
  const age = screen.container.querySelectorAll('time')[1]
  expect(age?.title).toBe('20 Nov 2026 13:30:00 America/New_York')
})

test('a span has at most two units, as each language writes them', () => {
  const span = (8 * 60 + 20) * 60_000
  expect(spanOf(span, 'en-US')).toBe('8 hr 20 min')
  expect(spanOf(span, 'zh-CN')).toBe('8小时20分钟')
})
