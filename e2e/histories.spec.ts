import type { Page } from '@playwright/test'
import { expect, expectAccessible, inEnglish, prefer, signIn, test } from './farm.ts'

/** Shortest visit that counts. ms */
const SHORTEST_MS = 1_000

test('an owner changes a house and finds the change with before and after', async ({ page, farm }) => {
  await prefer(page, 'dark', 'en-US')
  await signIn(page, farm, 'linden', '/chicken-home-manage')
  const house = page.getByRole('row', { name: /House 2/ })
  await house.getByRole('button', { name: 'Edit House 2' }).click()
  const form = page.getByRole('dialog')
  const was = await form.getByLabel('Length').inputValue()
  await form.getByLabel('Length').fill('97')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('House changed')).toBeVisible()

  await page.goto(`${farm.url}/opera-history/index`)
  const newest = page.getByRole('row', { name: /Changed house: House 2/ }).first()
  await expect(newest).toContainText('Houses')
  await expect(newest).toContainText('Joost van den Berg')
  await newest.getByRole('button').click()
  const entry = page.getByRole('complementary', { name: 'Details' })
  await expect(entry.getByRole('heading', { name: 'Houses: Edit' })).toBeVisible()
  await expect(entry).toContainText('Farm owner, De Linden Poultry')
  const length = entry.getByRole('row', { name: /Length/ })
  await expect(length.locator('del')).toHaveText(`${Number(was)} m`)
  await expect(length.locator('ins')).toHaveText('97 m')
  await expectAccessible(page)

  // The list stays usable beside it, and the address keeps both.
  await page.getByRole('button', { name: /^Staff/ }).click()
  await expect(page.getByRole('row', { name: /Changed house: House 2/ })).toHaveCount(0)
  await page.getByRole('button', { name: /^All/ }).click()
  await page.reload()
  await expect(entry.getByRole('heading', { name: 'Houses: Edit' })).toBeVisible()
  await entry.getByRole('button', { name: 'Close' }).click()
  await expect(entry).toBeHidden()
})

test('on a phone the change fills the screen', async ({ page, farm }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await prefer(page, 'light', 'en-US')
  await signIn(page, farm, 'linden', '/chicken-group')
  await page.getByRole('button', { name: 'New group' }).click()
  const form = page.getByRole('dialog', { name: 'New group' })
  await form.getByLabel('Name').fill('Pullets')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Pullets').first()).toBeVisible()

  await page.goto(`${farm.url}/opera-history/index`)
  const card = page.getByRole('listitem').filter({ hasText: 'Created house group Pullets' })
  await card.getByRole('button').click()
  const entry = page.getByRole('complementary', { name: 'Details' })
  await expect(entry.getByRole('row', { name: /Name/ })).toContainText('Pullets')
  await expectAccessible(page)
  await entry.getByRole('button', { name: 'Close' }).click()
  await expect(card).toBeVisible()
})

/** Waits, by the page's clock, until this counts as a visit. */
async function lookedAt(page: Page): Promise<void> {
  const from = await page.evaluate(() => performance.now())
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(from + SHORTEST_MS)
}

test('screens that somebody opened are on their trajectory', async ({ page, farm, browser }) => {
  await prefer(page, 'light', 'en-US')
  await signIn(page, farm, 'linden', '/chicken-group')
  await expect(page.getByRole('heading', { name: 'House groups' })).toBeVisible()
  await page.goto(`${farm.url}/house-alarm`)
  await expect(page.getByRole('heading', { name: 'Alarms', exact: true })).toBeVisible()
  // A visit is reported when its page is left, if it lasted long enough.
  const told = page.waitForRequest(/screen-visits/)
  await lookedAt(page)
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  const { visits } = (await told).postDataJSON()
  expect(visits.map(({ screen }: { screen: string }) => screen)).toEqual(['/house-alarm'])
  await expect.poll(async () => (await (await told).response())?.status()).toBe(200)

  // The screen open at sign-out is reported while the session still lasts.
  await page.goto(`${farm.url}/notice-message`)
  await expect(page.getByRole('button', { name: /Account menu/ })).toBeVisible()
  await lookedAt(page)
  const last = page.waitForResponse(/screen-visits/)
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/user/login**')
  expect((await last).status()).toBe(200)

  const office = await browser.newPage()
  await prefer(office, 'dark', 'en-US')
  await signIn(office, farm, 'admin', '/user-trajectory/trajectory')
  await inEnglish(office)
  await office
    .getByRole('row', { name: /Joost van den Berg/ })
    .getByRole('button')
    .click()
  await expect(office.getByRole('row', { name: /Alarms/ }).first()).toBeVisible()
  await expect(office.getByRole('row', { name: /My messages/ }).first()).toBeVisible()
  await expectAccessible(office)
  await office.goto(`${farm.url}/user-trajectory/analyze`)
  await expect(office.getByRole('heading', { name: 'Hours of the week' })).toBeVisible()
  // An agent may have been there in another story: still fewer than everybody.
  const opened = office.getByText(/\d+ (?:person|people) opened/)
  const people = async () => Number.parseInt((await opened.textContent()) ?? '', 10)
  await expect(opened).toBeVisible()
  const everybody = await people()
  await office.getByRole('group', { name: 'User kind' }).getByRole('button', { name: 'Agents' }).click()
  await expect.poll(people).toBeLessThan(everybody)
  await office.close()
})
