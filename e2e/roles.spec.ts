import { CUSTOMER } from '#shared/permissions.ts'
import { expect, expectAccessible, inEnglish, signIn, test } from './farm.ts'
import { openPeople } from './people.ts'
import { newVisitor, widths } from './visitor.ts'

/** What a change of rights may take to reach an open screen. ms */
const WITHIN = 2_000

test('an administrator builds a role, and a user sees exactly that until it is taken away', async ({
  page,
  browser,
  farm,
}) => {
  test.slow()
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, farm, 'linden', '/user/login?redirect=/sysconfig/role')
  await inEnglish(page)

  await page.getByRole('button', { name: 'New role' }).click()
  const form = page.getByRole('dialog', { name: 'New role' })
  await form.getByLabel('English name').fill('Night watch')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Night watch' })).toBeVisible()

  // By name, by keyboard, and looking follows from every other action.
  const find = page.getByPlaceholder('Permission, page or key')
  await find.fill('house_alarm')
  const edit = page.getByRole('checkbox', { name: 'Alarms: edit' })
  await page.getByRole('checkbox', { name: 'Alarms: get' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(edit).toBeFocused()
  await page.keyboard.press('Space')
  await expect(edit).toBeChecked()
  await expect(
    page.getByRole('checkbox', { name: 'Alarms: query, follows from another action' }),
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
  await expect(menu.getByRole('link', { name: 'House groups' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Alarms' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'House overview' })).toBeHidden()
  const create = watching.getByRole('button', { name: 'New group' })
  await expect(create.first()).toBeVisible()

  // Adding groups is taken away: the button goes, the screen stays.
  await page.getByRole('button', { name: 'Refresh' }).click()
  await find.fill('chicken_group')
  await page.getByRole('checkbox', { name: 'House groups: add' }).click()
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  const asked = page.getByRole('dialog', { name: 'Take this away?' })
  await expect(asked).toContainText('1 person loses it at once')
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Save and take away' }).click()
  await expect(create).toHaveCount(0, { timeout: WITHIN })
  await expect(watching).toHaveURL(/chicken-group/)

  // Then the permission itself: the screen gives way, the menu forgets it.
  await page.getByText('Role changed').waitFor({ state: 'hidden' })
  for (const action of ['get', 'edit', 'delete', 'import', 'export'])
    await page.getByRole('checkbox', { name: `House groups: ${action}` }).click()
  await page.getByRole('checkbox', { name: 'House groups: query' }).click()
  await page.getByRole('button', { name: /^Save \d+ changes$/ }).click()
  await asked.getByRole('button', { name: 'Save and take away' }).click()
  await expect(watching).toHaveURL(`${farm.url}/404`, { timeout: WITHIN })
  await expect(menu.getByRole('link', { name: 'House groups' })).toBeHidden()
  await expect(menu.getByRole('link', { name: 'Alarms' })).toBeVisible()
  await people.leave()
})
