import type { HouseStateName } from '#shared/contracts/houses.ts'
import { alarmByMetric, alarms } from '#shared/signals.ts'

/** How urgent a house is, most urgent first. */
export const urgencies = ['emergency', 'alarm', 'offline', 'watch', 'normal'] as const
export type Urgency = (typeof urgencies)[number]

/** Alarms of the controller that make a house more urgent than its state says. */
export const urgentAlarms: readonly string[] = alarms
  .filter(({ severity }) => severity === 'emergency' || severity === 'warning')
  .map(({ metric }) => metric)

/** Urgency of a house from its state and those of {@link urgentAlarms} that stand. */
export function urgencyOf(state: HouseStateName, standing: readonly string[]): Urgency {
  const has = (severity: string) => standing.some(metric => alarmByMetric.get(metric)?.severity === severity)
  if (state === 'alarm') return has('emergency') ? 'emergency' : 'alarm'
  if (state === 'normal' && has('warning')) return 'watch'
  return state
}

/** Worst first; houses of one urgency keep the order the server gave them. */
export const worstFirst = <T>(houses: readonly T[], urgency: (house: T) => Urgency): T[] =>
  [...houses].sort((a, b) => urgencies.indexOf(urgency(a)) - urgencies.indexOf(urgency(b)))
