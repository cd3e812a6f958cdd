import { inEnglish, prefer, signIn, test } from './farm.ts'

const out = '/tmp/look-flocks'
for (const [language, theme, width, height] of [
  ['zh-CN', 'light', 390, 1100],
  ['en-US', 'dark', 1440, 1500],
  ['zh-CN', 'dark', 1440, 1500],
  ['en-US', 'light', 390, 1100],
] as const)
  for (const account of ['manager', 'linden', 'siam'] as const)
    test(`look ${language} ${theme} ${width} ${account}`, async ({ page, farm }) => {
      test.setTimeout(240_000)
      await page.setViewportSize({ width, height })
      await prefer(page, theme, 'en-US')
      await signIn(page, farm, account, '/dashboard/workplace').catch(() => {})
      if (language === 'en-US') await inEnglish(page).catch(() => {})
      const shot = (name: string) =>
        page.screenshot({ path: `${out}/${account}-${name}-${language}-${theme}-${width}.png`, fullPage: true })
      await page.waitForTimeout(2500)
      await shot('workplace')
      await page.goto(`${farm.url}/chicken-batch`)
      await page.waitForTimeout(2000)
      await shot('flocks')
      await page.locator('tbody tr, .list-cards li, [role=row]').nth(1).click().catch(() => {})
      await page.waitForTimeout(2500)
      await shot('flock')
      const url = new URL(page.url())
      const id = url.searchParams.get('id')
      if (id) {
        await page.goto(`${farm.url}/chicken-batch?record=${id}`)
        await page.waitForTimeout(2000)
        await shot('record')
        await page.goto(`${farm.url}/chicken-group/comparison?items=${id}&by=clock`)
        await page.waitForTimeout(2500)
        await shot('comparison')
      }
      await page.goto(`${farm.url}/screen/index`)
      await page.waitForTimeout(2500)
      await shot('monitor')
    })
