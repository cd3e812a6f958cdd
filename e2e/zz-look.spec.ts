import { mkdirSync } from 'node:fs'
import { prefer, signIn, test } from './farm.ts'

mkdirSync('/tmp/look-cam', { recursive: true })
for (const [theme, language] of [['dark', 'en-US'], ['light', 'zh-CN']] as const)
  test(`look ${theme} ${language}`, async ({ page, farm }) => {
    await prefer(page, theme, language)
    await signIn(page, farm, 'linden', '/deivce/camera')
    const shot = async (name: string) => {
      for (const [width, height] of [[1440, 900], [390, 844]] as const) {
        await page.setViewportSize({ width, height })
        await page.waitForTimeout(2500)
        await page.screenshot({ path: `/tmp/look-cam/${name}-${theme}-${language}-${width}.png`, fullPage: width === 390 })
      }
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    await page.getByText('CAM-EC-BV-01').first().waitFor()
    await shot('list')
    await page.getByRole('row', { name: /CAM-EC-BV-01/ }).click()
    await page.locator('.camera-detail').waitFor()
    await shot('detail')
    await page.goto(`${farm.url}/deivce/camera?id=new`)
    await page.getByRole('dialog').waitFor()
    await shot('form')
    await page.goto(`${farm.url}/chicken-home/camera`)
    await page.getByRole('article').first().waitFor()
    await shot('grid')
    await page.goto(`${farm.url}/chicken-home/camera?size=1&as=stills`)
    await page.getByRole('article').first().waitFor()
    await shot('one-still')
    await page.goto(`${farm.url}/screen/index`)
    await page.locator('.house-camera').waitFor()
    await shot('monitor')
    await page.goto(`${farm.url}/house-alarm`)
    await page.waitForTimeout(5000)
    await shot('alarm')
  })
