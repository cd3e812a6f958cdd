import type { Page } from '@playwright/test'
import { startController } from './controller.ts'
import { expect, expectAccessible, prefer, signIn, test } from './farm.ts'

const HOUSE = 'House that fell silent'
/** The absolute limit must be exceeded for a minute and a half. ms */
const LATE = { timeout: 150_000 }

/** The first entry of the list of houses on the monitor. */
const firstEntry = (page: Page) => page.locator('.monitor-entry').first()

/** Every screen of the farm's own people leads with the house. */
async function expectLeads(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/dashboard/workplace`)
  const first = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem').first()
  await expect(first).toHaveAttribute('data-state', 'emergency')
  await expect(first).toContainText('Temperature above the absolute limit')
  await expect(first).toContainText(new RegExp(`${HOUSE} · Offline since .*44\\.\\d.°C at`))
  await expect(page.getByRole('status').first()).toContainText(/^\d+ houses? in alarm/)
  const tile = page.locator('.workplace-tile').first()
  await expect(tile).toContainText(HOUSE)
  await expect(tile).toHaveAttribute('data-state', 'emergency')

  await page.goto(`${url}/screen/index`)
  await expect(firstEntry(page)).toContainText(HOUSE)
  await expect(firstEntry(page).locator('.state-mark')).toHaveAttribute('data-state', 'emergency')
}

test('a house in an emergency whose controller falls silent leads every screen as an emergency, and says since when it is silent', async ({
  page,
  browser,
  farm,
}) => {
  const controller = await startController(farm, 'STORY-SILENT-1', HOUSE)
  try {
    await prefer(page, 'dark', 'en-US')
    await signIn(page, farm, 'linden', '/screen/index')
    controller.report(44.2, { HighTemp: true })
    await page.getByRole('button', { name: new RegExp(HOUSE) }).click()
    const alarms = page.getByRole('region', { name: 'Active alarms' })
    await expect(alarms.getByText('Temperature above the absolute limit')).toBeVisible(LATE)
  } finally {
    controller.stop()
  }
  const head = page.locator('.monitor-head')
  await expect(head).toContainText(/Offline\s*since \d/)
  await expect(head).toContainText(/Emergency: Temperature above the absolute limit · 44\.\d.°C at \d/)
  await expect(page.getByRole('button', { name: /^Alarm [1-9]/ })).toBeVisible()
  await expectLeads(page, farm.url)
  await expectAccessible(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await expectLeads(page, farm.url)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto(`${farm.url}/screen/datav`)
  await expect(page.locator('.wall-map li[data-state="emergency"]').first()).toBeVisible()
  await page.goto(`${farm.url}/chicken-home-manage?sort=state`)
  const row = page.getByRole('row', { name: new RegExp(HOUSE) })
  await expect(row).toContainText('Offline · Emergency')
  await expect(page.getByRole('row').nth(1)).toContainText(HOUSE)

  const engineer = await (await browser.newContext()).newPage()
  await prefer(engineer, 'light', 'en-US')
  await signIn(engineer, farm, 'admin', '/dashboard/workplace', 'en-US')
  const round = engineer.getByRole('region', { name: 'Where to look first' })
  const line = round.getByRole('listitem').filter({ hasText: HOUSE })
  await expect(line).toHaveAttribute('data-state', 'emergency')
  await expect(line).toContainText(/Offline since \d.* · 44\.\d.°C at/)
  await engineer.context().close()
})
