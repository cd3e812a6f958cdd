import type { Page } from '@playwright/test'
import { daysAfter } from '#shared/zone-time.ts'
import englishComponents from '#web/components/en-US.json' with { type: 'json' }
import chineseComponents from '#web/components/zh-CN.json' with { type: 'json' }
import english from '#web/features/flocks/en-US.json' with { type: 'json' }
import chinese from '#web/features/flocks/zh-CN.json' with { type: 'json' }
import { addHouse, call } from './api.ts'
import { expect, expectAccessible, type Farm, prefer, signIn, test, tokenOf } from './farm.ts'

const words = { 'zh-CN': chinese, 'en-US': english }
const components = { 'zh-CN': chineseComponents, 'en-US': englishComponents }
const TODAY = new Date().toISOString().slice(0, 10)
const looks = [
  ['en-US', 'dark', { width: 1440, height: 900 }],
  ['zh-CN', 'light', { width: 390, height: 844 }],
] as const

/** Two houses without controllers; in the first, hens that were taken over at 200 days with what is known of them. */
async function buildHouses(farm: Farm, token: string, name: string) {
  const from = await addHouse(farm, token, `${name} A`, 'layer')
  const to = await addHouse(farm, token, `${name} B`, 'layer')
  const placedOn = daysAfter(TODAY, -10)
  const flock = await call(farm, token, '/admin/auth/flocks', {
    houseId: from.id,
    category: 'laying',
    breed: 'hyline-brown',
    placedOn,
    placedCount: 9_500,
    hatchedOn: daysAfter(placedOn, -200),
    takenOver: true,
    openingPlacedOn: daysAfter(placedOn, -80),
    openingLost: 300,
    openingSold: 200,
    openingEggs: 500_000,
  })
  for (let day = -10; day < 0; day++)
    await call(
      farm,
      token,
      `/admin/auth/flock-records/${flock.id}`,
      { day: daysAfter(TODAY, day), dead: 2, culled: 0, eggsSound: 8_700, feed: 1_050, water: 2_000 },
      'PUT',
    )
  return { flockId: flock.id, houses: [from.id, to.id] }
}

async function choose(page: Page, box: string, option: string) {
  await page.getByRole('combobox', { name: box }).click()
  await page.getByRole('combobox', { name: box }).fill(option)
  await page.getByTitle(option).last().click()
}

for (const [language, theme, viewport] of looks)
  test(`birds are moved to another house in one form, and the move is taken back: ${language}`, async ({
    page,
    farm,
  }, info) => {
    const said = words[language]
    const name = `Barn ${language} ${info.retry}`
    await page.setViewportSize(viewport)
    await prefer(page, theme, language)
    const token = await tokenOf(farm, 'linden')
    const { flockId, houses } = await buildHouses(farm, token, name)
    await signIn(page, farm, 'linden', `/chicken-batch?id=${flockId}`, language)
    // What they had behind them is in the figures of the flock.
    await expect(page.getByRole('heading', { name: new RegExp(`${name} A`) })).toBeVisible()
    await expect(page.getByRole('row', { name: /587,000/ })).toBeVisible()

    const more = components[language].moreFor.replace('{{name}}', `${name} A`)
    await page.getByRole('button', { name: more, exact: true }).click()
    await page.getByRole('menuitem', { name: said.moveBirds }).click()
    const dialog = page.getByRole('dialog')
    await choose(page, said.moveTo, `${name} B`)
    await dialog.getByRole('textbox', { name: said.moveCount }).fill('4000')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: said.moveBirds }).click()
    const moves = page.getByRole('region', { name: said.moves })
    await expect(moves).toContainText('4,000')
    await expect(moves).toContainText(`${name} B`)
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      viewport.width,
    )

    await page.goto(`${farm.url}/chicken-batch?standards=1`)
    await expect(page.getByRole('heading', { name: said.standards })).toBeVisible()
    await expectAccessible(page)

    const listed = (await call(farm, token, `/admin/auth/flock-moves?flockId=${flockId}`)) as unknown as {
      id: string
    }[]
    for (const { id } of listed) await call(farm, token, `/admin/auth/flock-moves/${id}/take-back`, {})
    await call(farm, token, `/admin/auth/flocks/${flockId}/close`, { endedOn: TODAY })
    // Other stories count what needs somebody.
    for (const id of houses) await call(farm, token, `/admin/auth/houses/${id}`, undefined, 'DELETE')
  })
