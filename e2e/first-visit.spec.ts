import { expect, signIn, test } from './farm.ts'

test('a farmer signs in with one tap, sees the farm, and goes into a live house', async ({ page, farm }) => {
  const { label } = farm.account('linden')
  await page.goto(farm.url)
  await expect(page).toHaveURL(`${farm.url}/user/login`)
  await expect(page.getByText('does not replace an independent alarm')).toBeVisible()
  await page.getByRole('button', { name: label['en-US'] }).click()
  await page.waitForURL('**/dashboard/workplace')
  await page
    .getByRole('region', { name: 'Houses' })
    .getByRole('link', { name: /House 1/ })
    .click()
  await page.waitForURL('**/screen/index**')
  const figures = page.getByRole('region', { name: 'Key figures' }).first()
  await expect(figures.getByText(/target \d/)).toBeVisible()
  const temperature = figures.locator('.figure').first()
  await expect(temperature).toContainText(/\d+\.\d/)
  await expect(temperature).not.toHaveAttribute('data-stale')

  // The farm keeps reporting: the line about the last message starts anew while we watch.
  await expect(page.getByText(/^Updated 0s ago/)).toBeVisible({ timeout: 30_000 })
})

test('a wrong password is reported in the form and as a notification, and nothing is stored', async ({
  page,
  farm,
  problems,
}) => {
  await page.goto(`${farm.url}/user/login`)
  await page.getByLabel('Account or e-mail').fill('linden')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Wrong Account or Password')).toBeVisible()
  await expect(page.getByText('Request Error')).toBeVisible()
  await expect(page.getByText('Account or Password Error')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('Access-Token'))).toBeNull()
  expect(problems.splice(0).join()).toContain('400')
})

test('an address asked for before signing in opens after it', async ({ page, farm }) => {
  await page.goto(`${farm.url}/deviceManage?status=ONLINE`)
  await expect(page).toHaveURL(/\/user\/login\?redirect=/)
  const { password } = farm.account('linden')
  await page.getByLabel('Account or e-mail').fill('linden')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(`${farm.url}/deviceManage?status=ONLINE`)
  await expect(page.getByRole('heading', { name: 'Device management' })).toBeVisible()
})

test('an unknown address is not found, and the sign-in page leads home who is signed in', async ({
  page,
  farm,
}) => {
  await signIn(page, farm, 'linden')
  await page.goto(`${farm.url}/nowhere`)
  await expect(page).toHaveURL(`${farm.url}/404`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.goto(`${farm.url}/user/login`)
  await expect(page).not.toHaveURL(/\/(user\/|404$)/)
})

test('the language changes everywhere at once and is remembered', async ({ page, farm }) => {
  await signIn(page, farm, 'linden', '/chicken-home-manage')
  await page.getByRole('button', { name: '中文' }).click()
  await expect(page.getByRole('heading', { name: '鸡舍概览' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page).toHaveTitle('鸡舍概览 · 智慧农场')
  await page.reload()
  await expect(page.getByRole('heading', { name: '鸡舍概览' })).toBeVisible()
})

test('signing out asks first, and signs out the other tabs too', async ({ page, farm, context }) => {
  await signIn(page, farm, 'linden', '/chicken-home-manage')
  const other = await context.newPage()
  await other.goto(`${farm.url}/deviceManage`)
  await expect(other.getByRole('heading', { name: 'Device management' })).toBeVisible()
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).press('Enter')
  await expect(page).toHaveURL(/\/user\/login/)
  await expect(other).toHaveURL(/\/user\/login/)
})

test('on a phone the menu is a drawer and nothing is wider than the screen', async ({ page, farm }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, farm, 'linden', '/screen/index')
  for (const [name, path] of [
    ['House overview', '/chicken-home-manage'],
    ['Boutique mall', '/mall/goods/list'],
    ['House monitor', '/screen/index'],
  ] as const) {
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name }).click()
    await expect(page).toHaveURL(`${farm.url}${path}`)
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  }
})
