import { houseGroups } from '#shared/contracts/house-groups.ts'
import { CUSTOMER, type Grant, permissions } from '#shared/permissions.ts'
import groupWords from '#web/features/house-groups/en-US.json' with { type: 'json' }
import { expect, expectAccessible, inEnglish, signIn, TOLD_MS, test } from './farm.ts'
import { openPeople } from './people.ts'
import { entriesFor } from './rights.ts'
import { menuOf, newVisitor, widths } from './visitor.ts'

/** Row actions of the house groups that the contract allows with these grants. */
const rowActionsFor = (grants: readonly Grant[]): string[] =>
  (
    [
      [groupWords.assign, houseGroups.assign],
      [groupWords.edit, houseGroups.update],
      [groupWords.remove, houseGroups.remove],
    ] as const
  ).flatMap(([label, { access }]) => (grants.includes(access) ? [label] : []))

test('an administrator creates a role, and a user sees exactly that until it is removed', async ({
  page,
  browser,
  farm,
}) => {
  test.slow()
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, farm, 'linden', '/sysconfig/role')
  await inEnglish(page)

  await page.getByRole('button', { name: 'New role' }).click()
  const form = page.getByRole('dialog', { name: 'New role' })
  await form.getByLabel('English name').fill('Night watch')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Night watch' })).toBeVisible()
  await expect(form).toBeHidden()
  await expect(page.getByTitle('Not saved')).toHaveCount(0)

  // By name and by keyboard; every other action includes viewing.
  const find = page.getByPlaceholder('Permission, page or key')
  await find.fill('house_alarm')
  const edit = page.getByRole('checkbox', { name: 'Alarms: edit' })
  await page.getByRole('checkbox', { name: 'Alarms: get' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(edit).toBeFocused()
  await page.keyboard.press('Space')
  await expect(edit).toBeChecked()
  await expect(
    page.getByRole('checkbox', { name: 'Alarms: query, included by another action' }),
  ).toBeChecked()
  await find.fill('/chicken-group')
  await page.getByRole('checkbox', { name: 'House groups: get' }).focus()
  await page.keyboard.press('Shift+Space')
  await expect(page.getByRole('checkbox', { name: 'House groups: delete' })).toBeChecked()
  await find.fill('')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Save \d+ changes$/ }).click()
  await expect(page.getByText('Role changed')).toBeVisible()

  const people = await openPeople(farm)
  const token = await people.tokenOf(CUSTOMER, ['weather:query'])
  await people.giveOnly(token, 'Night watch')
  const look = { theme: 'light', language: 'en-US' } as const
  const { page: watching, visit } = await newVisitor(browser, farm.url, look, widths.desk)
  await visit('/chicken-group', token)
  const menu = watching.getByRole('navigation', { name: 'Main menu' })
  const night = new Set<Grant>(['house_alarm:get', 'house_alarm:edit', 'house_alarm:query'])
  const groups = permissions.chicken_group.actions.map(action => `chicken_group:${action}` as Grant)
  await expect(menu.getByRole('link', { name: 'Alarms' })).toBeVisible()
  expect(await menuOf(watching)).toEqual(entriesFor(CUSTOMER, new Set([...night, ...groups])))
  const create = watching.getByRole('button', { name: 'New group' })
  await expect(create.first()).toBeVisible()
  // The buttons of a list's head, without its number of rows.
  const offered = async () => {
    const said = await watching.locator('.pane:visible .list-head button').allTextContents()
    return said.map(text => text.replace(/ [\d,]+$/, '')).toSorted()
  }
  expect(await offered()).toEqual(['Export', 'Import', 'New group'])
  // The actions of a row: a word, and more behind three dots.
  const offeredInRow = async () => {
    const [word, more] = await watching
      .locator('.pane:visible .row-actions')
      .first()
      .getByRole('button')
      .all()
    const said = (await word?.textContent())?.trim() ?? ''
    if (!more) return [said]
    await more.click()
    const items = watching.getByRole('menuitem')
    await items.first().waitFor()
    const others = await items.allTextContents()
    await watching.keyboard.press('Escape')
    await items.first().waitFor({ state: 'hidden' })
    return [said, ...others]
  }
  expect(await offeredInRow()).toEqual(rowActionsFor(groups))

  // Adding and deleting groups is taken away: the buttons go, the screen stays.
  await page.getByRole('button', { name: 'Refresh' }).click()
  await find.fill('chicken_group')
  for (const action of ['add', 'delete'])
    await page.getByRole('checkbox', { name: `House groups: ${action}` }).click()
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  const asked = page.getByRole('dialog', { name: 'Remove these rights?' })
  await expect(asked).toContainText('1 person loses them at once')
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Save and remove' }).click()
  await expect(create).toHaveCount(0, { timeout: TOLD_MS })
  const told = watching.getByRole('status').filter({ hasText: 'Your permissions have changed' })
  await expect(told).toContainText('Some permissions were taken away')
  expect(await offered()).toEqual(['Export', 'Import'])
  const without = groups.filter(grant => !/:(add|delete)$/.test(grant))
  expect(await offeredInRow()).toEqual(rowActionsFor(without))
  await expect(watching).toHaveURL(/chicken-group/)

  // Then the permission itself: the screen closes, and the menu drops it.
  await page.getByText('Role changed').waitFor({ state: 'hidden' })
  for (const action of ['get', 'edit', 'import', 'export'])
    await page.getByRole('checkbox', { name: `House groups: ${action}` }).click()
  await page.getByRole('checkbox', { name: 'House groups: query' }).click()
  await page.getByRole('button', { name: /^Save \d+ changes$/ }).click()
  await asked.getByRole('button', { name: 'Save and remove' }).click()
  await expect(watching).toHaveURL(`${farm.url}/404`, { timeout: TOLD_MS })
  expect(await menuOf(watching)).toEqual(entriesFor(CUSTOMER, night))
  // Handling alarms without exporting them: viewing, with their figures, and acting, no file.
  await menu.getByRole('link', { name: 'Alarms' }).click()
  await expect(watching.getByRole('heading', { level: 1, name: 'Alarms' })).toBeVisible()
  expect(await offered()).toEqual(['Figures'])
  await people.leave()
})

test('a staff role can be limited to the customers of the own department', async ({ page, farm }) => {
  await signIn(page, farm, 'admin', '/sysconfig/role')
  await inEnglish(page)
  await page.getByRole('button', { name: 'New role' }).click()
  const form = page.getByRole('dialog', { name: 'New role' })
  await form.getByLabel('English name').fill('Service of a region')
  const choice = form.getByRole('checkbox', { name: 'Customers of my department only' })
  await choice.check()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  const head = page.locator('.role-heading')
  await expect(head).toContainText('Service of a region')
  await expect(head).toContainText('Customers of my department only')

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = page.getByRole('dialog', { name: 'Edit' })
  await edit.getByRole('checkbox', { name: 'Customers of my department only' }).uncheck()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(head).not.toContainText('Customers of my department only')
})
