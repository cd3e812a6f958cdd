import { Counter, Gauge, Histogram } from 'prom-client'

/** What an operator sees of the device side, in Prometheus' own registry. */
export const messages = new Counter({
  name: 'farm_messages_total',
  help: 'Messages of gateways by type',
  labelNames: ['type'] as const,
})
export const storedValues = new Counter({ name: 'farm_values_total', help: 'Values of committed reports' })
export const quarantined = new Counter({
  name: 'farm_quarantined_total',
  help: 'Messages that could not be understood or were refused',
})
export const refusedConnections = new Counter({
  name: 'farm_refused_connections_total',
  help: 'MQTT connections refused',
})
export const strangers = new Counter({
  name: 'farm_stranger_messages_total',
  help: 'Messages over an outside broker of nodes that are not registered',
})
export const connectedGateways = new Gauge({ name: 'farm_connected_gateways', help: 'Open MQTT connections' })
export const queuedBytes = new Gauge({
  name: 'farm_ingest_queue_bytes',
  help: 'Readings that wait for their commit',
})
export const rollupsWaiting = new Gauge({
  name: 'farm_rollups_waiting',
  help: 'Quarters that have ended and days whose rollup is not made, without those set aside',
})
export const rollupsSetAside = new Counter({
  name: 'farm_rollups_set_aside_total',
  help: 'Rollups that cannot be made, left out for a day',
  labelNames: ['rollup'] as const,
})
/** Seconds */
export const COMMIT_BOUNDS = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]
export const commitSeconds = new Histogram({
  name: 'farm_commit_seconds',
  help: 'Time of one group commit',
  buckets: COMMIT_BOUNDS,
})
export const acknowledgeSeconds = new Histogram({
  name: 'farm_acknowledge_seconds',
  help: 'From the arrival of a message to its acknowledgement',
  buckets: COMMIT_BOUNDS,
})
