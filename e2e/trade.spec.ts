import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { type OrderPaper, orderPapers, paperNames } from '#shared/order-papers.ts'
import { dueEvents } from '#shared/order-terms.ts'
import { orderSteps } from '#shared/orders.ts'
import { boxFields, ladingFields, loadFields, shipmentFields } from '#shared/shipments.ts'
import type { Language, Text } from '#shared/text.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import components from '#web/components/en-US.json' with { type: 'json' }
import chineseComponents from '#web/components/zh-CN.json' with { type: 'json' }
import english from '#web/features/orders/en-US.json' with { type: 'json' }
import chinese from '#web/features/orders/zh-CN.json' with { type: 'json' }
import { call } from './api.ts'
import { expect, expectAccessible, type Farm, prefer, signIn, test, tokenOf } from './farm.ts'
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
  // Told in both languages, each ordering most of what there is.
  for (const code of ['FAN-1380', 'PAD-7090'])
    await call(farm, token, '/admin/auth/erp/good', { code, stock: 500 })
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

const words = {
  'zh-CN': { say: chinese, word: chineseComponents, fan: '负压风机', pad: '湿帘纸', pdf: 'PDF 中文' },
  'en-US': { say: english, word: components, fan: 'Exhaust fan', pad: 'Cooling pad', pdf: 'PDF English' },
}
const put = (text: string, value: string | number) => text.replace(/\{\{\w+\}\}/, String(value))

for (const language of ['zh-CN', 'en-US'] as Language[])
  test(`sales ships an order in two containers with deposit and balance, and prints all its papers: ${language}`, async ({
    page,
    farm,
  }) => {
    test.slow()
    const { say, word, fan, pad } = words[language]
    const day = (days: number) => daysAfter(dateIn('Asia/Shanghai', Date.now()), days)
    await prefer(page, 'light', language)
    await signIn(page, farm, 'sales', `/orderCenter?id=${await ordered(farm, 'Peña & Groß 𠮷')}`, language)
    const order = page.getByRole('complementary')
    const form = page.getByRole('dialog')
    const field = ({ label }: { label: Text }) => form.getByLabel(label[language], { exact: true })
    const fieldOf = (text: string, number: number) => form.getByLabel(put(text, number))
    const press = (name: string, where = form) => where.getByRole('button', { name }).first().click()
    const { pay } = orderSteps

    await press(say.terms.edit, order)
    await form.getByLabel(word.terms.incoterm).fill('CIF')
    await page.getByTitle(/^CIF /).last().click()
    await form.getByLabel(word.terms.place).fill('Rotterdam')
    for (const _ of [1, 2]) await press(word.terms.addPart)
    await fieldOf(word.terms.percentOf, 1).fill('30')
    await fieldOf(word.terms.dueOf, 2).click()
    await page.getByTitle(dueEvents.lading[language]).last().click()
    await expectAccessible(page)
    await press(word.save)
    const due = order.getByText(new RegExp(`^${put(say.due.deposit, '')}`))
    await expect(due).toBeVisible()
    const deposit = ((await due.textContent()) ?? '').replace(/[^\d.]/g, '')

    await press(pay.label[language], order)
    await field(pay.fields.paidOn).fill(day(-9))
    await field(pay.fields.amount).fill(deposit)
    await field(pay.fields.reference).fill('TT-1')
    await press(pay.label[language])
    await expect(order.getByText(say.paidFilter.partly).first()).toBeVisible()

    for (const [nth, [fans, box]] of [
      ['14', 'CSQU3054383'],
      ['10', 'CSQU3054384'],
    ].entries()) {
      const quantity = (good: string) =>
        form.getByLabel(new RegExp(`^${loadFields.quantity.label[language]}, ${good}`))
      await press(say.addShipment, order)
      await quantity(fan).fill(fans ?? '')
      if (nth === 0) await quantity(pad).fill('0')
      await field(ladingFields.blNumber).fill(`BL-${nth + 1}`)
      await field(shipmentFields.sailingOn).fill(day(6))
      await field(shipmentFields.arrivalOn).fill(day(40))
      await field(shipmentFields.containerType).fill('40 ft HC')
      await press(say.addContainer)
      await form.getByLabel(`${boxFields.number.label[language]}, ${put(say.containerOf, 1)}`).fill(box ?? '')
      await press(word.save)
      await expect(order.getByRole('article', { name: put(say.shipmentOf, nth + 1) })).toBeVisible()
    }
    // The second number is doubted, and taken.
    await expect(order.getByText(say.doubt.digit)).toBeVisible()
    await expect(order.getByText(say.allShipped)).toBeVisible()
    await expect(order.getByRole('article', { name: put(say.shipmentOf, 1) })).toContainText('76 m³')
    await expectAccessible(page)

    const paper = (name: OrderPaper, of: Language, shipment?: number) =>
      printed(
        page,
        [paperNames[name][language], shipment && put(say.shipmentOf, shipment), words[of].pdf]
          .filter(Boolean)
          .join(', '),
      )
    const invoice = await paper('invoice', 'en-US', 1)
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
    const packing = await paper('packing', 'zh-CN', 2)
    for (const part of ['装箱单', 'BL-2', '毛重 kg', '个']) expect(packing).toContain(part)
    const proforma = await paper('proforma', 'en-US')
    for (const part of ['CIF Rotterdam', '30 %', 'SWIFT']) expect(proforma).toContain(part)
    expect(proforma).not.toContain('BL-1')
    expect(await paper('confirmation', 'zh-CN')).toContain('订单确认单')
    expect(await paper('origin', 'en-US', 1)).toContain('not a certificate')
    expect(orderPapers).toHaveLength(5)

    await press(pay.label[language], order)
    await field(pay.fields.paidOn).fill(day(-8))
    await press(pay.label[language])
    await expect(order.getByText(say.paidFilter.yes, { exact: true }).first()).toBeVisible()
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
