import { expect, expectAccessible, prefer, signIn, test } from './farm.ts'

test('a farmer lowers the night target on a phone, and sees that the controller has it', async ({
  page,
  farm,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await prefer(page, 'dark', 'en-US')
  await signIn(page, farm, 'linden', '/user/login?redirect=/deviceSetting/targetParameter')
  await page.getByRole('combobox', { name: 'House' }).click()
  await page
    .getByRole('option', { name: /House 1/ })
    .or(page.getByTitle(/^House 1/))
    .last()
    .click()
  await expect(page.getByRole('heading', { name: /House 1, settings/ })).toBeVisible()

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
