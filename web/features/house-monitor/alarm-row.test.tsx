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
    value: 0.354,
    limit: 0.3,
    metric: null,
    condition: 'active',
  } as const
  const alarm = { code: 'LossesHigh', level: 'critical', iotId: 'flock', since: Date.now(), row } as const
  const drawn = await render(<AlarmRow house={aHouse()} group={[alarm]} />)
  await expect.element(drawn.getByText('High losses')).toBeVisible()
  await expect.element(drawn.getByText(/0\.35\s%/)).toBeVisible()
  await expect.element(drawn.getByText(/0\.30\s%/)).toBeVisible()
})
