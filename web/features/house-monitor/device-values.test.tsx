import { beforeAll, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { ScreenContext } from '#web/components/screen-context.tsx'
import { aHouse } from '#web/components/testing/a-house.ts'
import { screenAt } from '#web/components/testing/screen.ts'
import { serverNow } from '#web/data/clock.ts'
import { live } from '#web/data/live/live.ts'
import { prefer } from '#web/data/preferences.ts'
import { DeviceValues } from './device-values.tsx'
import { connectAnew, startTexts } from './testing/live.ts'

beforeAll(startTexts)
beforeEach(() => {
  connectAnew()
  prefer({ units: 'metric' })
})

const WEIGHT = 'Bird/WeightAvg'
const scale = { id: 'w', code: 'WS-1', name: 'Scale by the door', type: 'scale' } as const

/** The scale of the house `h1` reports this weight, in g. */
function weigh(grams: number): void {
  const at = serverNow()
  live.take({
    dataType: 'DEVICE_DATA',
    iotId: scale.id,
    chickenHouseId: 'h1',
    heardAt: at,
    values: { [WEIGHT]: [grams, at] },
  })
}

const draw = (readings: Record<string, [number, number]>) =>
  render(
    <ScreenContext value={screenAt('/screen/index')}>
      <DeviceValues
        house={aHouse({
          iotId: scale.id,
          devices: [{ ...scale, status: 'ONLINE' }],
          readings,
        })}
      />
    </ScreenContext>,
  )

test('the card of a scale shows the weight as it arrives, with its unit and when it was heard', async () => {
  weigh(1_400)
  const card = await draw({ [WEIGHT]: [1_400, serverNow()] })
  await expect.element(card.getByRole('region', { name: 'Scale by the door' })).toBeVisible()
  await expect.element(card.getByText('Average body weight')).toBeVisible()
  await expect.element(card.getByText('1,400\u202fg')).toBeVisible()
  await expect.element(card.getByText(/^Last message/)).toBeVisible()
  weigh(1_523)
  await expect.element(card.getByText('1,523\u202fg')).toBeVisible()
  prefer({ units: 'imperial' })
  await expect.element(card.getByText(/lb$/)).toBeVisible()
})

test('a scale that has not reported yet says so', async () => {
  const card = await draw({})
  await expect.element(card.getByText('Nothing reported yet.')).toBeVisible()
})
