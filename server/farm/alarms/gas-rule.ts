import type { PlatformCode } from '#shared/alarms.ts'
import { CO2, NH3, sustainedCo2 } from '#shared/gas-limits.ts'
import type { HouseType } from '#shared/signals.ts'

export type GasCode = PlatformCode & ('CarbonDioxideHigh' | 'AmmoniaHigh')

/** Beyond `limit`, ppm, for `delayMs` the alarm has this level. */
export interface GasStep {
  limit: number
  level: 'warning' | 'critical'
  delayMs: number
}

/** A brief peak at the sensor is not bad air. ms */
const SUSTAINED_MS = 600_000
/** In deadly air nobody waits for more than a few samples. ms */
const AT_ONCE_MS = 120_000
/** The value must fall to this share of the lowest limit before the alarm clears. */
export const GAS_RETURN = 0.9

/** The sensor each rule watches: the first, as for the controllers' own alarms. */
export const gasMetrics: Readonly<Record<GasCode, string>> = {
  CarbonDioxideHigh: 'Air/CO2/S1',
  AmmoniaHigh: 'Air/NH3/S1',
}

/** Levels of a gas in a house with birds, mildest first; none in an empty house. */
export function gasSteps(code: GasCode, houseType: HouseType, ageDays: number | null): GasStep[] {
  if (ageDays === null) return []
  if (code === 'AmmoniaHigh')
    return [
      { limit: NH3.warning, level: 'warning', delayMs: SUSTAINED_MS },
      { limit: NH3.alarm, level: 'critical', delayMs: SUSTAINED_MS },
    ]
  return [
    { limit: CO2.warning, level: 'warning', delayMs: SUSTAINED_MS },
    { limit: sustainedCo2(houseType), level: 'critical', delayMs: SUSTAINED_MS },
    { limit: CO2.atOnce, level: 'critical', delayMs: AT_ONCE_MS },
  ]
}
