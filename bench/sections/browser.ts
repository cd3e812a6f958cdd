import { type Bench, METRICS } from '../bench.ts'
import type { BrowsersOrder, BrowsersResult } from '../browsers.ts'
import type { Figure } from '../figures.ts'
import type { LoadOrder, LoadResult } from '../load.ts'
import { startWorker } from '../worker.ts'

const SOCKETS = 100
const RATE = 400

/**
 * From a sample's own time to its arrival in a browser: 100 sockets of ten customers, each watching all 20 houses of its
 * customer, while 400 reports of 80 values a second come in. Every report thus reaches ten browsers.
 */
export async function browser({ server, farm, quick, say }: Bench): Promise<Figure[]> {
  say(`browser: ${SOCKETS} sockets, ${RATE} messages/s`)
  const load = startWorker<LoadOrder, LoadResult>('./load.ts')
  const browsers = startWorker<BrowsersOrder, BrowsersResult>('./browsers.ts')
  const warmUpMs = 2_000
  const ms = quick ? 5_000 : 15_000
  try {
    await load.ask({
      do: 'connect',
      port: server.mqttPort,
      group: 'farm',
      gateways: farm.gateways,
      metrics: METRICS,
      window: 50,
    })
    const viewers = Array.from({ length: SOCKETS }, (_, index) => {
      const customer = farm.customers[index % farm.customers.length]
      return { token: customer?.token ?? '', houses: customer?.houses.map(({ id }) => id) ?? [] }
    })
    await browsers.ask({ do: 'open', url: server.url, viewers })
    const [sent, seen] = await Promise.all([
      load.ask({ do: 'run', rate: RATE, warmUpMs, ms: ms + 1_000 }),
      browsers.ask({ do: 'watch', warmUpMs, ms }),
    ])
    const each = SOCKETS / farm.customers.length
    const wanted = (RATE * each * ms) / 1000
    const figure = (name: string, value: number, unit: string, goal?: Figure['goal']): Figure => ({
      section: 'browser',
      name,
      value,
      unit,
      ...(goal && { goal }),
    })
    return [
      figure('sample to browser, p50', seen.p50, 'ms', { atMost: 100 }),
      figure('sample to browser, p99', seen.p99, 'ms', { atMost: 250 }),
      figure('reports that reached their browsers', seen.frames / wanted, '', { atLeast: 0.95 }),
      figure('sent to browsers', seen.bytes / (ms / 1000) / 1e6, 'MB/s'),
      figure('acknowledged after, p99', sent.p99, 'ms'),
    ]
  } finally {
    await Promise.all([load.stop(), browsers.stop()])
  }
}
