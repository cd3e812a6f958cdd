import { expect, expectAccessible, inEnglish, signIn, test } from './farm.ts'

test('an engineer arranges the cards of the workplace by keyboard, and finds them so on the phone', async ({
  page,
  browser,
  farm,
}) => {
  await signIn(page, farm, 'admin', '/user/login?redirect=/dashboard/workplace')
  await inEnglish(page)
  const titles = page.locator('.workplace-card h2')
  await expect(titles.first()).toHaveText('Where to look first')
  await page.getByRole('button', { name: 'Cards', exact: true }).press('Enter')
  const kept = page.waitForResponse(
    answer =>
      answer.url().includes('/preferences') &&
      (answer.request().postData() ?? '').includes('"devices":false'),
  )
  const panel = page.getByRole('region', { name: 'Cards' })
  await panel.getByRole('button', { name: 'Move Tickets by age up' }).press('Enter')
  await panel.getByRole('checkbox', { name: 'Devices' }).press('Space')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(titles.first()).toHaveText('Tickets by age')
  await expect(page.getByRole('region', { name: 'Devices', exact: true })).toBeHidden()
  await kept

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  try {
    const phone = await context.newPage()
    await signIn(phone, farm, 'admin', '/user/login?redirect=/dashboard/workplace')
    await inEnglish(phone)
    await expect(phone.locator('.workplace-card h2').first()).toHaveText('Tickets by age')
    await expect(phone.locator('.workplace-card h2').nth(1)).toHaveText('Where to look first')
    await phone.getByRole('button', { name: 'Cards', exact: true }).tap()
    await phone.getByRole('button', { name: 'Reset' }).tap()
    await expect(phone.locator('.workplace-card h2').first()).toHaveText('Where to look first')
  } finally {
    await context.close()
  }
})
