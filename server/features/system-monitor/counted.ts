import type { Counter, Gauge, Histogram } from 'prom-client'
import { callSeconds } from '../../platform/http/metrics.ts'
import {
  acknowledgeSeconds,
  commitSeconds,
  connectedGateways,
  messages,
  quarantined,
  queuedBytes,
  storedValues,
} from '../../telemetry/metrics.ts'

/** A route's calls by duration ({@link CALL_BOUNDS}), and its failed calls. */
export interface RouteCounts {
  method: string
  route: string
  counts: number[]
  failed: number
}

/** This process's counts since its start. */
export interface Counted {
  messages: number
  values: number
  quarantined: number
  commits: number[]
  acknowledged: number[]
  /** By method and route. */
  routes: Map<string, RouteCounts>
}

const sumOf = async (metric: Counter<string> | Gauge<string>) =>
  (await metric.get()).values.reduce((sum, { value }) => sum + value, 0)

/** The counts between bounds for each set of labels; the registry's are cumulative. */
async function bucketsOf(histogram: Histogram<string>) {
  const found = new Map<string, { labels: Record<string, string | number>; counts: number[] }>()
  let before = 0
  for (const { metricName, labels, value } of (await histogram.get()).values) {
    if (!metricName?.endsWith('_bucket')) {
      before = 0
      continue
    }
    const { le: _, ...of } = labels as Record<string, string | number>
    const key = Object.values(of).join(' ')
    const known = found.get(key) ?? { labels: of, counts: [] }
    known.counts.push(value - before)
    before = value
    found.set(key, known)
  }
  return [...found.values()]
}

async function routesSoFar(): Promise<Counted['routes']> {
  const routes: Counted['routes'] = new Map()
  for (const { labels, counts } of await bucketsOf(callSeconds)) {
    const [method, route] = [String(labels.method), String(labels.route)]
    if (!route.startsWith('/api/')) continue
    const failed = Number(labels.status) >= 500 ? sum(counts) : 0
    const known = routes.get(`${method} ${route}`)
    routes.set(`${method} ${route}`, {
      method,
      route,
      counts: known ? added(known.counts, counts) : counts,
      failed: failed + (known?.failed ?? 0),
    })
  }
  return routes
}

export async function countedSoFar(): Promise<Counted> {
  const [[commits], [acknowledged]] = await Promise.all([
    bucketsOf(commitSeconds),
    bucketsOf(acknowledgeSeconds),
  ])
  return {
    messages: await sumOf(messages),
    values: await sumOf(storedValues),
    quarantined: await sumOf(quarantined),
    commits: commits?.counts ?? [],
    acknowledged: acknowledged?.counts ?? [],
    routes: await routesSoFar(),
  }
}

/** Current values: gateway connections, and bytes of readings waiting for their commit. */
export const standingNow = async () => ({
  gateways: await sumOf(connectedGateways),
  queueBytes: await sumOf(queuedBytes),
})

export const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
const added = (counts: readonly number[], more: readonly number[]) =>
  counts.map((count, i) => count + (more[i] ?? 0))
export const taken = (counts: readonly number[], before: readonly number[]) =>
  counts.map((count, i) => count - (before[i] ?? 0))

/** The routes called since then, with their counts in between. */
export const routesSince = (now: Counted['routes'], before: Counted['routes']): RouteCounts[] =>
  [...now].flatMap(([key, { method, route, counts, failed }]) => {
    const known = before.get(key)
    const since = taken(counts, known?.counts ?? [])
    return sum(since) === 0 ? [] : [{ method, route, counts: since, failed: failed - (known?.failed ?? 0) }]
  })
