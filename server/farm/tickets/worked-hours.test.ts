import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '../../platform/database/store.ts'
import { type TestApp, testApp } from '../../testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const rowsOf = async <R extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  (await app.services.store.scoped(SYSTEM).execute<R>(query)).rows

// 2026-11-21 is a Saturday.
test.each([
  ['over a night', '2026-11-18 17:00', '2026-11-19 09:30', 2.5],
  ['over a Sunday', '2026-11-21 17:30', '2026-11-23 08:30', 1],
  ['on a Sunday', '2026-11-22 09:00', '2026-11-22 17:00', 0],
  ['a week', '2026-11-16 12:00', '2026-11-23 12:00', 60],
  ['in the night', '2026-11-18 19:00', '2026-11-19 07:00', 0],
  ['backwards', '2026-11-19 12:00', '2026-11-18 12:00', 0],
])('%s', async (_, since, until, hours) => {
  const [row] = await rowsOf<{
    hours: number
  }>(sql`select worked_hours(${since}::timestamp at time zone 'Asia/Shanghai',
    ${until}::timestamp at time zone 'Asia/Shanghai', 'Asia/Shanghai') as hours`)
  expect(row?.hours).toBeCloseTo(hours, 6)
})

test('working hours are those of each day in between, also when clocks change', async () => {
  const other = await rowsOf(sql`
    select * from (
      select zone, since, until, worked_hours(since, until, zone) as hours, (
        select coalesce(sum(extract(epoch from greatest(interval '0', least(until, (d + time '18:00') at time zone zone)
          - greatest(since, (d + time '08:00') at time zone zone)))) / 3600, 0)
        from generate_series((since at time zone zone)::date::timestamp, (until at time zone zone)::date::timestamp, '1 day') d
        where extract(isodow from d) <= 6) as by_days
      from (values ('Asia/Shanghai'), ('Europe/Amsterdam'), ('America/New_York'), ('UTC')) z (zone),
        generate_series(1, 500) n,
        lateral (select timestamptz '2026-01-01' + n * interval '17 hours 13 minutes' as since) s,
        lateral (select since + (n * n % 4001) * interval '13 minutes' as until) u
    ) each where abs(hours - by_days) > 0.000001`)
  expect(other).toEqual([])
})
