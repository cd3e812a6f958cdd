import { isGrave, silences } from './alarms.ts'
import type { HouseStateName } from './house-state.ts'
import type { Severity } from './signals.ts'

/**
 * How urgent a house is, most urgent first. Not its state: an offline house has the urgency of its worst alarm, and one that
 * is only silent gets there by the alarm about its silence.
 */
export const urgencies = ['emergency', 'alarm', 'offline', 'watch', 'normal'] as const
export type Urgency = (typeof urgencies)[number]

/** Urgency of a house from its state and the level of its worst active alarm, whether of a controller or of the platform. */
export function urgencyOf(state: HouseStateName, worst: Severity | null | undefined): Urgency {
  if (worst === 'emergency') return 'emergency'
  if (worst === 'critical') return 'alarm'
  // A state is told a moment before the alarm behind it is recorded.
  if (state !== 'normal') return state
  return worst === 'warning' ? 'watch' : 'normal'
}

/** Whether a house of this urgency counts as one in alarm. */
export const isInAlarm = (urgency: Urgency): boolean => urgency === 'emergency' || urgency === 'alarm'

/** Place of a house in every list: by urgency; among equals, houses with a flock before empty ones. */
export const placeOf = (urgency: Urgency, isEmpty: boolean): number =>
  2 * urgencies.indexOf(urgency) + Number(isEmpty)

interface Named {
  code: string
  level: Severity
}

/** Whether an alarm is about a danger in the house itself: a grave one, and not about its silence. */
export const isDanger = (alarm: Named | null | undefined): boolean =>
  !!alarm && isGrave(alarm.level) && !silences.includes(alarm.code)

/** The alarm to name first, from a house's alarms, worst first: among grave ones, a danger before the silence. */
export const leadingAlarm = <A extends Named>(alarms: readonly A[]): A | undefined =>
  alarms.find(isDanger) ?? alarms[0]
