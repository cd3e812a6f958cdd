import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Bench, METRICS } from '../bench.ts'
import type { CeilingState } from '../ceiling.ts'
import { copyIn, copyOut } from '../copy.ts'
import { diskDelay } from '../disk.ts'
import type { Figure } from '../figures.ts'
import { type Histogram, median } from '../histogram.ts'
import type { LoadOrder, LoadResult } from '../load.ts'
import { startWorker, type Worker } from '../worker.ts'

type Load = Worker<LoadOrder, LoadResult>

const SATURATED = { do: 'run' as const, warmUpMs: 2_000, ms: 5_000 }
/** A server that has just started is still compiling its code. ms */
const PACED_WARM_UP = 5_000
/** Unacknowledged messages for each of the 100 gateways: as many as mosquitto's clients and bridges allow. */
const WINDOW = 20
/** Most reports of the run given to COPY. */
const COPIED = 100_000

/** Messages at a steady rate, and the time the disk took to persist a page in the same seconds. */
interface Paced {
  rate: number
  result: LoadResult
  disk: Histogram
}

/**
 * Ingest from 200 controllers behind 100 gateways, 80 values a report. Ceiling, server and COPY take turns, so that a slow
 * minute of the machine slows all of them.
 */
export async function ingest(bench: Bench): Promise<Figure[]> {
  const { server, farm, database, say } = bench
  const rounds = bench.quick ? 1 : 3
  const target = { group: 'farm', gateways: farm.gateways, metrics: METRICS, window: WINDOW }
  const ceiling = startWorker<object, CeilingState>('./ceiling.ts')
  const load: Load = startWorker('./load.ts')
  const before = await countReports(database.pool)
  const atCeiling: LoadResult[] = []
  const atServer: LoadResult[] = []
  const delays: number[] = []
  const cpu = { ceiling: [] as number[], server: [] as number[] }
  const paced: Paced[] = []
  try {
    const { port } = await ceiling.ask({})
    // First, while the disk is not yet busy with what saturation leaves behind.
    await load.ask({ do: 'connect', port: server.mqttPort, ...target })
    for (const [rate, ms] of [
      [400, bench.quick ? 5_000 : 15_000],
      [5_000, bench.quick ? 4_000 : 8_000],
    ] as const) {
      say(`ingest: ${rate} messages/s`)
      const [result, disk] = await Promise.all([
        load.ask({ do: 'run', rate, warmUpMs: PACED_WARM_UP, ms }),
        wait(PACED_WARM_UP).then(() => diskDelay(server.dataDir, ms)),
      ])
      paced.push({ rate, result, disk })
    }
    await load.ask({ do: 'disconnect' })
    for (let round = 1; round <= rounds; round++) {
      say(`ingest: saturated, round ${round} of ${rounds}`)
      await load.ask({ do: 'connect', port, ...target })
      const idle = await ceiling.ask({})
      atCeiling.push(await load.ask(SATURATED))
      cpu.ceiling.push(((await ceiling.ask({})).cpuMs - idle.cpuMs) / (atCeiling.at(-1)?.ackedInAll ?? 1))
      await load.ask({ do: 'disconnect' })
      await load.ask({ do: 'connect', port: server.mqttPort, ...target })
      const before = await serverState(server.url)
      atServer.push(await load.ask(SATURATED))
      const after = await serverState(server.url)
      delays.push(after.delayMs)
      cpu.server.push((after.cpuMs - before.cpuMs) / (atServer.at(-1)?.ackedInAll ?? 1))
      await load.ask({ do: 'disconnect' })
    }
  } finally {
    await Promise.all([load.stop(), ceiling.stop()])
  }
  say('ingest: COPY of the same rows')
  const copied = await copySpeed(server.superuserUrl, rounds)
  const acked = [...atServer, ...paced.map(({ result }) => result)].reduce(
    (sum, { ackedInAll }) => sum + ackedInAll,
    0,
  )
  const stored = (await countReports(database.pool)) - before
  return figures({ atCeiling, atServer, delays, cpu, paced, copied, lost: acked - stored })
}

function figures({
  atCeiling,
  atServer,
  delays,
  cpu,
  paced,
  copied,
  lost,
}: {
  atCeiling: LoadResult[]
  atServer: LoadResult[]
  delays: number[]
  /** CPU time per report, ms. */
  cpu: { ceiling: number[]; server: number[] }
  paced: Paced[]
  copied: number
  lost: number
}): Figure[] {
  const speed = ({ acked, ms }: LoadResult) => (acked * METRICS * 1000) / ms
  const server = median(atServer.map(speed))
  const highest = median(atCeiling.map(speed))
  const figure = (name: string, value: number, unit: string, goal?: Figure['goal']): Figure => ({
    section: 'ingest',
    name,
    value,
    unit,
    ...(goal && { goal }),
  })
  const all = [...atServer, ...paced.map(({ result }) => result)]
  return [
    figure('server, saturated', server, 'values/s'),
    figure('broker, codec and acknowledgement without a database', highest, 'values/s'),
    figure('binary COPY of the same rows', copied, 'values/s'),
    figure('server to ceiling', server / highest, '', { atLeast: 0.6 }),
    figure('server to COPY', server / copied, ''),
    figure('acknowledged after, saturated, p50', median(atServer.map(({ p50 }) => p50)), 'ms'),
    figure('acknowledged after, saturated, p99', median(atServer.map(({ p99 }) => p99)), 'ms'),
    figure("delay of the server's event loop, saturated, p99", median(delays), 'ms'),
    figure('CPU of one report, server', median(cpu.server) * 1000, 'µs'),
    figure('CPU of one report, ceiling', median(cpu.ceiling) * 1000, 'µs'),
    ...paced.flatMap(({ rate, result, disk }) => [
      figure(`acknowledged after, at ${rate}/s, p50`, result.p50, 'ms'),
      figure(
        `acknowledged after, at ${rate}/s, p99`,
        result.p99,
        'ms',
        rate === 400 ? { atMost: 10 } : undefined,
      ),
      figure(`a page of the log kept by the disk, at ${rate}/s, p50`, disk.at(0.5), 'ms'),
      figure(`a page of the log kept by the disk, at ${rate}/s, p99`, disk.at(0.99), 'ms'),
      figure(`not sent in time, at ${rate}/s`, result.skipped, 'messages', { atMost: 0 }),
    ]),
    figure('acknowledged and not stored, or stored twice', Math.abs(lost), 'reports', { atMost: 0 }),
    figure('births asked for again', Math.max(...all.map(({ rebirths }) => rebirths)), '', { atMost: 0 }),
  ]
}

async function countReports(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: string }>('select count(*) as n from report')
  return Number(rows[0]?.n)
}

interface ServerState {
  /** 99th percentile since the last call, ms; the timer that measures it wakes every 10 ms. */
  delayMs: number
  /** CPU time used so far, ms. */
  cpuMs: number
}

async function serverState(url: string): Promise<ServerState> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const seconds = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return {
    delayMs: seconds('nodejs_eventloop_lag_p99_seconds') * 1000,
    cpuMs: seconds('process_cpu_seconds_total') * 1000,
  }
}

/** Values/s of a binary COPY of the newest reports into a table with the same columns and key. */
async function copySpeed(url: string, rounds: number): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('create table bench_copy (like report including all)')
    const pieces = await copyOut(client, `select * from report order by at desc limit ${COPIED}`)
    const speeds: number[] = []
    for (let round = 0; round < rounds; round++) {
      await client.query('truncate bench_copy')
      const from = performance.now()
      await copyIn(client, 'bench_copy', pieces)
      const took = performance.now() - from
      const { rows } = await client.query<{ n: string }>('select count(*) as n from bench_copy')
      speeds.push((Number(rows[0]?.n) * METRICS * 1000) / took)
    }
    return median(speeds)
  } finally {
    await client.query('drop table if exists bench_copy')
    await client.end()
  }
}
