import { readFile } from 'node:fs/promises'
import { extractText, getDocumentProxy } from 'unpdf'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { expect, expectAccessible, inEnglish, prefer, signIn, test } from './farm.ts'
import { widths } from './visitor.ts'

/** Where the next event of an order stands: right below its steps, before anything else. */
const NEXT = '.order > .order-line:first-child + .order-next'
const inAMonth = daysAfter(dateIn('UTC', Date.now()), 30)

test('sales moves an order on, corrects a step, and ships it', async ({ page, farm }) => {
  await prefer(page, 'light', 'en-US')
  await signIn(page, farm, 'sales', '/orderCenter')
  await inEnglish(page)
  await page
    .getByRole('row', { name: /Manure belt 1.2 mm × 260/ })
    .getByRole('button')
    .first()
    .click()
  const order = page.getByRole('complementary')
  const progress = order.getByRole('list', { name: 'Order progress' })
  const isAt = (step: string) =>
    expect(progress.getByRole('listitem').and(page.locator('[aria-current=step]'))).toContainText(step)
  await isAt('Order placed')

  await order.getByRole('button', { name: 'Start production' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Estimated production end').fill(inAMonth)
  await form.getByRole('button', { name: 'Start production' }).click()
  await isAt('In production')
  const next = order.locator(NEXT)
  // The deposit was due before; whoever follows the goods reads the day below.
  await expect(next).toContainText('Deposit due')
  await expect(next).toBeInViewport()
  await expect(order.getByText('Estimated production end').first()).toBeVisible()

  await order.getByRole('button', { name: 'Correct to “Order placed”' }).click()
  await form.getByLabel('Reason').fill('It waits for the down payment')
  await form.getByRole('button', { name: 'Correct to “Order placed”' }).click()
  await isAt('Order placed')
  await expect(order.getByText('It waits for the down payment')).toBeVisible()
  const changes = order.getByRole('region', { name: /^Changes/ })
  await expect(changes).toContainText('Status: In production → Order placed')
  await expectAccessible(page)
})

test('sales enters an order at the customer’s prices and moves it on the board, on the phone too', async ({
  page,
  farm,
}) => {
  await prefer(page, 'light', 'en-US')
  await signIn(page, farm, 'sales', '/orderCenter')
  await inEnglish(page)
  await page.getByRole('button', { name: 'New order' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Customer').fill('Luyuan')
  await page.getByTitle('Luyuan Egg Farm', { exact: true }).click()
  await form.getByRole('combobox', { name: 'Add goods from the mall' }).fill('fan bealt')
  await page
    .getByTitle(/ · Fan belt B-1900 · /)
    .first()
    .click()
  await expect(form.getByLabel('Goods, line 1')).toHaveValue(/Fan belt/)
  await expect(form.getByLabel('Price, line 1')).toHaveValue('38.00')
  await form.getByLabel('Pieces, line 1').fill('3')
  await form.getByRole('button', { name: 'Add custom item' }).click()
  await form.getByLabel('Goods, line 2').fill('Fitting on the farm')
  await form.getByLabel('Price, line 2').fill('100.0050')
  await expectAccessible(page)
  await form.getByLabel('Consignee', { exact: true }).fill('Board story')
  await form.getByLabel('Phone').fill('+86 536 555 0101')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Order created')).toBeVisible()
  await expect(page.getByRole('complementary').getByRole('row', { name: /^Total/ })).toContainText('214.01')

  await page.goto(`${farm.url}/orderCenter?view=board&search=Board+story`)
  const column = (name: string) => page.getByRole('region', { name })
  const card = (name: string) => column(name).getByRole('listitem').filter({ hasText: '214.01' })
  await expect(card('Order placed')).toBeVisible()
  await expectAccessible(page)
  await card('Order placed')
    .getByRole('button', { name: /Start production/ })
    .click()
  await form.getByLabel('Estimated production end').fill(inAMonth)
  await form.getByRole('button', { name: 'Start production' }).click()
  await expect(card('In production')).toBeVisible()
  await expect(card('Order placed')).toBeHidden()

  await page.setViewportSize(widths.phone)
  await expect(column('In transit')).toBeHidden()
  await page.getByRole('button', { name: 'In production', exact: true }).click()
  await expectAccessible(page)
  await card('In production')
    .getByRole('button', { name: /^Ship / })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ship' }).click()
  await expect(card('In production')).toBeHidden()
  await page.getByRole('button', { name: 'In transit', exact: true }).click()
  await expect(card('In transit')).toBeVisible()
})

test('a buyer on the phone sees the next step, gets an order paper in English and orders again', async ({
  page,
  farm,
}) => {
  await page.setViewportSize(widths.phone)
  await signIn(page, farm, 'owner', '/myOrder')
  await page.getByRole('listitem').filter({ hasText: '湿帘纸 7090 × 64' }).getByRole('button').first().click()
  const order = page.getByRole('complementary')
  const next = order.locator(NEXT)
  await expect(next).toContainText('预计完工')
  await expect(next).toBeInViewport()
  await expect(order.getByRole('region', { name: /^变更记录/ })).toHaveCount(0)
  await expectAccessible(page)

  const file = page.waitForEvent('download', { timeout: 60_000 })
  await order.getByRole('button', { name: '形式发票, PDF English' }).click()
  const paper = await file
  expect(paper.suggestedFilename()).toMatch(/^Proforma invoice SO\d{8}-\d{4}\.pdf$/)
  const pages = await extractText(await getDocumentProxy(new Uint8Array(await readFile(await paper.path()))))
  expect(pages.text.join().replaceAll('\u00a0', ' ')).toMatch(
    /PAD-7090 Cooling pad 7090 4823\.90 China 64 piece CNY/,
  )

  await order.getByRole('button', { name: '再次下单' }).click()
  const basket = page.getByRole('dialog', { name: '购物车' })
  await expect(basket.getByRole('textbox', { name: '数量' })).toHaveValue('64')
})

test('sales goes from a customer to a new order, which begins with who it goes to', async ({
  page,
  farm,
}) => {
  await prefer(page, 'light', 'en-US')
  await signIn(page, farm, 'sales', '/custom?search=Linden')
  await inEnglish(page)
  await page.getByRole('button', { name: /^De Linden Poultry/ }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'New order' }).click()
  const form = page.getByRole('dialog', { name: 'New order' })
  await expect(form.getByTitle('De Linden Poultry')).toBeVisible()
  await expect(form.getByLabel('Consignee', { exact: true })).not.toHaveValue('')
  await expect(form.getByLabel('Phone')).not.toHaveValue('')
  await expectAccessible(page)
})

test('a buyer on the phone claims what arrived broken, and the provider finds the order beside the repair', async ({
  page,
  browser,
  farm,
}) => {
  await page.setViewportSize(widths.phone)
  await signIn(page, farm, 'owner', '/myOrder')
  await page.getByRole('listitem').filter({ hasText: '湿帘纸 7090 × 32' }).getByRole('button').first().click()
  const order = page.getByRole('complementary')
  const number = (await order.getByRole('heading', { name: /^SO/ }).textContent()) ?? ''
  await order.getByRole('button', { name: '提交索赔' }).click()
  const claim = page.getByRole('dialog', { name: `订单 ${number} 的索赔` })
  await claim.getByLabel('商品').click()
  await page.getByTitle('可调光 LED 灯 9 W').click()
  await claim.getByLabel('故障现象').fill('六只灯不亮')
  await claim.getByLabel('故障描述').fill('到货时外箱压坏，六只灯通电不亮。')
  await expectAccessible(page)
  await claim.getByRole('button', { name: '提交索赔' }).click()
  await expect(claim.getByText('请先同意服务声明')).toBeVisible()
  await claim.getByLabel('我已阅读并同意服务声明').check()
  await claim.getByRole('button', { name: '提交索赔' }).click()
  await expect(order.getByRole('button', { name: '六只灯不亮' })).toBeVisible()

  const context = await browser.newContext({ viewport: widths.desk })
  const office = await context.newPage()
  await signIn(office, farm, 'admin', '/device-maintain/repair/admin-list?search=六只灯不亮')
  await office.getByText('六只灯不亮').first().click()
  const detail = office.getByRole('complementary', { name: '详情' })
  await expect(detail).toContainText('可调光 LED 灯 9 W')
  await detail.getByRole('button', { name: number }).click()
  await expect(detail.getByRole('heading', { name: number })).toBeVisible()
  await expect(detail).toContainText('六只灯不亮')
  await context.close()
})
