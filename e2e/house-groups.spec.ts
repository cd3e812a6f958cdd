import { expect, expectAccessible, inEnglish, prefer, signIn, test } from './farm.ts'

test('a farmer groups the houses of a yard in one dialog, and looks at that yard only', async ({
  page,
  farm,
}) => {
  await prefer(page, 'light', 'en-US')
  await signIn(page, farm, 'linden', '/chicken-group')
  const yard = page.getByRole('row', { name: /North yard/ })
  await expect(yard).toContainText('2 houses')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New group' }).click()
  const form = page.getByRole('dialog', { name: 'New group' })
  await form.getByLabel('Name').fill('Youngest birds')
  await form.getByRole('button', { name: 'Save' }).click()
  const houses = page.getByRole('dialog', { name: 'Houses of Youngest birds' })
  await houses.getByRole('checkbox', { name: /House 2/ }).check()
  await expect(houses.getByText('leaves North yard')).toBeVisible()
  await expectAccessible(page)
  await houses.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Youngest birds/ })).toContainText('1 house')
  await expect(yard).toContainText('1 house')

  await page.getByRole('button', { name: 'More for Youngest birds' }).click()
  await page.getByRole('menuitem', { name: 'Show houses' }).click()
  await expect(page).toHaveURL(/chicken-home-manage\?groupId=/)
  await expect(page.getByRole('row', { name: /House 2/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /House 1/ })).toBeHidden()

  await page.goto(`${farm.url}/screen/index`)
  const list = page.getByRole('navigation', { name: 'Houses' })
  await expect(list.getByRole('button', { name: /House 1/ })).toBeVisible()
  await list.getByRole('combobox', { name: 'House group' }).click()
  await page.getByTitle('Youngest birds').click()
  await expect(list.getByRole('button', { name: /House 2/ })).toBeVisible()
  await expect(list.getByRole('button', { name: /House 1/ })).toBeHidden()

  await page.goto(`${farm.url}/chicken-group`)
  await page.getByRole('button', { name: 'More for Youngest birds' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: /Delete group/ })
  await expect(question).toContainText('Its 1 house stays, without a group.')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('row', { name: /Youngest birds/ })).toBeHidden()
})

test('a new cage system type is a draft until it is released; one that houses have is not deleted', async ({
  page,
  farm,
}) => {
  await prefer(page, 'dark', 'en-US')
  await signIn(page, farm, 'engineer', '/chickHouseType')
  await inEnglish(page)
  await page.getByRole('button', { name: 'New type' }).click()
  const form = page.getByRole('dialog', { name: 'New type' })
  await form.getByLabel('English name').fill('Eight-tier cage')
  await form.getByLabel('Tiers').fill('8')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()

  await page.getByPlaceholder('Name of the type').fill('Eight')
  const row = page.getByRole('row', { name: /Eight-tier cage/ })
  await expect(row).toContainText('Draft')
  await row.getByRole('button', { name: 'More for Eight-tier cage' }).click()
  await page.getByRole('menuitem', { name: 'Release' }).click()
  await expect(row).toContainText('Released')

  await page.getByPlaceholder('Name of the type').fill('H-type')
  const used = page.getByRole('row', { name: /H-type stacked cage/ })
  await expect(used).toContainText(/[1-9]\d* houses?/)
  await used.getByRole('button', { name: 'More for H-type stacked cage' }).click()
  await expect(page.getByRole('menuitem', { name: 'Withdraw' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeHidden()
  await expectAccessible(page)
})
