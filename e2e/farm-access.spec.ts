import type { Page } from '@playwright/test'
import pg from 'pg'
import { expect, expectAccessible, type Farm, inEnglish, prefer, signIn, TOLD_MS, test } from './farm.ts'

/** The demonstration's customer that shares its farm with nobody at first. */
const HOUSE = 'Layer house 1'

async function houseId({ server }: Farm): Promise<string> {
  const client = new pg.Client({ connectionString: server.superuserUrl })
  await client.connect()
  try {
    const { rows } = await client.query('select id from house where name = $1', [HOUSE])
    return rows[0].id
  } finally {
    await client.end()
  }
}
const farmAccess = '/personal?section=farmAccess'
const card = (page: Page, name: string) => page.getByRole('region', { name })

test('the owner lets the provider see the farm until tomorrow, sees every look, and takes it back at once', async ({
  page,
  farm,
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  const engineer = await context.newPage()
  const charts = `/deviceChart?houseId=${await houseId(farm)}`
  await prefer(engineer, 'light', 'en-US')
  await signIn(engineer, farm, 'engineer', charts)
  await inEnglish(engineer)
  const hidden = engineer.getByText('The farm owner decides who can see this farm’s readings')
  await expect(hidden).toBeVisible()
  await expectAccessible(engineer)

  await prefer(page, 'dark', 'en-US')
  await signIn(page, farm, 'siam', farmAccess)
  const sight = card(page, 'See the farm (RA)')
  await expect(sight).toContainText('Not granted')
  await expectAccessible(page)
  await sight.getByRole('button', { name: 'Grant' }).click()
  const dialog = page.getByRole('dialog', { name: 'Let them see the farm' })
  await dialog.getByRole('button', { name: 'Until tomorrow' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Grant' }).click()
  await expect(sight).toContainText('Granted until')

  // The engineer's open screen shows the charts without reloading.
  await expect(engineer.getByRole('heading', { name: `Reports, ${HOUSE}` })).toBeVisible()
  await expect(hidden).toBeHidden()

  const log = page.getByRole('region', { name: 'Who used it' })
  await page.reload()
  const use = log.getByRole('row', { name: new RegExp(`Charts.*${HOUSE}.*刘伟`) })
  await expect(use).toBeVisible()
  await expectAccessible(page)

  await sight.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(sight).toContainText('Not granted')
  const revoked = Date.now()
  await expect(hidden).toBeVisible({ timeout: TOLD_MS })
  await expect(engineer.getByRole('heading', { name: `Reports, ${HOUSE}` })).toBeHidden({
    timeout: Math.max(1, revoked + TOLD_MS - Date.now()),
  })
  await expect(log.getByRole('row', { name: /Revoked/ })).toBeVisible()
  await context.close()
})
