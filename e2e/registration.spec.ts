import type { Page } from '@playwright/test'
import pg from 'pg'
import { expect, expectAccessible, type Farm, test } from './farm.ts'
import { mailTo } from './mailbox.ts'
import { widths } from './visitor.ts'

async function approve({ server }: Farm, email: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.superuserUrl })
  await client.connect()
  try {
    await client.query("update customer set approval = 'passed' where email = $1", [email])
  } finally {
    await client.end()
  }
}

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
  await page.getByLabel('The password once more').fill(PASSWORD)
}

test('a farmer applies for a trial, confirms the address from the mail, and signs in once approved', async ({
  page,
  farm,
  problems,
}) => {
  const email = 'anna@hillside.example'
  await page.goto(`${farm.url}/user/login`)
  await page.getByRole('link', { name: 'Apply for a trial' }).click()
  await expect(page.getByText('Screens opened and time spent are recorded')).toBeVisible()
  await expectAccessible(page)
  await fill(page, email)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Please Agree to the Service Statement')).toBeVisible()
  await page.getByText('Service Statement version').click()
  await expect(page.getByText('It does not replace an independent alarm')).toBeVisible()
  await page.getByLabel('I agree to the Service Statement').check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL('**/user/register-result')
  await expect(page.getByRole('heading', { name: 'confirm your address' })).toBeVisible()

  const { link } = await mailTo(farm, email, 'Confirm your e-mail address')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Your application has reached us' })).toBeVisible()
  await expectAccessible(page)
  await mailTo(farm, email, 'We have received your application')

  await page.goto(`${farm.url}/user/login`)
  await page.getByLabel('Account or e-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Your application is waiting for approval').first()).toBeVisible()
  // The browser writes down every refused call.
  problems.length = 0
  await approve(farm, email)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(url => !url.pathname.startsWith('/user/'))
})

test('一位场主在手机上申请试用并确认邮箱', async ({ browser, farm }) => {
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
  await context.close()
})

test('who forgot the password gets one by mail and has to choose another before anything else', async ({
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
  await expect(page.getByRole('heading', { name: 'Look into your mailbox' })).toBeVisible()

  const { password } = await mailTo(farm, 'editor@example.com', '您的智慧农场新密码')
  await page.goto(`${farm.url}/notice-message`)
  await page.getByLabel('Account or e-mail').fill('editor@example.com')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Choose a password of your own' })).toBeVisible()
  await expectAccessible(page)
  // Whatever address: nothing else is there.
  await page.goto(`${farm.url}/chicken-home-manage`)
  await expect(page.getByRole('heading', { name: 'Choose a password of your own' })).toBeVisible()
  expect(problems).toEqual([])
  await page.getByLabel('New password', { exact: true }).fill('12345678')
  await page.getByLabel('The new password once more').fill('12345678')
  await page.getByRole('button', { name: 'Change and go on' }).click()
  await expect(page.getByText('one of those that are guessed first').first()).toBeVisible()
  problems.length = 0
  await page.getByLabel('New password', { exact: true }).fill('a story of many hens')
  await page.getByLabel('The new password once more').fill('a story of many hens')
  await page.getByRole('button', { name: 'Change and go on' }).click()
  await expect(page.getByRole('button', { name: /Account menu|账号菜单/ })).toBeVisible()
})
