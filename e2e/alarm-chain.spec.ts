import pg from 'pg'
import { startController } from './controller.ts'
import { expect, expectAccessible, type Farm, prefer, signIn, test } from './farm.ts'

/** So much time goes by for everybody who was told of the alarms of a house. */
async function pass(farm: Farm, house: string, minutes: number): Promise<void> {
  const client = new pg.Client({ connectionString: farm.server.superuserUrl })
  await client.connect()
  try {
    const by = `interval '${minutes} minutes'`
    await client.query(
      `with those as (select a.id from alarm a join house h on h.id = any(a.house_ids) where h.name = $1),
         a as (update alarm set chain_from = chain_from - ${by}, chain_at = now() where id in (select id from those))
       update alarm_event set at = at - ${by}, chain_from = chain_from - ${by} where alarm_id in (select id from those)`,
      [house],
    )
  } finally {
    await client.end()
  }
}

test('the night of a farmer alone: woken, on the way, proves to be there by the code of the house', async ({
  page,
  farm,
}) => {
  const house = 'Lone house'
  const controller = await startController(farm, 'STORY-CHAIN-1', house)
  try {
    await prefer(page, 'dark', 'en-US')
    await signIn(page, farm, 'linden', `/chicken-home-manage?search=${encodeURIComponent(house)}`)
    // By day the code is printed.
    const row = page.getByRole('row', { name: new RegExp(house) })
    await row.getByRole('button', { name: /More|Actions/ }).click()
    await page.getByRole('menuitem', { name: 'On-site code' }).click()
    const dialog = page.getByRole('dialog', { name: /On-site code/ })
    const made = page.waitForResponse(
      answer => answer.url().includes('/house-codes/') && answer.request().method() === 'POST',
    )
    await dialog.getByRole('button', { name: 'Make a code' }).click()
    const { data } = (await (await made).json()) as { data: { code: string } }
    await expect(dialog.getByRole('img', { name: /On-site code/ })).toBeVisible()
    await expectAccessible(page)

    // At night the phone shows one alarm.
    await page.setViewportSize({ width: 390, height: 844 })
    controller.report(34.2, { HighTemp: true })
    await page.goto(`${farm.url}/house-alarm`)
    await expect(
      page.locator('.alarm-standing, .alarm-focus').filter({ hasText: house }).first(),
    ).toBeVisible({ timeout: 30_000 })
    const chip = page.getByRole('button', { name: new RegExp(`High temperature.*${house}`) })
    if (await chip.isVisible()) await chip.click()
    const focus = page.locator('.alarm-focus')
    await expect(focus).toContainText(house)
    const told = page.getByRole('list', { name: 'Who was told' })
    await page.getByRole('button', { name: /I’m on my way/ }).click()
    await expect(told).toContainText('on the way')
    await expectAccessible(page)
    // The code in the house opens this.
    await page.goto(`${farm.url}/house-alarm?code=${encodeURIComponent(data.code)}`)
    await expect(page.getByText(`You are on site in ${house}: 1 alarm.`)).toBeVisible()
    await expect(told).toContainText('by the house’s code')
    await expect(page.getByRole('button', { name: /I’m on my way/ })).toBeHidden()
    await pass(farm, house, 30)
    await expect(told.getByRole('listitem').filter({ hasText: 'step 2' })).toHaveCount(0)
  } finally {
    controller.stop()
  }
})

test('a plan of two steps: the second person is told though the first has seen it, and it says that nobody went', async ({
  page,
  farm,
}) => {
  const house = 'House on call'
  const controller = await startController(farm, 'STORY-CHAIN-2', house)
  try {
    await prefer(page, 'dark', 'en-US')
    await signIn(page, farm, 'linden', '/house-alarm/rule')
    const plan = page.getByRole('region', { name: 'On call' })
    const add = async (step: string) => {
      await plan.getByRole('button', { name: 'Put on call' }).click()
      const form = page.getByRole('dialog', { name: 'Put on call' })
      await form.getByRole('combobox', { name: 'Person' }).click()
      await page
        .locator('.ant-select-dropdown:visible .ant-select-item-option')
        .nth(step === 'Step 1' ? 0 : 1)
        .click()
      await form.getByLabel('From', { exact: true }).fill('00:00')
      await form.getByLabel('Until', { exact: true }).fill('00:00')
      if (step !== 'Step 1') {
        await form.getByRole('combobox', { name: 'Place in the chain' }).click()
        await page.getByTitle(step, { exact: true }).click()
      }
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(form).toBeHidden()
    }
    await add('Step 1')
    await add('Step 2')
    await expect(plan.getByRole('status')).toContainText('Step 2')
    await plan.getByRole('button', { name: 'Add holiday' }).click()
    const form = page.getByRole('dialog', { name: 'Add holiday' })
    await form.getByLabel('Name').fill('Christmas')
    await form.getByLabel('First day').fill('2026-12-25')
    await form.getByLabel('Last day').fill('2026-12-26')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(plan.getByText('Christmas')).toBeVisible()
    await expectAccessible(page)

    controller.report(33.4, { HighTemp: true })
    await page.goto(`${farm.url}/house-alarm?search=${encodeURIComponent(house)}`)
    const told = page.getByRole('list', { name: 'Who was told' })
    await expect(told).toContainText('step 1', { timeout: 30_000 })
    await expect(told).toContainText('told next')
    await expect(page.getByText(/On call now: /)).toBeVisible()
    await page.getByRole('button', { name: 'Seen', exact: true }).click()
    await expect(told).toContainText('seen')
    await pass(farm, house, 5.5)
    await expect(told).toContainText('step 2', { timeout: 40_000 })
    await expectAccessible(page)
    await page.goto(`${farm.url}/notice-message`)
    await expect(
      page.getByText(new RegExp(`${house}: High temperature.*nobody on site yet`)).first(),
    ).toBeVisible()
  } finally {
    controller.stop()
  }
})
