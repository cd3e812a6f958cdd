import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { alarmWays, type Reach } from '#shared/contracts/alarm-ways.ts'
import type { Language } from '#shared/text.ts'
import { AntdStill } from '#web/components/antd-still.tsx'
import { prefer } from '#web/data/preferences.ts'
import texts from './en-US.json' with { type: 'json' }
import { ReachCard } from './reach-card.tsx'
import zhTexts from './zh-CN.json' with { type: 'json' }

const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()

const reach = (): Reach => ({
  ways: [
    {
      way: 'mail',
      isSetUp: true,
      deadSince: null,
      workedAt: ago(1),
      echoedAt: ago(1),
      arrival: 'proven',
    },
    { way: 'call', isSetUp: false, deadSince: null, workedAt: null, echoedAt: null, arrival: null },
  ],
  people: [
    {
      id: 'milan',
      name: 'Milan',
      ways: [
        { way: 'mail', provenAt: ago(48), isProven: true, isOpen: true },
        { way: 'push', provenAt: null, isProven: false, isOpen: true },
      ],
    },
    { id: 'min', name: 'Zhao Min', ways: [] },
    {
      id: 'joost',
      name: 'Joost',
      ways: [{ way: 'call', provenAt: ago(5), isProven: true, isOpen: true }],
    },
  ],
  houses: [
    {
      id: 'h1',
      name: 'House 1',
      customer: null,
      steps: [
        { afterMinutes: 0, people: ['milan'] },
        { afterMinutes: 5, people: ['min'] },
      ],
      wakesFirst: false,
      wakesAnybody: false,
    },
    {
      id: 'h2',
      name: 'House 2',
      customer: null,
      steps: [{ afterMinutes: 0, people: ['joost'] }],
      wakesFirst: true,
      wakesAnybody: true,
    },
  ],
  total: 2,
})

async function draw(language: Language) {
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { 'en-US': { 'alarm-rules': texts }, 'zh-CN': { 'alarm-rules': zhTexts } },
  })
  prefer({ language })
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  queries.setQueryData([alarmWays.reach.path, ''], reach())
  return render(
    <QueryClientProvider client={queries}>
      <AntdStill>
        <ReachCard />
      </AntdStill>
    </QueryClientProvider>,
  )
}

test.each([
  [
    'en-US',
    {
      warning: 'The chain of 1 house reaches nobody by phone or SMS.',
      chain: 'This chain reaches nobody by phone or SMS.',
      milan: /Milan\s*e-mail\s*proven .*push\s*not proven/,
      first: 'at once',
      later: 'after 5 min',
      noWay: 'only while a page is open',
      notSetUp: 'Phone and SMS not set up',
    },
  ],
  [
    'zh-CN',
    {
      warning: '1 栋鸡舍的报警没有人能通过电话或短信收到。',
      chain: '没有人能通过电话或短信收到这里的报警。',
      milan: /Milan\s*邮件.*已确认.*推送\s*未确认/,
      first: '立即',
      later: '5 分钟后',
      noWay: '仅打开页面时可见',
      notSetUp: '电话和短信 未开通',
    },
  ],
] as const)(
  'the audit says whom an alarm would reach in each house, how, and when that was last proven (%s)',
  async (language, t) => {
    const screen = await draw(language)
    await expect.element(screen.getByRole('alert')).toHaveTextContent(t.warning)
    const houses = [...screen.container.querySelectorAll('.reach-houses > li')]
    const [mute, heard] = houses.map(each => each.textContent ?? '')
    for (const said of [t.chain, t.first, t.later, t.noWay]) expect(mute).toContain(said)
    expect(mute).toMatch(t.milan)
    expect(heard).not.toContain(t.chain)
    expect(heard).toContain('Joost')
    await expect.element(screen.getByText(t.notSetUp)).toBeVisible()
  },
)
