import { beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { aHouse } from '#web/components/testing/a-house.ts'
import { AlarmRow } from './alarm-row.tsx'
import { startTexts } from './testing/live.ts'

beforeAll(startTexts)

test('an alarm about a flock shows what its day came to, and the limit', async () => {
  const row = {
    id: 'a',
    handling: 'new',
    isOwed: false,
    value: 0.354,
    limit: 0.3,
    metric: null,
    condition: 'active',
    latchedAt: null,
    shelf: null,
  } as const
  const alarm = { code: 'LossesHigh', level: 'critical', iotId: 'flock', since: Date.now(), row } as const
  const drawn = await render(<AlarmRow house={aHouse()} group={[alarm]} />)
  await expect.element(drawn.getByText('High losses')).toBeVisible()
  await expect.element(drawn.getByText(/0\.35\s%/)).toBeVisible()
  await expect.element(drawn.getByText(/0\.30\s%/)).toBeVisible()
})

test('a shelved alarm says until when, by whom and why nobody is told', async () => {
  const rowOf = (shelf: { until: string; by: string; why: string } | null) =>
    ({
      id: 'a',
      handling: 'seen',
      isOwed: false,
      value: 31,
      limit: 28,
      metric: null,
      condition: 'active',
      latchedAt: null,
      shelf,
    }) as const
  const shelf = { until: '2026-11-28T15:30:00Z', by: 'Anna Visser', why: 'Fan belt on order' }
  const alarm = (code: string, shelved: typeof shelf | null) =>
    ({ code, level: 'warning', iotId: 'd', since: Date.now(), row: rowOf(shelved) }) as const
  const drawn = await render(
    <AlarmRow
      house={aHouse({ timeZone: 'Europe/Amsterdam' })}
      group={[alarm('HighTemp', shelf), alarm('HighHum', null)]}
    />,
  )
  // The other alarm in the line still rings: which one is shelved is named.
  await expect
    .element(drawn.getByText(/High temperature · Shelved until .*16:30 by Anna Visser: Fan belt on order$/))
    .toBeVisible()
})

test('an alarm that only the controller holds says since when, and where it is reset', async () => {
  const rowOf = (latchedAt: string | null) =>
    ({
      id: 'a',
      handling: 'seen',
      isOwed: false,
      value: 31,
      limit: 28,
      metric: null,
      condition: 'active',
      latchedAt,
      shelf: null,
    }) as const
  const alarm = (code: string, latchedAt: string | null) =>
    ({ code, level: 'critical', iotId: 'd', since: Date.now(), row: rowOf(latchedAt) }) as const
  const drawn = await render(
    <AlarmRow
      house={aHouse({ timeZone: 'Europe/Amsterdam' })}
      group={[alarm('HighTemp', '2026-11-28T02:12:00Z'), alarm('InletStuck', null)]}
    />,
  )
  await expect
    .element(drawn.getByText(/High temperature · Back to normal at 03:12, .* reset it at the panel$/))
    .toBeVisible()
})
