import type { Page } from '@playwright/test'
import { dateOf } from '#shared/dates.ts'
import { warrantyEnd } from '#shared/order-events.ts'
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
import { printed } from './paper.ts'
import { widths } from './visitor.ts'

/** Of two fans, as somebody types them. */
const SERIALS = 'RT-2611-001, RT-2611-002'

/** The paper of the order beside the list that this button makes. */
const printedBy = (page: Page, button: string) =>
  printed(page, () =>
    page.getByRole('complementary').getByRole('button', { name: button, exact: true }).click(),
  )

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
  'zh-CN': {
    say: chinese,
    word: chineseComponents,
    fan: '负压风机',
    pad: '湿帘纸',
    pdf: 'PDF 中文',
    width: widths.phone,
  },
  'en-US': {
    say: english,
    word: components,
    fan: 'Exhaust fan',
    pad: 'Cooling pad',
    pdf: 'PDF English',
    width: widths.desk,
  },
}
async function expectNoSideways(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
}
const put = (text: string, value: string | number) => text.replace(/\{\{\w+\}\}/, String(value))

/** Where the next event of an order stands: right below its steps, before anything else. */
const NEXT = '.order > .order-line:first-child + .order-next'

/** Prints every paper of an order of two shipments: each says who buys, and nothing of the other shipment. */
async function expectPapers(page: Page, language: Language): Promise<void> {
  const { say } = words[language]
  const paper = (name: OrderPaper, of: Language, shipment?: number) =>
    printedBy(
      page,
      [paperNames[name][language], shipment && put(say.shipmentOf, shipment), words[of].pdf]
        .filter(Boolean)
        .join(', '),
    )
  const parties = {
    'en-US': ['De Linden Poultry', 'Peña & Groß 𠮷'],
    'zh-CN': ['林登家禽农场', 'Peña & Groß 𠮷'],
  }
  const said: [OrderPaper, Language, number | undefined, string[], string[]][] = [
    ['invoice', 'en-US', 1, ['Commercial invoice', 'CSQU3054383', 'BL-1', '8414.59'], ['BL-2']],
    ['invoice', 'zh-CN', 2, ['商业发票', 'CSQU3054384', 'BL-2', '4823.90'], ['BL-1']],
    ['packing', 'en-US', 1, ['Packing list', 'CSQU3054383', 'BL-1', 'Gross kg'], ['BL-2', '4823.90']],
    ['packing', 'zh-CN', 2, ['装箱单', 'CSQU3054384', 'BL-2', '毛重 kg', '个'], ['BL-1']],
    ['origin', 'en-US', 1, ['not a certificate', 'CSQU3054383', '8414.59'], ['BL-2']],
    ['origin', 'zh-CN', 2, ['产地证资料', 'CSQU3054384', '4823.90'], ['BL-1']],
    ['proforma', 'en-US', undefined, ['CIF Rotterdam', '30 %', 'SWIFT'], ['BL-1']],
    ['confirmation', 'zh-CN', undefined, ['订单确认单', 'CIF Rotterdam'], ['BL-1']],
  ]
  expect(new Set(said.map(([name]) => name))).toEqual(new Set(orderPapers))
  for (const [name, of, shipment, parts, others] of said) {
    const text = await paper(name, of, shipment)
    for (const part of [...parties[of], ...parts]) expect(text, `${name} ${shipment ?? ''}`).toContain(part)
    for (const part of others) expect(text, `${name} ${shipment ?? ''}`).not.toContain(part)
  }
}

/** The buyer reads serial numbers and warranty on the order, and not who of the provider changed what. */
async function readAsBuyer(page: Page, farm: Farm, order: { id: string; until: string; language: Language }) {
  const { id, until, language } = order
  const { say } = words[language]
  await signIn(page, farm, 'linden', `/myOrder?id=${id}`, language)
  const shown = page.getByRole('complementary')
  const first = shown.getByRole('article', { name: put(say.shipmentOf, 1) })
  await expect(first).toContainText(put(say.serialsOf, SERIALS))
  await expect(first).toContainText(until)
  await expect(shown.getByRole('region', { name: say.timeline })).toBeVisible()
  await expect(shown.getByRole('region', { name: new RegExp(`^${say.changes}`) })).toHaveCount(0)
}

for (const language of ['zh-CN', 'en-US'] as Language[])
  test(`sales ships an order in two containers with deposit and balance, and prints all its papers: ${language}, ${words[language].width.width} px`, async ({
    page,
    farm,
  }) => {
    test.slow()
    const { say, word, fan, pad, width } = words[language]
    await page.setViewportSize(width)
    const day = (days: number) => daysAfter(dateIn('Asia/Shanghai', Date.now()), days)
    await prefer(page, 'light', language)
    const id = await ordered(farm, 'Peña & Groß 𠮷')
    await signIn(page, farm, 'sales', `/orderCenter?id=${id}`, language)
    const order = page.getByRole('complementary')
    const form = page.getByRole('dialog')
    const field = ({ label }: { label: Text }) => form.getByLabel(label[language], { exact: true })
    const fieldOf = (text: string, number: number) => form.getByLabel(put(text, number))
    const press = (name: string, where = form) => where.getByRole('button', { name }).first().click()
    const { pay } = orderSteps
    // On the phone all sections of a form but the first are folded.
    const unfold = async (section: string) => {
      if (width === widths.phone) await form.locator('summary', { hasText: section }).click()
    }

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
    const due = order.locator(NEXT).getByText(new RegExp(`^${put(say.due.deposit, '')}`))
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
      if (nth === 0) {
        await quantity(pad).fill('0')
        await form.getByLabel(`${say.serials}, ${fan}`).fill(SERIALS)
      }
      await unfold(say.shipment)
      await field(ladingFields.blNumber).fill(`BL-${nth + 1}`)
      await field(shipmentFields.sailingOn).fill(day(6))
      await field(shipmentFields.arrivalOn).fill(day(40))
      await field(shipmentFields.containerType).fill('40 ft HC')
      await unfold(say.containers)
      await press(say.addContainer)
      await form.getByLabel(`${boxFields.number.label[language]}, ${put(say.containerOf, 1)}`).fill(box ?? '')
      if (nth === 0) await expectAccessible(page)
      await press(word.save)
      await expect(order.getByRole('article', { name: put(say.shipmentOf, nth + 1) })).toBeVisible()
    }
    // The second number is doubted, and taken.
    await expect(order.getByText(say.doubt.digit)).toBeVisible()
    await expect(order.getByText(say.allShipped)).toBeVisible()
    await expect(order.getByRole('article', { name: put(say.shipmentOf, 1) })).toContainText('76 m³')
    await expectAccessible(page)
    await expectNoSideways(page)

    await expectPapers(page, language)

    await press(pay.label[language], order)
    await field(pay.fields.paidOn).fill(day(-8))
    await press(pay.label[language])
    await expect(order.getByText(say.paidFilter.yes, { exact: true }).first()).toBeVisible()

    // The first container arrives: the warranty of its fans begins.
    const first = order.getByRole('article', { name: put(say.shipmentOf, 1) })
    await expect(first).toContainText(put(say.serialsOf, SERIALS))
    await expect(first).toContainText(/24 (个月|months)/)
    await press(put(say.editShipment, 1), order)
    await expect(form.getByLabel(`${say.serials}, ${fan}`)).toHaveValue(SERIALS)
    await unfold(say.shipment)
    await field(shipmentFields.sailingOn).fill(day(-30))
    await field(shipmentFields.arrivalOn).fill(day(-3))
    await field(shipmentFields.arrivedOn).fill(day(-2))
    await press(word.save)
    const until = put(say.warrantyUntil, dateOf(warrantyEnd(day(-2), 24) ?? '', language))
    await expect(first).toContainText(until)
    await expect(first).toContainText(put(say.serialsOf, SERIALS))

    const changes = new RegExp(`^${say.changes}`)
    await expect(order.getByRole('region', { name: changes }).getByRole('listitem').first()).toBeVisible()
    // All is paid, and no day of production is known.
    await expect(order.locator('.order-next')).toHaveCount(0)
    await readAsBuyer(page, farm, { id, until, language })
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
    await expect(order.locator(NEXT)).toContainText(/^(应收余款|Balance due)/)
    await expect(order.locator(NEXT)).toBeInViewport()
    await expect(order.getByText(/SFAU302/).first()).toBeVisible()
    await expectNoSideways(page)
    await expectAccessible(page)
    const batch = language === 'zh-CN' ? '第 1 批发货' : 'Shipment 1'
    const invoice = await printedBy(
      page,
      `${paperNames.invoice[language]}, ${batch}, PDF ${language === 'zh-CN' ? '中文' : 'English'}`,
    )
    expect(invoice).toContain('De Linden')
  })
