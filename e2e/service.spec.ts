import type { Page } from '@playwright/test'
import { expect, expectAccessible, type Farm, inEnglish, prefer, signIn, test } from './farm.ts'

const EDITORS_FAQ = '/device-maintain/common-problem/admin-list'

/** The editor's form of a new FAQ. */
async function openNew(page: Page, farm: Farm) {
  await page.goto(`${farm.url}${EDITORS_FAQ}?id=new`)
  return page.getByRole('dialog')
}

test('what an editor wrote outlives a closed window, and an earlier text comes back', async ({
  page,
  context,
  farm,
}) => {
  await prefer(page, 'light', 'en-US')
  await signIn(page, farm, 'editor', `/user/login?redirect=${EDITORS_FAQ}`)
  await inEnglish(page)
  let form = await openNew(page, farm)
  await form.getByLabel('English title').fill('The feed scale drifts')
  await form.getByRole('textbox', { name: 'English text' }).fill('Tare the empty bin first.')
  await expect(form.getByRole('status').filter({ hasText: 'kept on this device' })).toBeVisible()
  await page.close({ runBeforeUnload: false })

  const back = await context.newPage()
  form = await openNew(back, farm)
  await expect(form.getByRole('status').filter({ hasText: 'Your unsaved work is back' })).toBeVisible()
  await expect(form.getByLabel('English title')).toHaveValue('The feed scale drifts')
  await expect(form.getByRole('textbox', { name: 'English text' })).toHaveText('Tare the empty bin first.')
  await form.getByLabel('Original').click()
  await back.getByTitle('English', { exact: true }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  await back.getByRole('button', { name: /^Edit.*The feed scale drifts/ }).click()
  await expect(form.getByRole('textbox', { name: 'English text' })).toHaveText('Tare the empty bin first.')
  await expect(form.getByText('Your unsaved work is back')).toBeHidden()
  await form.getByRole('textbox', { name: 'English text' }).fill('Weigh the empty bin first.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  await back.getByRole('button', { name: /^Edit.*The feed scale drifts/ }).click()
  await form.getByRole('button', { name: 'History' }).click()
  await expect(form.locator('del')).toHaveText('Tare')
  await expect(form.locator('ins')).toHaveText('Weigh')
  await expectAccessible(back)
  await form.getByRole('button', { name: /^Version 1/ }).click()
  await form.getByRole('button', { name: 'Restore this version' }).click()
  await back.getByRole('dialog').last().getByRole('button', { name: 'Restore this version' }).click()
  await expect(form.getByRole('button', { name: /^Version 3/ })).toBeVisible()
  await form.getByRole('button', { name: 'Write' }).click()
  await expect(form.getByRole('textbox', { name: 'English text' })).toHaveText('Tare the empty bin first.')
})
