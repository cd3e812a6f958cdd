import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { startController } from './controller.ts'
import { expect, inEnglish, prefer, signIn, test } from './farm.ts'

const HOUSE = 'House on the wall'
/** The browser's messages about a restarting server and a revoked token. */
const expected = /net::ERR_|WebSocket|status of (401|50[23])|Failed to fetch|response code \(50[23]\)/

/** Sets up a wall as the owner of the farm; answers its address. */
async function setUp(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Walls' }).click()
  const dialog = page.getByRole('dialog', { name: 'Walls' })
  await dialog.getByLabel('Name').fill('Lobby')
  await dialog.getByRole('button', { name: 'Set up wall' }).click()
  return (await dialog.locator('.secret-line .mono').textContent()) ?? ''
}

declare global {
  interface Window {
    asked?: string[]
  }
}

/** Records the wake locks the page requests, before the browser answers. */
const noteLocks = (page: Page) =>
  page.addInitScript(() => {
    const { request } = WakeLock.prototype
    WakeLock.prototype.request = function (this: WakeLock, type) {
      window.asked = [...(window.asked ?? []), String(type)]
      return request.call(this, type)
    }
  })
const locksOf = (page: Page) => page.evaluate(() => window.asked ?? [])

/** Whether the whole wall shows without scrolling and reaches the lower edge of its screen. */
const isFitted = (wall: Page) =>
  wall.evaluate(() => {
    const [page, drawing] = [document.querySelector('.wall-alone'), document.querySelector('.wall')]
    if (!page || !drawing) return false
    const { bottom } = drawing.getBoundingClientRect()
    return page.scrollHeight === innerHeight && Math.round(bottom) === innerHeight
  })

test('a wall opened by its token shows a live report, survives a restart of the server, and goes dark when it is revoked', async ({
  page,
  browser,
  farm,
  problems,
}) => {
  await signIn(page, farm, 'linden', '/screen/datav')
  await inEnglish(page)
  const address = await setUp(page)
  // A separate browser in which nobody ever signed in.
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
  const wall = await context.newPage()
  const controller = await startController(farm, 'WALL-1', HOUSE)
  await noteLocks(wall)
  try {
    await prefer(wall, 'dark', 'en-US')
    await wall.goto(address)
    await expect(wall.getByText(/Live, \d+ houses report/)).toBeVisible()
    for (const [width, height] of [
      [1280, 720],
      [3840, 2160],
      [1080, 1920],
    ] as const) {
      await wall.setViewportSize({ width, height })
      await expect.poll(() => isFitted(wall)).toBe(true)
    }
    // The display is kept awake, even after something else was in front.
    await expect.poll(() => locksOf(wall)).toEqual(['screen'])
    await wall.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect.poll(() => locksOf(wall)).toEqual(['screen', 'screen'])
    controller.report(22, { HighTemp: false })
    controller.report(36, { HighTemp: true })
    await expect(wall.locator('.wall-alarms li', { hasText: HOUSE }).first()).toBeVisible()

    await farm.server.stop()
    await expect(wall.getByText(/No connection since/)).toBeVisible()
    await farm.server.start()
    await expect(wall.getByText(/Live, \d+ houses report/)).toBeVisible({ timeout: 60_000 })
    await expect(wall.locator('.wall-alarms li', { hasText: HOUSE }).first()).toBeVisible()

    const dialog = page.getByRole('dialog', { name: 'Walls' })
    await dialog.getByRole('button', { name: 'Revoke: Lobby' }).click()
    await page.getByRole('button', { name: 'Revoke', exact: true }).last().click()
    await expect(wall.getByRole('heading', { name: 'This wall was switched off' })).toBeVisible()
    await expect(wall.locator('.wall-totals')).toBeHidden()
  } finally {
    controller.stop()
    await context.close()
  }
  expect(problems.splice(0).filter(problem => !expected.test(problem))).toEqual([])
})

test('a dark wall comes back by itself when the person who set it up has access again', async ({
  page,
  browser,
  farm,
  problems,
}) => {
  await signIn(page, farm, 'linden', '/screen/datav')
  await inEnglish(page)
  const address = await setUp(page)
  await page.goto('about:blank')
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
  const wall = await context.newPage()
  const database = new pg.Client({ connectionString: farm.server.superuserUrl })
  await database.connect()
  const disable = (isDisabled: boolean) =>
    database.query(`update account set disabled_at = case when $1 then now() end where username = 'linden'`, [
      isDisabled,
    ])
  try {
    await wall.clock.install()
    await prefer(wall, 'dark', 'en-US')
    await wall.goto(address)
    const isLive = wall.getByText(/Live, \d+ houses report/)
    await expect(isLive).toBeVisible()
    await disable(true)
    await wall.clock.fastForward('01:00')
    await expect(wall.getByRole('heading', { name: 'This wall was switched off' })).toBeVisible()
    await expect(wall.locator('.wall-totals')).toBeHidden()
    await disable(false)
    await wall.clock.fastForward('01:00')
    await expect(isLive).toBeVisible()
    await expect(wall.locator('.wall-totals')).toBeVisible()
  } finally {
    await disable(false)
    await database.end()
    await context.close()
  }
  expect(problems.splice(0).filter(problem => !expected.test(problem))).toEqual([])
})

test('a wall left open during a deployment comes back as the new version', async ({
  page,
  browser,
  farm,
  problems,
}) => {
  await signIn(page, farm, 'linden', '/screen/datav')
  await inEnglish(page)
  const address = await setUp(page)
  await page.goto('about:blank')
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
  const wall = await context.newPage()
  const index = join(farm.webDir, 'index.html')
  const html = readFileSync(index, 'utf8')
  const entry = /src="\/assets\/([^"]+)"/.exec(html)?.[1] ?? ''
  const isLive = wall.getByText(/Live, \d+ houses report/)
  try {
    await prefer(wall, 'dark', 'en-US')
    await wall.goto(address)
    await expect(isLive).toBeVisible()
    await farm.server.stop()
    writeFileSync(join(farm.webDir, 'assets/index-next.js'), `import './${entry}'`)
    writeFileSync(index, html.replace(`/assets/${entry}`, '/assets/index-next.js'))
    await farm.server.start()
    await expect(wall.locator('script[src="/assets/index-next.js"]')).toBeAttached({ timeout: 60_000 })
    await expect(isLive).toBeVisible()
  } finally {
    writeFileSync(index, html)
    await context.close()
  }
  expect(problems.splice(0).filter(problem => !expected.test(problem))).toEqual([])
})
