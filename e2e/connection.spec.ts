import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { paths } from '#shared/screens.ts'
import { expect, expectAccessible, expectHeard, inEnglish, prefer, signIn, test } from './farm.ts'
import { type Line, openLine } from './line.ts'

/**
 * The browser's messages about a lost connection are not the page's fault, nor is a server that waited in vain for a call
 * that the cut had interrupted (408).
 */
const expected = /net::ERR_|WebSocket|status of 408/

let line: Line
test.beforeEach(async ({ farm }) => {
  line = await openLine(farm.url)
})
test.afterEach(() => line.close())

const bar = (page: Page) => page.getByText(/No connection (to the server )?since \d\d:\d\d/)
const formOf = (page: Page) => page.getByRole('dialog', { name: 'Register device' })
const nameIn = (page: Page) => formOf(page).getByLabel('Name', { exact: true })

/** Half a form, typed over the line. */
async function typeHalfAForm(page: Page, farm: Parameters<typeof signIn>[1], name: string): Promise<void> {
  await prefer(page, 'dark', 'en-US')
  await signIn(page, { ...farm, url: line.url }, 'admin', '/deviceManage')
  await inEnglish(page)
  await page.getByRole('button', { name: 'Register device' }).click()
  await nameIn(page).fill(name)
}

test('the network is cut for a minute: nothing looks like news, and everything continues when it is back', async ({
  page,
  farm,
  problems,
}) => {
  await prefer(page, 'dark', 'en-US')
  await signIn(page, { ...farm, url: line.url }, 'linden', '/screen/index')
  await inEnglish(page)
  await page
    .getByRole('button', { name: /House 1/ })
    .first()
    .click()
  const figure = page.getByRole('region', { name: 'Key figures' }).first().locator('.figure').first()
  const heard = page.locator('.monitor-heard').first()
  await expect(heard).toHaveText(/^Updated \d+s ago/, { timeout: 30_000 })
  await expect(figure).not.toHaveAttribute('data-stale')
  const before = Date.now()

  line.cut()
  await expect(bar(page)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/Trying (again in \d+ s|now…)/)).toBeVisible()
  await expect(figure).toHaveAttribute('data-stale')
  await expect(figure).toContainText(/\d+s ago|1m/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect(heard).toHaveText(/1min ago|1m ago|1 min/, { timeout: 90_000 })
  await expect.poll(() => Date.now() - before, { timeout: 30_000 }).toBeGreaterThan(60_000)
  await expect(bar(page)).toBeVisible()
  // After a minute, alarms that cannot arrive are worse than old figures, and the page says so.
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: /No connection to the server since \d\d:\d\d: alarms do not reach this screen/ }),
  ).toBeVisible({
    timeout: 60_000,
  })
  await expectAccessible(page)

  line.mend()
  await expect(page.getByText('Connected again')).toBeVisible({ timeout: 30_000 })
  await expect(bar(page)).toBeHidden()
  await expect(heard).toHaveText(/^Updated \d+s ago/, { timeout: 30_000 })
  await expect(figure).not.toHaveAttribute('data-stale')
  expect(problems.splice(0).filter(problem => !expected.test(problem))).toEqual([])
})

test('a page opened without network opens by itself when the network is back', async ({
  page,
  farm,
  problems,
}) => {
  await prefer(page, 'dark', 'en-US')
  await signIn(page, { ...farm, url: line.url }, 'admin', '/deviceManage')
  await inEnglish(page)
  await expect(page.getByRole('button', { name: 'Register device' })).toBeVisible()
  await page.context().setOffline(true)
  await expect(bar(page)).toBeVisible({ timeout: 60_000 })
  await page.evaluate(to => history.pushState(null, '', to), paths.alarmRules)
  await expect(page.getByText('This page could not be loaded')).toBeVisible({ timeout: 30_000 })
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: /Alarm rules/ })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('This page could not be loaded')).toBeHidden()
  const others = problems.splice(0).filter(problem => !/^ChunkMissing/.test(problem))
  expect(others.filter(problem => !expected.test(problem))).toEqual([])
})

test('a form that could not be loaded without network opens when the network is back', async ({
  page,
  farm,
  problems,
}) => {
  await prefer(page, 'dark', 'en-US')
  await signIn(page, { ...farm, url: line.url }, 'admin', '/deviceManage')
  await inEnglish(page)
  const register = page.getByRole('button', { name: 'Register device' })
  await expect(register).toBeVisible()
  await page.context().setOffline(true)
  await register.click()
  await expect(page.getByText('This could not be loaded').first()).toBeVisible({ timeout: 30_000 })
  await page.context().setOffline(false)
  await expect(formOf(page)).toBeVisible({ timeout: 60_000 })
  expect(problems.splice(0).filter(problem => !expected.test(problem))).toEqual([])
})

test('a form filled in before and during a cut is still there afterwards', async ({
  page,
  farm,
  problems,
}) => {
  await typeHalfAForm(page, farm, 'Typed before the cut')
  line.cut()
  await expect(bar(page)).toBeVisible({ timeout: 60_000 })
  await nameIn(page).fill('Typed during the cut')
  await formOf(page).getByLabel('Customer').fill('Lin')
  line.mend()
  await expect(page.getByText('Connected again')).toBeVisible({ timeout: 30_000 })
  await expect(nameIn(page)).toHaveValue('Typed during the cut')
  await expect(page.locator('.ant-select-dropdown').getByText('De Linden Poultry')).toBeAttached({
    timeout: 20_000,
  })
  expect(problems.splice(0).filter(problem => !expected.test(problem))).toEqual([])
})

test('a new version is announced, never loads over a form by itself, and loads when the reader says so', async ({
  page,
  farm,
  problems,
}) => {
  await typeHalfAForm(page, farm, 'Half a gateway')
  const index = join(farm.webDir, 'index.html')
  const html = readFileSync(index, 'utf8')
  const entry = /src="\/assets\/([^"]+)"/.exec(html)?.[1] ?? ''
  try {
    // A deployment: other files, another page that names them, and every connection ends once.
    writeFileSync(join(farm.webDir, 'assets/index-next.js'), `import './${entry}'`)
    writeFileSync(index, html.replace(`/assets/${entry}`, '/assets/index-next.js'))
    line.tear()
    await expect(page.getByText('A new version is available.')).toBeVisible({ timeout: 30_000 })
    await expect(nameIn(page)).toHaveValue('Half a gateway')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Reload' }).click()
    const question = page.getByRole('dialog', { name: 'Discard unsaved input?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(nameIn(page)).toHaveValue('Half a gateway')

    await page.getByRole('button', { name: 'Reload' }).click()
    await question.getByRole('button', { name: 'Discard and reload' }).click()
    await expect(page.locator('script[src="/assets/index-next.js"]')).toBeAttached()
    await expect(page.getByRole('heading', { name: 'Device management' })).toBeVisible()
    await expect(page.getByText('A new version is available.')).toBeHidden()
  } finally {
    writeFileSync(index, html)
  }
  expect(problems.splice(0).filter(problem => !expected.test(problem))).toEqual([])
})

test('a server restart is announced, and the form continues where it was', async ({
  page,
  farm,
  problems,
}) => {
  await typeHalfAForm(page, farm, 'Typed before the restart')
  await farm.server.stop()
  let back: Promise<void> | undefined
  try {
    await expect(bar(page)).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText(/Trying (again in \d+ s|now…)/)).toBeVisible()
    await nameIn(page).fill('Typed while it was away')
    // It is shown only for a moment, perhaps before everything else has started.
    back = page.getByText('Connected again').waitFor({ timeout: 90_000 })
  } finally {
    await farm.server.start()
  }
  await back
  await expect(bar(page)).toBeHidden()
  await expect(nameIn(page)).toHaveValue('Typed while it was away')
  // Still signed in: the list of customers comes from the server.
  await formOf(page).getByLabel('Customer').fill('Linden')
  await expect(page.locator('.ant-select-dropdown:visible').getByText('De Linden Poultry')).toBeVisible()
  await expectHeard(farm)
  expect(problems.splice(0).filter(problem => !/50[23]/.test(problem) && !expected.test(problem))).toEqual([])
})

test('the bar appears once the browser reports no network, before any call has failed', async ({
  page,
  farm,
  problems,
}) => {
  await prefer(page, 'dark', 'en-US')
  await signIn(page, { ...farm, url: line.url }, 'linden', '/personal')
  await inEnglish(page)
  line.cut()
  await page.context().setOffline(true)
  await expect(bar(page)).toBeVisible()
  line.mend()
  await page.context().setOffline(false)
  await expect(bar(page)).toBeHidden()
  expect(problems.splice(0).filter(problem => !expected.test(problem))).toEqual([])
})
