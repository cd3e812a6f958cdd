import type { Browser, Page } from '@playwright/test'
import { expect, expectAccessible, type Farm, inEnglish, signIn, test } from './farm.ts'
import { leftOpen, refused } from './left-open.ts'
import { mailTo } from './mailbox.ts'
import { type Look, newVisitor, widths } from './visitor.ts'

/** An administrator at the list of trial customers, in a separate browser. */
async function openTrials(browser: Browser, farm: Farm, look: Look, width: keyof typeof widths) {
  const office = await newVisitor(browser, farm.url, look, widths[width])
  const { username, password } = farm.account('admin')
  const body = JSON.stringify({ username, password })
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(`${farm.url}/api/admin/open/login`, { method: 'POST', headers, body })
  const { data: token } = (await answer.json()) as { data: string }
  await office.visit('/customer/try-customer', token)
  return office.page
}

/** What a colleague decides about a customer while somebody else looks at it. */
async function colleagueDecides(
  office: Page,
  name: string,
  decision: string,
  body: object,
  list: 'customers' | 'trial-customers' = 'trial-customers',
) {
  const status = await office.evaluate(
    async ({ name, decision, body, list }) => {
      const { value } = JSON.parse(localStorage.getItem('Access-Token') ?? '{}')
      const headers = { 'Access-Token': value, 'Content-Type': 'application/json' }
      const path = `/api/admin/auth/${list}`
      const found = await fetch(`${path}?search=${encodeURIComponent(name)}`, { headers })
      const { id } = (await found.json()).data.items[0]
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      return (await fetch(`${path}/${id}/${decision}`, init)).status
    },
    { name, decision, body, list },
  )
  expect(status).toBe(200)
}

/** Within this time an open list shows that a farmer has come online. ms */
const TOLD_MS = 6_000
const PASSWORD = 'three hens on a roof'
const fill = async (page: Page, email: string) => {
  await page.getByLabel('Company name in English').fill('Hillside Eggs')
  await page.getByLabel('Country or region').selectOption('NL')
  await page.getByLabel('City').fill('Barneveld')
  await page.getByLabel('House type').selectOption('layer')
  await page.getByLabel('Number of houses').fill('6')
  await page.getByLabel('Contact').fill('Anna de Vries')
  await page.getByLabel('Phone').fill('+31 342 555 0123')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat the password').fill(PASSWORD)
}

test('a farmer applies for a trial, confirms the address from the mail, signs in once approved, and becomes a formal customer', async ({
  page,
  browser,
  farm,
  problems,
}) => {
  const email = 'anna@hillside.example'
  await page.goto(`${farm.url}/user/login`)
  await page.getByRole('link', { name: 'Apply for a trial' }).click()
  await expect(page.getByText('We record which screens you open')).toBeVisible()
  await expectAccessible(page)
  await fill(page, email)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Please Agree to the Service Statement')).toBeVisible()
  await page.getByText('Service Statement version').click()
  await expect(page.getByText('It does not replace an independent alarm')).toBeVisible()
  await page.getByLabel('I agree to the Service Statement').check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL('**/user/register-result')
  await expect(page.getByRole('heading', { name: 'confirm your e-mail address' })).toBeVisible()

  const { link } = await mailTo(farm, email, 'Confirm your e-mail address')
  // A colleague is signed in in this browser: the link opens all the same.
  await signIn(page, farm, 'linden')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Application received' })).toBeVisible()
  await expectAccessible(page)
  await mailTo(farm, email, 'We have received your application')
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/user/login')
  await page.getByRole('button', { name: 'Service Statement' }).click()
  await expect(
    page.getByText('Readings, alarms, settings, camera pictures and recordings, and flock records'),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close' }).click()

  await page.getByLabel('Account or e-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Your application is waiting for approval').first()).toBeVisible()
  // The browser logs every refused call.
  problems.length = 0
  const office = await openTrials(browser, farm, { theme: 'light', language: 'en-US' }, 'desk')
  await office.getByRole('button', { name: 'Review Hillside Eggs' }).click()
  await expect(office.getByRole('dialog')).toContainText('Anna de Vries')
  await expectAccessible(office)
  await colleagueDecides(office, 'Hillside Eggs', 'refuse', { reason: 'No answer by phone' })
  await office.getByRole('button', { name: 'Approve' }).click()
  const meanwhile = office.getByRole('dialog').getByRole('alert')
  await expect(meanwhile.getByRole('row', { name: 'Approval Pending Rejected' })).toBeVisible()
  await expect(meanwhile).toContainText('No answer by phone')
  await expectAccessible(office)
  // Now that its present state has been seen, it can be decided again.
  await office.getByRole('button', { name: 'Approve' }).click()
  await expect(office.getByText('Approved; the owner is notified by e-mail')).toBeVisible()
  await mailTo(farm, email, 'Your trial has started')
  const row = office.getByRole('row').filter({ hasText: 'Hillside Eggs' })
  await expect(row).toContainText('Not activated')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(url => !url.pathname.startsWith('/user/'))
  // Told, not polled: the list by itself would ask only a minute later.
  await expect(row).toContainText('Online', { timeout: TOLD_MS })
  await page.goto(`${farm.url}/personal`)
  await expect(page.getByText('Hillside Eggs · Trial customer')).toBeVisible()

  const decide = async (what: string, said: string) => {
    await office.getByRole('button', { name: 'More for Hillside Eggs' }).click()
    await office.getByRole('menuitem', { name: what }).click()
    await office.getByRole('dialog').getByRole('button', { name: what }).click()
    await expect(office.getByText(said)).toBeVisible()
  }
  await office.getByRole('button', { name: 'More for Hillside Eggs' }).click()
  await office.getByRole('menuitem', { name: 'Extend' }).click()
  await colleagueDecides(office, 'Hillside Eggs', 'extend', { days: 14 })
  await office.getByRole('dialog').getByRole('button', { name: 'Extend' }).click()
  await expect(meanwhile.getByRole('row', { name: 'Trial end date' })).toBeVisible()
  await expectAccessible(office)
  await office.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await decide('Extend', 'Trial extended')
  await decide('Convert to formal', 'Now a formal customer')
  await expect(office.getByRole('button', { name: 'More for Hillside Eggs' })).toBeHidden()
  await mailTo(farm, email, 'Hillside Eggs is now a formal customer')
  await page.reload()
  await expect(page.getByText('Hillside Eggs · Farm owner')).toBeVisible()
  await office.context().close()
})

test('一位场主在手机上申请试用，先被驳回，再通过审核并转为正式客户', async ({ browser, farm }) => {
  const context = await browser.newContext({ viewport: widths.phone, locale: 'zh-CN' })
  const page = await context.newPage()
  const email = 'li@qinghe.example'
  await page.goto(`${farm.url}/user/register`)
  await page.getByLabel('公司中文名称').fill('清河蛋业')
  await page.getByLabel('国家/地区').selectOption('CN')
  await page.getByLabel('城市').fill('济南')
  await page.getByLabel('鸡舍类型').selectOption('layer')
  await page.getByLabel('鸡舍数量').fill('12')
  await page.getByLabel('联系人姓名').fill('李明')
  await page.getByLabel('电话').fill('0531 5550 1234')
  await page.getByLabel('邮箱').fill(email)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByLabel('再次输入密码').fill(PASSWORD)
  await page.getByLabel('我已阅读并同意服务声明').check()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: '提交申请' }).click()
  await page.waitForURL('**/user/register-result')
  const { link } = await mailTo(farm, email, '请确认您的邮箱地址')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: '申请已提交' })).toBeVisible()

  const signIn = async () => {
    await page.goto(`${farm.url}/user/login`)
    await page.getByLabel('账号或邮箱').fill(email)
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: '登录', exact: true }).click()
  }
  const office = await openTrials(browser, farm, { theme: 'dark', language: 'zh-CN' }, 'phone')
  const review = () => office.getByRole('button', { name: '审核 清河蛋业' }).click()
  await review()
  await office.getByRole('button', { name: '驳回并说明原因' }).click()
  await office.getByLabel('原因（场主可见）').fill('电话无法接通')
  await expectAccessible(office)
  await office.getByRole('button', { name: '驳回', exact: true }).click()
  await expect(office.getByText('已驳回，已邮件通知场主')).toBeVisible()
  await mailTo(farm, email, '您的申请未通过')
  await signIn()
  await expect(page.getByText('您的申请未通过：电话无法接通').first()).toBeVisible()

  await review()
  await office.getByRole('button', { name: '通过', exact: true }).click()
  await expect(office.getByText('已通过，已邮件通知场主')).toBeVisible()
  await mailTo(farm, email, '您的试用已开通')
  await signIn()
  await page.waitForURL(url => !url.pathname.startsWith('/user/'))
  await office.getByRole('button', { name: '清河蛋业 的更多操作' }).click()
  await office.getByRole('menuitem', { name: '转为正式客户' }).click()
  await colleagueDecides(office, '清河蛋业', 'convert', { contractEndsOn: '2099-12-31' })
  const dialog = office.getByRole('dialog')
  await dialog.getByRole('button', { name: '转为正式客户' }).click()
  await expect(dialog.getByText('其他人刚刚已将该客户转为正式客户')).toBeVisible()
  await expect(dialog.getByRole('row', { name: '阶段 试用 正式' })).toBeVisible()
  await expectAccessible(office)
  expect(await office.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await dialog.locator('.dialog-foot').getByRole('button').click()
  await expect(dialog).toBeHidden()
  await page.goto(`${farm.url}/personal`)
  await expect(page.getByText('清河蛋业 · 场主')).toBeVisible()
  await Promise.all([context.close(), office.context().close()])
})

test('a message about a customer opens it in the list it is in now', async ({ page, farm, problems }) => {
  await signIn(page, farm, 'admin', '/customer/try-customer')
  await inEnglish(page)
  await page.getByRole('button', { name: /^Edit/ }).first().click()
  await page.waitForURL(/[?&]id=/)
  const id = new URL(page.url()).searchParams.get('id')
  await page.goto(`${farm.url}/custom?id=${id}`)
  await page.waitForURL(url => url.pathname === '/customer/try-customer' && url.searchParams.get('id') === id)
  await expect(page.getByRole('dialog')).toBeVisible()
  // The browser logs the answer that it is not among the formal ones.
  problems.length = 0
})

/** The proof required before somebody with an open page changes who has a farm. */
async function prove(page: Page, password: string) {
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await proof.getByLabel('Password', { exact: true }).fill(password)
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(proof).toBeHidden()
}

test('staff open a customer by address and from the map; inviting a new owner and deleting ask for proof', async ({
  page,
  farm,
  problems,
}) => {
  const { password } = farm.account('admin')
  await signIn(page, farm, 'admin', '/custom')
  await inEnglish(page)
  await page.getByRole('button', { name: 'New customer' }).click()
  await expect(page).toHaveURL(/[?&]id=new/)
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goto(`${farm.url}/custom?id=new`)
  const form = page.getByRole('dialog', { name: 'New customer' })
  await form.getByLabel('English name').fill('Geysir Eggs')
  await form.getByLabel('Contacts').fill('Jón')
  await form.getByLabel('Country').fill('Iceland')
  await page.keyboard.press('Enter')
  await form.getByLabel('Latitude').fill('64.31')
  await form.getByLabel('Longitude').fill('-20.3')
  await form.getByLabel('Login id of the owner').fill('geysir')
  await form.getByLabel('E-mail of the owner').fill('jon@geysir.example')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(page).not.toHaveURL(/[?&]id=/)
  await mailTo(farm, 'jon@geysir.example', 'Your Smart Farm account')

  await page.getByRole('button', { name: 'Map', exact: true }).click()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await page.getByRole('button', { name: 'Reset the map' }).click()
  await page.getByRole('button', { name: 'Geysir Eggs' }).click()
  await expectAccessible(page)
  await page.getByRole('tooltip').getByRole('button', { name: 'Geysir Eggs' }).click()
  await expect(page).toHaveURL(/[?&]id=/)
  const id = new URL(page.url()).searchParams.get('id')
  await page.goto(`${farm.url}/custom?id=${id}`)
  const customer = page.getByRole('dialog', { name: 'Geysir Eggs' })
  await customer.getByLabel('City').fill('Haukadalur')
  await customer.getByRole('button', { name: 'Save' }).click()
  await expect(customer).toBeHidden()
  await expect(page.getByRole('row', { name: /Geysir Eggs/ })).toContainText('Haukadalur')

  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'More for Geysir Eggs' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await leftOpen(farm)
  await choose('Invite a new owner')
  const invitation = page.getByRole('dialog', { name: 'Invite the owner of Geysir Eggs' })
  await invitation.getByLabel('Login id of the owner').fill('geysir.next')
  await invitation.getByLabel('E-mail of the owner').fill('anna@geysir.example')
  await invitation.getByRole('button', { name: 'Invite the owner' }).click()
  await prove(page, password)
  await expect(invitation).toBeHidden()
  await mailTo(farm, 'anna@geysir.example', 'Your Smart Farm account')

  await choose('Disable')
  const disabling = page.getByRole('dialog', { name: 'Disable Geysir Eggs?' })
  await disabling.getByLabel('Reason').fill('Unpaid')
  await colleagueDecides(page, 'Geysir Eggs', 'disable', {}, 'customers')
  await disabling.getByRole('button', { name: 'Disable' }).click()
  await expect(disabling.getByRole('alert')).toContainText('The customer is already disabled')
  await expectAccessible(page)
  // Nothing is left to decide.
  await disabling.locator('.dialog-foot').getByRole('button', { name: 'Close' }).click()
  await expect(disabling).toBeHidden()

  await choose('Delete')
  const deleting = page.getByRole('dialog', { name: 'Delete Geysir Eggs?' })
  await colleagueDecides(page, 'Geysir Eggs', 'enable', {}, 'customers')
  await deleting.getByRole('button', { name: 'Delete' }).click()
  await expect(deleting.getByRole('alert').getByRole('row', { name: 'Disabled yes no' })).toBeVisible()
  await leftOpen(farm)
  await deleting.getByRole('button', { name: 'Delete' }).click()
  await prove(page, password)
  await expect(page.getByText('Customer deleted')).toBeVisible()
  await expect(page.getByRole('row', { name: /Geysir Eggs/ })).toHaveCount(0)
  // The refusals before each proof, and those to the person who had not seen what a colleague did.
  const late = expect.stringContaining('409')
  expect(problems.splice(0)).toEqual([refused, late, late, refused])
})

test('a user who forgot the password gets one by e-mail and must choose their own first', async ({
  page,
  farm,
  problems,
}) => {
  await page.goto(`${farm.url}/user/login`)
  await page.getByRole('link', { name: 'Forgot password' }).click()
  await page.getByLabel('E-mail address').fill('editor')
  await page.getByRole('button', { name: 'Send a new password' }).click()
  await expect(page.getByText('Please Enter the Correct Email Address')).toBeVisible()
  await page.getByLabel('E-mail address').fill('editor@example.com')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send a new password' }).click()
  await page.waitForURL('**/user/forget-pwd-result')
  await expect(page.getByRole('heading', { name: 'Check your mailbox' })).toBeVisible()

  const { password } = await mailTo(farm, 'editor@example.com', '您的智慧农场新密码')
  await page.goto(`${farm.url}/notice-message`)
  await page.getByLabel('Account or e-mail').fill('editor@example.com')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible()
  await expect(page).toHaveURL(/\/notice-message$/)
  await expectAccessible(page)
  // At any address: there is nothing else.
  await page.goto(`${farm.url}/chicken-home-manage`)
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible()
  expect(problems).toEqual([])
  await page.getByLabel('New password', { exact: true }).fill('12345678')
  await page.getByLabel('Repeat the new password').fill('12345678')
  await page.getByRole('button', { name: 'Change and continue' }).click()
  await expect(page.getByText('too common and easy to guess').first()).toBeVisible()
  // The browser logs the refusal, at a moment of its own.
  await expect.poll(() => problems.splice(0).length).toBe(1)
  await page.getByLabel('New password', { exact: true }).fill('a story of many hens')
  await page.getByLabel('Repeat the new password').fill('a story of many hens')
  await page.getByRole('button', { name: 'Change and continue' }).click()
  await expect(page.getByRole('button', { name: /Account menu|账号菜单/ })).toBeVisible()
})
