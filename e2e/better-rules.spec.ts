import type { Locator } from '@playwright/test'
import pg from 'pg'
import { expect, expectAccessible, type Farm, prefer, signIn, test } from './farm.ts'

/**
 * Sets a rule of the farm so tight that it rang for the humidity a house really had, as stored; nobody has closed the alarm.
 */
async function setTooTight(farm: Farm, rule: string): Promise<{ id: string; limit: number }> {
  const client = new pg.Client({ connectionString: farm.server.superuserUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string; limit: number }>(
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
         cleared_at, live, handling, value, "limit")
       select 'tight ' || r.id, h.office_path, r.office_path, 'platform', 'farm rule ' || r.id, 'FarmRule.above:Climate/Hum/Avg', 'warning',
         h.device_id, array[h.house_id], 'cleared', h.bucket + interval '40 minutes', h.bucket + interval '120 minutes', true,
         'new', h.held, r."limit"
       from highest h cross join tight r returning id, "limit"`,
      [rule],
    )
    const [raised] = rows
    if (!raised) throw new Error(`no readings for ${rule}`)
    return { id: raised.id, limit: Number(raised.limit) }
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

const words = {
  'en-US': {
    user: 'linden',
    rule: 'Too humid',
    width: 1440,
    theme: 'light',
    why: 'Usual cause',
    falseAlarm: 'False alarm',
    closed: 'Closed. Another tap corrects the cause.',
    figures: 'Alarm figures',
    facts: ['Night calls per house and week', 'ISA-18.2'],
    worst: /Ten worst rules/,
    inVain: 'in vain 1 of 1',
    better: 'Better limit',
    proposal: 'Proposed limit',
    asItIs: (limit: number) => new RegExp(`As it is: Average humidity above ${limit}`),
    rings: /(\d[\d,]*) alarms? in 30 days/g,
    gone: '1 of 1 that was in vain would not have rung.',
    apply: /^Apply/,
    applied: 'Rule changed',
    show: 'Show alarms',
    narrowed: /^Remove condition .*[Hh]umid/,
  },
  'zh-CN': {
    user: 'owner',
    rule: '湿度过高',
    width: 390,
    theme: 'dark',
    why: '常见原因',
    falseAlarm: '误报',
    closed: '已结案。点其他原因可更正。',
    figures: '报警指标',
    facts: ['已结案中的无效报警'],
    worst: /报警最多的 10 条规则/,
    inVain: '无效 1 条中 1 条',
    better: '更合适的限值',
    proposal: '建议限值',
    asItIs: (limit: number) => new RegExp(`现在：平均湿度\\s*高于\\s*${limit}`),
    rings: /30 天 (\d[\d,]*) 次/g,
    gone: '1 次无效报警中，1 次不会再响。',
    apply: /^改为/,
    applied: '规则已修改',
    show: '查看报警',
    narrowed: /^取消条件：.*湿度/,
  },
} as const

for (const language of ['en-US', 'zh-CN'] as const)
  test(`a false alarm becomes a better rule: one tap closes it, one applies what follows, and the same readings ring no more (${language})`, async ({
    page,
    farm,
  }) => {
    const t = words[language]
    const { id, limit: before } = await setTooTight(farm, t.rule)
    await page.setViewportSize({ width: t.width, height: 844 })
    await prefer(page, t.theme, language)
    await signIn(page, farm, t.user, `/house-alarm?alarm=${encodeURIComponent(id)}`, language)
    await expect(page.getByText(t.why)).toBeVisible()
    await expectAccessible(page)
    // One tap.
    await page.getByRole('button', { name: t.falseAlarm }).click()
    await expect(page.getByText(t.closed)).toBeVisible()

    await page.goto(`${farm.url}/house-alarm?figures=1`)
    const figures = page.getByRole('region', { name: t.figures })
    for (const fact of t.facts) await expect(figures).toContainText(fact)
    const rule = page.getByRole('region', { name: t.worst }).getByRole('listitem').filter({ hasText: t.rule })
    await expect(rule).toContainText(t.inVain)
    await expectAccessible(page)

    await rule.getByRole('button', { name: t.better }).click()
    const proposal = page.getByRole('region', { name: t.proposal })
    await expect(proposal).toContainText(t.asItIs(before))
    await expect(proposal).toContainText(t.gone)
    await expectAccessible(page)
    const [now = 0, proposed = 0] = await ringsIn(proposal, t.rings)
    expect(proposed).toBeLessThan(now)
    // One tap: the rule asks what was proposed.
    await proposal.getByRole('button', { name: t.apply }).click()
    await expect(page.getByText(t.applied)).toBeVisible()
    const [changed] = await ruleNamed(farm, t.rule)
    expect(changed && (changed.limit > before || changed.forMinutes > 30)).toBe(true)
    // The readings of the same 30 days ring as seldom as was said.
    await expect.poll(async () => (await ringsIn(proposal, t.rings))[0]).toBe(proposed)

    await rule.getByRole('button', { name: t.show }).click()
    // Only those: the list says what it is narrowed to.
    await expect(page.getByRole('button', { name: t.narrowed }).first()).toBeVisible()
  })

/** How often a rule rings in 30 days as it is, and as proposed. */
const ringsIn = async (proposal: Locator, rings: RegExp): Promise<number[]> =>
  [...((await proposal.textContent()) ?? '').matchAll(rings)].map(([, count = '']) =>
    Number(count.replaceAll(',', '')),
  )
