import type { Page } from '@playwright/test'
import { basket } from '#shared/contracts/mall.ts'
import { paths } from '#shared/screens.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { call } from './api.ts'
import { expect, expectAccessible, inEnglish, signIn, test, tokenOf } from './farm.ts'

/** Counts what a finger does: typing needs no tap. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counted = window as unknown as { taps: number }
    counted.taps = 0
    window.addEventListener('click', ({ isTrusted }) => isTrusted && counted.taps++, true)
  })
  return () => page.evaluate(() => (window as unknown as { taps: number }).taps)
}

const words = {
  'zh-CN': {
    who: 'owner',
    due: '该换的配件',
    search: '配件、编号或设备',
    typed: '三角带',
    belt: '风机皮带 B-1900',
    add: /^加入购物车 \d+ 件/,
    basket: /^购物车 1/,
    title: '购物车',
    order: '下单',
    submit: /^下单 ¥/,
    phone: '联系电话',
    placed: /^订单 SO\S+ 已提交/,
    open: '查看订单',
  },
  'en-US': {
    who: 'linden',
    due: 'Due for replacement',
    search: 'Part, code or machine',
    typed: 'fan belts',
    belt: 'Fan belt B-1900',
    add: /^Add \d+ to basket/,
    basket: /^Basket 1/,
    title: 'Basket',
    order: 'Order',
    submit: /^Order for ¥/,
    phone: 'Phone',
    placed: /^Order SO\S+ is placed/,
    open: 'Open the order',
  },
} as const

for (const [language, says] of Object.entries(words))
  test(`a farmer finds the right belts and orders them in a few taps (${language})`, async ({
    page,
    farm,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const taps = await countTaps(page)
    await signIn(page, farm, says.who, '/mall/goods/list')
    if (language === 'en-US') await inEnglish(page)
    await page.goto(`${farm.url}/mall/goods/list`)
    const search = page.getByRole('textbox', { name: says.search })
    await search.click()
    await search.fill(says.typed)
    await expect(page.getByRole('region', { name: says.due })).toBeHidden()
    await page.getByRole('button', { name: says.belt, exact: true }).click()
    await page.getByRole('complementary', { name: says.belt }).getByRole('button', { name: says.add }).click()
    await page.getByRole('button', { name: says.basket }).click()
    const shown = page.getByRole('dialog', { name: says.title })
    await shown.getByRole('button', { name: says.order, exact: true }).click()
    const order = page.getByRole('dialog', { name: says.order, exact: true })
    await expect(order.getByLabel(says.phone)).not.toHaveValue('')
    await expectAccessible(page)
    await order.getByRole('button', { name: says.submit }).click()
    await expect(shown.getByText(says.placed)).toBeVisible()
    const number = /SO[\d-]+/.exec((await shown.getByText(says.placed).textContent()) ?? '')?.[0] ?? ''
    await shown.getByRole('button', { name: says.open }).click()
    await expect(page.getByRole('heading', { name: number })).toBeVisible()
    expect(await taps()).toBeLessThanOrEqual(8)
  })

const overhauls = {
  'zh-CN': {
    who: 'owner',
    item: '更换皮带',
    parts: '所需配件',
    add: /^加入购物车 \d+ 件: 风机皮带/,
    done: /已加入购物车/,
  },
  'en-US': {
    who: 'linden',
    item: 'Replace belt',
    parts: 'Parts',
    add: /^Add \d+ to basket: Fan belt/,
    done: /is in the basket/,
  },
} as const
for (const [language, says] of Object.entries(overhauls))
  test(`an overhaul leads to the parts for the fans of its house in two taps (${language})`, async ({
    page,
    farm,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const taps = await countTaps(page)
    const list = `/device/overhaul/item/client?search=${encodeURIComponent(says.item)}`
    await signIn(page, farm, says.who, list)
    if (language === 'en-US') await inEnglish(page)
    await page.goto(`${farm.url}${list}`)
    await page.getByText(says.item, { exact: true }).first().click()
    await expect(page.getByRole('heading', { name: says.parts })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: says.add }).first().click()
    await expect(page.getByText(says.done)).toBeVisible()
    expect(await taps()).toBe(2)
    // The next story begins with an empty basket.
    await call(farm, await tokenOf(farm, says.who), basket.clear.path, undefined, 'DELETE')
  })

const broken = {
  'zh-CN': {
    who: 'owner',
    repair: '湿帘水泵不出水',
    parts: '水帘配件',
    kind: '湿帘纸',
    add: /^加入购物车 1 件: 湿帘纸/,
    done: /已加入购物车/,
  },
  'en-US': {
    who: 'linden',
    repair: 'Fan 7 vibrates',
    parts: 'Spare parts: Fan',
    kind: 'Belt',
    add: /^Add 1 to basket: Fan belt/,
    done: /is in the basket/,
  },
} as const
for (const [language, says] of Object.entries(broken))
  test(`a repair leads to the parts of its machine in two taps (${language})`, async ({ page, farm }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const taps = await countTaps(page)
    const list = `${paths.myRepairs}?search=${encodeURIComponent(says.repair)}`
    await signIn(page, farm, says.who, list)
    if (language === 'en-US') await inEnglish(page)
    await page.goto(`${farm.url}${list}`)
    await page.getByText(says.repair, { exact: true }).first().click()
    const parts = page.getByRole('group', { name: says.parts })
    await expect(parts).toBeVisible()
    const opened = await taps()
    await parts.getByRole('button', { name: says.kind, exact: true }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: says.add }).first().click()
    await expect(page.getByText(says.done)).toBeVisible()
    expect((await taps()) - opened).toBe(2)
    // The next story begins with an empty basket.
    await call(farm, await tokenOf(farm, says.who), basket.clear.path, undefined, 'DELETE')
  })

test('a search in vain offers the nearest goods and an inquiry with the typed words', async ({
  page,
  farm,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, farm, 'owner', '/mall/goods/list')
  await page.getByRole('textbox', { name: '配件、编号或设备' }).fill('皮带 木琴')
  await expect(page.getByText('没有找到“皮带 木琴”')).toBeVisible()
  await expect(page.getByRole('heading', { name: '相近的商品' })).toBeVisible()
  await expect(page.getByRole('button', { name: '风机皮带 B-1900', exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '向服务商询价' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('想买：皮带 木琴')
  await page.getByRole('dialog').getByRole('button', { name: '提交' }).click()
  await expect(page.getByText('询价已提交')).toBeVisible()
})

test('a farmer finds belts for his fans on the phone, saves a favorite and orders some', async ({
  page,
  farm,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, farm, 'owner', '/mall/goods/list')
  const due = page.getByRole('region', { name: '该换的配件' })
  await expect(due).toContainText('更换皮带')
  await expect(due.getByRole('button', { name: /^加入购物车 \d+ 件: 风机皮带/ }).first()).toBeVisible()
  await page.getByRole('textbox', { name: '配件、编号或设备' }).fill('皮带')
  await page.getByRole('checkbox', { name: '只看我家设备能用的' }).check()
  const belt = page.getByRole('button', { name: '风机皮带 B-1900', exact: true })
  await expect(belt).toBeVisible()
  await expect(page.getByRole('button', { name: '湿帘纸 7090', exact: true })).toBeHidden()
  await expectAccessible(page)

  await page.getByRole('button', { name: '收藏 风机皮带 B-1900' }).click()
  await expect(page.getByRole('button', { name: '取消收藏 风机皮带 B-1900' })).toBeVisible()
  await belt.click()
  const shown = page.getByRole('complementary', { name: '风机皮带 B-1900' })
  await expect(shown.getByText('适配您的设备')).toBeVisible()
  await shown.getByRole('textbox', { name: '数量' }).fill('8')
  await expectAccessible(page)
  await shown.getByRole('button', { name: '加入购物车 8 件，¥304.00' }).click()
  await expect(page.getByRole('button', { name: '购物车 1', exact: true })).toBeVisible()

  // Another visit, as on another device.
  await page.goto(`${farm.url}/good-favorities`)
  await expect(page.getByText('风机皮带 B-1900')).toBeVisible()
  await page.goto(`${farm.url}/mall/goods/list`)
  await page.getByRole('button', { name: '购物车 1', exact: true }).click()
  const basket = page.getByRole('dialog', { name: '购物车' })
  await expect(basket.getByRole('textbox', { name: '数量' })).toHaveValue('8')
  await expect(basket).toContainText('304.00')
  await basket.getByRole('button', { name: '下单', exact: true }).click()
  const order = page.getByRole('dialog', { name: '下单', exact: true })
  await order.getByLabel('收货人').fill('王建国')
  await order.getByLabel('联系电话').fill('138 0531 0000')
  await order.getByRole('button', { name: '下单 ¥304.00' }).click()
  await expect(page.getByText(/^订单 SO\S+ 已提交/)).toBeVisible()
  await page.goto(`${farm.url}/myOrder`)
  const mine = page.getByRole('listitem').filter({ hasText: '风机皮带 B-1900 × 8' })
  await expect(mine).toContainText('304.00')
})

test('a farmer asks for belts, gets a quotation, orders at its prices, and follows the ship', async ({
  page,
  browser,
  farm,
}) => {
  await signIn(page, farm, 'linden', '/mall/goods/list')
  await inEnglish(page)
  await page.getByRole('textbox', { name: 'Part, code or machine' }).fill('fan bealt')
  await page.getByRole('checkbox', { name: 'Fits my machines' }).check()
  await page.getByRole('button', { name: 'Fan belt B-1900', exact: true }).click()
  const good = page.getByRole('complementary', { name: 'Fan belt B-1900' })
  await good.getByRole('textbox', { name: 'Quantity' }).fill('12')
  await good.getByRole('button', { name: /Add 12/ }).click()
  await page.getByRole('button', { name: 'Basket 1' }).click()
  await page
    .getByRole('dialog', { name: 'Basket' })
    .getByRole('button', { name: 'Ask about these goods' })
    .click()
  await page.getByLabel('What you need').fill('Twelve belts to Barneveld, please.')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.goto(`${farm.url}/my-inquiry?search=Twelve+belts`)
  await page.getByText('Twelve belts to Barneveld, please.').first().click()
  await expect(page.getByText('Fan belt B-1900').last()).toBeVisible()

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const office = await context.newPage()
  await signIn(office, farm, 'sales', '/admin-inquiry?search=Twelve')
  await office.getByText('Twelve belts to Barneveld, please.').first().click()
  const asked = office.getByRole('complementary')
  await asked.getByRole('button', { name: '报价', exact: true }).click()
  const quotation = office.getByRole('dialog', { name: /^报价/ })
  await expect(quotation.getByLabel('商品，第 1 行')).toHaveValue('风机皮带 B-1900')
  await quotation.getByLabel('单价，第 1 行').fill('5.1255')
  await quotation.getByLabel('运费、保险费').fill('120')
  await quotation.getByLabel('有效期至').fill(daysAfter(dateIn('UTC', Date.now()), 30))
  await expectAccessible(office)
  await quotation.getByRole('button', { name: '发送报价' }).click()
  await expect(asked.getByRole('row', { name: /^合计/ })).toContainText('181.51')

  // The farmer's page shows it without reloading.
  const mine = page.getByRole('complementary')
  await expect(mine.getByRole('row', { name: /^Total/ })).toContainText('181.51')
  await expectAccessible(page)
  await mine.getByRole('button', { name: 'Order at these prices' }).click()
  const order = page.getByRole('dialog')
  await order.getByLabel('Consignee').fill('De Linden Poultry')
  await order.getByLabel('Phone').fill('+31 342 555 018')
  await order.getByRole('button', { name: 'Place order' }).click()
  await expect(mine.getByRole('row', { name: /^Total/ })).toContainText('181.51')
  const number = (await mine.getByRole('heading', { name: /^SO/ }).textContent()) ?? ''

  await office.goto(`${farm.url}/orderCenter?search=${number}`)
  await office.getByRole('row').filter({ hasText: number }).getByRole('button').first().click()
  const isAt = (step: string) => expect(asked.locator('[aria-current=step]')).toContainText(step)
  await isAt('已下单')
  await asked.getByRole('button', { name: '开始生产' }).click()
  await office.getByRole('dialog').getByRole('button', { name: '开始生产' }).click()
  await isAt('生产中')
  await asked.getByRole('button', { name: '发货', exact: true }).click()
  await office.getByRole('dialog').getByRole('button', { name: '发货' }).click()
  await isAt('运输中')
  await asked.getByRole('button', { name: '添加物流记录' }).click()
  const entry = office.getByRole('dialog')
  await entry.getByLabel('物流节点').click()
  await office.getByTitle('已开船').click()
  await entry.getByLabel('说明').fill('Jade River 2647S')
  await entry.getByRole('button', { name: '添加物流记录' }).click()
  await expect(mine.getByText('Sailed', { exact: true })).toBeVisible()
  await expect(mine.getByText('Jade River 2647S')).toBeVisible()
  await context.close()
})
