import { QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AntdStill } from '#web/components/antd-still.tsx'
import components from '#web/components/en-US.json' with { type: 'json' }
import { ScreenContext } from '#web/components/screen-context.tsx'
import { screenAt } from '#web/components/testing/screen.ts'
import { prefer } from '#web/data/preferences.ts'
import { queries } from '#web/data/queries.ts'
import texts from './en-US.json' with { type: 'json' }
import { PriceListForm } from './price-list-form.tsx'
import '../../app/theme.css'
import '../../app/base.css'

const realFetch = globalThis.fetch
/** What the form sent, and what the server answers to it. */
let sent: { path: string; body: Record<string, unknown> }[] = []
const answerTo = (path: string) =>
  path.endsWith('/buyers') ? [{ id: 'o1', name: 'Mekong Agency' }] : { id: 'l1' }

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en-US',
    resources: { 'en-US': { components, 'price-lists': texts } },
  })
  prefer({ language: 'en-US' })
  globalThis.fetch = async (input, init = {}) => {
    const { pathname } = new URL(String(input), location.href)
    if (init.method === 'POST') sent.push({ path: pathname, body: JSON.parse(String(init.body)) })
    return Response.json({ code: 0, data: answerTo(pathname), message: '' })
  }
})
beforeEach(async () => {
  sent = []
  await page.viewport(1280, 900)
})
afterAll(() => {
  globalThis.fetch = realFetch
})

const draw = () =>
  render(
    <ScreenContext value={screenAt('/mall/goods/price-lists')}>
      <QueryClientProvider client={queries}>
        <AntdStill>
          <PriceListForm id={null} title="New price list" close={() => undefined} />
        </AntdStill>
      </QueryClientProvider>
    </ScreenContext>,
  )

test('a list with a discount, a price of its own and its days is sent as it was typed', async () => {
  const form = await draw()
  await form.getByLabelText('Name', { exact: true }).fill('Agents abroad')
  await form.getByLabelText('Discount, percent').fill('8')
  await form.getByLabelText('Until').fill('2027-12-31')
  await form.getByRole('button', { name: 'Add price' }).click()
  await form.getByLabelText('Code of good or size, Price row 1').fill('PAD-7090')
  await form.getByLabelText('Price, Price row 1').fill('128')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent[0]?.body).toMatchObject({
    name: 'Agents abroad',
    percent: 8,
    untilOn: '2027-12-31',
    buyers: [],
    lines: [{ code: 'PAD-7090', price: '128', currency: 'CNY' }],
  })
})

test('a list without a name is not sent, and says so', async () => {
  const form = await draw()
  await form.getByLabelText('Discount, percent').fill('8')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(form.getByLabelText('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  expect(sent).toEqual([])
})
