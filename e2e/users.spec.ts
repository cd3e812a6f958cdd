import type { Page } from '@playwright/test'
import { CUSTOMER, grantsOf } from '#shared/permissions.ts'
import { inMenu } from '#web/app/screen.ts'
import { menu } from '#web/app/screens.ts'
import { builtInRoles } from '../server/demo/seed/roles.ts'
import { expect, expectAccessible, inEnglish, prefer, signIn, test } from './farm.ts'
import { leftOpen, refused } from './left-open.ts'
import { mailTo } from './mailbox.ts'
import { unfold, widths } from './visitor.ts'

const ADDRESS = 'kees@linden.example'
/** A farm worker's menu, by the role and the table of screens. */
function workersMenu(): string[] {
  const grants = grantsOf(builtInRoles.find(({ key }) => key === 'worker')?.permissions ?? [])
  return menu
    .flatMap(({ screens }) => screens)
    .filter(screen => inMenu(screen, { kind: CUSTOMER, grants }))
    .map(({ entry }) => entry['en-US'])
}
const menuOf = async (page: Page) => {
  await page.getByRole('button', { name: 'Open menu' }).click()
  const links = page.getByRole('dialog').getByRole('link')
  await links.first().waitFor()
  await unfold(page.getByRole('dialog').getByRole('navigation'))
  const entries = await links.allInnerTexts()
  await page.keyboard.press('Escape')
  return entries
}

test('an owner adds a worker on a phone, who sees the worker’s menu until disabled and is erased on request', async ({
  page,
  browser,
  farm,
  problems,
}) => {
  await page.setViewportSize(widths.phone)
  await prefer(page, 'dark', 'en-US')
  await signIn(page, farm, 'linden', '/sysconfig/user')
  await expect(page.getByText('Piet Bakker')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New user' }).click()
  const form = page.getByRole('dialog', { name: 'New user' })
  await form.getByLabel('Name', { exact: true }).fill('Kees Jansen')
  await form.getByLabel('Login id').fill('kees')
  await form.getByLabel('E-mail').fill(ADDRESS)
  await form.locator('summary', { hasText: 'Department, roles' }).click()
  await form.getByLabel('Roles').click()
  // Nobody gives what they do not hold, and staff's roles are not for farms.
  await expect(page.getByTitle('Administrator')).toBeHidden()
  await page.getByTitle('Farm worker').click()
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Kees Jansen')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  const { password } = await mailTo(farm, ADDRESS, 'Your Smart Farm account')
  const context = await browser.newContext({ viewport: widths.phone })
  const worker = await context.newPage()
  await worker.goto(`${farm.url}/user/login`)
  await worker.getByLabel('Account or e-mail').fill('KEES')
  await worker.getByLabel('Password', { exact: true }).fill(password)
  await worker.getByRole('button', { name: 'Sign in', exact: true }).click()
  await worker.getByLabel('New password', { exact: true }).fill('eggs before breakfast')
  await worker.getByLabel('Repeat the new password').fill('eggs before breakfast')
  await worker.getByRole('button', { name: 'Change and continue' }).click()
  const entries = await menuOf(worker)
  expect(entries).toEqual(workersMenu())
  expect(entries).not.toContain('Users')
  await worker.goto(`${farm.url}/personal?section=data`)
  await worker.getByRole('button', { name: 'Request erasure' }).click()
  await worker.getByRole('dialog').getByRole('button', { name: 'Request erasure' }).click()
  await expect(worker.getByText('Requested on')).toBeVisible()
  await expectAccessible(worker)

  // From a page left open, nobody gets another address before its user has proved their identity.
  await leftOpen(farm)
  await page.getByRole('button', { name: 'Edit Kees Jansen' }).click()
  const editor = page.getByRole('dialog', { name: 'Kees Jansen' })
  await editor.getByLabel('E-mail').fill('kees@home.example')
  await editor.getByRole('button', { name: 'Save' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await proof.getByLabel('Password', { exact: true }).fill(farm.account('linden').password)
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(editor).toBeHidden()
  expect(problems.splice(0)).toEqual([refused])

  await page.getByRole('button', { name: 'More for Kees Jansen' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Reset password',
    'Disable',
    'Delete',
    'Export personal data',
    'Erase personal data',
  ])
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  // Their open screen ends without anybody touching it.
  await worker.waitForURL('**/user/login**')
  await context.close()

  await expect(page.getByText('requests erasure')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'More for Kees Jansen' }).click()
  await page.getByRole('menuitem', { name: 'Erase personal data' }).click()
  await expect(page.getByRole('dialog')).toContainText('This cannot be undone.')
  await page.getByRole('dialog').getByRole('button', { name: 'Erase personal data' }).click()
  await expect(page.getByText('Personal data erased', { exact: true })).toBeVisible()
  await expect(page.getByText('Kees Jansen')).toHaveCount(0)
  await page.goto(`${farm.url}/opera-history/index?period=all`)
  await expect(page.getByText(/Erased personal data: Erased person \d+/)).toBeVisible()
  expect(problems).toEqual([])
})

test('a user whom the provider adds to a farm waits until its owner confirms them, and is invited then', async ({
  page,
  browser,
  farm,
}) => {
  const email = 'sofie@linden.example'
  const staff = await browser.newContext({ viewport: widths.desk, locale: 'en-GB' })
  const office = await staff.newPage()
  await prefer(office, 'light', 'en-US')
  await signIn(office, farm, 'admin', '/sysconfig/user')
  await inEnglish(office)
  await office.getByRole('button', { name: 'New user' }).click()
  const form = office.getByRole('dialog', { name: 'New user' })
  await form.getByLabel('Name', { exact: true }).fill('Sofie Smit')
  await form.getByLabel('Login id').fill('sofie')
  await form.getByLabel('E-mail').fill(email)
  await form.getByLabel('Department').fill('De Linden')
  await office.getByTitle('De Linden Poultry', { exact: true }).click()
  await form.getByLabel('Roles').click()
  await office.getByTitle('Farm worker').click()
  await office.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Save' }).click()
  const row = office.getByRole('row', { name: /Sofie Smit/ })
  await expect(row).toContainText('Awaiting confirmation')
  await expectAccessible(office)
  // It is not for the provider to confirm.
  await row.getByRole('button', { name: 'More for Sofie Smit' }).click()
  await expect(office.getByRole('menuitem', { name: 'Reset password' })).toBeVisible()
  await expect(office.getByRole('menuitem', { name: 'Confirm' })).toBeHidden()
  await staff.close()

  await page.setViewportSize(widths.phone)
  await prefer(page, 'dark', 'en-US')
  await signIn(page, farm, 'linden', '/notice-message')
  await page
    .getByText(/added user sofie to De Linden Poultry\. Nobody can sign in with it/)
    .first()
    .click()
  await page.waitForURL(/\/sysconfig\/user\?status=HELD$/)
  await page.getByRole('button', { name: 'Confirm Sofie Smit' }).click()
  const question = page.getByRole('dialog', { name: 'Does Sofie Smit belong to your farm?' })
  await expect(question).toContainText(email)
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('button', { name: 'Confirm Sofie Smit' })).toBeHidden()
  const { password } = await mailTo(farm, email, 'Your Smart Farm account')
  expect(password).not.toBe('')
})

test('staff who cannot reset an owner’s password read what to do instead', async ({ page, farm }) => {
  await prefer(page, 'light', 'en-US')
  await signIn(page, farm, 'admin', '/sysconfig/user?search=linden')
  await inEnglish(page)
  await page.getByRole('button', { name: 'More for Joost van den Berg' }).click()
  await expect(page.getByRole('menuitem', { name: 'Reset password' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Password help' }).click()
  const says = page.getByRole('dialog')
  await expect(says).toContainText('can choose “Forgot password” on the sign-in page')
  await expect(says).toContainText('Invite a new owner')
  await expectAccessible(page)
})
