import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { firstViewer, startHouses } from '../first-customer.ts'
import { slope } from '../slope.ts'
import { countersOf, openChromium, type Visit, visit } from '../visit.ts'

/** Per house: a report every 10 s. */
const REPORTS_PER_HOUR = 360
/** The channel merges anything faster than four a second, so this stays below: each report is drawn. */
const REPORTS_PER_SECOND = 3.5
/** Interval between heap measurements, in hours of the farm. */
const STEP_H = 0.5

interface Heap {
  hour: number
  /** MB */
  used: number
  nodes: number
  listeners: number
}

/**
 * The garbage-collected heap of the house monitor while it gets as many messages as 20 houses send in 8 hours, played 35
 * times as fast. Growth shows in the slope; the first quarter fills caches and does not count.
 */
export async function memory(bench: Bench): Promise<Figure[]> {
  const hours = bench.quick ? 2 : 8
  const houses = bench.farm.customers[0]?.houses.length ?? 0
  const load = await startHouses(bench)
  const browser = await openChromium()
  const { token, monitor } = firstViewer(bench)
  const heaps: Heap[] = []
  try {
    const rate = REPORTS_PER_SECOND * houses
    await load.ask({ do: 'run', rate, warmUpMs: 0, ms: 2_000 })
    const window = await visit(browser, { url: bench.server.url, token })
    await window.page.goto(monitor)
    await window.page.locator('.trend-chart canvas').first().waitFor()
    await window.cdp.send('Performance.enable')
    for (let hour = STEP_H; hour <= hours; hour += STEP_H) {
      const ms = (STEP_H * REPORTS_PER_HOUR * 1_000) / REPORTS_PER_SECOND
      await load.ask({ do: 'run', rate, warmUpMs: 0, ms })
      const heap = await heapOf(window, hour)
      heaps.push(heap)
      bench.say(`memory: hour ${hour} of ${hours}, ${heap.used.toFixed(2)} MB`)
    }
  } finally {
    await Promise.all([load.stop(), browser.close()])
  }
  const settled = heaps.filter(({ hour }) => hour >= hours / 4)
  const last = settled.at(-1)
  const figure = (name: string, value: number, unit: string, goal?: Figure['goal']): Figure => ({
    section: 'memory',
    name,
    value,
    unit,
    ...(goal && { goal }),
  })
  return [
    figure(`heap after ${hours} h`, last?.used ?? Number.NaN, 'MB'),
    figure(
      'growth of the heap',
      slope(settled.map(({ hour, used }) => [hour, used])),
      'MB/h',
      // Too short to tell growth from caches that are still filling.
      bench.quick ? undefined : { atMost: 0.25 },
    ),
    figure('growth of the page', slope(settled.map(({ hour, nodes }) => [hour, nodes])), 'nodes/h'),
    figure('growth of listeners', slope(settled.map(({ hour, listeners }) => [hour, listeners])), '/h'),
  ]
}

async function heapOf(window: Visit, hour: number): Promise<Heap> {
  await window.cdp.send('HeapProfiler.collectGarbage')
  await window.cdp.send('HeapProfiler.collectGarbage')
  const counter = await countersOf(window)
  return {
    hour,
    used: counter('JSHeapUsedSize') / 1e6,
    nodes: counter('Nodes'),
    listeners: counter('JSEventListeners'),
  }
}
