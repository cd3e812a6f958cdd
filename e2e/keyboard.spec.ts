import type { Locator, Page } from '@playwright/test'
import { expect, inEnglish, prefer, signIn, test } from './farm.ts'

/** More than any page has, with its menu and header. */
const MOST_STOPS = 90
/** More than any dialog has. */
const MOST_IN_DIALOG = 25

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

/** Tabs around and back, past the browser's own buttons; nothing outside the dialog gets the focus. */
async function staysWithin(page: Page, dialog: Locator): Promise<void> {
  for (const key of ['Tab', 'Shift+Tab'])
    for (let stop = 0; stop < MOST_IN_DIALOG; stop++) {
      await page.keyboard.press(key)
      const outside = await dialog.evaluate(of => {
        const at = document.activeElement
        return of.contains(at) || at === document.body ? null : (at?.outerHTML ?? null)
      })
      expect(outside).toBeNull()
    }
}

/** Opens a page from the palette. */
async function open(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type(name)
  await expect(page.getByRole('option', { name, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
}

test('an owner adds a user with a role and changes a role by keyboard alone, and always sees where they are', async ({
  page,
  farm,
}) => {
  await prefer(page, 'light', 'en-US')
  await signIn(page, farm, 'linden')
  await inEnglish(page)

  await open(page, 'Users')
  const add = page.getByRole('button', { name: 'New user' })
  await tabTo(page, add)
  await expect(add).not.toHaveCSS('outline-style', 'none')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'New user' })
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(add).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
  await staysWithin(page, form)
  await tabTo(page, form.getByLabel('Name', { exact: true }))
  await page.keyboard.type('Kim Keys')
  await tabTo(page, form.getByLabel('Login id'))
  await page.keyboard.type('kim.keys')
  await tabTo(page, form.getByLabel('E-mail'))
  await page.keyboard.type('kim.keys@example.com')
  await tabTo(page, form.getByRole('combobox', { name: 'Roles' }))
  await page.keyboard.type('worker')
  await expect(page.getByTitle('Farm worker')).toBeVisible()
  await page.keyboard.press('Enter')
  // Closes the choices, not the form.
  await page.keyboard.press('Escape')
  await tabTo(page, form.getByRole('button', { name: 'Save' }))
  await page.keyboard.press('Enter')
  await expect(form).toHaveCount(0)
  await expect(add).toBeFocused()
  await expect(page.getByRole('row', { name: /Kim Keys.*Farm worker/ })).toBeVisible()

  const more = page.getByRole('button', { name: 'More for Kim Keys' })
  await tabTo(page, more)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()

  await open(page, 'Roles')
  await tabTo(page, page.getByRole('button', { name: 'New role' }))
  await page.keyboard.press('Enter')
  const naming = page.getByRole('dialog', { name: 'New role' })
  await tabTo(page, naming.getByLabel('English name'))
  await page.keyboard.type('Gate keeper')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Gate keeper' })).toBeVisible()
  const find = page.getByPlaceholder('Permission, page or key')
  await tabTo(page, find)
  await page.keyboard.type('house_alarm')
  const first = page.getByRole('checkbox', { name: 'Alarms: query' })
  await expect(first).toBeVisible()
  // Tab reaches one cell of the grid, at first the group's; arrow keys move on from there.
  await tabTo(page, page.locator('[data-at][tabindex="0"]'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(first).toBeFocused()
  await page.keyboard.press('Space')
  await expect(first).toBeChecked()
  await tabTo(page, page.getByRole('button', { name: /^Save \d+ change/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Role changed')).toBeVisible()
  await expect(first).toBeFocused()
})
