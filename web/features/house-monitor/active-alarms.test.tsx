import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { ScreenContext } from '#web/components/screen-context.tsx'
import { aHouse } from '#web/components/testing/a-house.ts'
import { screenAt } from '#web/components/testing/screen.ts'
import { useWorstFirst } from '#web/components/use-worst-first.ts'
import { ActiveAlarms } from './active-alarms.tsx'
import { connectAnew, startTexts, tellAlarms } from './testing/live.ts'

beforeAll(startTexts)
beforeEach(connectAnew)

const screen = screenAt('/screen/index')
const houses = [aHouse()]

/** How urgent the house is in the list of houses. */
function Urgency() {
  const [house] = useWorstFirst(houses)
  return <output>{house?.urgency}</output>
}

test('an alarm of another maker appears under its own name, and the house is one to watch', async () => {
  const drawn = await render(
    <ScreenContext value={screen}>
      <QueryClientProvider client={new QueryClient()}>
        <ActiveAlarms house={aHouse()} />
        <Urgency />
      </QueryClientProvider>
    </ScreenContext>,
  )
  await expect.element(drawn.getByText('No active alarm.')).toBeVisible()
  tellAlarms([{ code: 'Siren 2', level: 'warning' }])
  await expect.element(drawn.getByText('Siren 2')).toBeVisible()
  await expect.element(drawn.getByRole('status')).toHaveTextContent('watch')
  tellAlarms([])
  await expect.element(drawn.getByText('No active alarm.')).toBeVisible()
  await expect.element(drawn.getByRole('status')).toHaveTextContent('normal')
})

test('the same alarm from two controllers is a line for each, with its name', async () => {
  const device = { type: 'controller', status: 'ONLINE', isMain: false } as const
  const devices = [
    { ...device, id: 'd', code: 'C1', name: 'North', isMain: true },
    { ...device, id: 'e', code: 'C2', name: 'South' },
  ]
  const drawn = await render(
    <ScreenContext value={screen}>
      <QueryClientProvider client={new QueryClient()}>
        <ActiveAlarms house={aHouse({ devices })} />
      </QueryClientProvider>
    </ScreenContext>,
  )
  tellAlarms([
    { code: 'PowerFail', level: 'emergency' },
    { code: 'PowerFail', level: 'emergency', iotId: 'e' },
  ])
  await expect.element(drawn.getByText(/North/)).toBeVisible()
  await expect.element(drawn.getByText(/South/)).toBeVisible()
  expect(drawn.getByText('Power failure').elements()).toHaveLength(2)
})

test('a rule of the platform counts as much as an alarm of the controller', async () => {
  const drawn = await render(<Urgency />)
  await expect.element(drawn.getByRole('status')).toHaveTextContent('normal')
  tellAlarms([{ code: 'NoData', level: 'warning' }])
  await expect.element(drawn.getByRole('status')).toHaveTextContent('watch')
})
