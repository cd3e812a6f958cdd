import pg from 'pg'
import { expect, expectAccessible, type Farm, prefer, signIn, test } from './farm.ts'

const NIGHT = 'Settings/Temp/NightSetback'

/**
 * An alarm of a house of Linden whose flock has records, two hours after somebody lowered the night at its panel, and the same
 * alarm ten days before. Returns its id and the house's name.
 */
async function plant({ server }: Farm): Promise<{ id: string; house: string }> {
  const client = new pg.Client({ connectionString: server.superuserUrl })
  await client.connect()
  try {
    await client.query(`delete from alarm where id like 'beside%'`)
    await client.query(`delete from setting_change where id = 'beside'`)
    const { rows } = await client.query<{ id: string; house: string }>(
      `with place as (
         select h.id, h.name, h.office_path, f.farm_path, d.device_id, (now() at time zone o.time_zone)::date as today, f.id as flock
         from account a join office o on o.path = a.office_path
           join house h on starts_with(h.office_path, a.office_path) and h.deleted_at is null
           join house_device d on d.house_id = h.id and d.main and d."to" is null
           join flock f on f.house_id = h.id and f.ended_on is null and f.deleted_at is null
         where a.username = 'linden' and exists (select from flock_record r where r.flock_id = f.id
           and r.day = (now() at time zone o.time_zone)::date - 1 and r.feed is not null)
         order by h.name limit 1
       ), turned as (
         insert into setting_change (id, device_id, house_id, office_path, farm_path, "group", origin, state, before, wanted, after,
           days, made_at, expires_at, over_at)
         select 'beside', device_id, id, office_path, farm_path, 'targetTemperature', 'panel', 'synced',
           '{"${NIGHT}": 0}', '{"${NIGHT}": -3}', '{"${NIGHT}": -3}', '{}', now() - interval '2 hours',
           now() - interval '2 hours', now() - interval '2 hours' from place
       ), raised as (
         insert into alarm (id, office_path, farm_path, source, rule, code, level, subject_id, house_ids, condition, raised_at,
           cleared_at, live, value, "limit", cause, handling)
         select v.id, p.office_path, p.farm_path, 'controller', 'LowTemp', 'LowTemp', 'critical', p.device_id, array[p.id],
           'cleared', v.at, v.at + interval '5 minutes', true, 14, 18, v.cause, v.handling
         from place p, (values ('beside', now() - interval '10 minutes', null, 'new'),
           ('beside before', now() - interval '10 days', 'setting', 'solved')) v (id, at, cause, handling)
       )
       select 'beside' as id, name as house from place`,
    )
    const [made] = rows
    if (!made) throw new Error('no house of Linden has a record of yesterday')
    return made
  } finally {
    await client.end()
  }
}

const words = {
  'en-US': {
    settings: 'Settings changed in the 24 hours before',
    turned: /at the panel/,
    records: 'Records of that day and the day before',
    feed: /feed [\d,.]+/,
    similar: 'Similar alarms',
    cause: 'Controller setting',
  },
  'zh-CN': {
    settings: '报警前 24 小时内的参数修改',
    turned: /在面板上/,
    records: '当天和前一天的养殖记录',
    feed: /耗料 [\d,.]+/,
    similar: '类似报警',
    cause: '环控参数',
  },
} as const

for (const [language, theme] of [
  ['en-US', 'dark'],
  ['zh-CN', 'light'],
] as const)
  test(`beside an alarm stand the settings changed before it, the records of its days and the same alarm before (${language})`, async ({
    page,
    farm,
  }) => {
    const t = words[language]
    const { id, house } = await plant(farm)
    await prefer(page, theme, language)
    await signIn(page, farm, 'linden', `/house-alarm?alarm=${id}`, language)
    await expect(page.getByText(house).first()).toBeVisible()
    const settings = page.getByRole('region', { name: t.settings })
    await expect(settings.getByRole('listitem')).toHaveCount(1)
    await expect(settings).toContainText(t.turned)
    const records = page.getByRole('region', { name: t.records })
    await expect(records.getByRole('listitem').first()).toContainText(t.feed)
    await expect(page.getByText(t.similar).first()).toBeVisible()
    await expect(page.getByText(t.cause).first()).toBeVisible()
    await expectAccessible(page)
  })
