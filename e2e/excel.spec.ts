import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { readSheet } from 'read-excel-file/node'
import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { expect, expectAccessible, prefer, signIn, test } from './farm.ts'

/** A job waits for its turn, and the first one for its thread. ms */
const JOB_MS = 60_000

const rowsOf = async (download: Download) => readSheet(await readFile(await download.path()))

type Cells = Record<string, string | number>

/** A sheet with a template's titles and these rows, as a person fills it in. */
const filledIn = (titles: readonly unknown[], rows: readonly Cells[]) =>
  writeXlsxFile([
    titles.map(title => ({ value: String(title), type: String })),
    ...rows.map(row =>
      titles.map(title => {
        const value = row[String(title)]
        return value === undefined ? null : { value, type: typeof value === 'number' ? Number : String }
      }),
    ),
  ] as SheetData).toBuffer()

/** Opens the import of the list on the screen; answers its template's titles. */
async function openImport(page: Page) {
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Nothing is imported until')).toBeVisible()
  const template = page.waitForEvent('download', { timeout: JOB_MS })
  await dialog.getByRole('button', { name: 'Download template' }).click()
  const [titles = []] = await rowsOf(await template)
  const upload = async (name: string, rows: readonly Cells[]) => {
    const file = { name, buffer: await filledIn(titles, rows), mimeType: 'application/octet-stream' }
    await dialog.locator('input[type=file]').setInputFiles(file)
  }
  return { dialog, titles, upload }
}

async function inEnglish(page: Page) {
  await page.getByRole('button', { name: /^(English|中文)$/ }).waitFor()
  if ((await page.locator('html').getAttribute('lang')) === 'zh-CN')
    await page.getByRole('button', { name: 'English' }).click()
}

test('an engineer exports the devices a filter leaves and reads them in a sheet', async ({ page, farm }) => {
  await prefer(page, 'light', 'en-US')
  await signIn(page, farm, 'engineer', '/deviceManage')
  await inEnglish(page)
  await page.getByRole('button', { name: /^Online/ }).click()
  await expect(page).toHaveURL(/status=ONLINE/)
  const exportAll = page.getByRole('button', { name: /^Export [\d,]+$/ })
  const count = Number(((await exportAll.textContent()) ?? '').replace(/\D/g, ''))
  expect(count).toBeGreaterThan(0)

  const downloaded = page.waitForEvent('download', { timeout: JOB_MS })
  await exportAll.click()
  const download = await downloaded
  expect(download.suggestedFilename()).toMatch(/^Devices \d{4}-\d\d-\d\d\.xlsx$/)
  const [header, ...rows] = await rowsOf(download)
  expect(header?.slice(0, 4)).toEqual(['Code', 'Name', 'Type', 'Status'])
  // The demonstration's devices come online one after the other.
  expect(rows.length).toBeGreaterThanOrEqual(count)
  expect(new Set(rows.map(row => row[3]))).toEqual(new Set(['Online']))

  // It covers no rows until asked for.
  const tray = page.getByRole('region', { name: 'Files' })
  await expect(tray).toBeHidden()
  await page.getByRole('button', { name: '1 file' }).click()
  await expect(tray.getByText(download.suggestedFilename())).toBeVisible()
  await expectAccessible(page)
  const again = page.waitForEvent('download', { timeout: JOB_MS })
  await tray.getByRole('button', { name: 'Download' }).click()
  expect((await rowsOf(await again)).length).toBe(rows.length + 1)
  await tray.getByRole('button', { name: /^Dismiss/ }).click()
  await expect(tray).toBeHidden()
})

test('a farmer checks a file of houses, sees what is wrong with some, and imports the others', async ({
  page,
  farm,
}) => {
  await prefer(page, 'dark', 'en-US')
  await signIn(page, farm, 'linden', '/chicken-home-manage')
  await inEnglish(page)
  const { dialog, titles, upload } = await openImport(page)
  expect(titles.slice(0, 3)).toEqual(['Name *', 'Customer', 'House type *'])
  await expectAccessible(page)

  const house = (name: string, type: string, length: number | string): Cells => ({
    'Name *': name,
    'House type *': type,
    'Length (m) *': length,
    'Width (m) *': 15,
    'Height (m) *': 4,
  })
  await upload('houses of the story.xlsx', [
    house('Story north', 'Layer', 120),
    house('Story south', 'Duck', 'long'),
    house('Story west', 'Broiler', 90),
  ])

  const faults = dialog.getByRole('region', { name: 'Errors' })
  await expect(faults.getByText('Must be one of: Layer, Broiler, Pullet, Breeder').first()).toBeVisible({
    timeout: JOB_MS,
  })
  await expect(faults.getByRole('button', { name: 'D3' })).toBeVisible()
  await expect(dialog.getByText('Rows with errors')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByText('Story north')).toHaveCount(0)

  const remarks = page.waitForEvent('download', { timeout: JOB_MS })
  await dialog.getByRole('button', { name: 'File with remarks' }).click()
  const [, wrong] = await rowsOf(await remarks)
  expect(String(wrong?.at(-1))).toContain('Length (m): Must be a number')

  await dialog.getByRole('button', { name: 'Import 2 valid rows' }).click()
  await expect(dialog.getByText('2 rows imported')).toBeVisible({ timeout: JOB_MS })
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByPlaceholder('House name').fill('Story')
  await expect(page.getByRole('row', { name: /Story north/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Story west/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Story south/ })).toHaveCount(0)

  // The history shows the file as one line, with the rows it wrote beside it.
  await page.goto(`${farm.url}/opera-history/index`)
  const line = page.getByRole('row', { name: /Imported houses from houses of the story.xlsx, 2 rows/ })
  await expect(page.getByRole('row', { name: /Created house: Story/ })).toHaveCount(0)
  await line.getByRole('button').click()
  const entry = page.getByRole('complementary', { name: 'Details' })
  await expect(entry.getByText('127.0.0.1')).toBeVisible()
  await expectAccessible(page)
  await entry.getByRole('button', { name: 'Show rows' }).click()
  await expect(page.getByRole('row', { name: /Created house: Story/ })).toHaveCount(2)
})

for (const { list, user, at, search, row, named } of [
  {
    list: 'groups',
    user: 'linden',
    at: '/chicken-group',
    search: 'Group name',
    row: { 'Name *': 'Imported yard', Remarks: 'From a sheet' },
    named: /Imported yard.*From a sheet/,
  },
  {
    list: 'cage types',
    user: 'engineer',
    at: '/chickHouseType',
    search: 'Name of the type',
    row: {
      'English name': 'Imported cage',
      'Layout *': 'Stacked cages',
      'Tiers *': 5,
      'Rows *': 3,
      'Birds per cage': 9,
      'House types *': 'Layer',
    },
    named: /Imported cage.*Draft.*Stacked cages/,
  },
])
  test(`${list} come from a sheet as well`, async ({ page, farm }) => {
    await prefer(page, 'light', 'en-US')
    await signIn(page, farm, user, at)
    await inEnglish(page)
    const { dialog, titles, upload } = await openImport(page)
    expect(titles).toEqual(expect.arrayContaining(Object.keys(row)))
    await upload(`${list}.xlsx`, [row])
    await dialog.getByRole('button', { name: /^Import \d/ }).click({ timeout: JOB_MS })
    await expect(dialog.getByText('1 row imported')).toBeVisible({ timeout: JOB_MS })
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByPlaceholder(search).fill('Imported')
    await expect(page.getByRole('row', { name: named })).toBeVisible()
  })

test('sales changes a price with a file: the check shows old and new, and an outdated file is refused', async ({
  page,
  farm,
}) => {
  await prefer(page, 'light', 'en-US')
  await signIn(page, farm, 'sales', '/mall/goods?search=B-1900')
  await inEnglish(page)
  const download = page.waitForEvent('download', { timeout: JOB_MS })
  await page.getByRole('button', { name: /^Export [\d,]+$/ }).click()
  const [titles = [], good = []] = await rowsOf(await download)
  const cell = (title: string) => good[titles.indexOf(title)] as string | number
  const row = { 'Code *': cell('Code'), Version: cell('Version') }
  const { dialog, upload } = await openImport(page)
  await upload('prices.xlsx', [
    { ...row, 'English summary': 'Of the file' },
    { 'Code *': 'NEW-1', 'English name': 'New belt', Currency: 'US dollar', Unit: 'Piece' },
  ])
  await expect(dialog.getByText('Every row is ready to import')).toBeVisible({ timeout: JOB_MS })
  const changed = dialog.getByRole('row').filter({ hasText: String(row['Code *']) })
  await expect(changed).toContainText('English summary')
  await expect(changed).toContainText('Of the file')
  await expect(dialog.getByRole('row').filter({ hasText: 'NEW-1' })).toContainText('New')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(dialog.getByText('2 rows imported')).toBeVisible({ timeout: JOB_MS })
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  const again = await openImport(page)
  await again.upload('prices.xlsx', [{ ...row, 'English summary': 'Of the file again' }])
  await expect(dialog.getByText(/Changed since this file was exported/)).toBeVisible({
    timeout: JOB_MS,
  })
  await expectAccessible(page)
})
