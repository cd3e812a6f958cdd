import pg from 'pg'
import type { Language } from '#shared/text.ts'
import shared from '#web/components/en-US.json' with { type: 'json' }
import sharedChinese from '#web/components/zh-CN.json' with { type: 'json' }
import english from '#web/features/alarms/en-US.json' with { type: 'json' }
import chinese from '#web/features/alarms/zh-CN.json' with { type: 'json' }
import { call } from './api.ts'
import { startController } from './controller.ts'
import { expect, expectAccessible, test, tokenOf } from './farm.ts'
import { newVisitor, widths } from './visitor.ts'

/** Long enough before the hand-over for whoever is on call to be told, and short enough to wait for it. */
const NEXT = `select to_char(at, 'HH24:MI') as next, to_char(at - interval '12 hours', 'HH24:MI') as half, at at time zone zone as moment
  from (select date_trunc('minute', now() at time zone time_zone + interval '100 seconds') as at, time_zone as zone
    from office where path = $1) t`
const WAIT = { timeout: 180_000 }

const stories: [Language, string, { told: typeof english.told; onCall: typeof shared.onCall }][] = [
  ['en-US', 'STORY-HAND-OVER-1', { told: english.told, onCall: shared.onCall }],
  [
    'zh-CN',
    'STORY-HAND-OVER-2',
    { told: chinese.told as typeof english.told, onCall: sharedChinese.onCall as typeof shared.onCall },
  ],
]

for (const [language, code, { told, onCall }] of stories)
  test(`a rota hands over in the middle of an alarm, at the minute, in ${language}`, async ({
    browser,
    farm,
  }) => {
    test.setTimeout(400_000)
    const house = `House of ${code}`
    const database = new pg.Client({ connectionString: farm.server.superuserUrl })
    await database.connect()
    const controller = await startController(farm, code, house)
    const look = { theme: 'dark', language } as const
    const { page, visit, leave } = await newVisitor(browser, farm.url, look, widths.desk)
    const { rows: people } = await database.query<{ id: string; name: string; path: string }>(
      `select a.id, a.actual_name as name, o.farm_path as path from account a join office o on o.id = a.office_id
       where a.actual_name in ('Piet Bakker', 'Anna de Vries') order by a.actual_name desc`,
    )
    const [early, late] = people
    // Only these two are on call meanwhile; the farm's own plan comes back afterwards.
    const plan = await database.query<{ rows: unknown }>(
      'with gone as (delete from alarm_duty where farm_path = $1 returning *) select jsonb_agg(gone) as rows from gone',
      [early?.path],
    )
    try {
      const owner = await tokenOf(farm, 'linden')
      const { rows } = await database.query<{ next: string; half: string; moment: Date }>(NEXT, [early?.path])
      const { next = '', half = '', moment } = rows[0] ?? {}
      const weekdays = [1, 2, 3, 4, 5, 6, 7]
      const duty = (accountId: string | undefined, fromClock: string, untilClock: string) =>
        call(farm, owner, '/admin/auth/alarm-duties', { accountId, weekdays, fromClock, untilClock })
      await duty(early?.id, half, next)
      await duty(late?.id, next, half)

      controller.report(23, { HighTemp: true })
      await visit(`/house-alarm?search=${encodeURIComponent(house)}`, owner)
      const list = page.getByRole('list', { name: told.title })
      const firstStep = told.step.replace('{{step, number}}', '1')
      const of = (name: string | undefined) =>
        list
          .getByRole('listitem')
          .filter({ hasText: name ?? '' })
          .filter({ hasText: firstStep })
      const now = (name: string | undefined) =>
        page.getByText(onCall.now.replace('{{names}}', name ?? '')).first()
      await expect(of(early?.name).first()).toBeVisible(WAIT)
      await expect(now(early?.name)).toBeVisible()
      await expect(of(late?.name)).toHaveCount(0)
      await expectAccessible(page)
      // From that minute on it is the other one's, who hears of what still stands.
      await expect(of(late?.name).first()).toBeVisible(WAIT)
      await expect(now(late?.name)).toBeVisible(WAIT)
      const { rows: heard } = await database.query<{ id: string; early: boolean }>(
        `select e.account_id as id, e.at < $2 as early
         from alarm_event e join alarm a on a.id = e.alarm_id join house h on h.id = any(a.house_ids)
         where h.name = $1 and a.code = 'HighTemp' and e.kind = 'told' and e.step = 1 order by e.at`,
        [house, moment],
      )
      expect(heard[0]).toEqual({ id: early?.id, early: true })
      expect(heard.filter(({ id }) => id === late?.id).map(each => each.early)).not.toContain(true)
    } finally {
      controller.stop()
      await database.query('delete from alarm_duty where farm_path = $1', [early?.path])
      await database.query(
        'insert into alarm_duty select (jsonb_populate_recordset(null::alarm_duty, $1::jsonb)).*',
        [JSON.stringify(plan.rows[0]?.rows ?? [])],
      )
      await database.end()
      await leave()
      await page.context().close()
    }
  })
