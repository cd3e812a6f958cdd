import pg from 'pg'
import { expect, expectAccessible, type Farm, prefer, signIn, test } from './farm.ts'

/** A month in which a rule of the farm rang for nothing: its alarms are there, nobody has closed them. */
async function rangInVain(farm: Farm, rule: string, code: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: farm.server.superuserUrl })
  await client.connect()
  try {
    const { rows } = await client.query(
      `insert into alarm (id, office_path, farm_path, source, rule, code, level, subject_id, house_ids, condition, raised_at,
         cleared_at, live, handling, value, "limit")
       select 'vain ' || n, h.office_path, r.farm_path, 'platform', 'farm rule ' || r.id, $2, 'warning', h.device_id, array[h.id],
         'cleared', now() - n * interval '2 hours', now() - n * interval '2 hours' + interval '8 minutes', true, 'new', 79, 78
       from alarm_rule r
         join lateral (select h.id, h.office_path, d.device_id from house h
           join house_device d on d.house_id = h.id and d."to" is null and d.main
           where starts_with(h.office_path, r.office_path) and h.deleted_at is null order by h.name limit 1) h on true,
         generate_series(1, 3) n
       where r.name = $1 returning id`,
      [rule, code],
    )
    return rows.map(({ id }) => id as string)
  } finally {
    await client.end()
  }
}

test('a false alarm is closed with one tap on the phone, and its rule is among those to mend', async ({
  page,
  farm,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await prefer(page, 'dark', 'zh-CN')
  await signIn(page, farm, 'owner', '/house-alarm')
  const [first] = await rangInVain(farm, '湿度过高', 'FarmRule.above:Climate/Hum/Avg')
  await page.goto(`${farm.url}/house-alarm?alarm=${encodeURIComponent(first ?? '')}`)
  await expect(page.getByText('常见原因')).toBeVisible()
  await expectAccessible(page)
  // One tap.
  await page.getByRole('button', { name: '误报' }).click()
  await expect(page.getByText('已结案。点其他原因可更正。')).toBeVisible()
  await page.goto(`${farm.url}/house-alarm?figures=1`)
  const worst = page.getByRole('region', { name: /报警最多的 10 条规则/ })
  await expect(worst).toContainText('湿度过高')
  await expect(page.getByRole('region', { name: '报警指标' })).toContainText('已结案中的无效报警')
  await expectAccessible(page)
  await worst.getByRole('button', { name: '更合适的限值' }).first().click()
  await expect(page.getByRole('region', { name: '建议限值' })).toContainText('现在：')
  await expectAccessible(page)
})

/**
 * Sets a rule of the farm so tight that it rang for the humidity a house really had, as stored, and has its alarms closed as
 * false. Returns the limit.
 */
async function setTooTight(farm: Farm, rule: string): Promise<number> {
  const client = new pg.Client({ connectionString: farm.server.superuserUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ limit: number }>(
      `with quarters as (
         select h.id as house_id, h.office_path, d.device_id, r.id as rule_id, q.bucket,
           q.mean[array_position(l.real_metrics, 'Climate/Hum/Avg')] as mean
         from alarm_rule r
           join house h on starts_with(h.office_path, r.office_path) and h.deleted_at is null
           join house_device d on d.house_id = h.id and d.main and d."to" is null
           join device v on v.id = d.device_id
           join report_15m q on q.device = v.serial and q.bucket > greatest(d."from", now() - interval '20 days')
             and q.bucket < now() - interval '3 hours'
           join report_layout l on l.id = q.layout
         where r.name = $1 and array_position(l.real_metrics, 'Climate/Hum/Avg') is not null
       ), highest as (
         -- The most humid two hours of all.
         select * from (
           select *, min(mean) over span as held, last_value(bucket) over span as last from quarters where mean is not null
           window span as (partition by house_id order by bucket rows between current row and 7 following)
         ) held where last = bucket + interval '105 minutes' order by held desc limit 1
       ), tight as (
         update alarm_rule r set "limit" = floor(held) - 1, for_minutes = 30, version = version + 1 from highest where r.id = rule_id
         returning r.id, r.office_path, r."limit"
       )
       insert into alarm (id, office_path, farm_path, source, rule, code, level, subject_id, house_ids, condition, raised_at,
         cleared_at, live, handling, cause, value, "limit")
       select 'tight', h.office_path, r.office_path, 'platform', 'farm rule ' || r.id, 'FarmRule.above:Climate/Hum/Avg', 'warning',
         h.device_id, array[h.house_id], 'cleared', h.bucket + interval '40 minutes', h.bucket + interval '120 minutes', true,
         'solved', 'false_alarm', h.held, r."limit"
       from highest h cross join tight r returning "limit"`,
      [rule],
    )
    return Number(rows[0]?.limit)
  } finally {
    await client.end()
  }
}

/** What a rule asks now. */
async function ruleNamed(farm: Farm, name: string): Promise<{ limit: number; forMinutes: number }[]> {
  const client = new pg.Client({ connectionString: farm.server.superuserUrl })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select "limit"::float8 as limit, for_minutes as "forMinutes" from alarm_rule where name = $1`,
      [name],
    )
    return rows as { limit: number; forMinutes: number }[]
  } finally {
    await client.end()
  }
}

test('the figures of a farm stand beside their goals; one tap applies a better limit for a rule that rang in vain', async ({
  page,
  farm,
}) => {
  const before = await setTooTight(farm, 'Too humid')
  await prefer(page, 'light', 'en-US')
  await signIn(page, farm, 'linden', '/house-alarm')
  await page.getByRole('button', { name: 'Figures' }).click()
  const figures = page.getByRole('region', { name: 'Alarm figures' })
  await expect(figures).toContainText('Night calls per house and week')
  await expect(figures).toContainText('ISA-18.2')
  await expectAccessible(page)
  const worst = page.getByRole('region', { name: /Ten worst rules/ })
  const rule = worst.getByRole('listitem').filter({ hasText: 'Too humid' })
  await rule.getByRole('button', { name: 'Better limit' }).click()
  const proposal = page.getByRole('region', { name: 'Proposed limit' })
  await expect(proposal).toContainText(`As it is: Average humidity above ${before}`)
  await expect(proposal).toContainText('1 of 1 that was in vain would not have rung.')
  await expectAccessible(page)
  // One tap: the rule asks what was proposed.
  await proposal.getByRole('button', { name: /^Apply/ }).click()
  await expect(page.getByText('Rule changed')).toBeVisible()
  const [changed] = await ruleNamed(farm, 'Too humid')
  expect(changed && (changed.limit > before || changed.forMinutes > 30)).toBe(true)
  await expect(proposal).not.toContainText(`As it is: Average humidity above ${before} % · for 30 min`)

  await rule.getByRole('button', { name: 'Show alarms' }).click()
  await expect(page.getByRole('heading', { name: 'Alarms', exact: true })).toBeVisible()
  // Only those: the list says what it is narrowed to.
  await expect(page.getByRole('button', { name: /^Remove condition .*[Hh]umid/ })).toBeVisible()
})
