import type { Page } from '@playwright/test'
import { expect, type Farm } from './farm.ts'
import { keptIn } from './kept-in.ts'

export const onPhone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  serviceWorkers: 'allow',
} as const

/** Signs in with the login page's button, in Chinese. */
async function enter(page: Page, farm: Farm, account: string): Promise<void> {
  await page.goto(`${farm.url}/user/login?redirect=/chicken-batch`)
  const chinese = page.getByRole('button', { name: '中文' })
  const signIn = page.getByRole('button', { name: farm.account(account).label['zh-CN'] })
  await expect(chinese.or(signIn).first()).toBeVisible()
  if (await chinese.isVisible()) await chinese.click()
  await signIn.click()
  await page.waitForURL('**/chicken-batch')
}

/** Signs in and waits until everything needed without network is stored. */
export async function ready(page: Page, farm: Farm, account: string): Promise<void> {
  await enter(page, farm, account)
  const isKept = () =>
    page.evaluate(async () => {
      const [name] = (await caches.keys()).filter(name => name.startsWith('app '))
      const isWhole = name !== undefined && (await (await caches.open(name)).match('/')) !== undefined
      return isWhole && navigator.serviceWorker.controller !== null
    })
  await expect.poll(isKept).toBe(true)
  const isSeen = async () =>
    (await keptIn(page, 'seen')).some(kept => {
      const { at, flocks, sheets } = kept as Seen
      return at > 0 && flocks.every(({ id }) => id in sheets)
    })
  // A busy machine answers late, and what was not answered is asked again after a while.
  await expect.poll(isSeen, { timeout: 90_000 }).toBe(true)
}

/** What the app has read ahead of a cut: the flocks first, then the day of each. */
interface Seen {
  at: number
  flocks: { id: string }[]
  sheets: Record<string, unknown>
}

/** Nothing is wider than the phone. */
export async function fits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
}
