import { OUTSIDE } from '#shared/alarm-advice.ts'
import { MEAN, PROBES, probesOf } from '#shared/house-temperature.ts'
import { targetsAt } from '#shared/standards/targets.ts'
import { isTargetBelieved, type TemperatureLimits, temperatureLimits } from '#shared/temperature-limits.ts'
import { warmingAlong } from './birds-and-air.ts'
import type { Facts } from './facts.ts'
import { hottest, meanTemperature } from './probes.ts'
import { above, below, birdRule, MINUTE, platformRule, type Rule, SECOND, state } from './rule.ts'
import { isTunnel, isWetted } from './states.ts'

const TARGET = 'Climate/Temp/Target'

/** The value must come back inside by this before the alarm ends. K */
const MARGIN = 0.5
/** Controllers wait a minute themselves, so they come first. The absolute limit waits less. */
const DELAY = 120 * SECOND
const ABSOLUTE_DELAY = 90 * SECOND
/** So much in five minutes means that the air stands still; so far above the target already. K */
const RISE = 1.5
const ABOVE_TARGET = 2
/** Between the coldest and the hottest probe, once birds no longer brood in a part of the house; in tunnel ventilation air
 * also takes up the birds' heat on its way. K */
const APART = 4
const SPREAD_FROM_DAY = 14

const climate = [MEAN, ...PROBES, TARGET, OUTSIDE]

/** The limits of a house now. */
export const limitsOf = ({ type, ageDays, number }: Facts): TemperatureLimits =>
  temperatureLimits({
    houseType: type,
    ageDays,
    reportedTarget: number(TARGET),
    outside: number(OUTSIDE),
  })

const temperatureHigh = birdRule('TemperatureHigh', climate, facts => {
  const value = facts.once(meanTemperature)
  const { high: limit, target } = facts.once(limitsOf)
  return value === null
    ? null
    : above({ code: 'TemperatureHigh', value, limit, target, margin: MARGIN, delayMs: DELAY })
})

const temperatureLow = birdRule('TemperatureLow', climate, facts => {
  const value = facts.once(meanTemperature)
  const { low: limit, target } = facts.once(limitsOf)
  return value === null
    ? null
    : below({ code: 'TemperatureLow', value, limit, target, margin: MARGIN, delayMs: DELAY })
})

/** Nobody can switch it off, and it holds in an empty house as well. */
const temperatureAbsolute = platformRule('TemperatureAbsolute', climate, facts => {
  const value = hottest(facts)
  const { absoluteHigh: limit, target } = facts.once(limitsOf)
  return value === null
    ? null
    : above({ code: 'TemperatureAbsolute', value, limit, target, margin: MARGIN, delayMs: ABSOLUTE_DELAY })
})

/**
 * Where the fans stand still the house is warm long before it is hot. Pads that stop let it warm up to the air outside, and no
 * further.
 */
const temperatureRising = birdRule('TemperatureRising', climate, facts => {
  const value = facts.once(meanTemperature)
  const { target } = facts.once(limitsOf)
  if (value === null || facts.rise === null) return null
  const ofWeather = isWetted(facts) ? facts.number(OUTSIDE) : null
  const isWarm = value > Math.max((target ?? 0) + ABOVE_TARGET, ofWeather ?? Number.NEGATIVE_INFINITY)
  return {
    ...state('TemperatureRising', facts.rise >= RISE && isWarm, MINUTE, value),
    target,
  }
})

const probesApart = birdRule('ProbesApart', PROBES, facts => {
  const { believed } = facts.once(probesOf)
  if (facts.ageDays < SPREAD_FROM_DAY || believed.length < 2) return null
  const warming = isTunnel(facts) ? facts.once(warmingAlong) : 0
  // Nobody knows how much the air must warm up.
  if (warming === null) return null
  const value = Math.max(...believed)
  const limit = Math.min(...believed) + APART + warming
  return above({ code: 'ProbesApart', value, limit, margin: MARGIN, delayMs: 15 * MINUTE })
})

/** A target far from what birds of this age need is the controller's mistake or somebody's. */
const targetUnlikely = birdRule('TargetUnlikely', [TARGET], ({ type, ageDays, number }) => {
  const value = number(TARGET)
  if (value === null) return null
  const { temperature: target } = targetsAt(type, ageDays)
  return { ...state('TargetUnlikely', !isTargetBelieved(type, ageDays, value), 10 * MINUTE, value), target }
})

export const temperatureRules: readonly Rule[] = [
  temperatureHigh,
  temperatureLow,
  temperatureAbsolute,
  temperatureRising,
  probesApart,
  targetUnlikely,
]
