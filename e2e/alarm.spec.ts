import type { Locator } from '@playwright/test'
import { startController } from './controller.ts'
import { expect, expectAccessible, prefer, signIn, test } from './farm.ts'
import { fits } from './offline.ts'
import { simulate } from './simulate.ts'

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
    await page.getByRole('textbox', { name: 'Note', exact: true }).fill('Q3 tripped, reset by hand')
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
    // One thumb: all three are large, in the lower half, and nothing lies over them, wherever the page stands.
    const actions = [/I’m on my way/, /I’m on site/, /I can’t come/].map(name =>
      page.getByRole('button', { name }),
    )
    for (const action of actions) await expectInReach(action)
    await focus.getByRole('heading').hover()
    await page.mouse.wheel(0, 400)
    for (const action of actions) await expectInReach(action)
    await page.getByRole('button', { name: /I’m on my way/ }).click()
    await expect(told).toContainText('on the way')
    await expect(page.getByRole('button', { name: /I’m on my way/ })).toBeHidden()
    await expectAccessible(page)
  } finally {
    controller.stop()
  }
})

/** A thumb finds it: at least 64 px high, in the lower half of the screen, and itself where it is touched. */
async function expectInReach(action: Locator): Promise<void> {
  const found = await action.evaluate(element => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const touched = [0.1, 0.5, 0.9].map(part => document.elementFromPoint(x + width / 2, y + height * part))
    return {
      height,
      isLow: y >= innerHeight / 2 && y + height <= innerHeight,
      isFree: touched.every(each => each !== null && element.contains(each)),
    }
  })
  expect(found).toMatchObject({ isLow: true, isFree: true })
  expect(found.height).toBeGreaterThanOrEqual(64)
}

const forecasts = {
  'en-US': {
    alarm: /Power failure|No mains|Generator/,
    headline: /If nothing happens \d\d\s°C at about \d\d:\d\d/,
    birds: /3\d,\d{3} birds/,
    says: /Shut and without power, by the model of this house, in about \d+ min\./,
    dotted: 'If nothing happens',
    chart: /dotted on as it will go if nothing happens/,
  },
  'zh-CN': {
    alarm: /停电|市电|发电机/,
    headline: /如果不处理 \d\d:\d\d 左右升到 \d\d\s°C/,
    birds: /舍内 3\d,\d{3} 只/,
    says: /断电且门窗关闭，约 \d+ 分钟后/,
    dotted: '如果不处理',
    chart: /虚线为不处理时的推算/,
  },
} as const

test('a house without mains and generator: the phone says and draws when it is too hot if nothing happens, in both languages', async ({
  page,
  farm,
}) => {
  const plant = (fault: string, ...more: string[]) =>
    simulate(farm, '--fault', fault, '--house', 'EC-BV-01', ...more)
  try {
    for (const fault of ['generator', 'power']) expect(await plant(fault)).toContain('Planted')
    await page.setViewportSize({ width: 390, height: 844 })
    for (const language of ['en-US', 'zh-CN'] as const) {
      const t = forecasts[language]
      await prefer(page, language === 'en-US' ? 'dark' : 'light', language)
      await signIn(page, farm, 'linden', '/house-alarm', language)
      const focus = page.locator('.alarm-focus').filter({ hasText: 'House 1' })
      const chip = page.getByRole('button', { name: t.alarm }).filter({ hasText: 'House 1' }).first()
      await expect(chip.or(focus).first()).toBeVisible({ timeout: 90_000 })
      if (!(await focus.isVisible())) await chip.click()
      await expect(focus).toContainText(t.alarm)
      const foreseen = page.locator('.alarm-foreseen')
      await expect(foreseen).toContainText(t.headline, { timeout: 90_000 })
      await expect(foreseen).toContainText(t.birds)
      await expect(foreseen).toContainText(t.says)
      // It is read without scrolling, above the answers.
      const [head, answers] = await Promise.all(
        [foreseen, page.locator('.alarm-answers')].map(each => each.boundingBox()),
      )
      expect((head?.y ?? 0) + (head?.height ?? 0)).toBeLessThanOrEqual(answers?.y ?? 0)
      await expect(page.getByRole('img', { name: t.chart })).toBeVisible()
      await expect(page.locator('.alarm-legend').getByText(t.dotted)).toBeVisible()
      await fits(page)
      await expectAccessible(page)
    }
  } finally {
    for (const fault of ['power', 'generator']) await plant(fault, '--end')
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
    `)
    const why = page.locator('.alarm-card').filter({ has: page.getByRole('term') })
    await expect(why).toMatchAriaSnapshot(`
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
