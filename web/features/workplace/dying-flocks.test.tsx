import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { type FlockThisMorning, type UrgentHouse, workplace } from '#shared/contracts/workplace.ts'
import english from '#web/components/en-US.json' with { type: 'json' }
import { ScreenContext } from '#web/components/screen-context.tsx'
import { aHouse } from '#web/components/testing/a-house.ts'
import { cached } from '#web/components/testing/cached.tsx'
import { screenAt } from '#web/components/testing/screen.ts'
import { useWorstFirst } from '#web/components/use-worst-first.ts'
import chinese from '#web/components/zh-CN.json' with { type: 'json' }
import { live } from '#web/data/live/live.ts'
import { prefer } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'
import { Attention } from './attention.tsx'
import texts from './en-US.json' with { type: 'json' }
import { RoundCard } from './round-card.tsx'
import chineseTexts from './zh-CN.json' with { type: 'json' }

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    resources: {
      'en-US': { components: english, workplace: texts },
      'zh-CN': { components: chinese, workplace: chineseTexts },
    },
  })
})
beforeEach(() => live.clear())

/** What the lines about a dying flock say in each language: the figure of its day, and the limit. */
const languages = [
  ['en-US', 'High losses', /4\.00\s?% lost in a day, limit 0\.10\s?%/],
  ['zh-CN', '死淘率偏高', /4\.00\s?%.*0\.10\s?%/],
] as const
async function read(language: 'en-US' | 'zh-CN') {
  await i18next.changeLanguage(language)
  prefer({ language })
}

const losses = (iotId: string) => ({ code: 'LossesHigh', level: 'critical', iotId }) as const
const houses = [
  aHouse({ id: 'a', name: 'A', state: 'alarm', alarms: [losses('fa')] }),
  aHouse({
    id: 'b',
    name: 'B',
    state: 'alarm',
    alarms: [{ code: 'HighCO2', level: 'critical', iotId: 'd' }],
  }),
  aHouse({ id: 'z', name: 'Z', state: 'alarm', alarms: [losses('fz')] }),
]
const flockIn = (houseId: string, value: number): FlockThisMorning => ({
  id: `f${houseId}`,
  houseId,
  houseName: houseId.toUpperCase(),
  timeZone: 'Asia/Shanghai',
  type: 'layer',
  breed: null,
  dayAge: 200,
  age: 200,
  alive: 10_000,
  males: null,
  isRecorded: true,
  placedAge: 0,
  placedOn: '2026-11-19',
  yesterday: '2026-11-19',
  lossesOn: '2026-11-19',
  isTodayTold: false,
  days: [],
  today: null,
  deadMean: null,
  alarms: [{ code: 'LossesHigh', level: 'critical', value, limit: 0.1 }],
  weight: null,
  weighedAt: null,
})

function Morning({ flocks }: { flocks: readonly FlockThisMorning[] }) {
  return (
    <ScreenContext value={screenAt('/dashboard/workplace')}>
      <Attention houses={useWorstFirst(houses)} flocks={flocks} of={[]} />
    </ScreenContext>
  )
}
const firstOf = (container: Element, most: number) =>
  [...container.querySelectorAll('li')].slice(0, most).map(line => line.textContent ?? '')

test.each(languages)(
  'the morning list in %s begins with the house that loses most, and says how much',
  async (language, label, figure) => {
    await read(language)
    live.takeSnapshot(houses)
    const drawn = await render(<Morning flocks={[flockIn('a', 0.11), flockIn('z', 4)]} />, cached())
    await expect.poll(() => firstOf(drawn.container, 9).length).toBeGreaterThan(2)
    const [first, second, third] = firstOf(drawn.container, 3)
    expect(first).toContain(`${label}Z`)
    expect(first).toMatch(figure)
    expect(second).toMatch(/A.*0\.11\s?%/)
    expect(third).toContain('B')
  },
)

test('an alarm that is told while the page is open is one line, with the figure of its flock', async () => {
  await read('en-US')
  live.takeSnapshot(houses.map(house => ({ ...house, alarms: [], state: 'normal' as const })))
  const flocks = [flockIn('z', 4)]
  const drawn = await render(<Morning flocks={flocks} />, cached())
  await expect.poll(() => firstOf(drawn.container, 9).length).toBe(1)
  live.takeSnapshot(houses)
  await expect.poll(() => firstOf(drawn.container, 9).length).toBe(3)
  const [first] = firstOf(drawn.container, 1)
  expect(first).toMatch(/High lossesZ · 4\.00\s?% lost in a day/)
})

const urgent = (more: Partial<UrgentHouse>): UrgentHouse => ({
  id: 'z',
  name: 'Z',
  customer: 'Qilu',
  reason: 'alarm',
  alarm: { id: 'l', code: 'LossesHigh', level: 'critical', value: 4 },
  since: null,
  offlineSince: null,
  dead: { value: 400, usual: 3 },
  loss: { value: 4, limit: 0.1 },
  ...more,
})

test.each(languages)(
  'the round in %s says of a critical flock how many died, and what share of the birds that is',
  async (language, label, figure) => {
    await read(language)
    const before = useSession.getState()
    useSession.setState({ user: { kind: 1 } as never, grants: new Set(['chicken_home_manage:query']) })
    const hot = urgent({
      id: 'h',
      name: 'H',
      alarm: { id: 't', code: 'HighCO2', level: 'critical', value: null },
      dead: null,
    })
    const round = { houses: [urgent({}), hot], total: 2, watched: 2, notShared: 0 }
    const drawn = await render(
      <ScreenContext value={screenAt('/dashboard/workplace')}>
        <RoundCard />
      </ScreenContext>,
      cached({ [workplace.round.path]: round }),
    )
    await expect.poll(() => firstOf(drawn.container, 9).length).toBe(2)
    const [dying, other] = firstOf(drawn.container, 2)
    expect(dying).toContain(label)
    expect(dying).toContain('400')
    expect(dying).toMatch(figure)
    expect(other).not.toContain(label)
    expect(other).toMatch(figure)
    useSession.setState(before)
  },
)
