import { connectController, startController } from './controller.ts'
import { expect, expectAccessible, inEnglish, prefer, signIn, test } from './farm.ts'

const OLD = 'EC-BURNT-1'
const NEW = 'EC-FRESH-1'
const HOUSE = 'House with a burnt controller'

test('a burnt-out controller is replaced: the dialog is left, resumed, and says when the new one reports', async ({
  page,
  farm,
  problems,
}) => {
  const old = await startController(farm, OLD, HOUSE)
  let fresh: { stop(): void } | undefined
  try {
    await prefer(page, 'dark', 'en-US')
    await signIn(page, farm, 'admin', '/chicken-home-manage')
    await inEnglish(page)
    await page.goto(`${farm.url}/chickenHouseDetails?houseId=${old.house.id}`)
    await page.getByRole('button', { name: `Replace ${OLD}` }).click()
    await expect(page.getByRole('dialog', { name: `Replace ${OLD}` })).toBeVisible()

    await page.goto(`${farm.url}/chicken-home-manage`)
    await page.getByPlaceholder('House name').fill('burnt')
    await page.getByRole('button', { name: `More for ${HOUSE}` }).click()
    await page.getByRole('menuitem', { name: `Replace ${OLD}` }).click()

    const choice = page.getByRole('dialog', { name: `Replace ${OLD}` })
    await expect(choice.getByRole('region', { name: 'What happens' })).toContainText(
      `${HOUSE} continues with`,
    )
    await expectAccessible(page)
    await choice.getByLabel('Code').fill(NEW)
    await choice.getByRole('button', { name: 'Replace now' }).click()
    await expect(choice.getByText(`There are birds in ${HOUSE}. Enter a reason`)).toBeVisible()
    // The browser logs the refusal as well.
    expect(problems.splice(0).join()).toContain('400')
    await choice.getByLabel('Reason').fill('Struck by lightning')
    await choice.getByRole('button', { name: 'Replace now' }).click()

    const connecting = page.getByRole('dialog', { name: `${NEW} replaces ${OLD}` })
    await expect(connecting.getByText(`Waiting for ${NEW}`)).toBeVisible()
    const line = (name: string) =>
      connecting.locator('.secret-line', { hasText: name }).locator('dd .mono').textContent()
    const [mqttUrl, password, group] = await Promise.all(['Address', 'Secret', 'Sparkplug group'].map(line))
    await expectAccessible(page)
    await connecting.getByLabel('I have stored the secret').check()
    await connecting.getByRole('button', { name: 'Close' }).last().click()

    await page.getByPlaceholder('Code or name').fill(NEW)
    const rowOf = (code: string) =>
      page.getByRole('row').filter({ has: page.getByRole('button', { name: `More for ${code}` }) })
    const row = rowOf(NEW)
    await expect(row).toContainText(`Replaces ${OLD}`)
    await row.getByRole('button', { name: `More for ${NEW}` }).click()
    await page.getByRole('menuitem', { name: 'Continue replacement' }).click()
    await expect(connecting.getByText(`Waiting for ${NEW}`)).toBeVisible()
    fresh = connectController(NEW, {
      mqttUrl: mqttUrl ?? '',
      password: password ?? '',
      group: group ?? '',
    })
    await expect(connecting.getByText(`${NEW} is online.`)).toBeVisible({ timeout: 20_000 })
    await expect(connecting.getByText(`${HOUSE} continues with it.`)).toBeVisible()
    await connecting.getByRole('button', { name: 'Done' }).click()

    await page.getByPlaceholder('Code or name').fill(OLD)
    const gone = rowOf(OLD)
    await expect(gone.getByText('Disabled')).toBeVisible()
    await expect(gone).toContainText(`Replaced by ${NEW}`)
  } finally {
    fresh?.stop()
    old.stop()
  }
})
