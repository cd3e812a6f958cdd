import { breedsFor, feedAt, waterAt } from '#shared/standards/standards.ts'
import { meanTemperature } from './probes.ts'
import { above, type BirdFacts, below, birdRule, HOUR, MINUTE, type Rule, state } from './rule.ts'
import { isAwake, isLit, LIGHTS } from './states.ts'

const FLOW = 'Water/FlowRate'
const BIRDS = 'Bird/Count'
const SILOS = ['Feed/Silo1/Weight', 'Feed/Silo2/Weight']

const waterStopped = birdRule('WaterStopped', [FLOW, ...LIGHTS], facts => {
  const value = facts.number(FLOW)
  if (value === null || !isAwake(facts)) return null
  return state('WaterStopped', value <= 0, 30 * MINUTE, value)
})

const MINUTES_A_DAY = 1_440
/** In their thirstiest hour birds drink about twice the mean; so many times of it runs into the litter. */
const SPILLED = 5

/** What the birds drink on the mean of the day, L/min, by the standard of a usual breed; null where that is not known. */
export function usualFlow(facts: BirdFacts): number | null {
  const birds = facts.number(BIRDS)
  const [breed] = breedsFor(facts.type)
  const water = breed && waterAt(breed, facts.ageDays, facts.once(meanTemperature) ?? undefined)
  return birds && water ? (birds * water.high) / 1_000 / MINUTES_A_DAY : null
}

const waterSpilled = birdRule('WaterSpilled', [FLOW, BIRDS], facts => {
  const value = facts.number(FLOW)
  const usual = usualFlow(facts)
  if (value === null || usual === null) return null
  const limit = SPILLED * usual
  return above({ code: 'WaterSpilled', value, limit, margin: 0.1 * limit, delayMs: 15 * MINUTE })
})

/** A day's feed must be in the silos: the lorry does not come at night. */
const feedRunsOut = birdRule('FeedRunsOut', [...SILOS, BIRDS], facts => {
  const weights = SILOS.map(facts.number).filter(value => value !== null)
  const birds = facts.number(BIRDS)
  const [breed] = breedsFor(facts.type)
  const feed = breed && feedAt(breed, facts.ageDays)
  if (weights.length === 0 || !birds || !feed) return null
  const value = weights.reduce((sum, weight) => sum + weight, 0)
  const limit = (birds * feed.mid) / 1_000
  return below({ code: 'FeedRunsOut', value, limit, margin: 0.2 * limit, delayMs: 15 * MINUTE })
})

/** Longer than any lighting program keeps them in the dark. */
const longestNight = ({ type, ageDays }: BirdFacts): number =>
  type === 'broiler' ? 10 * HOUR : type === 'layer' && ageDays > 175 ? 12 * HOUR : 17 * HOUR

const darkTooLong = birdRule('DarkTooLong', LIGHTS, facts => {
  const lit = facts.once(isLit)
  return lit === null ? null : state('DarkTooLong', !lit, longestNight(facts))
})

export const supplyRules: readonly Rule[] = [waterStopped, waterSpilled, feedRunsOut, darkTooLong]
