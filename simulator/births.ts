import { nodeBirth, nodeMetric } from '#shared/node-birth.ts'
import type { Metric } from '#shared/sparkplug/types.ts'
import { DataType } from '#shared/sparkplug/types.ts'
import type { Return } from '#shared/temporary-settings.ts'
import type { Announced } from './announced.ts'
import { announcedSetting, BAD_QUALITY, bookkeepingMetrics } from './announced.ts'
import type { CommandDesk, CommandReply } from './commands.ts'
import type { House } from './house-parts.ts'
import type { Sample } from './sample.ts'
import { wireValue } from './sample.ts'

const FIRMWARE = 'simulator'

/** Metrics of the will: a death belongs to the birth with the same number. */
export function deathMetrics(bdSeq: number): Metric[] {
  return [{ name: 'bdSeq', datatype: DataType.Int64, value: BigInt(bdSeq) }]
}

/** A gateway's report of its signal, dBm. */
export const signalMetric = (signal: number, now: number): Metric =>
  nodeMetric(now, 'Node Info/Signal', signal)

interface NodeBirth {
  code: string
  bdSeq: number
  now: number
  /** ms */
  startedAt: number
  /** dBm */
  signal: number
}

/** Metrics of NBIRTH. */
export function nodeBirthMetrics({ code, bdSeq, now, startedAt, signal }: NodeBirth): Metric[] {
  return [
    ...nodeBirth({ now, bdSeq, firmware: FIRMWARE, upForS: (now - startedAt) / 1_000 }),
    nodeMetric(now, 'Node Info/Serial', code),
    signalMetric(signal, now),
  ]
}

/** Metrics of DBIRTH: every value with name, alias and properties, every setting, and the last command. */
export function deviceBirthMetrics(house: House, sample: Sample, desk: CommandDesk): Metric[] {
  const at = sample.at + sample.clockOff
  const values = sample.metrics.map((announced, i) => {
    const value = wireValue(announced, sample.values[i] as number)
    const birth = named(announced, at, value)
    if (value === null) birth.properties = { ...announced.properties, ...BAD_QUALITY }
    return birth
  })
  const settings: Metric[] = []
  for (const [name, value] of house.settings.all()) {
    const announced = announcedSetting(name)
    if (announced) settings.push(named(announced, at, value))
  }
  const steering = replyMetrics(house, { reply: desk.last(), returns: desk.returns() }, at).map(
    (metric, i) => ({
      ...metric,
      name: Object.keys(bookkeepingMetrics)[i],
    }),
  )
  return [...values, ...settings, ...steering]
}

function named(announced: Announced, timestamp: number, value: Metric['value']): Metric {
  const { name, alias, datatype, properties } = announced
  return { name, alias, timestamp, datatype, value, properties }
}

interface Told {
  reply: CommandReply | undefined
  /** what the gateway will set by itself */
  returns: readonly Return[]
}

/**
 * A controller's report of its settings' version, its last command and what is still planned, in the order of
 * `bookkeepingMetrics`.
 */
export function replyMetrics(house: House, { reply, returns }: Told, now: number): Metric[] {
  const values: Metric['value'][] = [
    house.settings.version(),
    reply?.id ?? '',
    reply?.result ?? 0,
    reply?.message ?? '',
    JSON.stringify(returns),
  ]
  return Object.values(bookkeepingMetrics).map(({ alias, datatype }, i) => ({
    alias,
    timestamp: now,
    datatype,
    value: values[i] ?? null,
  }))
}

/** Settings as read back from the controller. */
export function settingMetrics(house: House, names: Iterable<string>, now: number): Metric[] {
  const metrics: Metric[] = []
  for (const name of names) {
    const announced = announcedSetting(name)
    const value = house.settings.get(name)
    if (!announced || value === undefined) continue
    metrics.push({ alias: announced.alias, timestamp: now, datatype: announced.datatype, value })
  }
  return metrics
}
