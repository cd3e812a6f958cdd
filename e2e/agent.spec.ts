import type { Page } from '@playwright/test'
import { expect, expectAccessible, type Farm, inEnglish, signIn, test } from './farm.ts'

const LATE = '2099-12-31'

/** The form in front. */
const dialog = (page: Page) => page.getByRole('dialog').last()

/** A step with an agent, from its panel. */
async function decide(page: Page, farm: Farm, agent: string, step: string): Promise<void> {
  await page.goto(`${farm.url}/agent/admin/list`)
  await page.getByRole('row').filter({ hasText: agent }).getByText(agent).click()
  const panel = page.getByRole('complementary', { name: 'Details' })
  await expectAccessible(page)
  await panel.getByRole('button', { name: step, exact: true }).click()
}

/** Approves a customer that waits. */
async function approve(page: Page, farm: Farm, customer: string): Promise<void> {
  await page.goto(`${farm.url}/custom?search=${encodeURIComponent(customer)}`)
  await page.getByRole('row').filter({ hasText: customer }).getByRole('button', { name: 'Review' }).click()
  await dialog(page).getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Approved; the owner is told by mail')).toBeVisible()
}

test('a farmer applies to be agent, is granted, adds a customer, is given another, and loses the rights while the page is open', async ({
  page,
  browser,
  farm,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${farm.url}/user/login?redirect=/agent/client/list`)
  await page.getByRole('button', { name: '中文' }).click()
  await page.getByRole('button', { name: farm.account('owner').label['zh-CN'] }).click()
  await expect(page.getByRole('heading', { name: '您尚未获得代理权限' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('意向代理区域').fill('潍坊')
  await page.getByLabel('联系电话').fill('138 0536 2210')
  await page.getByLabel('公司与经验').fill('周边六家养殖场请我们帮忙。')
  await page.getByRole('button', { name: '提交申请' }).click()
  await expect(page.getByText('请先同意服务声明')).toBeVisible()
  await page.getByRole('checkbox', { name: '我已阅读并同意服务声明' }).check()
  await page.getByRole('button', { name: '提交申请' }).click()
  await expect(page.getByText('申请已收到，我们会在 24 小时内答复。')).toBeVisible()

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const office = await context.newPage()
  await signIn(office, farm, 'admin')
  await inEnglish(office)
  await decide(office, farm, 'Luyuan Egg', 'Grant')
  await dialog(office).getByLabel('Agency termination date').fill(LATE)
  await dialog(office).getByLabel('Territory').fill('Weifang')
  await dialog(office).getByRole('button', { name: 'Grant', exact: true }).click()
  await expect(office.getByText('Granted').first()).toBeVisible()

  // The page of the applicant shows it by itself.
  await expect(page.getByText('代理权限至 2099-12-31 · Weifang')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '代理资料' }).click()
  await expect(page.getByText('质保与退换规则', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '我的客户' }).click()
  await expect(page.getByText('还没有客户')).toBeVisible()

  // It adds a farm it won, which waits until staff have looked at it.
  await page.getByRole('button', { name: '新增客户' }).first().click()
  await dialog(page).getByRole('button', { name: '提交' }).click()
  await expect(dialog(page).getByText('请至少填写一种语言的名称')).toBeVisible()
  await dialog(page).getByLabel('中文名称').fill('昌乐蛋鸡场')
  await dialog(page).getByLabel('联系人').fill('赵敏')
  await dialog(page).getByLabel('国家').click()
  await page
    .locator('.ant-select-item-option')
    .and(page.getByTitle('中国', { exact: true }))
    .click()
  await dialog(page).getByLabel('场主登录账号').fill('changle')
  await dialog(page).getByLabel('场主邮箱').fill('changle@example.com')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: '提交' }).click()
  await expect(page.getByText('客户已提交，等待审核')).toBeVisible()
  await expect(page.getByText('昌乐蛋鸡场')).toBeVisible()
  await expect(page.getByText('待审核', { exact: true })).toBeVisible()
  await approve(office, farm, '昌乐蛋鸡场')
  await page.reload()
  await expect(page.getByText('昌乐蛋鸡场')).toBeVisible()
  await expect(page.getByText('待审核', { exact: true })).toBeHidden()

  // Staff give it a customer.
  await office.goto(`${farm.url}/custom?search=Al%20Waha`)
  const row = office.getByRole('row').filter({ hasText: 'Al Waha Poultry' })
  await row.getByRole('button', { name: 'More for Al Waha Poultry' }).click()
  await office.getByRole('menuitem', { name: 'Change agent' }).click()
  await dialog(office).getByLabel('Agent', { exact: true }).click()
  await office.locator('.ant-select-item-option').and(office.getByTitle('Luyuan Egg Farm')).click()
  await dialog(office).getByRole('button', { name: 'Change agent' }).click()
  await expect(office.getByText('The agent has been changed')).toBeVisible()
  await page.reload()
  await expect(page.getByText('绿洲家禽')).toBeVisible()

  await decide(office, farm, 'Luyuan Egg', 'Revoke')
  await dialog(office).getByLabel('Reason').fill('Serves too far away')
  await dialog(office).getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByRole('heading', { name: '您尚未获得代理权限' })).toBeVisible()
  await expect(page.getByText('Serves too far away')).toBeVisible()
  for (const name of ['绿洲家禽', '昌乐蛋鸡场']) await expect(page.getByText(name)).toBeHidden()
  await context.close()
})
