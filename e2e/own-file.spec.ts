import type { Locator, Page } from '@playwright/test'
import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { platformAlarms } from '#shared/alarms.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import englishExcel from '#web/components/excel/en-US.json' with { type: 'json' }
import chineseExcel from '#web/components/excel/zh-CN.json' with { type: 'json' }
import englishWorkplace from '#web/features/workplace/en-US.json' with { type: 'json' }
import chineseWorkplace from '#web/features/workplace/zh-CN.json' with { type: 'json' }
import { addHouse, call } from './api.ts'
import { expect, expectAccessible, type Farm, prefer, signIn, test, tokenOf } from './farm.ts'

const workplaceWords = { 'zh-CN': chineseWorkplace, 'en-US': englishWorkplace }
const words = { 'zh-CN': chineseExcel, 'en-US': englishExcel }
/** By the calendar of the farm that brings it. */
const TODAY = dateIn('Europe/Amsterdam', new Date())
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
    // The losses of its last days are asked about, as on the form of a day.
    await choose(page, said.doubts.all, said.doubts.answers.sure)
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

/** Last year's flock: it fell ill at its end, far worse than the one that is running. */
const LAST_YEAR = { placedOn: daysAfter(TODAY, -300), endedOn: daysAfter(TODAY, -260), birds: 18_000 }
const PAST_DEAD = Array.from({ length: 40 }, (_, i) => (i < 34 ? 8 + (i % 5) : 250 + 40 * (i - 34)))
const PAST_BAGS = Array.from({ length: 40 }, (_, i) => 10 + 3 * i)
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
const sums = (values: readonly number[]) => values.map((_, i) => sum(values.slice(0, i + 1)))

type Cell = string | number | Date
const sheetOf = (sheet: string, rows: readonly (readonly Cell[])[]) => ({
  sheet,
  data: rows.map(row =>
    row.map(value =>
      value instanceof Date
        ? { value, type: Date, format: 'dd/mm/yyyy' }
        : { value, type: typeof value === 'number' ? Number : String },
    ),
  ) as SheetData,
})

/** What the farm had last year, as our template for flocks has it. */
const pastFlocks = (house: string): Promise<Buffer> =>
  writeXlsxFile([
    sheetOf('Flocks', [
      ['House', 'Breed', 'Placed on', 'Ended on', 'Placed'],
      [house, 'Ross 308', LAST_YEAR.placedOn, LAST_YEAR.endedOn, LAST_YEAR.birds],
    ]),
  ]).toBuffer()

/** The grower's workbook: a sheet for each flock, running totals and bags in last year's, a column without a title in this year's. */
function bothYears(): Promise<Buffer> {
  const [lost, bags] = [sums(PAST_DEAD), sums(PAST_BAGS)]
  const alive = sums(DEAD).map(dead => 20_000 - dead)
  return writeXlsxFile([
    sheetOf('Last year', [
      ['Age', 'Cum. mortality', 'Feed to date (bags of 25 kg)'],
      ...PAST_DEAD.map((_, i) => [i + 1, lost[i] ?? 0, bags[i] ?? 0]),
    ]),
    sheetOf('This year', [
      ['Date', 'Col 2', 'Birds alive'],
      ...DEAD.map((dead, i) => [
        new Date(`${daysAfter(TODAY, i - DEAD.length)}T00:00:00Z`),
        dead,
        alive[i] ?? 0,
      ]),
    ]),
    sheetOf('Prices', [
      ['Item', 'Supplier', 'Cost'],
      ['Straw', 'Miller', 120],
    ]),
  ]).toBuffer()
}

/** Opens the import of the list on the screen with a file. */
async function bring(page: Page, name: string, buffer: Buffer, importing: string) {
  await page.getByRole('button', { name: importing, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name, buffer, mimeType: 'application/octet-stream' })
  return dialog
}

/** Chinese has one form for all numbers. */
interface WriteWords {
  write_one?: string
  write_other: string
  written_one?: string
  written_other: string
  close: string
}

/** Writes what the dialog has checked: so many rows. */
async function write(dialog: Locator, said: WriteWords, rows: number) {
  const phrase = (one: string | undefined, other: string) =>
    ((rows === 1 ? one : undefined) ?? other).replace('{{number}}', String(rows))
  const name = phrase(said.write_one, said.write_other)
  await dialog.getByRole('button', { name, exact: true }).click()
  await expect(dialog.getByRole('status')).toContainText(phrase(said.written_one, said.written_other))
  await dialog.getByRole('button', { name: said.close }).last().click()
}

for (const [language, theme, viewport] of looks)
  test(`a grower brings last year’s flock beside the one in the house, and only what is true now is on the list: ${language}`, async ({
    page,
    farm,
  }, info) => {
    const said = words[language]
    const name = `Stall ${language} ${info.retry}`
    await page.setViewportSize(viewport)
    await prefer(page, theme, language)
    const token = await tokenOf(farm, 'linden')
    const { flockId, houseId } = await buildBarn(farm, token, name)
    await signIn(page, farm, 'linden', '/chicken-batch', language)

    // The flock of last year comes first: its house and days.
    await write(await bring(page, 'Flocks.xlsx', await pastFlocks(name), said.import), said, 1)
    const { items } = (await call(
      farm,
      token,
      `/admin/auth/flocks?houseId=${houseId}&state=closed`,
    )) as unknown as {
      items: { id: string; number: string }[]
    }
    const [past] = items
    if (!past) throw new Error('The past flock is missing')

    // Then the workbook of both: each sheet is of one flock, and what a column without a title holds is confirmed.
    await page.goto(`${farm.url}/chicken-batch?id=${flockId}`)
    const dialog = await bring(page, 'Both.xlsx', await bothYears(), said.import)
    await expect(dialog.getByRole('heading', { name: said.own.title })).toBeVisible()
    await expect(dialog.getByRole('checkbox', { name: 'Prices' })).not.toBeChecked()
    await expect(dialog.getByText(said.own.proposed.split('{{')[0]?.trim() ?? '').first()).toBeVisible()
    await expectAccessible(page)
    const houses = dialog.getByRole('combobox', { name: said.own.house })
    await houses.first().click()
    await page.getByTitle(`${name} · ${past.number}`, { exact: true }).last().click()
    await houses.last().click()
    await page.getByTitle(name, { exact: true }).last().click()
    await dialog
      .getByRole('button', { name: said.own.confirmOf.split('{{')[0] ?? '' })
      .last()
      .click()
    await dialog.getByRole('button', { name: said.own.readAgain }).click()
    await choose(page, said.doubts.all, said.doubts.answers.sure)
    await write(dialog, said, PAST_DEAD.length + DEAD.length)

    expect(await call(farm, token, `/admin/auth/flocks/${past.id}`)).toMatchObject({
      state: 'closed',
      endedOn: LAST_YEAR.endedOn,
      lost: sum(PAST_DEAD),
    })
    expect(await call(farm, token, `/admin/auth/flocks/${flockId}`)).toMatchObject({
      state: 'running',
      alive: 20_000 - sum(DEAD),
    })

    // What is over raises nothing, and of the birds in the house one line says what is true.
    await page.goto(`${farm.url}/dashboard/workplace`)
    const lines = page
      .getByRole('region', { name: workplaceWords[language].needsAttention })
      .getByRole('listitem')
      .filter({ hasText: name })
    await expect(lines.filter({ hasText: platformAlarms.LossesHigh.label[language] })).toBeVisible()
    await expect(lines).toHaveCount(1)
    await call(farm, token, `/admin/auth/flocks/${flockId}/close`, { endedOn: TODAY })
    await call(farm, token, `/admin/auth/houses/${houseId}`, undefined, 'DELETE')
  })
