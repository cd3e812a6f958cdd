import type { DeviceStatus } from './devices.ts'
import { alarmByMetric } from './signals.ts'
import { type SilenceLimits, USUAL_SILENCE } from './silence-limits.ts'

export type HouseStateName = 'normal' | 'alarm' | 'offline'

/** Levels of alarms and messages, mildest first. */
const levels = ['info', 'warning', 'critical', 'emergency'] as const
type Level = (typeof levels)[number]

interface Named {
  code: string
  level: Level
}

export interface ActiveAlarm extends Named {
  /** The device it is about; for silence, the gateway if nothing behind it is heard. */
  iotId: string
}

/** A device that serves a house. */
export interface ServingNow {
  iotId: string
  /** The controller whose figures are the house's. */
  isMain: boolean
  status: DeviceStatus
  /** Server time until when it is known to have been alive, ms since 1970; null before its first message. */
  aliveAt: number | null
  /** Alarm metrics that are true now. */
  activeAlarms: readonly string[]
}

/** The alarm that a metric stands for, or undefined; an unknown `Alarm/…` counts as a warning. */
export function alarmOf(metric: string): Named | undefined {
  const known = alarmByMetric.get(metric)
  if (known) return { code: known.code, level: known.severity }
  return metric.startsWith('Alarm/') ? { code: metric.slice('Alarm/'.length), level: 'warning' } : undefined
}

/** Worst first, then by code. */
function bySeverity(a: ActiveAlarm, b: ActiveAlarm): number {
  return levels.indexOf(b.level) - levels.indexOf(a.level) || a.code.localeCompare(b.code)
}

/** Whether both lists have the same alarms of the same devices in the same order. */
export const sameAlarms = (a: readonly ActiveAlarm[], b: readonly ActiveAlarm[]): boolean =>
  a.length === b.length &&
  a.every(
    ({ code, level, iotId }, index) =>
      b[index]?.code === code && b[index]?.level === level && b[index]?.iotId === iotId,
  )

const isSilent = ({ status, aliveAt }: ServingNow, now: number, { warningS }: SilenceLimits): boolean =>
  status !== 'ONLINE' || aliveAt === null || now - aliveAt >= warningS * 1_000

const isGrave = ({ level }: Named) => level === 'critical' || level === 'emergency'

const alarmsOf = (serving: readonly ServingNow[]): ActiveAlarm[] =>
  serving.flatMap(({ iotId, activeAlarms }) =>
    activeAlarms
      .map(alarmOf)
      .filter(named => named !== undefined)
      .map(named => ({ ...named, iotId })),
  )

/**
 * State of a house from what serves it. Offline when its main controller is silent, which supplies the house's figures;
 * alarm when a critical or emergency alarm of any device is active, which precedes offline if that device reports; otherwise
 * normal. `now` in ms since 1970; `platform` are alarms of the platform's own rules, added to those of the devices; `limits`
 * are those of the house for silence.
 */
export function houseStateOf(
  serving: readonly ServingNow[],
  now: number,
  platform: readonly ActiveAlarm[] = [],
  limits: SilenceLimits = USUAL_SILENCE,
): { state: HouseStateName; alarms: ActiveAlarm[] } {
  const alarms = [...alarmsOf(serving), ...platform].sort(bySeverity)
  const speaking = serving.filter(device => !isSilent(device, now, limits))
  const isOffline = !speaking.some(({ isMain }) => isMain)
  const counted = isOffline ? alarmsOf(speaking) : alarms
  if (counted.some(isGrave)) return { state: 'alarm', alarms }
  return { state: isOffline ? 'offline' : 'normal', alarms }
}
