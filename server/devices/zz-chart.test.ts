import { afterAll, beforeAll, test } from 'vitest'
import { scopeOf } from '#server/database/store.ts'
import { readChart } from './history.ts'
import { type DeviceFarm, deviceFarm } from './testing/farm.ts'

let farm: DeviceFarm
beforeAll(async () => {
  farm = await deviceFarm()
})
afterAll(() => farm.close())
test('chart', { timeout: 120_000 }, async () => {
  const g = await farm.register('GW-chart', 'gateway', farm.offices.sharing)
  const now = Date.now()
  await farm.rows(`select report_layout_id(array(select 'm' || i from generate_series(1,80) i), '{}')`)
  await farm.rows("select report_partition(now()), report_partition(now() - interval '10 days')")
  const cs = []
  for (let i = 0; i < 10; i++)
    cs.push(await farm.register('HC-chart' + i, 'controller', farm.offices.sharing, g))
  const houseId = await farm.buildHouse(farm.offices.sharing, new Date(now - 30 * 864e5), cs[3]!)
  await farm.rows(
    `insert into report select d, 1, now() - i * interval '30 s', (select array_agg((random()*30)::real) from generate_series(1, 80) g where i = i), null from generate_series(0, 20159) i, generate_series($1::int, $2::int) d`,
    [cs[0]!.serial, cs[9]!.serial],
  )
  await farm.rows(
    `insert into rollup_dirty (device, bucket) select distinct device, date_bin('15 minutes', at, 'epoch') from report on conflict do nothing`,
  )
  const t0 = performance.now()
  await farm.devices.catchUpRollups()
  console.log('rollups of', 201600 * 80, 'values', performance.now() - t0)
  await farm.owner.query('analyze report; analyze report_15m')
  const [size] = await farm.rows<any>(
    `select sum(pg_total_relation_size(c.oid)) as bytes, (select count(*) from report) as n from pg_class c where relname ~ '^report_2'`,
  )
  console.log('bytes/value', Number(size.bytes) / Number(size.n) / 80)
  const db = farm.store.scoped(scopeOf(farm.offices.sharing.path, farm.offices.sharing.path))
  const q = (a: number[], p: number) => a.sort((x, y) => x - y)[Math.floor(a.length * p)]
  for (const [resolution, points, days] of [
    ['auto', 600, 7],
    ['raw', 600, 7],
    ['raw', 2000, 7],
    ['auto', 600, 1],
    ['auto', 600, 29],
  ] as const) {
    const times: number[] = []
    let chart
    for (let i = 0; i < 15; i++) {
      const t = performance.now()
      chart = await readChart(
        db,
        { houseId },
        { metrics: ['m1', 'm7', 'm20', 'm60'], from: now - days * 864e5, to: now, points, resolution },
      )
      times.push(performance.now() - t)
    }
    console.log(
      'chart',
      resolution,
      points,
      days,
      'd →',
      chart?.resolution,
      chart?.at.length,
      'ms',
      q(times, 0)?.toFixed(1),
      q(times, 0.5)?.toFixed(1),
      q(times, 0.95)?.toFixed(1),
    )
  }
  const c = await farm.owner.connect()
  await c.query(
    `set app.lo='${farm.offices.sharing.path}'; set app.hi='1.2.3/'; set app.farm='${farm.offices.sharing.path}'`,
  )
  console.log(
    (
      await c.query(`explain (analyze) WITH s AS MATERIALIZED (SELECT * FROM chart_spans('${houseId}', null, now() - interval '1 day', now())), l AS MATERIALIZED (SELECT id, array_position(real_metrics, 'm1') AS r1 FROM report_layout WHERE real_metrics && '{m1}')
  SELECT date_bin('144 s', q.at, 'epoch') b, min(q."values"[l.r1]), avg(q."values"[l.r1]) FROM s JOIN report q ON q.device = s.device AND q.at >= s.starts AND q.at < s.ends AND q.at >= now() - interval '1 day' AND q.at < now()
      JOIN l ON l.id = q.layout group by 1`)
    ).rows
      .map((r: any) => r['QUERY PLAN'])
      .join('\n'),
  )
  console.log(
    (
      await c.query(
        `explain (analyze) SELECT * FROM chart_spans('${houseId}', null, now() - interval '1 day', now())`,
      )
    ).rows
      .map((r: any) => r['QUERY PLAN'])
      .join('\n'),
  )
  c.release()
})
