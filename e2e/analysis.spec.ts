import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readSheet } from 'read-excel-file/node'
import { expect, expectAccessible, inEnglish, signIn, test } from './farm.ts'

const JOB_MS = 60_000
const ANALYSIS = '/dashboard/analysis'
const PNG = '89504e470d0a1a0a'

/** Waits until the job has counted the demonstration's first year. */
const counted = (page: Page, chart: string) =>
  expect(async () => {
    await page.reload()
    await expect(page.getByRole('img', { name: chart, exact: true })).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: JOB_MS })

test('staff look back on a year, follow a count to its rows, and keep the chart as a picture and all as Excel', async ({
  page,
  farm,
}) => {
  await signIn(page, farm, 'admin', ANALYSIS)
  await inEnglish(page)
  await page.getByRole('button', { name: '1 year' }).click()
  await expect(page).toHaveURL(/days=365/)
  await counted(page, 'Orders and goods')

  const orders = page.getByRole('region', { name: 'Orders and goods' })
  const saved = page.waitForEvent('download')
  await orders.getByRole('button', { name: 'Save “Orders and goods” as a picture' }).click()
  const picture = await saved
  expect(picture.suggestedFilename()).toMatch(/^Orders and goods .+\.png$/)
  const bytes = await readFile(await picture.path())
  expect(bytes.subarray(0, 8).toString('hex')).toBe(PNG)
  expect(bytes.length).toBeGreaterThan(5_000)
  // Two pixels for each of the screen.
  expect(bytes.readUInt32BE(16)).toBeGreaterThan(800)

  // The pieces of a good must match the orders behind them.
  const good = orders.locator('.trend-ranks', { hasText: 'Goods by pieces' }).getByRole('listitem').first()
  const pieces = await good.locator('b').textContent()
  await expect(good.getByRole('link')).toHaveAttribute('href', /\?days=365&rows=good/)
  await good.getByRole('link').click()
  await expect(page).toHaveURL(/rows=good/)
  const rows = page.getByRole('dialog')
  await expect(rows.getByRole('row').nth(1)).toBeVisible()
  const each = await rows.locator('tbody td:last-child').allTextContents()
  const number = (text: string | null) => Number(text?.replaceAll(',', ''))
  expect(each.reduce((sum, text) => sum + number(text), 0)).toBe(number(pieces))
  await expectAccessible(page)
  await rows.getByRole('row').nth(1).getByRole('link').click()
  await expect(page).toHaveURL(/\/orderCenter\?id=/)
  await page.goBack()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(rows).toBeHidden()

  // The rate leads to its devices, the longest offline first.
  await page
    .getByRole('region', { name: 'Devices online' })
    .getByRole('link', { name: 'Show these rows' })
    .click()
  await expect(page).toHaveURL(/rows=device/)
  await expect(rows.getByRole('row').nth(2)).toBeVisible()
  const away = (await rows.locator('tbody td:nth-child(3)').allTextContents()).map(text =>
    Number.parseFloat(text.replaceAll(',', '')),
  )
  expect(away).toEqual(away.toSorted((one, other) => other - one))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(rows).toBeHidden()

  const downloaded = page.waitForEvent('download', { timeout: JOB_MS })
  await page.getByRole('button', { name: 'Export to Excel' }).click()
  const workbook = await readFile(await (await downloaded).path())
  const [head, ...lines] = await readSheet(workbook, 'Orders and goods')
  expect(head?.length).toBeGreaterThan(50)
  expect(lines.some(([what, , now]) => what === 'Goods by pieces' && now === number(pieces))).toBe(true)
})

test('staff see on the phone, in Chinese, who became a customer and which page is used', async ({
  page,
  farm,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, farm, 'admin', `${ANALYSIS}?days=365`)
  await expect(page.getByRole('heading', { name: '分析', exact: true })).toBeVisible()
  await counted(page, '客户')
  const fresh = page
    .getByRole('region', { name: '客户', exact: true })
    .getByRole('listitem')
    .filter({ hasText: '新增' })
  const count = await fresh.locator('b').textContent()
  await fresh.getByRole('link', { name: '新增：查看明细' }).click()
  const rows = page.getByRole('dialog', { name: '新增' })
  await expect(rows.getByText(`本期共 ${count}`)).toBeVisible()
  await expectAccessible(page)
  await rows.getByRole('button', { name: '关闭' }).click()
  await expect(page).not.toHaveURL(/rows=/)
  const chart = page.getByRole('button', { name: '将“客户”存为图片' })
  const saved = page.waitForEvent('download')
  await chart.click()
  expect((await saved).suggestedFilename()).toMatch(/^客户 .+\.png$/)
})
