import type { Page } from '@playwright/test'
import { repairSteps } from '#shared/repairs.ts'
import { paths } from '#shared/screens.ts'
import { STATEMENT_VERSION } from '#shared/service-statement.ts'
import flocks from '#web/features/flocks/zh-CN.json' with { type: 'json' }
import { call } from './api.ts'
import { startController } from './controller.ts'
import { expect, type Farm, prefer, signIn, test, tokenOf } from './farm.ts'
import { onPhone, ready } from './offline.ts'
import { countTaps } from './taps.ts'

/** What people do most, from the first page on, with as many taps as it may take. */

test('a power failure at night on the phone: from the bell to being on site in four taps', async ({
  page,
  farm,
}) => {
  const HOUSE = 'Journey house'
  const controller = await startController(farm, 'STORY-JOURNEY', HOUSE)
  try {
    await page.setViewportSize({ width: 390, height: 844 })
    await prefer(page, 'dark', 'en-US')
    await signIn(page, farm, 'linden', paths.workplace)
    controller.report(24, { PowerFail: true })
    const bell = page.getByRole('button', { name: /unread/ })
    const taps = await countTaps(page)
    // Other stories' messages may be newer.
    await expect(page.getByRole('listitem').filter({ hasText: HOUSE }).first()).toBeVisible({
      timeout: 60_000,
    })
    await bell.click()
    await page
      .getByRole('button', { name: new RegExp(`${HOUSE}.*Power failure`) })
      .first()
      .click()
    const focus = page.locator('.alarm-focus')
    await expect(focus).toContainText(HOUSE)
    await page.getByRole('button', { name: /I’m on my way/ }).click()
    await page.getByRole('button', { name: /I’m on site/ }).click()
    await expect(page.getByRole('list', { name: 'Who was told' })).toContainText('on site')
    expect(taps()).toBeLessThanOrEqual(4)
  } finally {
    controller.stop()
  }
})

test('an engineer comes from the workplace to the repair that has waited longest in one tap, and accepts it in two more', async ({
  page,
  farm,
}) => {
  await newRepair(farm)
  await prefer(page, 'light', 'en-US')
  await signIn(page, farm, 'engineer', paths.workplace, 'en-US')
  const taps = await countTaps(page)
  await page
    .locator('.workplace-oldest')
    .filter({ hasText: /RP\d{8}-\d{4}/ })
    .click()
  const panel = page.locator('aside.docked')
  const accept = repairSteps.accept.label['en-US']
  await expect(panel.getByRole('button', { name: accept })).toBeVisible()
  expect(taps()).toBe(1)
  await panel.getByRole('button', { name: accept }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel(repairSteps.accept.fields.record.label['en-US']).fill('The bearing is stuck')
  await form.getByRole('button', { name: accept }).click()
  await expect(panel).toContainText('The bearing is stuck')
  expect(taps()).toBeLessThanOrEqual(3)
})

const newRepair = async (farm: Farm) =>
  call(farm, await tokenOf(farm, 'linden'), '/admin/auth/repairs', {
    title: 'A fan stands still',
    equipment: '',
    description: 'Fan 2 does not turn',
    phone: '',
    pictures: [],
    statement: STATEMENT_VERSION,
  })

test.describe('without network', () => {
  test.use(onPhone)

  test('a worker records a day in five taps', async ({ context, page, farm, problems }) => {
    await ready(page, farm, 'worker')
    await page.goto(`${farm.url}${paths.workplace}`)
    const log = page.getByRole('navigation', { name: '快捷入口' }).locator(`a[href="${paths.flocks}"]`)
    await expect(log).toBeVisible()
    await context.setOffline(true)
    const taps = await countTaps(page)
    await log.click()
    const seen = page.getByRole('region', { name: flocks.seenFlocks })
    await seen.getByRole('button').first().click()
    await tapAndType(page, '死亡', '2')
    await tapAndType(page, '耗料', '2100')
    await page.getByRole('button', { name: flocks.keepHere }).click()
    await expect(page.getByText(flocks.keptHere).first()).toBeVisible()
    expect(taps()).toBeLessThanOrEqual(5)
    await context.setOffline(false)
    // The browser's messages about a lost connection are not the page's fault.
    const expected = /net::ERR_|WebSocket|Failed to fetch|50[234]/
    expect(problems.splice(0).filter(problem => !expected.test(problem))).toEqual([])
  })
})

async function tapAndType(page: Page, label: string, value: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await field.click()
  await field.fill(value)
}
