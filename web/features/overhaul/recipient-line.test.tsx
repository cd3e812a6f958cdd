import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { PushRecipient } from '#shared/contracts/overhaul-pushes.ts'
import { browserResults, inAppResults, mailResults, reaches } from '#shared/overhaul-pushes.ts'
import type { Language } from '#shared/text.ts'
import { prefer } from '#web/data/preferences.ts'
import english from './en-US.json' with { type: 'json' }
import { Missed } from './missed.tsx'
import { RecipientLine } from './recipient-line.tsx'
import chinese from './zh-CN.json' with { type: 'json' }

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en-US',
    resources: { 'en-US': { overhaul: english }, 'zh-CN': { overhaul: chinese } },
  })
})

async function speak(language: Language) {
  prefer({ language })
  await i18next.changeLanguage(language)
}
async function said(recipient: Partial<PushRecipient>, language: Language) {
  await speak(language)
  const whole: PushRecipient = {
    id: 'a',
    name: 'Wang Lei',
    reach: 'missed',
    inApp: 'unread',
    mail: 'noAddress',
    mailProblem: null,
    push: 'noBrowser',
    ...recipient,
  }
  const drawn = await render(<RecipientLine recipient={whole} />)
  await expect.element(drawn.getByText('Wang Lei')).toBeVisible()
  const { container } = drawn
  const ways = [...container.querySelectorAll('dl > div')].map(
    way => `${way.querySelector('dt')?.textContent}: ${way.querySelector('dd')?.textContent}`,
  )
  const reach = container.querySelector('li > span')?.textContent?.trim()
  await drawn.unmount()
  return [reach, ...ways]
}

test('a recipient stands with the result of each way in words, a refused mail with what the server said', async () => {
  const refused = { mail: 'refused', mailProblem: '550 no such user', push: 'gone' } as const
  expect(await said(refused, 'en-US')).toEqual([
    'Not reached',
    'In the app: not read yet',
    'Mail: refused by the mail server550 no such user',
    'Push: no browser listens any more',
  ])
  expect(await said(refused, 'zh-CN')).toEqual([
    '未送达',
    '站内消息: 未读',
    '邮件: 被邮件服务器拒收550 no such user',
    '浏览器推送: 浏览器已停止接收',
  ])
})

test.each(['en-US', 'zh-CN'] as const)(
  'every result of every way has its own words in %s',
  async language => {
    const [reachWords, appWords, mailWords, pushWords] = [
      reaches,
      inAppResults,
      mailResults,
      browserResults,
    ].map(results => Object.values(results).map(words => words[language]))
    const shown = { reach: [], app: [], mail: [], push: [] } as Record<string, unknown[]>
    for (const reach of Object.keys(reaches) as PushRecipient['reach'][])
      shown['reach']?.push((await said({ reach }, language))[0])
    const after = (line: string | undefined) => line?.split(': ')[1]
    for (const inApp of Object.keys(inAppResults) as PushRecipient['inApp'][])
      shown['app']?.push(after((await said({ inApp }, language))[1]))
    for (const mail of Object.keys(mailResults) as PushRecipient['mail'][])
      shown['mail']?.push(after((await said({ mail }, language))[2]))
    for (const push of Object.keys(browserResults) as PushRecipient['push'][])
      shown['push']?.push(after((await said({ push }, language))[3]))
    expect(shown).toEqual({ reach: reachWords, app: appWords, mail: mailWords, push: pushWords })
    for (const words of Object.values(shown)) expect(new Set(words).size).toBe(words.length)
  },
)

test('a reminder says how many of its recipients it did not reach', async () => {
  await speak('en-US')
  const drawn = await render(<Missed count={2} told={14} />)
  await expect.element(drawn.getByText('2 of 14 were not reached')).toBeVisible()
  await drawn.rerender(<Missed count={1} told={14} />)
  await expect.element(drawn.getByText('1 of 14 was not reached')).toBeVisible()
  await speak('zh-CN')
  await drawn.rerender(<Missed count={2} told={14} />)
  await expect.element(drawn.getByText('14 人中有 2 人未送达')).toBeVisible()
})
