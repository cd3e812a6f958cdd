import type { Page } from '@playwright/test'
import { CUSTOMER } from '#shared/permissions.ts'
import { expect, expectAccessible, inEnglish, prefer, signIn, test } from './farm.ts'
import { openPeople } from './people.ts'
import { newVisitor, widths } from './visitor.ts'

test('staff make a department, put somebody in charge of it, move its branch and delete it again', async ({
  page,
  farm,
}) => {
  await prefer(page, 'light', 'en-US')
  await signIn(page, farm, 'admin', '/sysconfig/department')
  await inEnglish(page)
  const tree = page.getByRole('tree', { name: 'Organization structure' })
  await tree.getByText('After-sales East').click()
  const panel = page.getByRole('region', { name: 'After-sales East' })
  await expect(panel).toContainText('刘伟')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New department' }).click()
  const form = page.getByRole('dialog', { name: 'New department in After-sales East' })
  await form.getByLabel('Name in Chinese').fill('上海站')
  await form.getByLabel('Name in English').fill('Shanghai station')
  await form.getByRole('button', { name: 'Save' }).click()
  await tree.getByText('Shanghai station').click()
  const station = page.getByRole('region', { name: 'Shanghai station' })
  await expect(station).toContainText('No people at this level.')

  await tree.getByText('After-sales East').click()
  await page.getByRole('button', { name: 'More for After-sales East' }).click()
  await page.getByRole('menuitem', { name: 'Move' }).click()
  const move = page.getByRole('dialog', { name: 'Move After-sales East' })
  await expect(move).toContainText('with 1 person')
  await move.getByLabel('Under').fill('Sales')
  await page.getByTitle('Sales', { exact: true }).click()
  await expectAccessible(page)
  await move.getByRole('button', { name: 'Move' }).click()
  await expect(panel).toContainText('Smart Farm / Sales')
  await expect(panel).toContainText('刘伟')

  await page.getByRole('button', { name: 'More for After-sales East' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const remove = page.getByRole('dialog', { name: 'Delete After-sales East?' })
  await expect(remove).toContainText('1 person and 1 department or farm team move to another node.')
  await remove.getByRole('button', { name: 'Delete' }).click()
  await expect(tree.getByText('After-sales East')).toBeHidden()
  await expect(page.getByRole('region', { name: 'Sales' })).toContainText('刘伟')
})

test('an owner sees the own organisation on a phone, one node at a time', async ({ page, farm }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await prefer(page, 'dark', 'en-US')
  await signIn(page, farm, 'linden', '/sysconfig/department')
  const tree = page.getByRole('tree', { name: 'Organization structure' })
  await expect(tree).toContainText('De Linden Poultry')
  await expectAccessible(page)
  await tree.getByText('De Linden Poultry').click()
  await expect(page.getByRole('heading', { name: /De Linden Poultry/ })).toBeVisible()
  await expect(tree).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(tree).toBeVisible()
})

/** A logo as farms have them: wide, with a transparent background. */
async function wideLogo(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 300 })
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('the browser cannot draw')
    pen.fillStyle = '#0b6e4f'
    pen.beginPath()
    pen.ellipse(150, 150, 120, 140, 0, 0, 2 * Math.PI)
    pen.fill()
    pen.font = 'bold 150px sans-serif'
    pen.fillText('Linden', 310, 200)
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(url.replace(/^.*,/, ''), 'base64')
}

/** Whether a logo has loaded and is drawn in its stored form. */
const isDrawn = (image: HTMLImageElement) => image.complete && image.naturalWidth === image.naturalHeight

test('an owner gives the farm its logo, which a colleague’s open phone shows at once, and takes it away again', async ({
  page,
  browser,
  farm,
}) => {
  const people = await openPeople(farm)
  const token = await people.tokenOf(CUSTOMER, ['weather:query'])
  await people.leave()
  const look = { theme: 'light', language: 'en-US' } as const
  const { page: phone, visit } = await newVisitor(browser, farm.url, look, widths.phone)
  await visit('/weather', token)
  await phone.getByRole('button', { name: 'Open menu' }).click()
  const drawer = phone.getByRole('dialog')
  await expect(drawer.getByRole('navigation')).toBeVisible()
  await expect(drawer.locator('img.logo')).toHaveCount(0)

  await prefer(page, 'dark', 'en-US')
  await signIn(page, farm, 'linden', '/sysconfig/department')
  const chooser = page.getByLabel('Choose a logo')
  await chooser.setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg/>'),
  })
  await expect(page.getByText('This picture cannot be used')).toBeVisible()
  await chooser.setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await wideLogo(page),
  })
  const crop = page.getByRole('dialog', { name: 'Crop the logo' })
  await expect(crop.getByRole('slider')).toBeVisible()
  await expectAccessible(page)
  await crop.getByRole('button', { name: 'Use this part' }).click()
  await expect(page.getByText('Logo saved')).toBeVisible()
  const brand = page.locator('.shell-side img.logo')
  await expect.poll(() => brand.evaluate(isDrawn)).toBe(true)
  await page.getByRole('button', { name: 'Collapse menu' }).click()
  await expect(brand).toBeVisible()
  await expectAccessible(page)
  await expect.poll(() => drawer.locator('img.logo').evaluate(isDrawn)).toBe(true)

  await page.getByRole('button', { name: 'Remove logo' }).click()
  await expect(brand).toHaveCount(0)
  await expect(drawer.locator('img.logo')).toHaveCount(0)
  await phone.context().close()
})
