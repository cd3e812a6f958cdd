import { beforeAll, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { houses, type TemporarySetting } from '#shared/contracts/houses.ts'
import { ScreenContext } from '#web/components/screen-context.tsx'
import { aHouse } from '#web/components/testing/a-house.ts'
import { cached } from '#web/components/testing/cached.tsx'
import { screenAt } from '#web/components/testing/screen.ts'
import { serverNow } from '#web/data/clock.ts'
import { prefer } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'
import { mainFigures } from './figures.ts'
import { KeyFigure } from './key-figure.tsx'
import { TemporaryCard } from './temporary-card.tsx'
import { connectAnew, startTexts, tellReadings } from './testing/live.ts'

beforeAll(startTexts)
beforeEach(connectAnew)

const house = aHouse({ timeZone: 'UTC' })
const [temperature] = mainFigures
const warmer: TemporarySetting = {
  houseId: 'h1',
  name: 'Settings/Temp/TargetOffset',
  value: 1,
  until: Date.UTC(2096, 10, 30, 6),
  next: 0,
  by: 'Li Xiuying',
}

async function shown(set: readonly TemporarySetting[]) {
  const opened: string[] = []
  const screen = {
    ...screenAt('/screen/index'),
    open: (href: string) => void opened.push(href),
    exists: () => true,
  }
  const drawn = await render(
    <ScreenContext value={screen}>
      {temperature && <KeyFigure house={house} figure={temperature} />}
      <TemporaryCard house={house} />
    </ScreenContext>,
    cached({ [houses.temporary.path]: set }),
  )
  tellReadings({ 'Climate/Temp/Avg': 22.4, 'Climate/Temp/Target': 22 })
  const target = drawn.getByText('target 22.0\u202f°C')
  await expect.element(target).toBeVisible()
  return { drawn, opened, figure: target.element().parentElement }
}

test('whoever sees a target that is shifted for a time reads by how much, until when and by whom', async () => {
  const { drawn, figure } = await shown([warmer])
  expect(figure?.textContent).toContain('+1.0\u202f°C until 30 Nov')
  expect(drawn.getByRole('listitem').element().textContent).toMatch(
    /^Target offset 1\.0.°C\s*until 30 Nov.* 06:00 → 0\.0.°C · Li Xiuying$/,
  )
  prefer({ units: 'imperial' })
  await expect.poll(() => figure?.textContent).toMatch(/\+1\.8.°F/)
  prefer({ units: 'metric' })
})

test('one that should have ended says so at the target, too', async () => {
  const { drawn, figure } = await shown([{ ...warmer, until: serverNow() - 3_600_000 }])
  expect(figure?.textContent).toContain('+1.0\u202f°C Not ended in time')
  await expect.element(drawn.getByRole('alert')).toHaveTextContent('Not ended in time')
})

test('a target that stands for good says nothing, and other houses do not speak for this one', async () => {
  const { drawn, figure } = await shown([{ ...warmer, houseId: 'h2' }])
  expect(figure?.textContent).not.toContain('until')
  expect(drawn.getByRole('listitem').elements()).toHaveLength(0)
})

const user = { kind: 2 } as ReturnType<typeof useSession.getState>['user']

test.each([
  ['who may send settings ends it', ['device_setting:edit'] as const, 'End now', '&ends=targetTemperature'],
  ['others look at the settings', [], 'Open settings', ''],
])('%s', async (_, grants, name, ends) => {
  useSession.setState({ user, grants: new Set(grants) })
  const { drawn, opened } = await shown([warmer])
  await drawn.getByRole('button', { name }).click()
  expect(opened).toEqual([`/deviceSetting/targetParameter?houseId=h1${ends}`])
})
