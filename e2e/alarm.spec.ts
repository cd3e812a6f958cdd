import { startController } from './controller.ts'
import { expect, expectAccessible, prefer, signIn, test } from './farm.ts'

const HOUSE = 'House of the story'

test('a farmer finds the worst house, sees why, goes there and says with a note what it was', async ({
  page,
  farm,
}) => {
  const controller = await startController(farm, 'STORY-ALARM-1', HOUSE)
  try {
    await prefer(page, 'dark', 'en-US')
    await signIn(page, farm, 'linden', '/screen/index')
    const bell = page.getByRole('button', { name: /unread/ })
    await expect(bell).toBeVisible()
    const before = (await bell.getAttribute('aria-label')) ?? ''
    controller.report(33.4, { HighTemp: true })
    await expect(bell).not.toHaveAccessibleName(before, { timeout: 15_000 })
    await expect(bell).toHaveAccessibleName(/[1-9]\d* unread/)

    // The monitor names the house among those that need somebody, and the alarms say why.
    await expect(page.getByRole('button', { name: new RegExp(HOUSE) }).first()).toBeVisible()
    await page.goto(`${farm.url}/house-alarm?search=${encodeURIComponent(HOUSE)}`)
    const row = page.getByRole('row', { name: /High temperature/ })
    await expect(row).toContainText(HOUSE)
    await expect(row).toContainText('Active')
    await expect(row).toContainText('New')
    await expect(row).toContainText(/33\.\d/)
    await expect(page.locator('.alarm-plot canvas')).toBeVisible()
    await expectAccessible(page)

    await page
      .getByRole('textbox', { name: 'Note for this step' })
      .fill('Fans stand still, calling the electrician')
    await page.getByRole('button', { name: 'Seen', exact: true }).click()
    await expect(row).toContainText('Seen')
    await expect(page.getByText('Fans stand still, calling the electrician')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Note for this step' })).toHaveValue('')
    await page.getByRole('button', { name: 'I’m on site' }).click()
    await expect(row).toContainText('On site')
    await expect(row).toContainText('Active')

    controller.report(21.5, {})
    await expect(row).toContainText('Cleared', { timeout: 30_000 })
    await expect(row).toContainText('On site')
    await page.getByRole('textbox', { name: 'Note' }).fill('Q3 tripped, reset by hand')
    // One tap closes it.
    await page.getByRole('button', { name: 'Breaker or supply' }).click()
    await expect(row).toContainText('Solved')
    await expect(page.getByText('Q3 tripped, reset by hand')).toBeVisible()

    await page.goto(`${farm.url}/notice-message`)
    await expect(page.getByRole('button', { name: new RegExp(`${HOUSE}: High temperature`) })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(page.getByText('All messages are read.')).toBeVisible()
  } finally {
    controller.stop()
  }
})

test('at night on a phone: one alarm with its value, opening it counts as seen, one tap says who goes', async ({
  page,
  farm,
}) => {
  const controller = await startController(farm, 'STORY-ALARM-2', 'Night house')
  try {
    await page.setViewportSize({ width: 390, height: 844 })
    await prefer(page, 'dark', 'en-US')
    await signIn(page, farm, 'linden', '/house-alarm')
    controller.report(34.2, { PowerFail: true, HighTemp: true })
    const focus = page.locator('.alarm-focus')
    await expect(focus).toContainText('Emergency, Night house', { timeout: 30_000 })
    await expect(focus).toContainText('Check supply and generator')
    const told = page.getByRole('list', { name: 'Who was told' })
    await expect(
      told.getByRole('listitem').filter({ hasText: 'You' }).filter({ hasText: 'seen' }),
    ).toBeVisible()
    await page.getByRole('button', { name: /I’m on my way/ }).click()
    await expect(told).toContainText('on the way')
    await expect(page.getByRole('button', { name: /I’m on my way/ })).toBeHidden()
    await expectAccessible(page)
  } finally {
    controller.stop()
  }
})

test('at night a screen reader says whose alarm it is, what to do and by when, in that order, and no icon speaks', async ({
  page,
  farm,
}) => {
  const controller = await startController(farm, 'STORY-ALARM-4', 'Dark house')
  try {
    await page.setViewportSize({ width: 390, height: 844 })
    await prefer(page, 'dark', 'en-US')
    await signIn(page, farm, 'linden', '/house-alarm')
    controller.report(34.2, { PowerFail: true, HighTemp: true })
    const focus = page.locator('.alarm-focus').filter({ hasText: 'Dark house' })
    await expect(focus).toBeVisible({ timeout: 30_000 })
    await expect(focus).toMatchAriaSnapshot(`
      - heading "Emergency, Dark house" [level=2]
      - paragraph: /Power failure/
      - paragraph: /Open the emergency inlets/
      - term: Usual cause
      - definition: /grid has failed/
      - term: If nobody acts
      - definition: /suffocate/
      - term: Act within
      - definition: /10 min/
    `)
    await expect(page.getByRole('button', { name: /I’m on my way/ })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Who was told' })).toBeVisible()
    const said = await page.getByRole('main').ariaSnapshot()
    expect(said.match(/img "(down|close|close-circle|right|left|search)"/g)).toBeNull()
  } finally {
    controller.stop()
  }
})

test('a farmer acknowledges on the monitor: the alarm stays, and everybody sees who has seen it', async ({
  page,
  farm,
}) => {
  const controller = await startController(farm, 'STORY-ALARM-3', 'House of the monitor')
  try {
    await prefer(page, 'dark', 'en-US')
    await signIn(page, farm, 'linden', '/screen/index')
    controller.report(33.1, { HighTemp: true })
    await page
      .getByRole('button', { name: /House of the monitor/ })
      .first()
      .click()
    const card = page.getByRole('region', { name: 'Active alarms' })
    const row = card.getByRole('listitem').filter({ hasText: 'High temperature' })
    await expect(row).toHaveAttribute('data-unseen', 'true', { timeout: 20_000 })
    await card.getByRole('button', { name: 'Acknowledge' }).click()
    await expect(card.getByRole('button', { name: 'Acknowledge' })).toBeHidden()
    await expect(row).toBeVisible()
    await expect(row).not.toHaveAttribute('data-unseen')

    await card.getByRole('button', { name: 'All alarms' }).click()
    const listed = page.getByRole('row', { name: /High temperature/ })
    await expect(listed).toContainText('Active')
    await expect(listed).toContainText('Seen')
    await expect(listed).toContainText('Joost van den Berg')
  } finally {
    controller.stop()
  }
})
