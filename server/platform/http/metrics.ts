import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, register as processRegister, Registry } from 'prom-client'
import { SYSTEM } from '../database/store.ts'
import { unreached } from '../database/tables/system.ts'
import type { Services } from '../services.ts'
import { isLocal } from './address.ts'
import { refuse } from './errors.ts'

/** Seconds; a chart has 15 ms, a call has 6 s. The system monitor counts by these: other bounds need a new table. */
export const CALL_BOUNDS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 6]

export const callSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Duration of HTTP requests',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: CALL_BOUNDS,
})

/** Compares in constant time, so that timing does not tell how much of the token was right. */
function isToken(header: string | undefined, token: string | undefined): boolean {
  if (!token || !header?.startsWith('Bearer ')) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(header.slice('Bearer '.length)), digest(token))
}

/** `/metrics` in Prometheus format, for this machine or with the token of METRICS_TOKEN. */
export function mountMetrics(app: FastifyInstance, { store, devices, config }: Services): void {
  // Metrics of this app; calls and the device side are counted in the process's registry.
  const register = new Registry()
  // Including process, memory and event-loop delay.
  collectDefaultMetrics({ register })
  new Gauge({
    name: 'database_ingest_connections',
    help: 'Connections of the device side by state',
    labelNames: ['state'],
    registers: [register],
    collect() {
      const { totalCount, idleCount, waitingCount } = store.ingest
      this.set({ state: 'busy' }, totalCount - idleCount)
      this.set({ state: 'idle' }, idleCount)
      this.set({ state: 'waiting' }, waitingCount)
    },
  })
  new Gauge({
    name: 'database_connections',
    help: 'Connections by purpose and state; "shared" is what accounts share',
    labelNames: ['purpose', 'state'],
    registers: [register],
    collect() {
      for (const { purpose, busy, waiting } of store.load()) {
        this.set({ purpose: purpose || 'shared', state: 'busy' }, busy)
        this.set({ purpose: purpose || 'shared', state: 'waiting' }, waiting)
      }
    },
  })
  new Gauge({
    name: 'database_share_refusals',
    help: 'Statements of accounts that had asked for more than their share, since the start',
    registers: [register],
    collect() {
      this.set(store.load().reduce((all, { refused }) => all + refused, 0))
    },
  })
  new Gauge({
    name: 'farm_oldest_unacknowledged_seconds',
    help: 'How long the oldest message of a gateway waits for its acknowledgement',
    registers: [register],
    collect() {
      this.set(devices.intake().oldestMs / 1_000)
    },
  })
  new Gauge({
    name: 'farm_unreached',
    help: 'Offices, by side and kind of message, whose messages reach nobody; see the system monitor',
    registers: [register],
    async collect() {
      // Without the database the other figures still come, and this one keeps its last value.
      await store
        .scoped(SYSTEM)
        .$count(unreached)
        .then(count => this.set(count))
        .catch(() => {})
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, so that ids create no series of their own.
    const route = request.routeOptions.url ?? 'none'
    callSeconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    const { ip, headers } = request
    // Never through a proxy: the last of two on this machine would make everybody local.
    const mayRead =
      isLocal(ip, headers, { trustProxy: false }) || isToken(headers.authorization, config.metricsToken)
    if (!mayRead) throw refuse.notFound()
    return reply.type(register.contentType).send(await Registry.merge([register, processRegister]).metrics())
  })
}
