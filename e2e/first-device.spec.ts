import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './farm.ts'

const CODE = 'MY-CONTROLLER-1'
const HOUSE = 'First device'

/** The program that the README tells newcomers to save. */
function programOfReadme(): string {
  const program = /```js\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8'))?.[1]
  if (!program) throw new Error('README.md has no program for a first device')
  return program
}

/** Saves and runs it in an empty folder, as a newcomer would. */
function runFirstDevice(args: string[]): { process: ChildProcess; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'first-device-'))
  writeFileSync(join(folder, 'device.mjs'), programOfReadme())
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const child = spawn(process.execPath, ['device.mjs', ...args], { cwd: folder, stdio: 'inherit' })
  return { process: child, folder }
}

/** Picks the option with this name in a field of the open dialog. */
async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('dialog').getByLabel(label, { exact: true }).click()
  await page.locator('.ant-select-item-option').and(page.getByTitle(option)).click()
}

test('a device of one’s own, in five minutes: it connects, its values move, it dies and the house says since when', async ({
  page,
  browser,
  farm,
}) => {
  await signIn(page, farm, 'admin', '/deviceManage')
  // The administrator's own language is Chinese.
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Register device' }).click()
  await choose(page, 'Type', 'Environment controller')
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(CODE)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Controller on my desk')
  await choose(page, 'Customer', 'De Linden Poultry')
  await page.getByLabel('It speaks MQTT itself').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  const credential = page.getByRole('dialog', { name: `${CODE} is registered` })
  const line = (name: string) => credential.locator('.secret-line', { hasText: name }).locator('dd .mono')
  const [address, password, group] = await Promise.all(
    ['Address', 'Secret', 'Sparkplug group'].map(name => line(name).textContent()),
  )
  await expect(credential.getByText('Waiting for its first message')).toBeVisible()

  const device = runFirstDevice([address ?? '', CODE, password ?? '', group ?? ''])
  try {
    await expect(credential.getByText('Waiting for its first message')).toBeHidden({ timeout: 15_000 })
    await credential.getByLabel('I have stored the secret').check()
    await credential.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('row', { name: new RegExp(CODE) })).toContainText('Online')

    await page.goto(`${farm.url}/chicken-home-manage`)
    await page.getByRole('button', { name: 'New house' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(HOUSE)
    await choose(page, 'Customer', 'De Linden Poultry')
    await choose(page, 'House type', 'Broiler')
    for (const [label, metres] of [
      ['Length', '100'],
      ['Width', '14'],
      ['Height', '3'],
    ] as const)
      await page.getByLabel(label).fill(metres)
    await choose(page, 'Devices that serve the house', new RegExp(CODE))
    await page.getByRole('dialog').getByLabel('Devices that serve the house', { exact: true }).blur()
    await expect(
      page.getByRole('dialog').locator('.ant-select-selection-item').filter({ hasText: CODE }),
    ).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('House created')).toBeVisible()

    const farmer = await (await browser.newContext()).newPage()
    await signIn(farmer, farm, 'linden', '/screen/index')
    await farmer.getByRole('button', { name: new RegExp(HOUSE) }).click()
    const temperature = farmer.getByRole('region', { name: 'Key figures' }).locator('.figure').first()
    await expect(temperature).toContainText(/2[23]\.\d/)
    const shown = await temperature.textContent()
    await expect.poll(() => temperature.textContent()).not.toBe(shown)
    await expect(temperature).not.toHaveAttribute('data-stale')

    const ended = new Promise(done => device.process.once('exit', done))
    // Ctrl-C ends the program by itself.
    device.process.kill('SIGINT')
    await ended
    await expect(farmer.getByRole('region', { name: HOUSE })).toContainText(/Offline\s*since \d/, {
      timeout: 15_000,
    })
    await expect(temperature).toHaveAttribute('data-stale')
    await farmer.context().close()

    // The other stories find the farm as it was.
    await page.getByRole('button', { name: `More for ${HOUSE}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('House deleted')).toBeVisible()
  } finally {
    device.process.kill('SIGKILL')
    rmSync(device.folder, { recursive: true, force: true })
  }
})
