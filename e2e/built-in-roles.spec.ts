import type { Page } from '@playwright/test'
import { builtInRoles } from '#server/demo/seed/roles.ts'
import { grantsOf } from '#shared/permissions.ts'
import { expect, farmTest as test } from './farm.ts'
import { openPeople } from './people.ts'
import { entriesFor } from './rights.ts'
import { menuOf, newVisitor, type Visitor, widths } from './visitor.ts'

test.use({ trace: 'off' })

const look = { theme: 'dark', language: 'en-US' } as const

/** Goes to another screen without leaving the application, and waits until it is shown. */
async function go(page: Page, path: string): Promise<void> {
  if (new URL(page.url()).pathname === path) return
  const left = await page.locator('.pane:visible').elementHandle()
  await page.evaluate(path => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await expect(page).toHaveURL(url => url.pathname === path)
  await left?.waitForElementState('hidden')
}

/** What can be opened on a screen without changing anything: a new row, the first row, its form. */
const openers = (page: Page) => [
  page.locator('.list-head .ant-btn-primary'),
  page.getByRole('button', { name: /^(Edit|Details|View)\b/ }),
]

/** Other actions for the first row and for selected ones: none is chosen, and none may be empty. */
async function lookThroughRows({ page, settled }: Visitor): Promise<void> {
  const pane = page.locator('.pane:visible')
  const more = pane.getByRole('button', { name: /^More for / }).first()
  if (await more.isVisible()) {
    await more.click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    await settled()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menuitem').first()).toBeHidden()
  }
  const pick = pane.locator('tbody .data-pick input').first()
  if (!(await pick.isVisible())) return
  await pick.check()
  await expect(pane.locator('.data-bulk button').first()).toBeVisible()
  await settled()
  await pick.uncheck()
}

for (const { key, kind, name, permissions } of builtInRoles)
  test(`${name['en-US']} sees in the menu what the role may open, and nothing they open is refused`, async ({
    browser,
    farm,
  }) => {
    const grants = grantsOf(permissions)
    const entries = entriesFor(kind, grants)
    const people = await openPeople(farm)
    const token = await people.tokenOf(kind, [...grants])
    await people.leave()
    const visitor = await newVisitor(browser, farm.url, look, widths.desk)
    const { page, visit, settled, problems } = visitor
    await visit('/notice-message', token)
    await settled()
    expect(await menuOf(page), key).toEqual(entries)
    // The first entry opens another of them.
    for (const path of entries.filter(path => path !== '/')) {
      await go(page, path)
      const pane = page.locator('.pane:visible')
      await settled()
      for (const opener of openers(page)) {
        const first = pane.locator(opener).first()
        if (!(await first.isVisible())) continue
        await first.click()
        const dialog = page.getByRole('dialog')
        await expect(dialog).toBeVisible()
        await settled()
        for (const tab of await dialog.getByRole('tab').all()) {
          await tab.click()
          await settled()
        }
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
      }
      await lookThroughRows(visitor)
      expect(problems, path).toEqual([])
    }
    await page.context().close()
  })
