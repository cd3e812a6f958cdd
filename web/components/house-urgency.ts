import type { HouseStateName } from '#shared/contracts/houses.ts'
import type { Severity } from '#shared/signals.ts'

/** How urgent a house is, most urgent first. */
export const urgencies = ['emergency', 'alarm', 'offline', 'watch', 'normal'] as const
export type Urgency = (typeof urgencies)[number]

/** Urgency of a house from its state and the level of its worst alarm, whether of a controller or of the platform. */
export function urgencyOf(state: HouseStateName, worst: Severity | undefined): Urgency {
  if (state === 'alarm') return worst === 'emergency' ? 'emergency' : 'alarm'
  if (state === 'normal' && worst === 'warning') return 'watch'
  return state
}

/** Worst first; houses of equal urgency keep the server's order. */
export const worstFirst = <T>(houses: readonly T[], urgency: (house: T) => Urgency): T[] =>
  [...houses].sort((a, b) => urgencies.indexOf(urgency(a)) - urgencies.indexOf(urgency(b)))
