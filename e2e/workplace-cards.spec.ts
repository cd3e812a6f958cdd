import type { Page } from '@playwright/test'
import { expect, expectAccessible, type Farm, inEnglish, prefer, signIn, TOLD_MS, test } from './farm.ts'

test('an engineer arranges the cards of the workplace by keyboard, and finds them so on the phone', async ({
  page,
  browser,
  farm,
}) => {
  await signIn(page, farm, 'admin', '/dashboard/workplace')
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
    await signIn(phone, farm, 'admin', '/dashboard/workplace')
    await inEnglish(phone)
    await expect(phone.locator('.workplace-card h2').first()).toHaveText('Tickets by age')
    await expect(phone.locator('.workplace-card h2').nth(1)).toHaveText('Where to look first')
    await phone.getByRole('button', { name: 'Cards', exact: true }).tap()
    await phone.getByRole('button', { name: 'Reset', exact: true }).tap()
    await expect(phone.locator('.workplace-card h2').first()).toHaveText('Where to look first')
  } finally {
    await context.close()
  }
})

/** The owner of a farm that shares with nobody at first, at the place to give the provider access. */
async function openConsent(page: Page, farm: Farm) {
  await prefer(page, 'dark', 'en-US')
  await signIn(page, farm, 'siam', '/personal?section=farmAccess')
  const sight = page.getByRole('region', { name: 'See the farm (RA)' })
  await expect(sight).toContainText('Not granted')
  return sight
}

test('a farm that stops sharing is out of the open workplace and data screen, and out of every total', async ({
  page,
  browser,
  farm,
}) => {
  const contexts = await Promise.all(
    ['/dashboard/workplace', '/screen/datav'].map(async path => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
      const opened = await context.newPage()
      await prefer(opened, 'light', 'en-US')
      await signIn(opened, farm, 'admin', path)
      await inEnglish(opened)
      return { context, opened }
    }),
  )
  const [workplace, screen] = contexts.map(({ opened }) => opened)
  if (!workplace || !screen) throw new Error('There are two pages')
  const round = workplace.getByRole('region', { name: 'Where to look first' }).locator('.caption').first()
  const farms = screen.locator('.wall-totals > div').first()
  await expect(round).toContainText('do not share')
  await expect(farms).toContainText('not share')
  const [before, totals] = [await round.textContent(), await farms.textContent()]

  const sight = await openConsent(page, farm)
  await sight.getByRole('button', { name: 'Grant' }).click()
  const dialog = page.getByRole('dialog', { name: 'Let them see the farm' })
  await dialog.getByRole('button', { name: 'Until tomorrow' }).click()
  await dialog.getByRole('button', { name: 'Grant' }).click()
  await expect(sight).toContainText('Granted until')
  await expect(round).not.toHaveText(before ?? '')
  await expect(farms).not.toHaveText(totals ?? '')

  await sight.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(sight).toContainText('Not granted')
  await Promise.all([
    expect(round).toHaveText(before ?? '', { timeout: TOLD_MS }),
    expect(farms).toHaveText(totals ?? '', { timeout: TOLD_MS }),
  ])
  for (const { context } of contexts) await context.close()
})
