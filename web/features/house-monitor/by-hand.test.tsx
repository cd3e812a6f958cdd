import { beforeAll, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { aHouse } from '#web/components/testing/a-house.ts'
import { ByHand } from './by-hand.tsx'
import { CauseLine } from './cause-line.tsx'
import { connectAnew, startTexts, tellReadings } from './testing/live.ts'

beforeAll(startTexts)
beforeEach(connectAnew)

test('manually switched-off ventilation is announced loudly; without power nobody is blamed', async () => {
  const screen = await render(<ByHand house={aHouse()} />)
  tellReadings({ 'Vent/Mode': 0, 'Fan/G05/State': 5, 'Power/MainsOk': true })
  await expect.element(screen.getByText('Ventilation is switched off.')).toBeVisible()
  tellReadings({ 'Power/MainsOk': false })
  await expect.element(screen.getByRole('status')).not.toBeInTheDocument()
  tellReadings({ 'Power/MainsOk': true, 'Alarm/PowerFail': true })
  await expect.element(screen.getByRole('status')).not.toBeInTheDocument()
  tellReadings({ 'Alarm/PowerFail': false })
  await expect.element(screen.getByText('Fan groups in manual mode: 5.')).toBeVisible()
  tellReadings({ 'Power/MainsOk': false })
  await expect.element(screen.getByRole('status')).not.toBeInTheDocument()
  tellReadings({ 'Power/GeneratorOn': true })
  await expect.element(screen.getByText('Ventilation is switched off.')).toBeVisible()
})

test('the alarms come with their likely cause, else with what to check about the worst of them', async () => {
  const since = Date.parse('2026-11-20T18:10:00Z')
  const house = {
    iotId: 'd',
    type: 'layer',
    standardAge: 200,
    timeZone: 'Asia/Shanghai',
    litter: null,
  } as const
  const alarm = (code: string) => ({ code, level: 'emergency' as const, iotId: 'd', since, row: null })
  const screen = await render(
    <CauseLine alarms={[alarm('EmergencyVent'), alarm('PowerFail')]} house={house} />,
  )
  await expect
    .element(screen.getByText(/^Likely cause: the mains failed at 02:10\. Open the emergency inlets/))
    .toBeVisible()
  await screen.rerender(<CauseLine alarms={[alarm('WaterNone')]} house={house} />)
  await expect.element(screen.getByText(/^Check pressure, filter/)).toBeVisible()
})
