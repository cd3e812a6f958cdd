import type { PlatformCode } from '#shared/alarms.ts'
import { CO2, NH3, sustainedCo2 } from '#shared/gas-limits.ts'
import type { HouseType } from '#shared/signals.ts'

export type GasCode = PlatformCode & ('CarbonDioxideHigh' | 'AmmoniaHigh')

/** Beyond `limit`, ppm, for so long the alarm has this level. */
export interface GasStep {
  limit: number
  level: 'warning' | 'critical'
  delayMs: number
}

/** A gust at the sensor is no bad air. ms */
const SUSTAINED_MS = 600_000
/** Nobody waits for more than a few samples where the air is deadly. ms */
const AT_ONCE_MS = 120_000
/** The value must come back to this share of the lowest limit before the alarm goes. */
export const GAS_RETURN = 0.9

/** The sensor each rule watches: the first, as the alarms of controllers do. */
export const gasMetrics: Readonly<Record<GasCode, string>> = {
  CarbonDioxideHigh: 'Air/CO2/S1',
  AmmoniaHigh: 'Air/NH3/S1',
}

/** How bad a gas is in a house with birds, mildest first; nothing in an empty one. */
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
