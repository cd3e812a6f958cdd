import { isGrave, type PlatformCode, silences } from './alarms.ts'
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

/** Critical alarms of climate or power that want somebody within a quarter of an hour: birds soon overheat or suffocate. */
export const quickCodes: readonly string[] = [
  'VentilationOff',
  'PhaseLoss',
  'PhaseMissing',
  'HouseModeEmpty',
  'HouseModeCatching',
  'HouseModeCleaning',
] satisfies (PlatformCode | 'PhaseLoss')[]

/** Whether an alarm is about what kills within minutes: an emergency, or one whose code says so. */
export const isQuick = ({ code, level }: Named): boolean =>
  level === 'emergency' || (isGrave(level) && quickCodes.includes(code))

/**
 * The alarm to name first, from a house's alarms, worst first: among grave ones a danger before the silence, and of those of
 * one level what kills within minutes.
 */
export function leadingAlarm<A extends Named>(alarms: readonly A[]): A | undefined {
  const first = alarms.find(isDanger)
  if (!first) return alarms[0]
  return alarms.find(each => each.level === first.level && isQuick(each)) ?? first
}

/** The alarm that a house's line names; undefined where it says only that nothing is heard. */
export function namedAlarm<A extends Named>(house: {
  state: HouseStateName
  alarms: readonly A[]
}): A | undefined {
  const alarm = leadingAlarm(house.alarms)
  return house.state === 'offline' && !isDanger(alarm) ? undefined : alarm
}
