import type { Page } from '@playwright/test'
import { startAnother, startController } from './controller.ts'
import { expect, expectAccessible, prefer, signIn, test } from './farm.ts'

const HOUSE = 'House with two controllers'
const [FIRST, SECOND] = ['STORY-TWO-1', 'STORY-TWO-2']

const temperature = (page: Page) =>
  page.getByRole('region', { name: 'Key figures' }).locator('.figure-value').first()

test('a farmer binds a second controller: each shows its own values, and its alarm is the alarm of the house', async ({
  page,
  farm,
}) => {
  const controller = await startController(farm, FIRST, HOUSE)
  const second = await startAnother(farm, SECOND)
  try {
    controller.report(22, {})
    second.report(35, { HighTemp: true })
    await prefer(page, 'light', 'en-US')
    await signIn(page, farm, 'linden', '/chicken-home-manage')
    await page.goto(`${farm.url}/chicken-home-manage?search=${encodeURIComponent(HOUSE)}`)
    await page
      .getByRole('row', { name: new RegExp(HOUSE) })
      .getByRole('button', { name: 'Edit' })
      .click()
    const form = page.getByRole('dialog', { name: HOUSE })
    const serving = form.getByLabel('Devices that serve the house', { exact: true })
    await serving.fill(SECOND)
    await page
      .locator('.ant-select-item-option')
      .and(page.getByTitle(new RegExp(SECOND)))
      .click()
    await serving.blur()
    await expect(form.getByLabel('Main controller', { exact: true })).toBeVisible()
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(form).toBeHidden()

    await page.goto(`${farm.url}/screen/index?houseId=${encodeURIComponent(controller.house.id)}`)
    await expect(page.getByRole('heading', { name: HOUSE })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'High temperature' })).toContainText(SECOND)
    await expect(temperature(page)).toContainText(/^2[12]/)
    await expectAccessible(page)

    await page.getByRole('button', { name: SECOND, exact: true }).click()
    await expect(temperature(page)).toContainText(/^35/)
    await expect(page.getByRole('listitem').filter({ hasText: 'High temperature' })).toBeVisible()
    await page.getByRole('button', { name: `${FIRST} (main)`, exact: true }).click()
    await expect(temperature(page)).toContainText(/^2[12]/)

    await page.goto(`${farm.url}/deviceChart?houseId=${encodeURIComponent(controller.house.id)}`)
    await page.getByRole('button', { name: SECOND, exact: true }).click()
    await expect(page.getByRole('button', { name: SECOND, exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(page.locator('.chart-panel canvas').first()).toBeVisible()
  } finally {
    controller.stop()
    second.stop()
  }
})
