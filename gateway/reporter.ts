import type { FieldValue } from '#shared/register-maps/values.ts'
import type { Sample } from './sample-log.ts'
import type { Announced } from './signals.ts'

/** What a controller measures, and what of it is news. */
export interface Reporter {
  set(name: string, value: FieldValue): void
  /** What was last set; null is no value, and so is what was never set. */
  now(name: string): FieldValue
  /** Everything, and remembered as reported. */
  all(): [announced: Announced, value: FieldValue][]
  /** What is new since the last call, or everything once a minute; undefined for nothing. */
  report(now: number): Sample | undefined
}

const SNAPSHOT_MS = 60_000
/** floating point must not hide a change of exactly the deadband */
const TOLERANCE = 1e-9

/** The reporter of a controller that announces these metrics. */
export function reporter(device: string, metrics: ReadonlyMap<string, Announced>): Reporter {
  const current = new Map<string, FieldValue>()
  const reported = new Map<string, FieldValue>()
  let snapshotAt = Number.NEGATIVE_INFINITY
  const isNews = (name: string, { deadband }: Announced, value: FieldValue) => {
    const before = reported.get(name)
    if (before === undefined) return value !== null
    if (typeof value !== 'number' || typeof before !== 'number') return value !== before
    const change = Math.abs(value - before)
    return change > 0 && change >= deadband - TOLERANCE
  }
  return {
    set: (name, value) => void current.set(name, value),
    now: name => current.get(name) ?? null,
    all() {
      snapshotAt = performance.now()
      return [...metrics].map(([name, announced]) => {
        const value = current.get(name) ?? null
        reported.set(name, value)
        return [announced, value]
      })
    },
    report(now) {
      const isFull = performance.now() - snapshotAt >= SNAPSHOT_MS
      if (isFull) snapshotAt = performance.now()
      const values: Record<string, FieldValue> = {}
      for (const [name, announced] of metrics) {
        const value = current.get(name)
        if (value === undefined || (!isFull && !isNews(name, announced, value))) continue
        if (isFull && value === null && reported.get(name) === null) continue
        reported.set(name, value)
        values[name] = value
      }
      return Object.keys(values).length > 0 ? { at: now, device, values } : undefined
    },
  }
}
