import type { Page } from '@playwright/test'
import { expect, expectAccessible, prefer, signIn, test } from './farm.ts'

/** Chooses the house whose settings a screen shows. */
async function chooseHouse(page: Page, house: string): Promise<void> {
  await page.getByRole('combobox', { name: 'House' }).click()
  await page
    .getByRole('option', { name: new RegExp(house) })
    .or(page.getByTitle(new RegExp(`^${house}`)))
    .last()
    .click()
  await expect(page.getByRole('heading', { name: `${house}, settings` })).toBeVisible()
}

test('a farmer lowers the night target on a phone, and sees that the controller has it', async ({
  page,
  farm,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await prefer(page, 'dark', 'en-US')
  await signIn(page, farm, 'linden', '/deviceSetting/targetParameter')
  await chooseHouse(page, 'House 1')

  const night = page.getByRole('textbox', { name: 'Night setback' })
  await night.fill('-6')
  await expect(page.getByRole('alert')).toContainText('Must be at least −5.0')
  await expect(page.getByRole('button', { name: 'Review and send' })).toBeDisabled()
  await night.fill('-1')
  await page.getByRole('button', { name: 'Review and send' }).click()

  const drawer = page.getByRole('dialog', { name: /Send to House 1/ })
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Night setback' })).toContainText('−1.0')
  await expectAccessible(page)
  await drawer.getByRole('textbox', { name: /Reason/ }).fill('Warm nights')
  await drawer.getByRole('button', { name: 'Send 1 change' }).click()
  await expect(drawer.getByRole('status')).toContainText('Synced', { timeout: 20_000 })
  await drawer.getByText('Close', { exact: true }).click()

  await expect(night).toHaveValue('-1.0')
  await expect(page.getByRole('listitem').filter({ hasText: 'Warm nights' })).toContainText('Synced')
  await expectAccessible(page)
})

test('a farmer cools the birds until morning, copies it to another house and sees both applied', async ({
  page,
  farm,
}) => {
  await prefer(page, 'light', 'en-US')
  await signIn(page, farm, 'linden', '/deviceSetting/targetParameter')
  await chooseHouse(page, 'House 2')

  const row = page.getByRole('row').filter({ has: page.getByText('today', { exact: true }) })
  await row
    .first()
    .getByRole('button', { name: /^Remove: Day \d+$/ })
    .click()
  await expect(page.getByText('9 of 10 points')).toBeVisible()
  await expect(page.getByText(/^\d+ changes$/)).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('9 of 10 points')).toBeHidden()

  await page.getByRole('textbox', { name: 'Night setback' }).fill('-1.5')
  await page.getByRole('button', { name: 'Review and send' }).click()
  const drawer = page.getByRole('dialog', { name: /Send to House 2/ })
  await drawer.getByRole('button', { name: 'until 06:00' }).click()
  await expectAccessible(page)
  await drawer.getByRole('button', { name: 'Send 1 change' }).click()
  await expect(drawer.getByRole('status')).toContainText('Synced', { timeout: 20_000 })
  await drawer.getByText('Close', { exact: true }).click()
  await expect(page.getByRole('region', { name: 'Temporary change' })).toContainText('−1.5')

  await page.getByRole('button', { name: 'Copy to houses' }).first().click()
  const copy = page.getByRole('dialog', { name: /Copy settings of House 2/ })
  // A temporary value is passed on only if asked.
  await copy.getByRole('checkbox', { name: 'Pass on the temporary values instead' }).check()
  const beside = copy.getByRole('listitem').filter({ hasText: 'House 3' })
  await beside.getByRole('checkbox').check()
  await expectAccessible(page)
  await copy.getByRole('button', { name: 'Send to 1 house' }).click()
  await expect(beside.getByRole('status')).toContainText('Synced', { timeout: 20_000 })
})

test('the first drag of a point moves it by as much as the hand does', async ({ page, farm }) => {
  await page.setViewportSize({ width: 1440, height: 1000 })
  await prefer(page, 'light', 'en-US')
  await signIn(page, farm, 'linden', '/deviceSetting/targetParameter')
  await chooseHouse(page, 'House 1')
  const point = page.getByRole('slider', { name: /^Target on day/ }).nth(2)
  await point.scrollIntoViewIfNeeded()
  const before = Number(await point.getAttribute('aria-valuenow'))
  const box = await point.boundingBox()
  if (!box) throw new Error('The point is not on the screen')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (const by of [2, 5, 8, 12]) await page.mouse.move(x, y - by)
  await expect(page.getByText(/^\d+ changes$/)).toBeVisible()
  await page.mouse.up()
  const after = Number(await point.getAttribute('aria-valuenow'))
  expect(after).toBeGreaterThan(before)
  expect(after - before).toBeLessThan(2.5)
})
