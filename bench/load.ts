/**
 * The load generator: a separate process, told over IPC which gateways to be and what to send. Answers each order with what
 * was acknowledged and how long that took.
 */
import type { BusyGateway } from '#server/testing/busy-farm.ts'
import { connectLoadGateway, type LoadGateway } from '#server/testing/load-gateway.ts'
import { loadMetrics } from '#server/testing/load-metrics.ts'
import { createHistogram } from './histogram.ts'

interface LoadTarget {
  port: number
  group: string
  gateways: BusyGateway[]
  metrics: number
  /** Most unacknowledged reports per gateway. */
  window: number
}
export type LoadOrder =
  | ({ do: 'connect' } & LoadTarget)
  /** `rate` in messages a second; without one, as fast as they are acknowledged. Times in ms. */
  | { do: 'run'; rate?: number; warmUpMs: number; ms: number }
  | { do: 'disconnect' }

export interface LoadResult {
  /** Acknowledged in the measured time, and its length in ms. */
  acked: number
  ms: number
  p50: number
  p99: number
  max: number
  /** What the server must have stored since the last result: all acknowledged reports, including births and warm-up. */
  ackedInAll: number
  /** Not sent because the window was full: the server did not keep up with the rate. */
  skipped: number
  rebirths: number
}

let gateways: LoadGateway[] = []
let controllers: number[] = []
/** Since the last result; each is stored as a report of its own. */
let births = 0
let onAck: (ms: number, gateway: number) => void = () => {}

async function connectAll(target: LoadTarget): Promise<void> {
  const { port, group, metrics, window } = target
  controllers = target.gateways.map(gateway => gateway.controllers.length)
  gateways = []
  // In groups: real gateways do not connect in the same millisecond either.
  for (let first = 0; first < target.gateways.length; first += 25) {
    const group25 = target.gateways.slice(first, first + 25).map((gateway, index) =>
      connectLoadGateway({
        ...gateway,
        port,
        group,
        metrics: loadMetrics(metrics),
        window,
        onAck: (_, ms) => onAck(ms, first + index),
        onBirth: () => {
          births += gateway.controllers.length
        },
      }),
    )
    gateways.push(...(await Promise.all(group25)))
  }
}

async function run({ rate, warmUpMs, ms }: LoadOrder & { do: 'run' }): Promise<LoadResult> {
  const started = performance.now()
  const from = started + warmUpMs
  const until = from + ms
  const histogram = createHistogram()
  const next = gateways.map(() => 0)
  let ackedInAll = 0
  let skipped = 0
  let max = 0
  const send = (gateway: number): boolean => {
    const controller = next[gateway] ?? 0
    next[gateway] = (controller + 1) % (controllers[gateway] ?? 1)
    return gateways[gateway]?.send(controller) ?? false
  }
  onAck = (took, gateway) => {
    const now = performance.now()
    ackedInAll += 1
    if (now >= from && now < until) {
      histogram.add(took)
      max = Math.max(max, took)
    }
    if (rate === undefined && now < until) send(gateway)
  }
  if (rate === undefined) for (let gateway = 0; gateway < gateways.length; gateway++) while (send(gateway));
  else skipped = await pace(rate, started, until, send)
  await drained(until)
  ackedInAll += births
  births = 0
  const rebirths = gateways.reduce((sum, gateway) => sum + gateway.rebirths, 0)
  return {
    acked: histogram.count,
    ms,
    p50: histogram.at(0.5),
    p99: histogram.at(0.99),
    max,
    ackedInAll,
    skipped,
    rebirths,
  }
}

/** Sends what is due every millisecond, gateway by gateway. Returns how many could not be sent. */
function pace(
  rate: number,
  started: number,
  until: number,
  send: (gateway: number) => boolean,
): Promise<number> {
  let sent = 0
  let skipped = 0
  return new Promise(resolve => {
    const tick = () => {
      const now = performance.now()
      if (now >= until) return resolve(skipped)
      for (const due = ((now - started) * rate) / 1000; sent < due; sent++)
        if (!send(sent % gateways.length)) skipped += 1
      setTimeout(tick, 1)
    }
    tick()
  })
}

/** Waits until everything sent is acknowledged. Rejects after 30 s, or if a gateway lost its connection. */
async function drained(until: number): Promise<void> {
  let lost = false
  for (const gateway of gateways) void gateway.closed.then(() => (lost = true))
  while (performance.now() < until || gateways.some(({ inFlight }) => inFlight > 0)) {
    if (lost) throw new Error('a gateway lost its connection')
    if (performance.now() > until + 30_000) throw new Error('not everything was acknowledged within 30 s')
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

async function obey(order: LoadOrder): Promise<LoadResult | null> {
  if (order.do === 'run') return run(order)
  if (order.do === 'connect') await connectAll(order)
  else for (const gateway of gateways) gateway.destroy()
  return null
}

process.on('message', (order: LoadOrder) => {
  obey(order).then(
    result => process.send?.(result ?? {}),
    error => process.send?.({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
