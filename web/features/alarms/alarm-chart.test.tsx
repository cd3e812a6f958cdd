import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { AlarmDetail } from '#shared/contracts/alarms.ts'
import { ScreenContext } from '#web/components/screen-context.tsx'
import { screenAt } from '#web/components/testing/screen.ts'
import { prefer } from '#web/data/preferences.ts'
import { AlarmChart } from './alarm-chart.tsx'
import texts from './en-US.json' with { type: 'json' }

beforeAll(async () => {
  prefer({ language: 'en-US' })
  await i18next.use(initReactI18next).init({
    lng: 'en-US',
    ns: ['alarms'],
    resources: { 'en-US': { alarms: texts } },
  })
})

test('an alarm about a flock leads to the flock instead of showing two hours of a house', async () => {
  const at = new Date().toISOString()
  const alarm: AlarmDetail = {
    id: 'a',
    code: 'LossesHigh',
    source: 'platform',
    level: 'critical',
    condition: 'active',
    live: true,
    customer: null,
    iotId: 'flock 1',
    houses: [{ id: 'h', name: 'House 3' }],
    raisedAt: at,
    clearedAt: null,
    latchedAt: null,
    endReason: null,
    since: at,
    metric: null,
    value: 0.35,
    valueNow: null,
    doubtNow: null,
    limit: 0.3,
    target: null,
    repeats: 0,
    flipping: false,
    handling: 'new',
    handledBy: null,
    handledAt: null,
    cause: null,
    shelf: null,
    steps: [],
    events: [],
    chain: null,
    similar: [],
    ownAction: null,
    similarTotal: 0,
    likelyCause: null,
    birds: null,
    timeZone: 'UTC',
  }
  const opened: string[] = []
  const screen = {
    ...screenAt('/house-alarm'),
    exists: () => true,
    open: (to: string) => void opened.push(to),
  }
  const drawn = await render(
    <ScreenContext value={screen}>
      <QueryClientProvider client={new QueryClient()}>
        <AlarmChart alarm={alarm} />
      </QueryClientProvider>
    </ScreenContext>,
  )
  await drawn.getByRole('link', { name: 'Open the flock' }).click()
  expect(opened).toEqual([expect.stringMatching(/id=flock(\+|%20)1/)])
  await expect.element(drawn.getByText(/whole days of the flock/)).toBeVisible()
})
