import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { orderPapers, paperNames } from '#shared/order-papers.ts'
import { dueEvents } from '#shared/order-terms.ts'
import type { Language } from '#shared/text.ts'
import { call } from './api.ts'
import { expect, expectAccessible, type Farm, inEnglish, prefer, signIn, test, tokenOf } from './farm.ts'
import { widths } from './visitor.ts'

/** A paper is made by a job, which waits for its turn. ms */
const JOB_MS = 60_000

/** What a text reader finds in the paper that a button makes. */
async function printed(page: Page, button: string): Promise<string> {
  const downloaded = page.waitForEvent('download', { timeout: JOB_MS })
  await page.getByRole('complementary').getByRole('button', { name: button, exact: true }).click()
  const bytes = await readFile(await (await downloaded).path())
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return text.replaceAll(/\s+/g, ' ')
}

interface Offered {
  items: { id: string; englishName: string }[]
}

/** An order of 24 fans and 128 pads for De Linden, as sales enters it; answers its id. */
async function ordered(farm: Farm, consignee: string): Promise<string> {
  const token = await tokenOf(farm, 'sales')
  const { items } = (await call(farm, token, '/admin/auth/customers?search=Linden')) as unknown as Offered
  const officeId = items[0]?.id
  const line = async (code: string, quantity: number) => {
    const offered = await call(farm, token, `/admin/auth/orders/goods?search=${code}&officeId=${officeId}`)
    const [{ price: _, stock: __, ...good }] = offered as unknown as [Record<string, unknown>]
    return { ...good, quantity, price: '100.00' }
  }
  const { id } = await call(farm, token, '/admin/auth/orders', {
    officeId,
    consignee,
    phone: '+31 342 555 018',
    country: 'NL',
    city: 'Barneveld',
    address: '',
    content: '',
    productionEnd: null,
    currency: 'USD',
    freight: '1350',
    lines: [await line('FAN-1380', 24), await line('PAD-7090', 128)],
    shipments: [],
  })
  return id
}

test('sales ships an order in two containers with deposit and balance, and prints all its papers', async ({
  page,
  farm,
}) => {
  test.slow()
  await prefer(page, 'light', 'en-US')
  await signIn(page, farm, 'sales', `/orderCenter?id=${await ordered(farm, 'Peña & Groß 𠮷')}`)
  await inEnglish(page)
  const order = page.getByRole('complementary')
  const form = page.getByRole('dialog')

  await order.getByRole('button', { name: 'Edit terms' }).click()
  await form.getByLabel('Incoterm 2020').fill('CIF')
  await page.getByTitle('CIF Cost, Insurance and Freight').last().click()
  await form.getByLabel('Port or place').fill('Rotterdam')
  for (const _ of [1, 2]) await form.getByRole('button', { name: 'Add part' }).click()
  await form.getByLabel('Percentage, part 1').fill('30')
  await form.getByLabel('Due, part 2').click()
  await page.getByTitle(dueEvents.lading['en-US']).last().click()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(order.getByText(/^Deposit due: /)).toBeVisible()
  const deposit = ((await order.getByText(/^Deposit due: /).textContent()) ?? '').replace(/[^\d.]/g, '')

  await order.getByRole('button', { name: 'Record payment' }).first().click()
  await form.getByLabel('Date').fill('2026-11-20')
  await form.getByLabel('Amount').fill(deposit)
  await form.getByLabel('Bank reference').fill('TT-1')
  await form.getByRole('button', { name: 'Record payment' }).click()
  await expect(order.getByText('Partly paid').first()).toBeVisible()

  for (const [nth, [fans, box]] of [
    ['14', 'CSQU3054383'],
    ['10', 'CSQU3054384'],
  ].entries()) {
    await order.getByRole('button', { name: 'Add shipment' }).click()
    await form.getByLabel(/^Quantity, Exhaust fan/).fill(fans ?? '')
    if (nth === 0) await form.getByLabel(/^Quantity, Cooling pad/).fill('0')
    await form.getByLabel('Bill of lading number').fill(`BL-${nth + 1}`)
    await form.getByLabel('Sailing day').fill('2026-12-05')
    await form.getByLabel('Arrival expected').fill('2027-01-08')
    await form.getByLabel('Container type').fill('40 ft HC')
    await form.getByRole('button', { name: 'Add container' }).click()
    await form.getByLabel('Container number, Container 1').fill(box ?? '')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(order.getByRole('article', { name: `Shipment ${nth + 1}` })).toBeVisible()
  }
  // The second number is doubted, and taken.
  await expect(order.getByText('the check digit does not match')).toBeVisible()
  await expect(order.getByText('Everything ordered is in shipments.')).toBeVisible()
  await expect(order.getByRole('article', { name: 'Shipment 1' })).toContainText('of 76 m³')
  await expectAccessible(page)

  const invoice = await printed(page, `${paperNames.invoice['en-US']}, Shipment 1, PDF English`)
  for (const part of [
    'Commercial invoice',
    'De Linden Poultry',
    'Peña & Groß 𠮷',
    'CSQU3054383',
    'BL-1',
    '8414.59',
  ])
    expect(invoice).toContain(part)
  expect(invoice).not.toContain('BL-2')
  const packing = await printed(page, `${paperNames.packing['en-US']}, Shipment 2, PDF 中文`)
  for (const part of ['装箱单', 'BL-2', '毛重 kg', '个']) expect(packing).toContain(part)
  const proforma = await printed(page, `${paperNames.proforma['en-US']}, PDF English`)
  for (const part of ['CIF Rotterdam', '30 %', 'SWIFT']) expect(proforma).toContain(part)
  expect(proforma).not.toContain('BL-1')
  const confirmation = await printed(page, `${paperNames.confirmation['en-US']}, PDF 中文`)
  expect(confirmation).toContain('订单确认单')
  const origin = await printed(page, `${paperNames.origin['en-US']}, Shipment 1, PDF English`)
  expect(origin).toContain('not a certificate')
  expect(orderPapers).toHaveLength(5)

  await order.getByRole('button', { name: 'Record payment' }).first().click()
  await form.getByLabel('Date').fill('2026-11-21')
  await form.getByRole('button', { name: 'Record payment' }).click()
  await expect(order.getByText('Paid', { exact: true }).first()).toBeVisible()
})

for (const language of ['zh-CN', 'en-US'] as Language[])
  test(`on a phone in ${language} a buyer sees what is owed, where its containers are, and its invoice`, async ({
    page,
    farm,
  }) => {
    await page.setViewportSize(widths.phone)
    await prefer(page, 'dark', language)
    await signIn(page, farm, 'linden', '/myOrder', language)
    await page
      .getByRole('button', { name: /FAN|Exhaust fan|负压风机/ })
      .filter({ hasText: /128/ })
      .first()
      .click()
    const order = page.getByRole('complementary')
    await expect(order.getByText(/^(应收余款|Balance due)/)).toBeVisible()
    await expect(order.getByText(/SFAU302/).first()).toBeVisible()
    const { scrollWidth, clientWidth } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return { scrollWidth, clientWidth }
    })
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
    await expectAccessible(page)
    const batch = language === 'zh-CN' ? '第 1 批发货' : 'Shipment 1'
    const invoice = await printed(
      page,
      `${paperNames.invoice[language]}, ${batch}, PDF ${language === 'zh-CN' ? '中文' : 'English'}`,
    )
    expect(invoice).toContain('De Linden')
  })
