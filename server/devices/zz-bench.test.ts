import { afterAll, beforeAll, test } from 'vitest'
import { scopeOf } from '#server/database/store.ts'
import { connectLoadGateway } from '#server/testing/load-gateway.ts'
import { loadMetrics } from '#server/testing/load-metrics.ts'
import { encodePayload } from '#shared/sparkplug/encode.ts'
import { readChart } from './history.ts'
import { type DeviceFarm, deviceFarm, SECRET } from './testing/farm.ts'

let farm: DeviceFarm
beforeAll(async () => {
  farm = await deviceFarm()
})
afterAll(() => farm.close())
test('measure', { timeout: 120_000 }, async () => {
  const metrics = loadMetrics(80)
  const gws = 8,
    ctl = 25
  const gateways: { g: any; cs: any[] }[] = []
  for (let i = 0; i < gws; i++) {
    const g = await farm.register(`GWB-${i}`, 'gateway', farm.offices.sharing)
    const cs = []
    for (let j = 0; j < ctl; j++)
      cs.push(await farm.register(`HCB-${i}-${j}`, 'controller', farm.offices.sharing, g))
    gateways.push({ g, cs })
  }
  const lat: number[] = []
  let acked = 0
  const at = Date.now() - 60_000
  const links = await Promise.all(
    gateways.map(({ g, cs }) =>
      connectLoadGateway({
        port: farm.devices.port,
        group: 'farm',
        code: g.code,
        password: SECRET,
        controllers: cs.map(c => c.code),
        metrics,
        window: 50,
        onAck: (_r, ms) => {
          acked++
          lat.push(ms)
        },
      }),
    ),
  )
  const q = (a: number[], p: number) => a.sort((x, y) => x - y)[Math.floor(a.length * p)]
  // 400/s
  for (let i = 0; i < 5 * 100; i++) {
    for (let k = 0; k < 4; k++) {
      const l = links[(i * 4 + k) % gws]!
      l.send((i + k) % ctl)
    }
    await new Promise(r => setTimeout(r, 10))
  }
  await new Promise(r => setTimeout(r, 300))
  console.log('400/s: acked', acked, 'p50', q(lat, 0.5), 'p99', q(lat, 0.99), 'max', q(lat, 0.9999))
  lat.length = 0
  acked = 0
  const from = performance.now()
  const cpu = process.cpuUsage()
  while (performance.now() - from < 8_000) {
    for (const l of links) for (let c = 0; c < ctl; c++) l.send(c)
    await new Promise(r => setImmediate(r))
  }
  const s = (performance.now() - from) / 1000
  const used = process.cpuUsage(cpu)
  console.log(
    'saturated: msg/s',
    (acked / s).toFixed(0),
    'values/s',
    ((acked * 80) / s / 1e6).toFixed(2),
    'M p50',
    q(lat, 0.5),
    'p99',
    q(lat, 0.99),
    'cpu',
    used.user / 1e6 / s,
    used.system / 1e6 / s,
  )
  for (const l of links) l.destroy()
  const [size] = await farm.rows<any>(
    `select sum(pg_total_relation_size(c.oid)) as bytes, (select count(*) from report) as n from pg_class c where relname ~ '^report_2'`,
  )
  console.log('bytes/value', Number(size.bytes) / Number(size.n) / 80)
  // chart
  const c = await farm.register('HC-chart', 'controller', farm.offices.sharing, gateways[0]!.g)
  const now = Date.now()
  const houseId = await farm.buildHouse(farm.offices.sharing, new Date(now - 30 * 864e5), c)
  const lay = (
    await farm.rows<any>('select id from report_layout order by cardinality(real_metrics) desc limit 1')
  )[0].id
  await farm.rows("select report_partition(now()), report_partition(now() - interval '10 days')")
  await farm.rows(
    `insert into report select $1, now() - i * interval '30 s', $2, (select array_agg((random()*30)::real) from generate_series(1, 80) g where i = i), null from generate_series(0, 20159) i`,
    [c.serial, lay],
  )
  await farm.rows(
    `insert into rollup_dirty select distinct device, date_bin('15 minutes', at, 'epoch') from report where device = $1 on conflict do nothing`,
    [c.serial],
  )
  const t0 = performance.now()
  await farm.devices.catchUpRollups()
  console.log('rollups', performance.now() - t0)
  await farm.owner.query('analyze report; analyze report_15m')
  const db = farm.store.scoped(scopeOf(farm.offices.sharing.path, farm.offices.sharing.path))
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
        {
          metrics: metrics.slice(0, 4).map(m => m.name),
          from: now - days * 864e5,
          to: now,
          points,
          resolution,
        },
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
      q(times, 0.5)?.toFixed(1),
      q(times, 0.95)?.toFixed(1),
    )
  }
})
