import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import components from '#web/components/en-US.json' with { type: 'json' }
import { serverNow } from '#web/data/clock.ts'
import { live, useConnection } from '#web/data/live/live.ts'
import { prefer } from '#web/data/preferences.ts'
import texts from './en-US.json' with { type: 'json' }
import { mainFigures } from './figures.ts'
import { KeyFigure } from './key-figure.tsx'

const METRIC = 'Climate/Temp/Avg'
const temperature = mainFigures.find(({ metric }) => metric === METRIC) ?? { metric: METRIC }

const house: HouseOnMonitor = {
  ...{ id: 'h1', name: 'House 1', officeId: 'o', officeName: 'Qilu', type: 'broiler', breed: 'ross308' },
  ...{ lengthM: 120, widthM: 15, heightM: 4, timeZone: 'Asia/Shanghai', ownTimeZone: null },
  ...{ latitude: null, longitude: null, flockStartedOn: '2026-10-20', flockCount: 30_000, dayAge: 31 },
  ...{ devices: [], version: 1, createdAt: '2026-01-01T00:00:00Z', state: 'normal', stateSince: null },
  ...{ lastMessageAt: null, reportIntervalS: 10, readings: {} },
}

const tell = (value: number | null, at = serverNow()) =>
  live.take({
    ...{ dataType: 'DEVICE_DATA', iotId: 'd', chickenHouseId: 'h1', heardAt: at },
    values: { [METRIC]: [value, at] },
  })

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en-US',
    resources: { 'en-US': { components, 'house-monitor': texts } },
  })
  prefer({ language: 'en-US' })
})
beforeEach(() => {
  live.clear()
  useConnection.setState({ connected: true, times: 1 })
})

test('a temperature shows with its unit, its target and its age, and moves with the next message', async () => {
  const screen = await render(<KeyFigure house={house} figure={temperature} />)
  live.take({
    ...{ dataType: 'DEVICE_DATA', iotId: 'd', chickenHouseId: 'h1', heardAt: serverNow() },
    values: { 'Climate/Temp/Target': [22, serverNow()] },
  })
  tell(22.46)
  await expect.element(screen.getByText(/^22\.5/)).toBeVisible()
  await expect.element(screen.getByText(/target 22\.0/)).toBeVisible()
  await expect.element(screen.getByText(/\ds ago/)).toBeVisible()
  tell(23.1)
  await expect.element(screen.getByText(/^23\.1/)).toBeVisible()
})

test('a temperature far from its target asks for a look, in words too', async () => {
  const screen = await render(<KeyFigure house={house} figure={temperature} />)
  tell(34)
  await expect.element(screen.getByText('Watch')).toBeInTheDocument()
})

test('without a connection no number looks fresh', async () => {
  const screen = await render(<KeyFigure house={house} figure={temperature} />)
  tell(34)
  await expect.element(screen.getByText(/^34\.0/)).toBeVisible()
  useConnection.setState({ connected: false })
  await expect.element(screen.getByText('Watch')).not.toBeInTheDocument()
  expect(screen.container.querySelector('.figure')).toHaveAttribute('data-stale')
})

test('a dead sensor shows no number', async () => {
  const screen = await render(<KeyFigure house={house} figure={temperature} />)
  tell(null)
  await expect.element(screen.getByText(/no value/)).toBeVisible()
  await expect.element(screen.getByText('—')).toBeVisible()
})
