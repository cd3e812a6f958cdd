import type { Page } from '@playwright/test'
import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { platformAlarms } from '#shared/alarms.ts'
import { daysAfter } from '#shared/zone-time.ts'
import englishExcel from '#web/components/excel/en-US.json' with { type: 'json' }
import chineseExcel from '#web/components/excel/zh-CN.json' with { type: 'json' }
import { addHouse, call } from './api.ts'
import { expect, expectAccessible, type Farm, prefer, signIn, test, tokenOf } from './farm.ts'

const words = { 'zh-CN': chineseExcel, 'en-US': englishExcel }
const TODAY = new Date().toISOString().slice(0, 10)
/** Losses of a flock of 20,000 that falls ill in its last days. */
const DEAD = [14, 12, 9, 11, 8, 10, 9, 8, 7, 9, 8, 10, 9, 11, 60, 160, 300]
const BAGS = DEAD.map((_, i) => 8 + 3 * i)

/** The grower's own workbook: a heading, ages in place of dates, bags, running totals, a line of sums. */
async function workbook(): Promise<Buffer> {
  let sum = 0
  const rows = DEAD.map((dead, i) => {
    sum += dead
    return [i + 1, dead, sum, BAGS[i] ?? 0]
  })
  const titles = ['Age', 'Mort.', 'Cum. mort.', 'Feed (bags)']
  const cells = [['Farm Linden 2026'], [], titles, ...rows, ['Total', sum]]
  return writeXlsxFile(
    cells.map(row =>
      row.map(value => ({ value, type: typeof value === 'number' ? Number : String })),
    ) as SheetData,
  ).toBuffer()
}

/** A house without a controller whose chicks came as many days ago as the workbook has. */
async function buildBarn(farm: Farm, token: string, name: string) {
  const house = await addHouse(farm, token, name, 'broiler')
  const flock = await call(farm, token, '/admin/auth/flocks', {
    houseId: house.id,
    category: 'meat',
    placedOn: daysAfter(TODAY, -DEAD.length),
    placedCount: 20_000,
    placementDay: 1,
  })
  return { flockId: flock.id, houseId: house.id }
}

const looks = [
  ['en-US', 'dark', { width: 1440, height: 900 }],
  ['zh-CN', 'light', { width: 390, height: 844 }],
] as const

/** Chooses in a list that opens over the page. */
async function choose(page: Page, box: string, option: string) {
  await page.getByRole('combobox', { name: box }).click()
  await page.getByTitle(option, { exact: true }).last().click()
}

for (const [language, theme, viewport] of looks)
  test(`a grower brings a workbook of his own, and the next morning’s list is right: ${language}`, async ({
    page,
    farm,
  }, info) => {
    const said = words[language]
    const name = `Barn ${language} ${info.retry}`
    await page.setViewportSize(viewport)
    await prefer(page, theme, language)
    const token = await tokenOf(farm, 'linden')
    const { flockId, houseId } = await buildBarn(farm, token, name)
    await signIn(page, farm, 'linden', `/chicken-batch?id=${flockId}`, language)
    await page.getByRole('button', { name: said.import, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'Linden.xlsx', buffer: await workbook(), mimeType: 'application/octet-stream' })

    // What nothing in the file tells is asked for: the house, and what a bag holds.
    await expect(dialog.getByRole('heading', { name: said.own.title })).toBeVisible()
    await expectAccessible(page)
    await choose(page, said.own.house, name)
    await dialog.getByRole('spinbutton', { name: said.own.bag }).fill('25')
    await dialog.getByRole('button', { name: said.own.readAgain }).click()
    const write = dialog.getByRole('button', {
      name: new RegExp(`^${said.write_other.split('{{')[0]?.trim()} ${DEAD.length}`),
    })
    await expect(write).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      viewport.width,
    )
    await expectAccessible(page)
    await write.click()
    await expect(dialog.getByRole('status')).toContainText(String(DEAD.length))
    await dialog.getByRole('button', { name: said.close }).last().click()

    // The next morning it is the first of the flocks that need somebody.
    await page.goto(`${farm.url}/dashboard/workplace`)
    const urgent = page.getByRole('listitem').filter({ hasText: name })
    await expect(urgent.filter({ hasText: platformAlarms.LossesHigh.label[language] }).first()).toBeVisible()
    // Other stories count what needs somebody.
    await call(farm, token, `/admin/auth/flocks/${flockId}/close`, { endedOn: TODAY })
    await call(farm, token, `/admin/auth/houses/${houseId}`, undefined, 'DELETE')
  })
