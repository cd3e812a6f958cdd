import { hash } from 'node:crypto'
import type { Metric, MetricValue, Payload } from '#shared/sparkplug/types.ts'

/** Counts the lives of a node. */
const BD_SEQ = 'bdSeq'
/** What controllers call the time since they started. */
const UPTIME = /(^|[/ _])up[ _]?time/i

/** The bdSeq of a birth or death; null when it carries none. Some peers add one more at each rebirth: the last counts. */
export const bdSeqOf = ({ metrics }: Payload): number | null =>
  numberOf(metrics.findLast(({ name }) => name === BD_SEQ)?.value)

/** How long the device has run, in whatever unit it tells it; null when it does not. */
export const uptimeOf = ({ metrics }: Payload): number | null =>
  numberOf(metrics.find(({ name = '' }) => UPTIME.test(name))?.value)

/** What never changes as long as it is the same hardware: its serial number, a MAC address and the like. */
const SERIAL =
  /(^|[/ _])(serial([ _]?(no|num|number))?|mac([ _]?address)?|imei|uuid|(board|hardware|device|chip)[ _]?id)$/i

/** The serial numbers in a birth, by name; null when it tells none. */
export function serialsOf({ metrics }: Payload): ReadonlyMap<string, string> | null {
  const told = metrics.flatMap(({ name = '', value }): [string, string][] =>
    SERIAL.test(name) && typeof value === 'string' && value.trim() !== '' ? [[name, value]] : [],
  )
  return told.length > 0 ? new Map(told) : null
}

/** What a message says, without its times and numbers: equal for two messages that say the same. */
export const saidBy = ({ metrics }: Payload): string =>
  hash(
    'sha1',
    JSON.stringify(
      metrics.filter(isSaying).map(({ name, alias, value }) => [alias ?? name, value]),
      plain,
    ),
    'base64',
  )

const isSaying = ({ name = '' }: Metric) => name !== BD_SEQ && !UPTIME.test(name)

const numberOf = (value: MetricValue | undefined): number | null =>
  typeof value === 'number' || typeof value === 'bigint' ? Number(value) : null

const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
