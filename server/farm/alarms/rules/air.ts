import type { PlatformCode } from '#shared/alarms.ts'
import { CO2, NH3, sustainedCo2 } from '#shared/gas-limits.ts'
import { isMeasured } from '#shared/house-temperature.ts'
import type { HouseType } from '#shared/signals.ts'
import { driestOf, dryAirOf } from './birds-and-air.ts'
import type { Facts } from './facts.ts'
import { meanTemperature } from './probes.ts'
import { above, below, birdRule, HOUR, MINUTE, type Rule, SECOND, type Step } from './rule.ts'
import { isWetted, WETTING } from './states.ts'
import { limitsOf } from './temperature.ts'

type GasCode = PlatformCode & ('CarbonDioxideHigh' | 'AmmoniaHigh')
type GasStep = Pick<Step, 'level' | 'delayMs'> & { limit: number }

/** A brief peak at the sensor is not bad air. */
const SUSTAINED = 10 * MINUTE
/** In deadly air nobody waits for more than a few samples. */
const AT_ONCE = 120 * SECOND
/** Below this share of its limit a gas no longer counts as beyond it. */
const BACK = 0.98
/** The gas must fall to this share of the lowest limit before the alarm ends. */
const OVER = 0.9

const sensors: Readonly<Record<GasCode, readonly string[]>> = {
  CarbonDioxideHigh: ['Air/CO2/S1', 'Air/CO2/S2'],
  AmmoniaHigh: ['Air/NH3/S1', 'Air/NH3/S2'],
}

/** Levels of a gas that birds breathe, mildest first. */
export function gasSteps(code: GasCode, houseType: HouseType): GasStep[] {
  if (code === 'AmmoniaHigh')
    return [
      { limit: NH3.warning, level: 'warning', delayMs: SUSTAINED },
      { limit: NH3.alarm, level: 'critical', delayMs: SUSTAINED },
    ]
  return [
    { limit: CO2.warning, level: 'warning', delayMs: SUSTAINED },
    { limit: sustainedCo2(houseType), level: 'critical', delayMs: SUSTAINED },
    { limit: CO2.atOnce, level: 'critical', delayMs: AT_ONCE },
  ]
}

/**
 * The highest of the sensors, even beyond the range of a good one or in doubt: what cannot be measured is not thin air, and
 * one that read too little may be right now.
 */
function gasOf({ told: toldOf }: Facts, metrics: readonly string[]): number | null {
  const told = metrics
    .map(toldOf)
    .filter(isMeasured)
    .filter(value => value >= 0)
  return told.length === 0 ? null : Math.max(...told)
}

const gasRule = (code: GasCode) =>
  birdRule(code, sensors[code], facts => {
    const value = gasOf(facts, sensors[code])
    if (value === null) return null
    const steps = gasSteps(code, facts.type)
    return {
      value,
      target: null,
      steps: steps.map(step => ({
        ...step,
        breach: value > step.limit,
        back: value <= step.limit * BACK,
      })),
      isOver: value <= (steps[0]?.limit ?? 0) * OVER,
    }
  })

const HUMIDITY = ['Climate/Hum/Avg', 'Climate/Hum/S1', 'Climate/Hum/S2']
/** % (husbandry data, limits of alarms); birds on litter suffer earlier. */
const MOST_HUMID: Record<HouseType, number> = { broiler: 80, breeder: 85, pullet: 85, layer: 85 }
const LEAST_HUMID: Record<HouseType, number> = { broiler: 40, breeder: 30, pullet: 30, layer: 30 }
/** Fans cannot make a house drier than the weather. % */
const ABOVE_OUTSIDE = 5
const HUMIDITY_MARGIN = 3

/** As the controller counts it, unless a sensor that it is counted from is in doubt. */
function humidityOf({ number, doubted }: Facts): number | null {
  const [mean = null, ...of] = HUMIDITY.map((metric, i) =>
    i === 0 && HUMIDITY.some(name => doubted.has(name)) ? null : number(metric),
  )
  const told = of.filter(value => value !== null)
  return mean ?? (told.length === 0 ? null : told.reduce((sum, value) => sum + value, 0) / told.length)
}

const humidityHigh = birdRule('HumidityHigh', [...HUMIDITY, ...WETTING, 'Climate/Hum/Outdoor'], facts => {
  const value = humidityOf(facts)
  if (value === null || isWetted(facts)) return null
  const limit = Math.max(MOST_HUMID[facts.type], (facts.number('Climate/Hum/Outdoor') ?? 0) + ABOVE_OUTSIDE)
  return above({ code: 'HumidityHigh', value, limit, margin: HUMIDITY_MARGIN, delayMs: 30 * MINUTE })
})

/** So far above its target a house gets air to be cooled: how dry that is, the weather decides. K */
const COOLED_ABOVE = 1
/** Chicks lose water within the hour; to grown birds dry air is dust, and a winter’s night of it does them no harm. */
const DRY = { chicksUntil: 14, chicksMs: HOUR, grownMs: 16 * HOUR }
/** Good sensors differ by so much. % */
const HUMIDITY_ERROR = 5

/**
 * Dry air harms chicks in a heated house, and there fog and less air help. In a house that is cooled by its fans nobody can
 * make it moister than the weather, and what no house with birds has is an error of the sensor, not a dry house.
 */
const humidityLow = birdRule('HumidityLow', [...HUMIDITY, 'Climate/Hum/Outdoor'], facts => {
  const value = humidityOf(facts)
  if (value === null || value < driestOf(facts)) return null
  const mean = facts.once(meanTemperature)
  const { target } = facts.once(limitsOf)
  const isCooled = mean !== null && target !== null && mean > target + COOLED_ABOVE
  const ofWeather = isCooled ? dryAirOf(facts) : null
  const limit = Math.min(LEAST_HUMID[facts.type], ofWeather === null ? 100 : ofWeather - HUMIDITY_ERROR)
  const delayMs = facts.ageDays <= DRY.chicksUntil ? DRY.chicksMs : DRY.grownMs
  return below({ code: 'HumidityLow', value, limit, margin: HUMIDITY_MARGIN, delayMs })
})

export const airRules: readonly Rule[] = [
  gasRule('CarbonDioxideHigh'),
  gasRule('AmmoniaHigh'),
  humidityHigh,
  humidityLow,
]
