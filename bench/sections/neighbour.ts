import { setTimeout as delay } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { loadMetrics } from '#server/testing/load-metrics.ts'
import { addPerson } from '#server/testing/person.ts'
import { houses } from '#shared/contracts/houses.ts'
import { orders } from '#shared/contracts/orders.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { startHouses } from '../first-customer.ts'
import type { LoadResult } from '../load.ts'
import { type Noticed, openManyAlarms } from '../many-alarms.ts'
import type { NeighbourOrder, NeighbourResult } from '../neighbour.ts'
import { mainThread } from '../server-figures.ts'
import { startWorker, type Worker } from '../worker.ts'

const RATE = 200
const WARM_UP_MS = 3_000
const DAYS = 21
const DAY_MS = 86_400_000
const EVERY_S = 30
const METRICS = 24
/** Kept in flight by one account. */
const IN_FLIGHT = { charts: 40, orders: 60 }
/** In each run: of fewer the slowest hundredth would be the slowest. */
const ALARMS = 220
/** Most times of the quiet run, for the slowest hundredth. */
const MOST_TIMES = 1.5

type Neighbour = Worker<NeighbourOrder, NeighbourResult>

/** What others notice of a customer who keeps 40 long charts in flight, 60 orders, and both: beside the same without it. */
export async function neighbour(bench: Bench): Promise<Figure[]> {
  const { quick, say } = bench
  say(`neighbour: loading ${DAYS} days of one controller`)
  const { token, charts, places } = await longCharts(bench)
  const load = await startHouses(bench)
  const phases = { charts: [charts], orders: [places], both: [charts, places] }
  const times = Object.keys(phases).length + 1
  const alarmed = await openManyAlarms(bench, Math.ceil((ALARMS * times) / controllersEach(bench)))
  const worker: Neighbour = startWorker('./neighbour.ts')
  const ms = quick ? 20_000 : 60_000
  const run = () => measured(bench, load, alarmed, ms)
  try {
    say('neighbour: quiet')
    const quiet = { ...(await run()), answers: {} }
    const runs: [string, Run][] = []
    for (const [what, asked] of Object.entries(phases)) {
      say(`neighbour: ${what}`)
      await worker.ask({ do: 'begin', token, asked })
      const seen = await run()
      const { answers } = await worker.ask({ do: 'end' })
      runs.push([what, { ...seen, answers }])
    }
    return [
      ...Object.entries(noticed).map(([name, of]) => figure(`${name}, p99, quiet`, of(quiet), 'ms')),
      figure('houses of another, p99, quiet', quiet.read.at(0.99), 'ms'),
      figure('main thread held up at most, quiet', quiet.heldUpMs, 'ms'),
      ...runs.flatMap(([what, busy]) => figuresOf(what, quiet, busy)),
      figure('alarms in each run', ALARMS, ''),
      ...refusedIn([quiet, ...runs.map(([, busy]) => busy)]),
    ]
  } finally {
    await alarmed.close()
    await Promise.all([worker.stop(), load.stop()])
  }
}

/** What others were answered but 200, in all runs. */
function refusedIn(runs: readonly Run[]): Figure[] {
  const all: Record<string, number> = {}
  for (const { refused } of runs)
    for (const [status, times] of Object.entries(refused)) all[status] = (all[status] ?? 0) + times
  const total = Object.values(all).reduce((sum, times) => sum + times, 0)
  return [
    figure('calls of others not answered with 200', total, '', { atMost: 0 }),
    ...Object.entries(all).map(([status, times]) => figure(`of these with ${status}`, times, '')),
  ]
}

const controllersEach = ({ farm: { customers } }: Bench) => customers[1]?.houses.length ?? 1

/** Readings and alarms of others for a while, and what the main thread did in all that time. */
async function measured(
  { server }: Bench,
  load: Awaited<ReturnType<typeof startHouses>>,
  alarmed: Awaited<ReturnType<typeof openManyAlarms>>,
  ms: number,
): Promise<Omit<Run, 'answers'>> {
  const { cpuMs } = await mainThread(server.url)
  const from = performance.now()
  const acknowledged = load.ask({ do: 'run', rate: RATE, warmUpMs: WARM_UP_MS, ms })
  await delay(WARM_UP_MS)
  const seen = await alarmed.measure(ALARMS, ms)
  const result = await acknowledged
  const now = await mainThread(server.url)
  const seconds = (performance.now() - from) / 1_000
  return { ...result, ...seen, seconds, cpuMs: (now.cpuMs - cpuMs) / seconds, heldUpMs: now.heldUpMs }
}

/** One house's reports of three weeks, and the calls by which one account asks for all of them and places orders. */
async function longCharts({ server, database: { pool }, quiet }: Bench) {
  const [house] = quiet.houses
  if (!house) throw new Error('The farm has no house')
  const to = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const from = to - DAYS * DAY_MS
  const names = loadMetrics(METRICS).map(({ name }) => name)
  const { rows } = await pool.query<{ id: number }>("select report_layout_id($1, '{}') as id", [names])
  // One by one: the server makes those of its months at the same time.
  for (const at of [from, to]) await pool.query('select report_partition($1)', [new Date(at)])
  await pool.query(
    `insert into report (device, at, layout, "values")
     select d.serial, t, $3, array(
       select (20 + m + 8 * sin(extract(epoch from t) / 13751 + m) + random())::real from generate_series(1, $4::int) m)
     from generate_series($1::timestamptz, $2::timestamptz - interval '1 s', make_interval(secs => $5)) t
     cross join device d where d.id = $6 on conflict do nothing`,
    [new Date(from), new Date(to), rows[0]?.id, METRICS, EVERY_S, house.deviceId],
  )
  await pool.query('vacuum analyze report')
  const { rows: offices } = await pool.query('select id, path from office where path = $1', [
    quiet.officePath,
  ])
  const grants = [
    'chicken_home_manage:query',
    'device_chart:query',
    'my_center:add',
    'my_center:get',
  ] as const
  const { token } = await addPerson(drizzle(pool) as never, { office: offices[0], kind: CUSTOMER, grants })
  const query = { metrics: names.join(','), from: `${from}`, to: `${to}`, points: '2000', resolution: 'raw' }
  const chart = `${houses.chart.path.replace(':id', house.id)}?${new URLSearchParams(query)}`
  const address = { consignee: 'Wang Lei', phone: '1', country: 'CN', city: '', address: '', content: '' }
  const order = { ...address, lines: [{ name: 'Belt', quantity: 1 }] }
  return {
    token,
    charts: { call: { url: `${server.url}/api${chart}` }, inFlight: IN_FLIGHT.charts },
    places: {
      call: { url: `${server.url}/api${orders.place.path}`, body: order },
      inFlight: IN_FLIGHT.orders,
    },
  }
}

interface Run extends LoadResult, Noticed {
  /** What the neighbour got. */
  answers: NeighbourResult['answers']
  /** Of the server's main thread: its processor time a second, and the longest time it was held up. ms */
  cpuMs: number
  heldUpMs: number
  seconds: number
}

const figure = (name: string, value: number, unit: string, goal?: Figure['goal']): Figure => ({
  section: 'neighbour',
  name,
  value,
  unit,
  ...(goal && { goal }),
})

/** What of the customer's own is measured in each run. */
const noticed = {
  [`acknowledged after, at ${RATE}/s`]: ({ p99 }: Run) => p99,
  'an alarm recorded after': ({ recorded }: Run) => recorded.at(0.99),
  'an alarm seen by a person': ({ seen }: Run) => seen.at(0.99),
}

/** With a neighbour who asks for `what`, beside the quiet run. */
function figuresOf(what: string, quiet: Run, busy: Run): Figure[] {
  const { answers } = busy
  const answered = answers[200] ?? 0
  const more = Object.entries(answers).filter(([status]) => status !== '200')
  return [
    ...Object.entries(noticed).flatMap(([name, of]) => [
      figure(`${name}, p99, beside ${what}`, of(busy), 'ms'),
      figure(`${name}, beside ${what} to quiet`, of(busy) / of(quiet), 'times', { atMost: MOST_TIMES }),
    ]),
    figure(`houses of another, p99, beside ${what}`, busy.read.at(0.99), 'ms'),
    figure(`main thread a call of ${what}`, ((busy.cpuMs - quiet.cpuMs) * busy.seconds) / answered, 'ms'),
    figure(`main thread held up at most, beside ${what}`, busy.heldUpMs, 'ms'),
    figure(`calls of ${what} answered with 200`, answered / busy.seconds, '/s'),
    ...more.map(([status, times]) => figure(`calls of ${what} answered with ${status}`, times, '')),
    figure(
      `calls of ${what} failed or told of an outage`,
      more.reduce(
        (all, [status, times]) => all + (Number(status) === 0 || Number(status) >= 500 ? times : 0),
        0,
      ),
      '',
      { atMost: 0 },
    ),
  ]
}
