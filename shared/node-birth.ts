import { bookkeeping } from './signals.ts'
import type { Metric } from './sparkplug/types.ts'

interface NodeBirth {
  /** ms since 1970 */
  now: number
  bdSeq: number
  firmware: string
  /** s */
  upForS: number
}

/** A metric that a gateway tells of itself. */
export const nodeMetric = (now: number, name: keyof typeof bookkeeping, value: Metric['value']): Metric => ({
  name,
  timestamp: now,
  datatype: bookkeeping[name],
  value,
})

/** What every gateway tells in its NBIRTH. */
export const nodeBirth = ({ now, bdSeq, firmware, upForS }: NodeBirth): Metric[] => [
  nodeMetric(now, 'bdSeq', BigInt(bdSeq)),
  nodeMetric(now, 'Node Control/Rebirth', false),
  nodeMetric(now, 'Node Control/Replay From', null),
  nodeMetric(now, 'Node Control/Replay To', null),
  nodeMetric(now, 'Node Info/Firmware', firmware),
  nodeMetric(now, 'Node Info/Uptime', BigInt(Math.max(0, Math.round(upForS)))),
]
