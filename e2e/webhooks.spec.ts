import type { Page } from '@playwright/test'
import { orders } from '#shared/contracts/orders.ts'
import { startReceiver } from '../server/features/webhooks/testing/receiver.ts'
import { expect, expectAccessible, type Farm, inEnglish, signIn, test } from './farm.ts'

/** Places an order as the page's own user would. */
async function order(page: Page, { url }: Farm): Promise<string> {
  const body = {
    consignee: 'De Linden',
    phone: '+31 342 555 018',
    country: 'NL',
    city: 'Barneveld',
    address: '',
    content: '',
    lines: [{ name: 'Belts for two fans', quantity: 2 }],
  }
  const answer = await page.evaluate(
    async ({ path, body }) => {
      const { value } = JSON.parse(localStorage.getItem('Access-Token') ?? '{}')
      const headers = { 'Content-Type': 'application/json', 'Access-Token': value }
      return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    },
    { path: `${url}/api${orders.place.path}`, body },
  )
  return answer.data.number
}

test('an owner connects the farm’s ERP: it gets a signed message about an order, and again after a failure', async ({
  page,
  farm,
  problems,
}) => {
  const receiver = await startReceiver()
  await signIn(page, farm, 'linden', '/personal?section=webhooks')
  await inEnglish(page)
  await page.getByRole('button', { name: 'New webhook' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Feed ERP')
  await form.getByLabel('Address').fill('http://192.168.1.20/orders')
  await form.getByRole('checkbox', { name: 'New order' }).check()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('An https address on the public internet')).toBeVisible()
  // The browser itself logs that the answer was a refusal.
  expect(problems.splice(0)).toEqual([expect.stringContaining('400')])
  await form.getByLabel('Address').fill(receiver.address('erp'))
  await form.getByRole('button', { name: 'Save' }).click()
  const secret = page.getByRole('region', { name: 'Secret of Feed ERP' })
  await expect(secret).toContainText('Copy the secret now')
  receiver.knows('erp', (await secret.locator('.mono').textContent()) ?? '')
  await expectAccessible(page)

  receiver.answers.push(500)
  const number = await order(page, farm)
  await page.getByRole('button', { name: 'Messages: Feed ERP' }).click()
  const messages = page.getByRole('dialog', { name: 'Messages to Feed ERP' })
  await expect(messages).toContainText('HTTP 500')
  await messages.getByRole('button', { name: 'Send again: New order' }).click()
  await expect(messages).toContainText('HTTP 200')
  await expect(messages).toContainText('2 tries')
  await expectAccessible(page)
  const [first, second] = receiver.got
  expect(first).toMatchObject({ isSigned: true, message: { event: 'order.created', data: { number } } })
  expect(second).toMatchObject({ isSigned: true, id: first?.id })
  await messages.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('button', { name: 'Send test: Feed ERP' }).click()
  await expect.poll(() => receiver.got.at(-1)?.message.event).toBe('webhook.test')
  await page.reload()
  await expect(page.getByRole('listitem', { name: 'Feed ERP' })).toContainText('Delivered')
  await expect(page.getByText('whsec_')).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete: Feed ERP' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('listitem', { name: 'Feed ERP' })).toHaveCount(0)
  await receiver.stop()
})

test('the demonstration’s webhook shows what it was told, in Chinese on a phone', async ({ page, farm }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, farm, 'owner', '/personal?section=webhooks')
  const card = page.getByRole('listitem', { name: '场区短信平台' })
  await expect(card).toContainText('已停用')
  await expectAccessible(page)
  await card.getByRole('button', { name: '推送记录: 场区短信平台' }).click()
  const messages = page.getByRole('dialog', { name: '场区短信平台 的推送记录' })
  await expect(messages).toContainText('HTTP 503')
  await expect(messages.getByRole('button', { name: '重新发送' })).toHaveCount(0)
  await expectAccessible(page)
})
