import type { Page } from '@playwright/test'
import { expect, expectAccessible, type Farm, inEnglish, signIn, test } from './farm.ts'
import { mailTo } from './mailbox.ts'

const LATE = '2099-12-31'

/** The topmost form. */
const dialog = (page: Page) => page.getByRole('dialog').last()

/** A decision about an agent, from its panel. */
async function decide(page: Page, farm: Farm, agent: string, step: string): Promise<void> {
  await page.goto(`${farm.url}/agent/admin/list`)
  await page.getByRole('row').filter({ hasText: agent }).getByText(agent).click()
  const panel = page.getByRole('complementary', { name: 'Details' })
  await expectAccessible(page)
  await panel.getByRole('button', { name: step, exact: true }).click()
}

/** Signs in with the mailed password and chooses another. */
async function acceptInvitation(page: Page, farm: Farm, address: string): Promise<void> {
  const { password } = await mailTo(farm, address, 'Your Smart Farm account')
  await page.goto(`${farm.url}/user/login`)
  await page.getByLabel('Account or e-mail').fill(address)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('New password', { exact: true }).fill('eggs before breakfast')
  await page.getByLabel('Repeat the new password').fill('eggs before breakfast')
  await page.getByRole('button', { name: 'Change and continue' }).click()
  await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0)
}

/** Approves a waiting customer. */
async function approve(page: Page, farm: Farm, customer: string): Promise<void> {
  await page.goto(`${farm.url}/custom?search=${encodeURIComponent(customer)}`)
  await page.getByRole('row').filter({ hasText: customer }).getByRole('button', { name: 'Review' }).click()
  await dialog(page).getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Approved; the owner is notified by e-mail')).toBeVisible()
}

test('a farmer applies to become an agent, is granted, adds a customer, is given another, and loses agent authority while the page is open', async ({
  page,
  browser,
  farm,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, farm, 'owner', '/agent/client/list')
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

  // The applicant's page shows it without reloading.
  await expect(page.getByText('代理权限至 2099-12-31 · Weifang')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '代理资料' }).click()
  await expect(page.getByText('质保与退换规则', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '我的客户' }).click()
  await expect(page.getByText('还没有客户')).toBeVisible()

  // It adds a farm it won, which waits for approval by staff.
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
  await expect(office.getByText('Agent changed')).toBeVisible()
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

test('an office is made an agent on the screen, signs in by its invitation, and submits a refused farm again', async ({
  page,
  browser,
  farm,
}) => {
  await signIn(page, farm, 'admin', '/agent/admin/list')
  await inEnglish(page)
  await page.getByRole('button', { name: 'New agent' }).click()
  const form = dialog(page)
  await form.getByLabel('English name').fill('Delta Agency')
  await form.getByLabel('Contact').fill('Nadia Delta')
  await form.getByLabel('Agency termination date').fill(LATE)
  await form.getByLabel('Territory').fill('The delta')
  await form.getByLabel('Login id of its head').fill('delta')
  await form.getByLabel('E-mail of its head').fill('delta@example.com')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Agent added and its head invited')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Delta Agency' })).toContainText('Granted')

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const leader = await context.newPage()
  await acceptInvitation(leader, farm, 'delta@example.com')
  await leader.goto(`${farm.url}/agent/client/list`)
  await leader.getByRole('button', { name: 'New customer' }).first().click()
  await dialog(leader).getByLabel('English name').fill('Delta Layers')
  await dialog(leader).getByLabel('Contact').fill('Omar')
  await dialog(leader).getByLabel('Country').click()
  await leader.keyboard.type('Egypt')
  await leader.keyboard.press('Enter')
  await dialog(leader).getByLabel('Login id of the owner').fill('delta-layers')
  await dialog(leader).getByLabel('E-mail of the owner').fill('layers@example.com')
  await dialog(leader).getByRole('button', { name: 'Submit' }).click()
  await expect(leader.getByText('Awaiting approval', { exact: true })).toBeVisible()

  await page.goto(`${farm.url}/custom?search=Delta`)
  await page
    .getByRole('row')
    .filter({ hasText: 'Delta Layers' })
    .getByRole('button', { name: 'Review' })
    .click()
  await dialog(page).getByRole('button', { name: 'Refuse with a reason' }).click()
  await dialog(page).getByRole('textbox').fill('The contract is missing')
  await dialog(page).getByRole('button', { name: 'Refuse', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Delta Layers' })).toContainText('Rejected')

  await leader.reload()
  await expect(leader.getByText('The contract is missing')).toBeVisible()
  await leader.getByRole('button', { name: /Submit again/ }).click()
  await dialog(leader).getByLabel('What has changed').fill('The contract is signed')
  await expectAccessible(leader)
  await dialog(leader).getByRole('button', { name: 'Submit again' }).click()
  await expect(leader.getByText('Awaiting approval', { exact: true })).toBeVisible()
  await approve(page, farm, 'Delta Layers')
  await context.close()
})
