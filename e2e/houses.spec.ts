import { expect, inEnglish, prefer, signIn, test } from './farm.ts'

const OVERVIEW = '/chicken-home-manage'

test('a farmer opens the monitor of a house from the overview: by its row, by keyboard, by its card', async ({
  page,
  farm,
}) => {
  await prefer(page, 'light', 'en-US')
  await signIn(page, farm, 'linden', OVERVIEW)
  const row = page.getByRole('row', { name: /House 2/ })
  await row.getByText(/Broiler/).click({ force: true })
  await expect(page).toHaveURL(/\/screen\/index\?houseId=/)
  await expect(page.getByRole('heading', { name: 'House 2' })).toBeVisible()

  await page.goto(`${farm.url}/chicken-home-manage`)
  await page.getByRole('button', { name: 'House 3', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'House 3' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${farm.url}/chicken-home-manage`)
  const card = page.getByRole('listitem').filter({ hasText: 'House 2' })
  await card.getByRole('button', { name: 'More for House 2' }).click()
  await expect(page.getByRole('menuitem', { name: 'Reports' })).toBeVisible()
  await page.keyboard.press('Escape')
  await card.getByText(/Broiler/).click({ force: true })
  await expect(page).toHaveURL(/\/screen\/index\?houseId=/)
})

test('staff are led to the controller of a house, and a new house takes only what its customer has', async ({
  page,
  farm,
}) => {
  await prefer(page, 'light', 'en-US')
  await signIn(page, farm, 'admin', OVERVIEW)
  await inEnglish(page)
  await page.getByRole('button', { name: 'House 2', exact: true }).first().click()
  await expect(page).toHaveURL(/\/chickenHouseDetails\?houseId=/)

  await page.goto(`${farm.url}/chicken-home-manage?id=new`)
  const form = page.getByRole('dialog', { name: 'New house' })
  const offered = page.locator(
    '.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option',
  )
  await form.getByLabel('Customer', { exact: true }).fill('Siam')
  await page
    .locator('.ant-select-item-option')
    .and(page.getByTitle('Siam Breeders', { exact: true }))
    .click()
  await form.getByLabel('Devices that serve the house', { exact: true }).click()
  await expect(offered.first()).toBeVisible()
  for (const name of await offered.allTextContents()) expect(name).not.toContain('EC-BV-')
})

test('staff who edit a house that is not shared see that in place of its flock', async ({ page, farm }) => {
  await prefer(page, 'dark', 'en-US')
  await signIn(page, farm, 'admin', `${OVERVIEW}?search=Breeder%20house%20A`)
  await inEnglish(page)
  await page.getByRole('button', { name: 'Edit Breeder house A' }).click()
  const form = page.getByRole('dialog')
  await expect(form.getByText('not shared')).toHaveCount(5)
  await expect(form.getByLabel('Birds placed')).toHaveCount(0)
  await form.getByLabel('Name', { exact: true }).fill('Breeder house A1')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('House changed')).toBeVisible()
})
