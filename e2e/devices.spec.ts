import { expect, expectAccessible, inEnglish, prefer, signIn, test } from './farm.ts'

test('an engineer registers a gateway, stores its secret, and takes it off the air again', async ({
  page,
  farm,
}) => {
  await prefer(page, 'dark', 'en-US')
  await signIn(page, farm, 'engineer', '/deviceManage')
  await inEnglish(page)

  await page.getByRole('button', { name: 'Register device' }).click()
  const form = page.getByRole('dialog', { name: 'Register device' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('enter code')).toBeVisible()
  await expectAccessible(page)

  await form.getByLabel('Code').fill('a b')
  await expect(form.getByText('Letters, digits and - _ @ . : ; only')).toBeVisible()
  await form.getByLabel('Code').fill('GW-e2e@1.a:b')
  await form.getByLabel('Name').fill('Gateway of the story')
  await form.getByLabel('Customer').fill('De Linden Poultry')
  await page.getByTitle('De Linden Poultry').click()
  await form.getByRole('button', { name: 'Save' }).click()

  const credential = page.getByRole('dialog', { name: 'GW-e2e@1.a:b is registered' })
  await expect(credential.getByText('Shown once.')).toBeVisible()
  await expect(credential.getByText(/^mqtt:\/\//)).toBeVisible()
  const done = credential.getByRole('button', { name: 'Done' })
  await expect(done).toBeDisabled()
  await expectAccessible(page)
  await credential.getByLabel('I have stored the secret').check()
  await done.click()

  await page.getByPlaceholder('Code or name').fill('story')
  await expect(page).toHaveURL(/search=story/)
  const row = page.getByRole('row', { name: /GW-e2e/ })
  await expect(row.getByText('Not activated')).toBeVisible()
  await row.getByRole('button', { name: 'More for GW-e2e@1.a:b' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  const question = page.getByRole('dialog', { name: 'Disable GW-e2e@1.a:b?' })
  await question.getByLabel('Reason').fill('The story is over')
  await question.getByRole('button', { name: 'Disable' }).click()
  await expect(row.getByText('Disabled')).toBeVisible()

  await row.getByRole('button', { name: 'History GW-e2e@1.a:b' }).click()
  const history = page.getByRole('dialog', { name: /GW-e2e/ })
  await expect(history.getByText('Registered')).toBeVisible()
  await expect(history.getByText('Disabled')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await row.getByRole('button', { name: 'More for GW-e2e@1.a:b' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const deletion = page.getByRole('dialog', { name: 'Delete GW-e2e@1.a:b?' })
  await expect(deletion).toContainText('It can be restored for 30 days')
  await deletion.getByRole('button', { name: 'Delete' }).click()
  await expect(row).toBeHidden()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const filters = page.getByRole('region', { name: 'Filters' })
  await filters.getByRole('button', { name: 'Deleted, last 30 days' }).click()
  await filters.getByRole('button', { name: /^Show/ }).click()
  await expect(page).toHaveURL(/deleted=recently/)
  await expect(row).toContainText(/ago · /)
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Restore GW-e2e@1.a:b' }).click()
  const restoring = page.getByRole('dialog', { name: 'Restore GW-e2e@1.a:b?' })
  await expect(restoring).toContainText('Reset credential')
  await restoring.getByRole('button', { name: 'Restore' }).click()
  await expect(row).toBeHidden()
  await page.getByRole('button', { name: 'Remove filter Entries' }).click()
  await expect(row.getByText('Disabled')).toBeVisible()
})

test('an engineer disables several devices in one go, and reads which of them were refused and why', async ({
  page,
  farm,
}) => {
  await prefer(page, 'light', 'en-US')
  await signIn(page, farm, 'engineer', '/deviceManage')
  await inEnglish(page)
  const register = async (code: string) => {
    await page.getByRole('button', { name: 'Register device' }).click()
    const form = page.getByRole('dialog', { name: 'Register device' })
    await form.getByLabel('Code').fill(code)
    await form.getByLabel('Name').fill('Bulk story')
    await form.getByLabel('Customer').fill('Siam Breeders')
    await page.getByTitle('Siam Breeders').click()
    await form.getByRole('button', { name: 'Save' }).click()
    const credential = page.getByRole('dialog', { name: `${code} is registered` })
    await credential.getByLabel('I have stored the secret').check()
    await credential.getByRole('button', { name: 'Done' }).click()
  }
  await register('GW-LBULK-1')
  await page.getByPlaceholder('Code or name').fill('LB')
  await expect(page).toHaveURL(/search=LB/)
  const rowOf = (code: string) => page.getByRole('row', { name: new RegExp(code) })
  await rowOf('GW-LBULK-1').getByLabel('Select row').check()
  await rowOf('EC-LB-04').getByLabel('Select row').check()
  const bar = page.getByRole('toolbar')
  await expect(bar.getByText('2 selected')).toBeVisible()
  await bar.getByRole('button', { name: 'Disable' }).click()
  await page
    .getByRole('dialog', { name: /^Disable 2/ })
    .getByRole('button', { name: 'Disable' })
    .click()

  const result = page.getByRole('dialog', { name: '1 of 2 done' })
  await expect(result.getByRole('row', { name: /EC-LB-04/ })).toContainText(
    /There are birds in .*Enter a reason/,
  )
  await expectAccessible(page)
  await result.getByRole('button', { name: 'OK' }).click()
  await expect(rowOf('GW-LBULK-1').getByText('Disabled')).toBeVisible()
  await expect(bar.getByText('1 selected')).toBeVisible()
  await expect(rowOf('EC-LB-04').getByLabel('Select row')).toBeChecked()
})
