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
import { median } from '../histogram.ts'
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
/**
 * Quiet and busy runs take turns, after one that is not counted, and each figure is the median of its runs: what else the
 * machine does meanwhile, and a server that has only just started, would otherwise be taken for the neighbour's doing.
 */
const ROUNDS = 3
const ALARMS = 75
/** Most times of the quiet run, for the slowest hundredth. */
const MOST_TIMES = 1.5

type Neighbour = Worker<NeighbourOrder, NeighbourResult>
type Asked = Extract<NeighbourOrder, { do: 'begin' }>['asked']

/** What others notice of a customer who keeps 40 long charts in flight, 60 orders, and both: beside the same without it. */
export async function neighbour(bench: Bench): Promise<Figure[]> {
  const { quick, say } = bench
  say(`neighbour: loading ${DAYS} days of one controller`)
  const { token, charts, places } = await longCharts(bench)
  const load = await startHouses(bench)
  const phases: Record<string, Asked> = { charts: [charts], orders: [places], both: [charts, places] }
  const runs = ROUNDS * (Object.keys(phases).length + 1) + 1
  const alarmed = await openManyAlarms(bench, Math.ceil((ALARMS * runs) / controllersEach(bench)))
  const worker: Neighbour = startWorker('./neighbour.ts')
  const ms = quick ? 12_000 : 30_000
  const run = async (asked: Asked): Promise<Run> => {
    if (asked.length > 0) await worker.ask({ do: 'begin', token, asked })
    const seen = await measured(bench, load, alarmed, ms)
    const { answers } = asked.length > 0 ? await worker.ask({ do: 'end' }) : { answers: {} }
    return { ...seen, answers }
  }
  const quietly: Run[] = []
  const busily: [string, Run[]][] = Object.keys(phases).map(what => [what, []])
  try {
    const first = await run([])
    for (let round = 1; round <= ROUNDS; round++) {
      say(`neighbour: round ${round} of ${ROUNDS}`)
      quietly.push(await run([]))
      for (const [what, done] of busily) done.push(await run(phases[what] ?? []))
    }
    const all = [first, ...quietly, ...busily.flatMap(([, done]) => done)]
    return [
      ...Object.entries(noticed).map(([name, of]) =>
        figure(`${name}, p99, quiet`, middle(quietly, of), 'ms'),
      ),
      figure('houses of another, p99, quiet', middle(quietly, readP99), 'ms'),
      figure('main thread held up at most, quiet', middle(quietly, heldUp), 'ms'),
      ...busily.flatMap(([what, done]) => figuresOf(what, quietly, done)),
      figure('alarms beside each', ROUNDS * ALARMS, ''),
      ...refusedIn(all),
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
const readP99 = ({ read }: Run) => read.at(0.99)
const heldUp = ({ heldUpMs }: Run) => heldUpMs

const middle = (runs: readonly Run[], of: (run: Run) => number) => median(runs.map(of))

/** With a neighbour who asks for `what`, beside the quiet runs. */
function figuresOf(what: string, quiet: readonly Run[], busy: readonly Run[]): Figure[] {
  const answered = ({ answers, seconds }: Run) => (answers[200] ?? 0) / seconds
  const cpu = middle(busy, ({ cpuMs }) => cpuMs) - middle(quiet, ({ cpuMs }) => cpuMs)
  const more: Record<string, number> = {}
  for (const { answers } of busy)
    for (const [status, times] of Object.entries(answers))
      if (status !== '200') more[status] = (more[status] ?? 0) + times
  return [
    ...Object.entries(noticed).flatMap(([name, of]) => [
      figure(`${name}, p99, beside ${what}`, middle(busy, of), 'ms'),
      figure(`${name}, beside ${what} to quiet`, middle(busy, of) / middle(quiet, of), 'times', {
        atMost: MOST_TIMES,
      }),
    ]),
    figure(`houses of another, p99, beside ${what}`, middle(busy, readP99), 'ms'),
    figure(`main thread a call of ${what}`, cpu / middle(busy, answered), 'ms'),
    figure(`main thread held up at most, beside ${what}`, middle(busy, heldUp), 'ms'),
    figure(`calls of ${what} answered with 200`, middle(busy, answered), '/s'),
    ...Object.entries(more).map(([status, times]) =>
      figure(`calls of ${what} answered with ${status}`, times, ''),
    ),
    figure(
      `calls of ${what} failed or told of an outage`,
      Object.entries(more).reduce(
        (all, [status, times]) => all + (Number(status) === 0 || Number(status) >= 500 ? times : 0),
        0,
      ),
      '',
      { atMost: 0 },
    ),
  ]
}
