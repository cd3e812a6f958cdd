import { encodePayload } from '#shared/sparkplug/encode.ts'
import { loadMetrics } from '#server/testing/load-metrics.ts'
import { openPayload } from './open-payload.ts'
import { createLayouts } from './layouts.ts'
import { readBirth, tableOf } from './signal-table.ts'
import { readSamples } from './samples.ts'
import { encodeReports } from './encode-reports.ts'
import { mergeReports } from './readings.ts'

const metrics = loadMetrics(80)
const layouts = createLayouts()
const table = tableOf(readBirth(metrics.map((m, i) => ({ ...m, alias: i, value: 1 }))), layouts)
const now = Date.now()
const bytes = encodePayload({ timestamp: now, seq: 1, metrics: metrics.map((m, i) => ({ alias: i, timestamp: now, datatype: m.datatype, value: Math.random() * 20 | 0 })) }, { datatypes: false })
function time(name: string, f: () => void, n = 20000) {
  for (let i = 0; i < 2000; i++) f()
  const c = process.cpuUsage()
  for (let i = 0; i < n; i++) f()
  const u = process.cpuUsage(c)
  console.log(name, ((u.user + u.system) / n).toFixed(1), 'us')
}
const p = openPayload(bytes)
time('decode', () => openPayload(bytes))
time('samples', () => readSamples(p, table, layouts, { receivedAt: now, historical: false, oldest: 0 }))
const s = readSamples(p, table, layouts, { receivedAt: now, historical: false, oldest: 0 }).samples[0]!
const rows = Array.from({ length: 100 }, (_, i) => ({ device: i, at: now, layout: s.layout, real: s.real, exact: s.exact }))
time('merge 100', () => mergeReports(rows, layouts), 500)
time('encode 100', () => encodeReports(rows.map(r => ({ ...r, layout: 1 })) as any, 12345), 500)
const readings = new Map<string, any>()
time('latest', () => { for (const [name, value] of s.values) { const k = readings.get(name); if (!k) readings.set(name, { value, at: now }); else if (now >= k.at) { k.value = value; k.at = now } } })
