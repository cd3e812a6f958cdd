import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { readSheet } from 'read-excel-file/node'
import { startController } from './controller.ts'
import { expect, expectAccessible, prefer, signIn, test } from './farm.ts'

test('an unknown metric is shown with its unit on the details page and drawn beside the others', async ({
  page,
  farm,
}) => {
  const controller = await startController(farm, 'STORY-REPORTS-1', 'House with a cellar')
  try {
    controller.bring({ name: 'Cellar/CO', value: 12.5, unit: 'mg/m³' })
    await prefer(page, 'dark', 'en-US')
    const details = `/chickenHouseDetails?houseId=${controller.house.id}`
    await signIn(page, farm, 'linden', details)
    const row = page.getByRole('row', { name: /Cellar\/CO/ })
    await expect(row).toContainText(/12\.50\smg\/m³/, { timeout: 20_000 })
    await expect(page.getByRole('heading', { name: 'Cellar', exact: true })).toBeVisible()

    await page.getByRole('button', { name: 'Raw births' }).click()
    const birth = page.getByRole('row', { name: /^Cellar\/CO/ })
    await expect(birth).toContainText('Float', { timeout: 30_000 })
    await expect(birth).toContainText('engUnit mg/m³')
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Metrics', exact: true }).click()
    await row.getByRole('link', { name: 'Chart of Cellar/CO' }).click()
    await expect(page).toHaveURL(/\/deviceChart\?.*Cellar%2FCO/)
    const chip = page.locator('.chart-chip', { hasText: 'Cellar/CO' })
    await expect(chip).toContainText(/12\.50\smg\/m³/)
    await expect(page.locator('.chart-panel canvas')).toHaveCount(1)

    // Besides it a metric of the signal model, found by its name.
    await page.getByRole('button', { name: 'Choose metrics' }).click()
    const picker = page.getByRole('dialog', { name: 'Metrics shown' })
    await picker.getByRole('textbox', { name: 'Find by name' }).fill('average temp')
    await picker.getByRole('checkbox', { name: /Average temperature/ }).check()
    await expectAccessible(page)
    await picker.getByRole('button', { name: 'Close', exact: true }).click()
    const figures = page.getByRole('row', { name: /Average temperature/ })
    await expect(figures).toContainText(/2[12]\.\d/)

    // It grows while we watch.
    controller.report(30, {})
    const temperature = page.locator('.chart-chip', { hasText: 'Average temperature' })
    await expect(temperature).toContainText(/30\.\d/, { timeout: 15_000 })
    await expectAccessible(page)

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^House with a cellar .*\.csv$/)
    const text = readFileSync(await file.path(), 'utf8')
    expect(text.split('\r\n')[0]).toContain('"Cellar/CO (mg/m³)"')
    expect(text).toMatch(/\d\d:\d\d:\d\d,[^,]+Z,12\.5,/)

    const workbook = page.waitForEvent('download', { timeout: 60_000 })
    await page.getByRole('button', { name: 'Excel' }).click()
    await page.getByRole('menuitem', { name: /^Every report/ }).click()
    const written = await workbook
    expect(written.suggestedFilename()).toMatch(/^House with a cellar .*\.xlsx$/)
    const [head, ...rows] = await readSheet(await readFile(await written.path()))
    expect(head?.[2]).toBe('Cellar/CO (mg/m³)')
    expect(rows.some(([at, , co]) => at instanceof Date && co === 12.5)).toBe(true)
    await page.getByRole('button', { name: '1 file' }).click()
    await expect(page.getByRole('region', { name: 'Files' })).toContainText('House with a cellar')
    await expectAccessible(page)
  } finally {
    controller.stop()
  }
})

test('a week of a house: zoomed by dragging, read with the keyboard, kept in the address, with its alarms', async ({
  page,
  farm,
}) => {
  const controller = await startController(farm, 'STORY-REPORTS-2', 'House of a week')
  try {
    controller.report(33.4, { HighTemp: true })
    await prefer(page, 'light', 'en-US')
    const address = `/deviceChart?houseId=${controller.house.id}&metrics=Climate/Temp/Avg&period=7d`
    await signIn(page, farm, 'linden', address)
    await expect(page.getByRole('heading', { name: 'Reports, House of a week' })).toBeVisible()
    await expect(page.getByText(/^Means of 30 min/)).toBeVisible()
    const mark = page.locator('.chart-mark')
    await expect(mark).toHaveAccessibleName(/Critical · High temperature · .* still active/, {
      timeout: 75_000,
    })
    await mark.hover()
    await expect(page.getByRole('tooltip')).toContainText('High temperature')

    const box = await page.locator('.chart-panel .u-over').boundingBox()
    if (!box) throw new Error('the chart has no place')
    const y = box.y + box.height / 2
    await expect(async () => {
      // Until the lines are drawn there is no point to hover.
      await page.mouse.move(box.x + box.width * 0.8, y)
      await page.mouse.move(box.x + box.width * 0.9, y)
      await expect(page.locator('.chart-moment')).toHaveText(/\d\d:\d\d/, { timeout: 1_000 })
    }).toPass()
    expect(await page.locator('.chart-panel .u-over').boundingBox(), 'pointing at it moves nothing').toEqual(
      box,
    )
    await page.mouse.down()
    await page.mouse.move(box.x + box.width - 2, y, { steps: 5 })
    await page.mouse.up()
    await expect(page).toHaveURL(/zoom=\d+-\d+/)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Whole period' })).toBeVisible()

    await page.getByRole('button', { name: 'Whole period' }).click()
    await expect(page).not.toHaveURL(/zoom=/)

    const board = page.getByRole('group', { name: /Chart of House of a week/ })
    await expect(async () => {
      // Until the lines are drawn there is no last point to go to.
      await board.focus()
      await page.keyboard.press('End')
      await expect(page.locator('.chart-moment')).toHaveText(/\d\d:\d\d/, { timeout: 1_000 })
    }).toPass()
    await page.keyboard.press('Escape')
    await expect(page.locator('.chart-moment')).toHaveText('Latest')

    await page.getByRole('button', { name: 'Earlier' }).click()
    await expect(page).toHaveURL(/period=custom/)
    await expect(page.getByText('Nothing was reported in this period.')).toBeVisible()
    await page.getByRole('button', { name: 'Later' }).click()
    await expect(page).toHaveURL(/period=7d/)
    await expectAccessible(page)
  } finally {
    controller.stop()
  }
})

test('reports without a house ask for one, and on a phone nothing is wider than the screen', async ({
  page,
  farm,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await prefer(page, 'dark', 'en-US')
  await signIn(page, farm, 'linden', '/deviceChart')
  await page.getByRole('combobox', { name: 'House' }).fill('Rearing')
  await page.locator('.ant-select-item-option', { hasText: 'Rearing house' }).click()
  await expect(page.getByRole('heading', { name: /Reports, Rearing house/ })).toBeVisible()
  await expect(page.locator('.chart-panel canvas').first()).toBeVisible({ timeout: 20_000 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(390)
  await expectAccessible(page)
})

test('an owner schedules the alarm log by e-mail on the phone, moves it to Fridays and stops it', async ({
  page,
  farm,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await prefer(page, 'light', 'zh-CN')
  await signIn(page, farm, 'owner', '/personal?section=reports')
  await page.getByRole('button', { name: '新增定时报表' }).click()
  const form = page.getByRole('dialog', { name: '新增定时报表' })
  const choose = async (field: string, option: string) => {
    await page.getByRole('dialog').getByRole('combobox', { name: field }).click()
    await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click()
  }
  await choose('报表', '报警记录')
  await choose('频率', '每周')
  await expectAccessible(page)
  await form.getByRole('button', { name: '保存' }).click()
  const ordered = page.getByRole('listitem', { name: '报警记录' })
  await expect(ordered).toContainText('每周 · 周一 06:30 · 您能看到的全部鸡舍')
  await expect(ordered).toContainText('下次发送')

  await ordered.getByRole('button', { name: '编辑' }).click()
  await choose('星期', '周五')
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await expect(ordered).toContainText('周五 06:30')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await ordered.getByRole('button', { name: '取消发送' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '取消发送' }).click()
  await expect(page.getByText('还没有定时报表')).toBeVisible()
})
