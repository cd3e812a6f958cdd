import type { Page } from '@playwright/test'
import { expect, inEnglish, prefer, signIn, test } from './farm.ts'
import { openLine } from './line.ts'

const html = (page: Page) => page.locator('html')
/** Waits until the server has stored a choice that contains this. */
const kept = (page: Page, word: string) =>
  page.waitForResponse(
    answer =>
      answer.url().endsWith('/user/preferences') &&
      answer.ok() &&
      (answer.request().postData()?.includes(`"${word}"`) ?? false),
  )

async function appearance(page: Page) {
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Appearance' }).click()
  return page.getByRole('dialog', { name: 'Appearance' })
}

test('what a user chooses in one browser, even offline, applies in the next; the later choice wins', async ({
  page,
  farm,
  browser,
  problems,
}) => {
  const line = await openLine(farm.url)
  const context = await browser.newContext({ locale: 'en-GB' })
  try {
    await prefer(page, 'dark', 'en-US')
    await signIn(page, { ...farm, url: line.url }, 'admin', '/deviceManage')
    await inEnglish(page)
    const here = await appearance(page)
    await here.getByRole('button', { name: 'Light' }).click()
    const sent = kept(page, 'rose')
    await here.getByRole('button', { name: 'Rose' }).click()
    await sent
    await here.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    const column = kept(page, 'shown')
    await page.getByRole('checkbox', { name: 'Customer' }).uncheck()
    await column

    const second = await context.newPage()
    await signIn(second, farm, 'admin', '/deviceManage')
    await inEnglish(second)
    await expect(html(second)).toHaveAttribute('data-theme', 'light')
    await expect(html(second)).toHaveAttribute('data-primary', 'rose')
    await expect(second.getByRole('columnheader').nth(2)).toBeVisible()
    await expect(second.getByRole('columnheader', { name: 'Customer' })).toHaveCount(0)

    line.cut()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Switch to dark' }).click()
    await expect(html(page)).toHaveAttribute('data-theme', 'dark')
    const there = await appearance(second)
    const chosen = kept(second, 'green')
    await there.getByRole('button', { name: 'Green' }).click()
    await chosen
    const late = kept(page, 'dark')
    line.mend()
    await late
    await expect(html(page)).toHaveAttribute('data-primary', 'green')
    await second.reload()
    await expect(html(second)).toHaveAttribute('data-theme', 'dark')
    await expect(html(second)).toHaveAttribute('data-primary', 'green')
  } finally {
    await context.close()
    await line.close()
  }
  expect(problems.splice(0).filter(problem => !/net::ERR_|WebSocket/.test(problem))).toEqual([])
})

test('the next user of the same browser sees their own appearance, not that of the last one', async ({
  page,
  farm,
}) => {
  await signIn(page, farm, 'linden', '/chicken-home-manage')
  await inEnglish(page)
  const drawer = await appearance(page)
  const sent = kept(page, 'purple')
  await drawer.getByRole('button', { name: 'Purple' }).click()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await sent
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).press('Enter')
  await expect(page).toHaveURL(/\/user\/login/)
  expect(await page.evaluate(() => localStorage.getItem('list_views'))).toBeNull()
  await signIn(page, farm, 'admin')
  await expect(html(page)).toHaveAttribute('data-primary', 'blue')
})

test('the web app can be installed, under its name in the reader’s language', async ({ page, farm }) => {
  await page.goto(`${farm.url}/user/login`)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  const devtools = await page.context().newCDPSession(page)
  const manifest = async () => {
    const { errors, data } = await devtools.send('Page.getAppManifest')
    expect(errors).toEqual([])
    return JSON.parse(data ?? '{}') as { name: string; icons: { src: string; type: string }[] }
  }
  expect((await manifest()).name).toBe('Smart Farm')
  await page.getByRole('button', { name: '中文' }).click()
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible()
  const { name, icons } = await manifest()
  expect(name).toBe('智慧农场')
  for (const { src, type } of icons) {
    const answer = await page.request.get(`${farm.url}${src}`)
    expect(answer.headers()['content-type']).toContain(type)
  }
})

test('a demonstration account opens the workplace of its farm in the chosen language', async ({
  page,
  farm,
}) => {
  await page.goto(`${farm.url}/user/login`)
  const chosen = page.locator('html')
  await expect(chosen).toHaveAttribute('lang', 'en-US')
  await page.getByRole('button', { name: /Luyuan Egg Farm owner\b/ }).click()
  await page.waitForURL('**/dashboard/workplace')
  await expect(page.getByRole('button', { name: /Account menu/ })).toBeVisible()
  await expect(chosen).toHaveAttribute('lang', 'en-US')
})
