import type { Page } from '@playwright/test'
import { expect, expectAccessible, inEnglish, prefer, signIn, test } from './farm.ts'

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Open pages' })
const tab = (page: Page, name: string) => tabs(page).getByRole('button', { name, exact: true })
const openMenu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name }).click()

async function startAt(
  page: Page,
  farm: Parameters<typeof signIn>[1],
  user: string,
  path: string,
): Promise<void> {
  await prefer(page, 'dark', 'en-US')
  await signIn(page, farm, user, path)
  await inEnglish(page)
}

test('a half-filled form, filters and scrolling outlast ten switches of tabs', async ({ page, farm }) => {
  await startAt(page, farm, 'engineer', '/deviceManage')
  await page.getByPlaceholder('Code or name').fill('EC-')
  await expect(page).toHaveURL(/search=EC-/)
  await openMenu(page, 'House overview')
  await page.getByRole('button', { name: 'New house' }).click()
  const form = page.getByRole('dialog', { name: 'New house' })
  await form.getByLabel('Name', { exact: true }).fill('Half a house')
  await form.getByLabel('Length').fill('88')
  await expect(form.getByText('2 unsaved changes')).toBeVisible()

  // The form has an address: the browser's Back would close it, and asks just as its own buttons do.
  const question = page.getByRole('dialog', { name: 'Discard unsaved input?' })
  await expect(page).toHaveURL(/id=new/)
  await page.goBack()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toHaveCount(0)
  await expect(form.getByLabel('Length')).toHaveValue('88')
  await expect(page).toHaveURL(/id=new/)
  await page.goBack()
  await question.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(question).toHaveCount(0)
  await expect(form).toHaveCount(0)
  await expect(page).not.toHaveURL(/id=new/)
  await page.goForward()
  await form.getByLabel('Name', { exact: true }).fill('Half a house')
  await form.getByLabel('Length').fill('88')

  for (let turn = 0; turn < 5; turn++) {
    await tab(page, 'Device management').click()
    await expect(page.getByPlaceholder('Code or name')).toHaveValue('EC-')
    await expect(page).toHaveURL(/deviceManage\?search=EC-/)
    await expect(form).toBeHidden()
    await tabs(page)
      .getByRole('button', { name: /^House overview/ })
      .click()
    await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Half a house')
    await expect(form.getByLabel('Length')).toHaveValue('88')
  }
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Close House overview' }).click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toHaveCount(0)
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Half a house')
  await page.getByRole('button', { name: 'Close House overview' }).click()
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toHaveCount(0)

  await page.getByRole('button', { name: 'Close House overview' }).click()
  await question.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(page).toHaveURL(/deviceManage\?search=EC-/)
  await expect(form).toHaveCount(0)
})

test('closing tabs says what cannot be closed, and open tabs survive a reload', async ({
  page,
  farm,
  problems,
}) => {
  await startAt(page, farm, 'engineer', '/deviceManage')
  await expect(tab(page, 'Device management')).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: 'Close Device management' }).click()
  await expect(page.getByText('this is the last tab, cannot be closed')).toBeVisible()
  await page.getByRole('button', { name: 'Page menu' }).click()
  await page.getByRole('menuitem', { name: 'Close left' }).click()
  await expect(page.getByText('no tab on the left')).toBeVisible()
  await page.getByRole('button', { name: 'Page menu' }).click()
  await page.getByRole('menuitem', { name: 'Close right' }).click()
  await expect(page.getByText('no tab on the right')).toBeVisible()

  // Parts of an old link that the server does not know are dropped.
  await page.goto(`${farm.url}/deviceManage?status=FOO&sort=-shoes`)
  await expect(page.getByRole('row', { name: /EC-/ }).first()).toBeVisible()
  await expect(page).toHaveURL(/deviceManage$/)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(problems.splice(0).filter(problem => !/status of 400/.test(problem))).toEqual([])

  await page.getByRole('button', { name: /^Online/ }).click()
  await expect(page).toHaveURL(/status=ONLINE/)
  await openMenu(page, 'House overview')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'House overview' })).toBeVisible()
  await tab(page, 'Device management').click()
  await expect(page).toHaveURL(/deviceManage\?status=ONLINE/)
  await tab(page, 'Device management').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Close others' }).click()
  await expect(tabs(page).getByRole('listitem')).toHaveCount(1)

  // The palette finds a customer; people who may not open it are led to its row.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('linden')
  await page.getByRole('option', { name: /De Linden/ }).click()
  await expect(page).toHaveURL(/\/custom\?search=De\+Linden/)
})

test('a hidden tab asks the server for nothing', async ({ page, farm }) => {
  await startAt(page, farm, 'engineer', '/deviceManage')
  await expect(page.locator('tbody tr td').nth(1)).toContainText(/./)
  await openMenu(page, 'House overview')
  await expect(page.getByRole('heading', { name: 'House overview' })).toBeVisible()
  const asked: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).pathname === '/api/admin/auth/devices') asked.push(request.url())
  })
  // The device list is reread every 15 s while shown.
  const later = page.waitForRequest(request => request.url().includes('un-read-number'), { timeout: 40_000 })
  await later
  expect(asked).toEqual([])
})

test('a session that ends in the middle of a form loses no input', async ({ page, farm, problems }) => {
  await startAt(page, farm, 'engineer', '/chicken-home-manage')
  await page.getByRole('button', { name: 'New house' }).click()
  const form = page.getByRole('dialog', { name: 'New house' })
  await form.getByLabel('Name', { exact: true }).fill('Typed before the end')
  await page.evaluate(async () => {
    const { value } = JSON.parse(localStorage.getItem('Access-Token') ?? '{}')
    await fetch('/api/admin/open/logout', { method: 'POST', headers: { 'Access-Token': value } })
  })

  // The socket tells at once; nobody has to press a button first.
  const again = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(again.getByText(/Enter the password for engineer/)).toBeVisible()
  await expect(page.getByText('Authorization verification failed')).toBeVisible()
  await expectAccessible(page)
  await again.getByLabel('Password', { exact: true }).fill('not the password')
  await again.getByRole('button', { name: 'Sign in and continue' }).click()
  await expect(again.getByRole('alert')).toContainText(/./)
  await again.getByLabel('Password', { exact: true }).fill(farm.account('engineer').password)
  await again.getByRole('button', { name: 'Sign in and continue' }).click()
  await expect(again).toBeHidden()

  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Typed before the end')
  await form.getByLabel('Customer').fill('Linden')
  await page.locator('.ant-select-dropdown:visible').getByText('De Linden Poultry').click()
  for (const [label, metres] of [
    ['Length', '90'],
    ['Width', '14'],
    ['Height', '3'],
  ] as const)
    await form.getByLabel(label).fill(metres)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('House created')).toBeVisible()
  const expected = /401|400|WebSocket/
  expect(problems.splice(0).filter(problem => !expected.test(problem))).toEqual([])
})

test('two people change one house: both versions stand side by side before one is chosen', async ({
  page,
  farm,
  problems,
}) => {
  await startAt(page, farm, 'engineer', '/chicken-home-manage?search=Rearing')
  await page.getByRole('button', { name: 'Edit Rearing house' }).click()
  const form = page.getByRole('dialog', { name: 'Rearing house' })
  await form.getByLabel('Height').fill('3.3')
  await page.evaluate(async () => {
    const { value } = JSON.parse(localStorage.getItem('Access-Token') ?? '{}')
    const headers = { 'Access-Token': value, 'Content-Type': 'application/json' }
    const list = await (await fetch('/api/admin/auth/houses?search=Rearing', { headers })).json()
    const house = list.data.items[0]
    const deviceIds = house.devices.map((device: { id: string }) => device.id)
    const body = JSON.stringify({ ...house, timeZone: house.ownTimeZone, deviceIds, heightM: 4 })
    await fetch(`/api/admin/auth/houses/${house.id}`, { method: 'PUT', headers, body })
  })
  await form.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('dialog', { name: /has changed this in the meantime/ })
  await expect(conflict.getByRole('row', { name: /^Height 3\.3\sm 4\sm$/ })).toBeVisible()
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Save yours' }).click()
  await expect(page.getByText('House changed')).toBeVisible()
  expect(problems.splice(0).join()).toContain('409')
})

test('bulk actions need a selection, and columns and row height are remembered', async ({ page, farm }) => {
  await startAt(page, farm, 'engineer', '/deviceManage?search=EC-LB')
  await expect(page.getByRole('row', { name: /EC-LB-01/ })).toBeVisible()
  await page.getByRole('button', { name: 'Bulk actions' }).click()
  await page.getByRole('menuitem', { name: 'Enable' }).click()
  await expect(page.getByText('Please select the data to be manipulated.')).toBeVisible()
  await page
    .getByRole('row', { name: /EC-LB-01/ })
    .getByLabel('Select row')
    .check()
  await expect(page.getByRole('toolbar', { name: 'Bulk actions' })).toContainText('1 selected')

  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Customer' }).uncheck()
  await page.getByRole('button', { name: 'Roomy' }).click()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('row', { name: /EC-LB-01/ })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Customer' })).toHaveCount(0)
  const row = await page.getByRole('row', { name: /EC-LB-01/ }).boundingBox()
  expect(row?.height).toBeGreaterThanOrEqual(44)
})

test('the palette opens a house, a device, a screen by a few letters', async ({ page, farm }) => {
  await startAt(page, farm, 'linden', '/deviceManage')
  await expect(page.getByRole('heading', { name: 'Device management' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('EC-BV-02')
  await expect(page.getByRole('option', { name: /EC-BV-02/ })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/deviceManage\?search=EC-BV-02/)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('Rearing')
  await page.getByRole('option', { name: /Rearing house/ }).click()
  await expect(page).toHaveURL(/screen\/index\?houseId=/)

  // Screens hidden from the menu are found too, if they ask for the house themselves.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('House m')
  await expect(page.getByRole('option', { name: /House monitor/ })).toBeVisible()
  await page.getByRole('combobox', { name: 'Search' }).fill('report')
  await page.getByRole('option', { name: /^Reports/ }).click()
  await expect(page).toHaveURL(`${farm.url}/deviceChart`)
})

test('with a customer on the phone, staff open an order by the beginning of its number and begin a new user by name', async ({
  page,
  farm,
}) => {
  await startAt(page, farm, 'admin', '/dashboard/workplace')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('SO20')
  const order = page.getByRole('option', { name: /^SO20\d{6}-\d{4}/ }).first()
  const number = (await order.textContent())?.slice(0, 15) ?? ''
  await order.click()
  await expect(page).toHaveURL(/\/orderCenter\?id=/)
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText(number)
  // The menu makes room for what is docked.
  await expect(page.locator('.shell')).toHaveAttribute('data-narrow')

  await page.keyboard.press('Control+k')
  for (const typed of ['增加用户', 'add user'])
    await expect(async () => {
      await page.getByRole('combobox', { name: 'Search' }).fill(typed)
      await expect(page.getByRole('option', { name: 'New user' })).toBeVisible()
    }).toPass()
  await page.getByRole('option', { name: 'New user' }).click()
  await expect(page).toHaveURL(/\/sysconfig\/user\?id=new/)
})

test('a question mark shows the keys, unless it is typed', async ({ page, farm }) => {
  await startAt(page, farm, 'engineer', '/deviceManage')
  await page.locator('.search-field input').fill('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await page.getByRole('heading', { name: 'Device management' }).click()
  await expect(keys).toBeHidden()
  await page.keyboard.press('?')
  await expect(keys).toContainText('Search pages, houses, numbers and actions')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
})

test.describe('for who did not ask for less motion', () => {
  test.use({ reducedMotion: 'no-preference' })

  test('dialogs, menus and drawers of the shell open and close with their motion', async ({ page, farm }) => {
    await startAt(page, farm, 'engineer', '/deviceManage')
    expect(await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)).toBe(false)
    const account = page.getByRole('button', { name: /Account menu/ })
    const isThere = async (name: string) => {
      const dialog = page.getByRole('dialog', { name })
      await expect(dialog).toHaveCSS('opacity', '1')
      return dialog
    }
    for (const [entry, title, leave] of [
      ['Appearance', 'Appearance', 'Close'],
      ['Get the app', 'Get the app', 'Close'],
      ['Sign out', 'Sign out on this device?', 'Cancel'],
    ] as const) {
      await account.click()
      await page.getByRole('menuitem', { name: entry }).click()
      const dialog = await isThere(title)
      await dialog.getByRole('button', { name: leave, exact: true }).click()
      await expect(dialog).toBeHidden()
    }
    await page.keyboard.press('Control+k')
    const palette = await isThere('Search')
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog').filter({ has: page.getByRole('navigation', { name: 'Main menu' }) })
    await expect(menu).toBeVisible()
    await menu.getByRole('button', { name: 'Close menu' }).click()
    await expect(menu).toBeHidden()
    await account.click()
    await expect(page.getByRole('menuitem', { name: 'Appearance' })).toBeVisible()
  })
})

for (const theme of ['dark', 'light'] as const)
  test(`menu at the top, fixed width, every colour: readable, ${theme}`, async ({ page, farm }) => {
    await startAt(page, farm, 'engineer', '/deviceManage')
    await page.getByRole('button', { name: /Account menu/ }).click()
    await page.getByRole('menuitem', { name: 'Appearance' }).click()
    const drawer = page.getByRole('dialog', { name: 'Appearance' })
    await drawer.getByRole('button', { name: theme === 'dark' ? 'Dark' : 'Light', exact: true }).click()
    await drawer.getByRole('button', { name: 'Top' }).click()
    await drawer.getByRole('button', { name: 'Fixed' }).click()
    await drawer.getByRole('switch').click()
    for (const colour of ['Geek blue', 'Rose', 'Green']) {
      await drawer.getByRole('button', { name: colour }).click()
      await expectAccessible(page)
    }
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect(drawer).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
    await expectAccessible(page)
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('layout') ?? '{}'))
    expect(kept).toEqual({ layout: 'top', theme, colour: 'green', width: 'fixed', fixedSidebar: false })
  })
