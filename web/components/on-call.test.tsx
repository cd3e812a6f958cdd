import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { alarmDuties, type OnCallNow } from '#shared/contracts/alarm-rules.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { paths } from '#shared/screens.ts'
import type { Language } from '#shared/text.ts'
import { prefer } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'
import texts from './en-US.json' with { type: 'json' }
import { OnCallLine } from './on-call.tsx'
import { ScreenContext } from './screen-context.tsx'
import { screenAt } from './testing/screen.ts'
import zhTexts from './zh-CN.json' with { type: 'json' }

afterAll(() => useSession.setState({ user: null, grants: new Set() }))

const house = { hasPlan: true, people: [{ name: 'Milan', step: 1, isMe: false }], mute: 1, dead: [] }

async function draw(language: Language, of: { house: OnCallNow; farm: OnCallNow }, mayRules = true) {
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { 'en-US': { components: texts }, 'zh-CN': { components: zhTexts } },
  })
  useSession.setState({ user: { kind: CUSTOMER } as never, grants: new Set(['house_alarm:query']) })
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  queries.setQueryData([alarmDuties.plan.path, 'now', 'h1'], of.house)
  queries.setQueryData([alarmDuties.plan.path, 'now', undefined], of.farm)
  const opened: string[] = []
  const screen = {
    ...screenAt(paths.alarms),
    exists: () => mayRules,
    open: (to: string) => void opened.push(to),
  }
  const drawn = await render(
    <ScreenContext value={screen}>
      <QueryClientProvider client={queries}>
        <OnCallLine houseId="h1" />
        <OnCallLine />
      </QueryClientProvider>
    </ScreenContext>,
  )
  return { drawn, opened }
}

test.each([
  [
    'en-US',
    'Alarms of this house reach nobody by phone or SMS.',
    'Alarms of 3 houses reach nobody by phone or SMS.',
  ],
  ['zh-CN', '本舍的报警没有人能通过电话或短信收到。', '3 栋鸡舍的报警没有人能通过电话或短信收到。'],
] as const)(
  'who is on call is not enough if nobody is phoned: it says so, and leads to the rules (%s)',
  async (language, ofHouse, ofFarm) => {
    const { drawn, opened } = await draw(language, { house, farm: { ...house, mute: 3 } })
    await expect.element(drawn.getByText(/Milan/).first()).toBeVisible()
    await drawn.getByRole('link', { name: ofHouse }).click()
    await drawn.getByRole('link', { name: ofFarm }).click()
    expect(opened).toEqual([paths.alarmRules, paths.alarmRules])
  },
)

test('without a plan the warning stands alone, and without the right to the rules it leads nowhere', async () => {
  const { drawn } = await draw(
    'en-US',
    { house: { ...house, hasPlan: false, people: [] }, farm: { ...house, hasPlan: false, people: [] } },
    false,
  )
  await expect.element(drawn.getByText(/Alarms of this house reach nobody/)).toBeVisible()
  await expect.element(drawn.getByText(/On call now/)).not.toBeInTheDocument()
  expect(drawn.getByRole('link').elements()).toEqual([])
})

test('nothing is said where somebody is phoned', async () => {
  const heard = { ...house, mute: 0 }
  const { drawn } = await draw('en-US', { house: heard, farm: heard })
  expect(drawn.getByText(/On call now: Milan/).elements()).toHaveLength(2)
  await expect.element(drawn.getByText(/nobody by phone/)).not.toBeInTheDocument()
})

test.each([
  ['en-US', 'Phone and SMS has not gone out for 1 hr 5 min.'],
  ['zh-CN', '电话和短信已不通 1小时5分钟。'],
] as const)(
  'a way that is dead is said wherever alarms are read, with a plan and without (%s)',
  async (language, says) => {
    const since = new Date(Date.now() - 65 * 60_000 - 5_000).toISOString()
    prefer({ language })
    const quiet = { hasPlan: false, people: [], mute: 0, dead: [{ way: 'call' as const, since }] }
    const { drawn } = await draw(language, { house: { ...house, mute: 0, dead: quiet.dead }, farm: quiet })
    const lines = drawn.getByText(says).elements()
    expect(lines).toHaveLength(2)
  },
)
