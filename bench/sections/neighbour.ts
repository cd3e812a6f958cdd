import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { connectPeer, TEMPERATURE } from '#server/telemetry/testing/peer.ts'
import { loadMetrics } from '#server/testing/load-metrics.ts'
import { addPerson } from '#server/testing/person.ts'
import { alarms } from '#shared/contracts/alarms.ts'
import { houses } from '#shared/contracts/houses.ts'
import { orders } from '#shared/contracts/orders.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { DataType } from '#shared/sparkplug/types.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { startHouses } from '../first-customer.ts'
import { createHistogram, type Histogram } from '../histogram.ts'
import type { LoadResult } from '../load.ts'
import type { NeighbourOrder, NeighbourResult } from '../neighbour.ts'
import { startWorker, type Worker } from '../worker.ts'

const RATE = 200
const WARM_UP_MS = 3_000
const DAYS = 21
const DAY_MS = 86_400_000
const EVERY_S = 30
const METRICS = 24
/** Kept in flight by one account. */
const IN_FLIGHT = { charts: 40, orders: 60 }
/** Most times of the quiet run, for the slowest hundredth. */
const MOST_TIMES = 1.5

const POWER = { name: 'Alarm/PowerFail', alias: 9, datatype: DataType.Boolean }

type Neighbour = Worker<NeighbourOrder, NeighbourResult>

/** What others notice of a customer who keeps 40 long charts and 60 orders in flight: beside the same without it. */
export async function neighbour(bench: Bench): Promise<Figure[]> {
  const { quick, say } = bench
  say(`neighbour: loading ${DAYS} days of one controller`)
  const asked = await longCharts(bench)
  const load = await startHouses(bench)
  const alarmed = await openAlarmedFarm(bench)
  const worker: Neighbour = startWorker('./neighbour.ts')
  const ms = quick ? 20_000 : 60_000
  const run = async (): Promise<Run> => {
    const acknowledged = load.ask({ do: 'run', rate: RATE, warmUpMs: WARM_UP_MS, ms })
    const seen = await alarmed.measure(WARM_UP_MS + ms)
    return { ...(await acknowledged), ...seen }
  }
  try {
    say('neighbour: quiet')
    const quiet = await run()
    say('neighbour: busy')
    await worker.ask({ do: 'begin', ...asked })
    const busy = await run()
    const { answers } = await worker.ask({ do: 'end' })
    return figuresOf(quiet, busy, answers)
  } finally {
    await alarmed.close()
    await Promise.all([worker.stop(), load.stop()])
  }
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
    asked: [
      { call: { url: `${server.url}/api${chart}` }, inFlight: IN_FLIGHT.charts },
      { call: { url: `${server.url}/api${orders.place.path}`, body: order }, inFlight: IN_FLIGHT.orders },
    ],
  }
}

interface Run extends LoadResult {
  /** From the report to the alarm's row, from the call to its answer, and other calls. ms */
  recorded: Histogram
  seen: Histogram
  read: Histogram
  /** Answers other than 200. */
  refused: number
}

/** Tells of every change of an alarm, after its commit. */
const TELLS = `
  create or replace function bench_alarm() returns trigger language plpgsql as $$ begin
    perform pg_notify('bench_alarm', new.subject_id || ' ' || new.condition || ' ' || new.id);
    return null;
  end $$;
  create or replace trigger bench_alarm after insert or update of condition on alarm
    for each row execute function bench_alarm();
  listen bench_alarm`

/** Controllers of another customer whose power fails now and then, and the person who sees to it. */
async function openAlarmedFarm({ server, database: { pool }, farm }: Bench) {
  const customer = farm.customers[1]
  const gateway = farm.gateways[farm.gateways.length / farm.customers.length]
  if (!customer || !gateway) throw new Error('The farm has no second customer')
  const client = new pg.Client({ connectionString: server.superuserUrl })
  await client.connect()
  await client.query(TELLS)
  const waiting = new Map<string, (alarmId: string) => void>()
  client.on('notification', ({ payload = '' }) => {
    const [deviceId, condition, id = ''] = payload.split(' ')
    waiting.get(`${deviceId} ${condition}`)?.(id)
  })
  const becomes = (deviceId: string, condition: string) =>
    new Promise<string>(resolve => waiting.set(`${deviceId} ${condition}`, resolve))
  const peer = await connectPeer(`mqtt://127.0.0.1:${server.mqttPort}`, {
    code: gateway.code,
    password: gateway.password,
  })
  await peer.nodeBirth()
  for (const code of gateway.controllers)
    await peer.deviceBirth(code, [
      { ...TEMPERATURE, value: 21 },
      { ...POWER, value: false },
    ])
  const call = async (path: string, body?: object) => {
    const answer = await fetch(`${server.url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'access-token': customer.token, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    await answer.arrayBuffer()
    return answer.status
  }

  return {
    /** One alarm after the other: it is raised, seen, ends and is solved; and the list of houses is read. */
    async measure(ms: number): Promise<Pick<Run, 'recorded' | 'seen' | 'read' | 'refused'>> {
      const [recorded, seen, read] = [createHistogram(), createHistogram(), createHistogram()]
      let refused = 0
      const asked = async (path: string, took: Histogram, body?: object) => {
        const from = performance.now()
        const status = await call(path, body)
        took.add(performance.now() - from)
        if (status !== 200) refused += 1
      }
      const until = performance.now() + ms
      for (let turn = 0; performance.now() < until; turn++) {
        const code = gateway.controllers[turn % gateway.controllers.length] ?? ''
        const deviceId = customer.houses[turn % gateway.controllers.length]?.deviceId ?? ''
        const raised = becomes(deviceId, 'active')
        const from = performance.now()
        await peer.data(code, [{ ...POWER, value: true }])
        const alarmId = await raised
        recorded.add(performance.now() - from)
        await asked(alarms.seen.path.replace(':id', alarmId), seen, {})
        await asked(houses.list.path, read)
        const cleared = becomes(deviceId, 'cleared')
        await peer.data(code, [{ ...POWER, value: false }])
        await cleared
        // The next one is another alarm.
        await pool.query(`update alarm set handling = 'solved' where id = $1`, [alarmId])
      }
      return { recorded, seen, read, refused }
    },
    async close() {
      await peer.end()
      await client.query('drop function if exists bench_alarm cascade')
      await client.end()
    },
  }
}

function figuresOf(quiet: Run, busy: Run, answers: NeighbourResult['answers']): Figure[] {
  const figure = (name: string, value: number, unit: string, goal?: Figure['goal']): Figure => ({
    section: 'neighbour',
    name,
    value,
    unit,
    ...(goal && { goal }),
  })
  const compared = (name: string, before: number, after: number) => [
    figure(`${name}, p99, quiet`, before, 'ms'),
    figure(`${name}, p99, with a neighbour`, after, 'ms'),
    figure(`${name}, with a neighbour to quiet`, after / before, 'times', { atMost: MOST_TIMES }),
  ]
  return [
    ...compared(`acknowledged after, at ${RATE}/s`, quiet.p99, busy.p99),
    ...compared('an alarm recorded after', quiet.recorded.at(0.99), busy.recorded.at(0.99)),
    ...compared('an alarm seen by a person', quiet.seen.at(0.99), busy.seen.at(0.99)),
    figure('houses of another, p99, quiet', quiet.read.at(0.99), 'ms'),
    figure('houses of another, p99, with a neighbour', busy.read.at(0.99), 'ms'),
    figure('alarms meanwhile', busy.recorded.count, ''),
    figure('calls of others not answered with 200', quiet.refused + busy.refused, '', { atMost: 0 }),
    ...Object.entries(answers).map(([status, times]) =>
      figure(`calls of the neighbour answered with ${status}`, times, ''),
    ),
    figure(
      'calls of the neighbour failed or told of an outage',
      Object.entries(answers).reduce((all, [status, times]) => all + (Number(status) < 500 ? 0 : times), 0) +
        (answers[0] ?? 0),
      '',
      { atMost: 0 },
    ),
  ]
}
