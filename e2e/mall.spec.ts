import { expect, expectAccessible, test } from './farm.ts'

test('a farmer finds belts for his fans on the phone, keeps one in mind and orders some', async ({
  page,
  farm,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${farm.url}/user/login?redirect=/mall/goods/list`)
  await page.getByRole('button', { name: '中文' }).click()
  await page.getByRole('button', { name: farm.account('owner').label['zh-CN'] }).click()
  await page.getByRole('textbox', { name: '配件、编号或设备' }).fill('皮带')
  await page.getByRole('checkbox', { name: '只看适用我的设备' }).check()
  const belt = page.getByRole('button', { name: '风机皮带 B-1900', exact: true })
  await expect(belt).toBeVisible()
  await expect(page.getByRole('button', { name: '湿帘纸 7090', exact: true })).toBeHidden()
  await expectAccessible(page)

  await page.getByRole('button', { name: '收藏 风机皮带 B-1900' }).click()
  await expect(page.getByRole('button', { name: '取消收藏 风机皮带 B-1900' })).toBeVisible()
  await belt.click()
  const shown = page.getByRole('complementary', { name: '风机皮带 B-1900' })
  await expect(shown.getByText('适用您的设备')).toBeVisible()
  await shown.getByRole('textbox', { name: '数量' }).fill('8')
  await expectAccessible(page)
  await shown.getByRole('button', { name: '加入购物篮 8 件，¥304.00' }).click()
  await expect(page.getByRole('button', { name: '购物篮 1' })).toBeVisible()

  // Another visit, as on another device.
  await page.goto(`${farm.url}/good-favorities`)
  await expect(page.getByText('风机皮带 B-1900')).toBeVisible()
  await page.goto(`${farm.url}/mall/goods/list`)
  await page.getByRole('button', { name: '购物篮 1' }).click()
  const basket = page.getByRole('dialog', { name: '购物篮' })
  await expect(basket.getByRole('textbox', { name: '数量' })).toHaveValue('8')
  await expect(basket).toContainText('304.00')
  await basket.getByRole('button', { name: '下单' }).click()
  const order = page.getByRole('dialog', { name: '下单' })
  await order.getByLabel('收货人').fill('王建国')
  await order.getByLabel('联系电话').fill('138 0531 0000')
  await order.getByRole('button', { name: '下单' }).click()
  await expect(page.getByText('订单已提交')).toBeVisible()
  await page.goto(`${farm.url}/myOrder`)
  const mine = page.getByRole('listitem').filter({ hasText: '风机皮带 B-1900 × 8' })
  await expect(mine).toContainText('304.00')
})
