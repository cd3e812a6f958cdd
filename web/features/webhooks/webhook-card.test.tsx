import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Webhook } from '#shared/contracts/webhooks.ts'
import type { Language } from '#shared/text.ts'
import componentsEn from '#web/components/en-US.json' with { type: 'json' }
import { cached } from '#web/components/testing/cached.tsx'
import componentsZh from '#web/components/zh-CN.json' with { type: 'json' }
import { prefer } from '#web/data/preferences.ts'
import english from './en-US.json' with { type: 'json' }
import { WebhookCard } from './webhook-card.tsx'
import chinese from './zh-CN.json' with { type: 'json' }

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en-US',
    resources: {
      'en-US': { components: componentsEn, webhooks: english },
      'zh-CN': { components: componentsZh, webhooks: chinese },
    },
  })
})

const off: Webhook = {
  id: 'w1',
  name: 'ERP',
  address: 'https://erp.farm.example/hook',
  events: ['order.created'],
  isActive: false,
  switchedOff: null,
  owner: 'Li Xiuying',
  last: null,
  version: 1,
}
const nothing = () => undefined

async function standing(switchedOff: Webhook['switchedOff'], language: Language) {
  prefer({ language })
  await i18next.changeLanguage(language)
  const drawn = await render(
    <WebhookCard webhook={{ ...off, switchedOff }} edit={nothing} showMessages={nothing} tell={nothing} />,
    cached(),
  )
  await expect.element(drawn.getByRole('listitem')).toBeVisible()
  const said = drawn.container.querySelector('.webhook-head')?.lastElementChild?.textContent?.trim()
  await drawn.unmount()
  return said
}

test('a webhook that is off says why: by hand, after days of failure, or because its receiver is gone for good', async () => {
  expect(await standing(null, 'en-US')).toBe('inactive')
  expect(await standing('failing', 'en-US')).toBe('switched off after days of failure')
  expect(await standing('gone', 'en-US')).toBe('switched off: the receiver said it is gone for good (410)')
  expect(await standing(null, 'zh-CN')).toBe('已停用')
  expect(await standing('failing', 'zh-CN')).toBe('多日无法送达，已停用')
  expect(await standing('gone', 'zh-CN')).toBe('接收方已永久停收（410），已停用')
})
