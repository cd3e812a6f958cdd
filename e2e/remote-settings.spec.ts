import type { Page } from '@playwright/test'
import pg from 'pg'
import { expect, expectAccessible, type Farm, inEnglish, prefer, signIn, TOLD_MS, test } from './farm.ts'
import { simulate } from './simulate.ts'

/** Controllers of houses of the farm. */
const CONTROLLERS = { 'House 2': 'EC-BV-02', 'House 3': 'EC-BV-03' } as const

/** Bypasses the database's rules. */
async function query<R extends pg.QueryResultRow>(
  { server }: Farm,
  statement: string,
  values: unknown[] = [],
): Promise<R[]> {
  const client = new pg.Client({ connectionString: server.superuserUrl })
  await client.connect()
  try {
    return (await client.query<R>(statement, values)).rows
  } finally {
    await client.end()
  }
}

const FARM = `(select path from office where english_name = 'De Linden Poultry')`

/** Ids of its houses by name. */
async function housesOf(farm: Farm): Promise<Record<string, string>> {
  const rows = await query<{ name: string; id: string }>(
    farm,
    `select h.name, h.id from house h join office o on o.path = h.office_path where o.farm_path = ${FARM}`,
  )
  return Object.fromEntries(rows.map(({ name, id }) => [name, id]))
}

/**
 * A house's outside air of the last day. The demonstration's own history has it as well, but may still be on its way when a
 * story begins.
 */
const addDayOutside = (farm: Farm, houseId: string | undefined) =>
  query(
    farm,
    `insert into report (device, at, layout, "values")
     select d.serial, t, report_layout_id($1, '{}'), $2::real[] from device d join house_device b on b.device_id = d.id,
       generate_series(now() - interval '24 hours', now() - interval '1 minute', interval '5 minutes') t
     where b.house_id = $3 and b."to" is null`,
    [['Climate/Temp/Outdoor', 'Climate/Hum/Outdoor'], [8, 80], houseId],
  )

const signInAt = (page: Page, farm: Farm, username: string, path: string) =>
  signIn(page, farm, username, path)

const plant = (farm: Farm, fault: string, house: keyof typeof CONTROLLERS, ...more: string[]) =>
  simulate(farm, '--fault', fault, '--house', CONTROLLERS[house], ...more)

test('an engineer tries levels out, sends them to three houses, one of them offline, and the owner revokes meanwhile', async ({
  page,
  farm,
  browser,
}) => {
  const houses = await housesOf(farm)
  const levels = (house: string) => `/deviceSetting/ventilationLevel?houseId=${houses[house]}`
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const engineer = await context.newPage()
  try {
    await prefer(page, 'light', 'en-US')
    await signInAt(page, farm, 'linden', '/personal?section=farmAccess')
    const control = page.getByRole('region', { name: 'Remote control (RC)' })
    await expect(control).toContainText('Granted until')

    await addDayOutside(farm, houses['House 1'])
    expect(await plant(farm, 'link', 'House 3')).toContain('Planted: link')
    await prefer(engineer, 'dark', 'en-US')
    await signInAt(engineer, farm, 'engineer', levels('House 1'))
    await inEnglish(engineer)
    await expect(engineer.getByRole('heading', { name: 'House 1, settings' })).toBeVisible()
    const on = engineer.getByRole('textbox', { name: 'Level 2: ON time' })
    const longer = String(Number(await on.inputValue()) + 10)
    await on.fill(longer)
    await engineer.getByRole('button', { name: 'Review and send' }).click()
    const sending = engineer.getByRole('dialog', { name: /Send to House 1/ })
    await sending.getByRole('button', { name: 'Try it out' }).click()
    const trying = engineer.getByRole('dialog', { name: /What-if, House 1/ })
    await expect(trying.getByRole('table').first()).toBeVisible()
    await expect(trying.getByText('How reliable this is')).toBeVisible()
    await expectAccessible(engineer)
    await trying.getByRole('button', { name: 'Send 1 change' }).click()
    await expect(sending.getByRole('status')).toContainText('Synced', { timeout: 20_000 })
    await sending.getByText('Close', { exact: true }).click()

    await engineer.getByRole('button', { name: 'Copy to houses' }).click()
    const copy = engineer.getByRole('dialog', { name: /Copy settings of House 1/ })
    const [second, third] = ['House 2', 'House 3'].map(name =>
      copy.getByRole('listitem').filter({ has: engineer.getByRole('checkbox', { name }) }),
    ) as [ReturnType<typeof copy.getByRole>, ReturnType<typeof copy.getByRole>]
    await expect(third).toContainText('Offline')
    await second.getByRole('checkbox').check()
    await third.getByRole('checkbox').check()
    await expectAccessible(engineer)
    await copy.getByRole('button', { name: 'Send to 2 houses' }).click()
    await expect(second.getByRole('status')).toContainText('Synced', { timeout: 20_000 })
    await expect(third.getByRole('status')).toContainText('Waiting to be sent')

    await control.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await expect(control).toContainText('Not granted')
    const revoked = Date.now()
    await expect(copy).toBeHidden({ timeout: TOLD_MS })
    await expect(engineer.getByRole('textbox', { name: 'Level 2: ON time' })).toBeHidden({
      timeout: Math.max(1, revoked + TOLD_MS - Date.now()),
    })

    await page.goto(`${farm.url}${levels('House 3')}`)
    const last = page.locator('.setting-history').getByRole('listitem').first()
    await expect(last).toContainText('No longer allowed')
    await expect(last).toContainText('刘伟')
    await plant(farm, 'link', 'House 3', '--end')
    await expect(page.getByText('Online').first()).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('textbox', { name: 'Level 2: ON time' })).not.toHaveValue(longer)
    await expectAccessible(page)
  } finally {
    await plant(farm, 'link', 'House 3', '--end')
    // Restored: other stories look into this farm.
    await query(farm, `update office set remote_control_until = farm_access_until where path = ${FARM}`)
    await context.close()
  }
})

test('a change at the panel is shown beside the draft, and ends a change waiting for an offline house', async ({
  page,
  farm,
}) => {
  const houses = await housesOf(farm)
  const target = (house: string) => `/deviceSetting/targetParameter?houseId=${houses[house]}`
  const offset = page.getByRole('textbox', { name: 'Target offset' })
  try {
    await prefer(page, 'dark', 'en-US')
    await signInAt(page, farm, 'linden', target('House 2'))
    await expect(offset).toHaveValue('0.0')
    await offset.fill('-0.5')
    expect(await plant(farm, 'panel', 'House 2')).toContain('Planted: panel')
    const drafted = page.getByRole('region', { name: 'Unsent changes' })
    const overtaken = drafted.getByRole('alert')
    await expect(overtaken).toContainText('Target offset: controller 0.5', { timeout: 30_000 })
    await expect(drafted.getByRole('button', { name: 'Review and send' })).toBeDisabled()
    await expectAccessible(page)
    await drafted.getByRole('button', { name: 'Keep mine' }).click()
    await drafted.getByRole('button', { name: 'Review and send' }).click()
    const sending = page.getByRole('dialog', { name: /Send to House 2/ })
    await sending.getByRole('button', { name: 'Send 1 change' }).click()
    await expect(sending.getByRole('status')).toContainText('Synced', { timeout: 20_000 })

    // An offline house: what waits for it was based on values that have changed.
    await plant(farm, 'link', 'House 3')
    await page.goto(`${farm.url}${target('House 3')}`)
    await expect(page.getByText('Offline').first()).toBeVisible({ timeout: 30_000 })
    await offset.fill('-0.5')
    await page.getByRole('button', { name: 'Review and send' }).click()
    const waiting = page.getByRole('dialog', { name: /Send to House 3/ })
    await waiting.getByRole('button', { name: 'Send 1 change' }).click()
    await expect(waiting.getByRole('status')).toContainText('Waiting to be sent')
    await plant(farm, 'panel', 'House 3')
    await plant(farm, 'link', 'House 3', '--end')
    await expect(waiting.getByRole('status')).toContainText('Conflict', { timeout: 60_000 })
    await waiting.getByText('Close', { exact: true }).click()
    await expect(offset).toHaveValue('0.5')
    await expect(
      page.locator('.setting-history').getByRole('listitem').filter({ hasText: 'At the controller' }),
    ).toContainText('Target offset')
    await expectAccessible(page)
  } finally {
    for (const house of ['House 2', 'House 3'] as const) {
      await plant(farm, 'link', house, '--end')
      await plant(farm, 'panel', house, '--end')
    }
  }
})
