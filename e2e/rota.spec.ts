import type { Page } from '@playwright/test'
import pg from 'pg'
import { startController } from './controller.ts'
import { expect, expectAccessible, type Farm, prefer, signIn, test } from './farm.ts'
import { fits } from './offline.ts'

/** Works in the demonstration's database as its owner. */
async function inDatabase<T>({ server }: Farm, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server.superuserUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Nobody is on call, and clocks of the farm an hour before and after now. */
const clearPlan = (farm: Farm) =>
  inDatabase(farm, async client => {
    await client.query('delete from alarm_duty')
    const { rows } = await client.query<{ before: string; soon: string; later: string; own: string }>(
      `select to_char(t - interval '60 minutes', 'HH24:MI') as before, to_char(t + interval '60 minutes', 'HH24:MI') as soon,
         to_char(t + interval '180 minutes', 'HH24:MI') as later, own
       from (select now() at time zone o.time_zone as t, a.actual_name as own from account a join office o on o.path = a.office_path
         where a.username = 'linden') c`,
    )
    return rows[0] ?? { before: '', soon: '', later: '', own: '' }
  })

/** The hour of the hand-over passes: for the plan, and for everybody who was told of the alarms of a house. */
const handOver = (farm: Farm, house: string) =>
  inDatabase(farm, async client => {
    await client.query(
      `update alarm_duty set from_clock = to_char(from_clock::time - interval '70 minutes', 'HH24:MI'),
         until_clock = to_char(until_clock::time - interval '70 minutes', 'HH24:MI')`,
    )
    const by = `interval '70 minutes'`
    await client.query(
      `with those as (select a.id from alarm a join house h on h.id = any(a.house_ids) where h.name = $1),
         a as (update alarm set chain_from = chain_from - ${by}, chain_at = now() where id in (select id from those))
       update alarm_event set at = at - ${by}, chain_from = chain_from - ${by} where alarm_id in (select id from those)`,
      [house],
    )
  })

const words = {
  'en-US': {
    plan: 'On call',
    add: 'Put on call',
    person: 'Person',
    from: 'From',
    until: 'Until',
    save: 'Save',
    now: (name: string) => `On call now: ${name}`,
    told: 'Who was told',
    first: (name: string) => new RegExp(`${name}.*step 1`),
    going: /I’m on my way/,
    isGoing: 'on the way',
    you: 'You',
    width: 1440,
  },
  'zh-CN': {
    plan: '值班',
    add: '安排值班',
    person: '值班人',
    from: '开始',
    until: '结束',
    save: '保存',
    now: (name: string) => `现在值班：${name}`,
    told: '通知过谁',
    first: (name: string) => new RegExp(`${name}.*第 1 步`),
    going: /我正前往/,
    isGoing: '正前往',
    you: '您',
    width: 390,
  },
} as const

/** Puts the nth person of the farm on call; answers their name. */
async function putOnCall(
  page: Page,
  t: (typeof words)[keyof typeof words],
  nth: number,
  hours: readonly [string, string],
  own: string,
): Promise<string> {
  const plan = page.getByRole('region', { name: t.plan, exact: true })
  await plan.getByRole('button', { name: t.add }).click()
  const form = page.getByRole('dialog', { name: t.add })
  await form.getByRole('combobox', { name: t.person, exact: true }).click()
  const option = page.locator('.ant-select-dropdown:visible .ant-select-item-option').nth(nth)
  const name = ((await option.textContent()) ?? '').trim()
  await option.click()
  await form.getByLabel(t.from, { exact: true }).fill(hours[0])
  await form.getByLabel(t.until, { exact: true }).fill(hours[1])
  await form.getByRole('button', { name: t.save }).click()
  await expect(form).toBeHidden()
  // The reader of the alarm is told of as such.
  return name === own ? t.you : name
}

for (const language of ['en-US', 'zh-CN'] as const)
  test(`a rota with a hand-over: who took over is told and called, not who went home (${language})`, async ({
    page,
    farm,
  }) => {
    const t = words[language]
    const house = `Hand-over ${t.width}`
    const { before, soon, later, own } = await clearPlan(farm)
    const controller = await startController(farm, `STORY-ROTA-${t.width}`, house)
    try {
      await page.setViewportSize({ width: t.width, height: 844 })
      await prefer(page, 'dark', language)
      await signIn(page, farm, 'linden', '/house-alarm/rule', language)
      const evening = await putOnCall(page, t, 0, [before, soon], own)
      const night = await putOnCall(page, t, 1, [soon, later], own)
      expect(night).not.toBe(evening)
      if (t.width === 390) await fits(page)
      await expectAccessible(page)

      controller.report(33.8, { HighTemp: true })
      const alarm = `${farm.url}/house-alarm?search=${encodeURIComponent(house)}`
      await page.goto(alarm)
      const chip = page
        .getByRole('button', { name: house })
        .or(page.getByRole('row').filter({ hasText: house }).getByRole('button'))
        .first()
      const told = page.getByRole('list', { name: t.told })
      await expect(chip.or(told).first()).toBeVisible({ timeout: 30_000 })
      if (!(await told.isVisible())) await chip.click()
      await expect(told.getByRole('listitem').filter({ hasText: t.first(evening) })).toHaveCount(1, {
        timeout: 30_000,
      })
      await expect(told.getByRole('listitem').filter({ hasText: t.first(night) })).toHaveCount(0)
      await expect(page.getByText(t.now(evening)).first()).toBeVisible()
      await page.getByRole('button', { name: t.going }).first().click()
      await expect(told).toContainText(t.isGoing)

      // An hour later the other one has taken over, and nobody has come.
      await handOver(farm, house)
      await expect(told.getByRole('listitem').filter({ hasText: t.first(night) })).not.toHaveCount(0, {
        timeout: 60_000,
      })
      await page.reload()
      await expect(page.getByText(t.now(night)).first()).toBeVisible()
      if (t.width === 390) await fits(page)
      await expectAccessible(page)
    } finally {
      controller.stop()
      await inDatabase(farm, client => client.query('delete from alarm_duty'))
    }
  })
