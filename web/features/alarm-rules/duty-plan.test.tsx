import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { type AlarmDuty, alarmDuties, type DutyPlan } from '#shared/contracts/alarm-rules.ts'
import type { Language } from '#shared/text.ts'
import { AntdStill } from '#web/components/antd-still.tsx'
import components from '#web/components/en-US.json' with { type: 'json' }
import zhComponents from '#web/components/zh-CN.json' with { type: 'json' }
import { prefer } from '#web/data/preferences.ts'
import { DutyPlanCard } from './duty-plan.tsx'
import texts from './en-US.json' with { type: 'json' }
import zhTexts from './zh-CN.json' with { type: 'json' }

const duty: AlarmDuty = {
  id: 'd1',
  accountId: 'a1',
  name: 'Milan',
  gone: null,
  substituteId: null,
  substitute: null,
  substituteGone: null,
  weekdays: [1, 2, 3, 4, 5],
  fromClock: '18:00',
  untilClock: '06:00',
  fromOn: null,
  untilOn: null,
  note: '',
  step: 1,
  houses: null,
  holidays: 'also',
  isUnreachable: false,
  isSubstituteUnreachable: false,
}
const milan = { id: 'a1', name: 'Milan', ways: [], isPhoneFromAbove: false, substitute: null, step: 1 }
const plan: DutyPlan = {
  timeZone: 'Europe/Amsterdam',
  hasGateway: true,
  gatewayDeadSince: null,
  duties: [
    {
      ...duty,
      isUnreachable: true,
      substituteId: 'a3',
      substitute: 'Wang Fang',
      isSubstituteUnreachable: true,
    },
    { ...duty, id: 'd2', accountId: 'a2', name: 'Zhao Min', gone: 'disabled', weekdays: [6] },
  ],
  // A Sunday.
  holes: [{ day: '2026-11-29', fromClock: '18:00', untilClock: '24:00', houses: ['House 2'] }],
  holidays: [],
  onCall: [milan],
  others: [],
  test: null,
}

async function draw(language: Language) {
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: {
      'en-US': { 'alarm-rules': texts, components },
      'zh-CN': { 'alarm-rules': zhTexts, components: zhComponents },
    },
  })
  prefer({ language })
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  queries.setQueryData([alarmDuties.plan.path], plan)
  return render(
    <QueryClientProvider client={queries}>
      <AntdStill>
        <DutyPlanCard />
      </AntdStill>
    </QueryClientProvider>,
  )
}

test.each([
  [
    'en-US',
    {
      day: 'Sun',
      hole: 'Nobody on call',
      unreachable: 'Cannot be phoned or texted: nothing wakes them',
      standIn: 'nothing wakes the stand-in',
      gone: 'Account disabled: not on call',
      now: 'only while a page is open',
      called: /Critical alarms currently call or text nobody\. Enter a phone number/,
      holes: /Gaps are those of the next seven days/,
    },
  ],
  [
    'zh-CN',
    {
      day: '周日',
      hole: '无人值班',
      unreachable: '电话和短信都通知不到，夜里叫不醒',
      standIn: '替班人电话和短信都通知不到',
      gone: '账号已停用，不计入值班',
      now: '仅打开页面时可见',
      called: /严重报警目前不会打电话或发短信给任何人。.*请为值班人员填写手机号/,
      holes: /空缺为今后七天内的时段/,
    },
  ],
] as const)(
  'whoever looks at the week sees the hours without anybody, and who hears no alarm (%s)',
  async (language, t) => {
    const screen = await draw(language)
    const days = screen.container.querySelectorAll('.duty-week > li')
    const [sunday, monday, saturday] = [days[6], days[0], days[5]]
    expect(sunday?.textContent).toMatch(new RegExp(`${t.day}.*${t.hole}.*18:00–24:00.*House 2`))
    expect(monday?.textContent).not.toContain(t.hole)
    expect(monday?.textContent).toContain(t.unreachable)
    expect(monday?.textContent).toContain(t.standIn)
    expect(saturday?.textContent).toContain(t.gone)
    await expect.element(screen.getByText(t.holes)).toBeVisible()
    const now = screen.getByRole('status')
    await expect.element(now.getByText(t.now)).toBeVisible()
    await expect.element(now.getByRole('alert')).toBeVisible()
    expect(now.getByRole('alert').element().textContent).toMatch(t.called)
  },
)
