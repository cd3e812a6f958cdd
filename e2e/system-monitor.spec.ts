import { expect, expectAccessible, inEnglish, signIn, test } from './farm.ts'

test('an administrator sees the state of the system now and over the week', async ({ page, farm }) => {
  test.setTimeout(300_000)
  await signIn(page, farm, 'admin', '/dashboard/monitor')
  await inEnglish(page)
  const figure = (name: string) => page.getByRole('region', { name, exact: true }).locator('strong')
  await expect(figure('Gateway connections')).toHaveText(/^\d/, { timeout: 60_000 })
  await expect(figure('Memory')).toHaveText(/MB|GB/)
  await page.getByRole('button', { name: '7 days' }).click()
  await expect(page).toHaveURL(/hours=168/)
  await expect(page.getByRole('img', { name: 'Memory over the period' })).toBeVisible()
  const calls = page.getByRole('region', { name: 'API calls by duration' }).first()
  await calls.getByRole('button', { name: 'Calls' }).click()
  await expect(calls.getByRole('button', { name: 'Calls' })).toHaveAttribute('aria-pressed', 'true')
  const backups = page.getByRole('region', { name: 'Backups' }).first()
  await backups.getByRole('button', { name: 'Back up now' }).click()
  // It yields to everything else the machine has to do.
  await expect(backups.getByRole('rowheader').first()).toBeVisible({ timeout: 180_000 })
  await expect(backups.getByText('none', { exact: true })).toBeVisible()
  await expect(backups.getByRole('button', { name: 'Back up now', exact: true })).toBeVisible()
  await expectAccessible(page)
})
