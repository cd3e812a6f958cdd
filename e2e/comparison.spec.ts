import type { Page } from '@playwright/test'
import englishComparison from '#web/features/comparison/en-US.json' with { type: 'json' }
import chineseComparison from '#web/features/comparison/zh-CN.json' with { type: 'json' }
import english from '#web/features/flocks/en-US.json' with { type: 'json' }
import chinese from '#web/features/flocks/zh-CN.json' with { type: 'json' }
import { expect, expectAccessible, inEnglish, prefer, signIn, test } from './farm.ts'

const words = { 'zh-CN': chinese, 'en-US': english }
const comparisonWords = { 'zh-CN': chineseComparison, 'en-US': englishComparison }
/** The demonstration's story of the house that lays less: what was wrong, and what was done. */
const happened = ['3、4列灯不亮，光照不足约2小时；已报修', '清粪带停机，舍内氨味很重', '泰乐菌素']
const LESS = '2号蛋鸡舍'
const MORE = '3号蛋鸡舍'

const looks = [
  ['zh-CN', 'light', { width: 390, height: 844 }],
  ['en-US', 'dark', { width: 1440, height: 900 }],
] as const

/** Nothing is wider than the screen. */
const expectNoOverflow = async (page: Page, width: number) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)

for (const [language, theme, viewport] of looks) {
  test(`a manager finds why one house lays less than the one beside it: ${language}`, async ({
    page,
    farm,
  }) => {
    const said = words[language]
    const compared = comparisonWords[language]
    await page.setViewportSize(viewport)
    // The manager's language is Chinese; the sign-in page is read in English.
    await prefer(page, theme, 'en-US')
    await signIn(page, farm, 'manager', '/chicken-batch')
    if (language === 'en-US') await inEnglish(page)

    // The flock that left its standard shows when, and what happened that week.
    await page.getByText(LESS).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(LESS)
    const broke = page.getByRole('region', { name: new RegExp(said.breakPoint.split('{{')[0] ?? '') })
    for (const event of happened) await expect(broke).toContainText(event)
    const week = /\d+/.exec((await broke.getByRole('heading').textContent()) ?? '')?.[0]
    await expectNoOverflow(page, viewport.width)
    await expectAccessible(page)

    // Next to its neighbour: the sentence names which left the standard and when, and differing settings are listed.
    await page.getByRole('button', { name: said.compare, exact: true }).click()
    await expect(page).toHaveURL(/\/chicken-group\/comparison\?items=/)
    const add = page.getByRole('combobox', { name: compared.add })
    await add.fill(MORE)
    await add.press('Enter')
    const neighbour = page.locator('.comparison-items').getByRole('listitem').filter({ hasText: MORE })
    await expect(neighbour).toBeVisible()
    const finding = page.getByRole('status').filter({ hasText: LESS })
    await expect(finding).toContainText(language === 'zh-CN' ? `第 ${week} 周` : `week ${week}`)
    const settings = page.getByRole('region', { name: compared.settings.title })
    await expect(settings.getByRole('row').nth(1)).toBeVisible()
    await expectNoOverflow(page, viewport.width)
    await expectAccessible(page)

    // The comparison is kept in the address.
    await page.reload()
    await expect(neighbour).toBeVisible()
  })
}
