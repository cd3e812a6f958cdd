import { QUARTER, WATER } from '../water-hours.ts'
import { doubtRule } from './probe-doubts.ts'
import {
  type BirdFacts,
  birdRule,
  HOUR,
  type Judgement,
  MINUTE,
  NOTHING,
  oneStep,
  type Rule,
} from './rule.ts'
import { HOUSE_MODE, isAwake } from './states.ts'
import { usualFlow } from './supply.ts'
import type { WaterHour } from './water-hour.ts'

/** Of the least on both days; and times the most on both. */
const TOO_LITTLE = 0.5
const TOO_MUCH = 2
/** So much inside of its limit it is back. */
const BACK = 0.1
const HELD = 20 * MINUTE
/** Nobody knows how it is now if nothing was counted since. ms */
const OLD = 3 * QUARTER
/** Litres an hour that meters, which count in steps, cannot tell from none. */
const LEAST = 20
/** In the dark next to nothing is usual: a leak is at least this share of what birds drink on the mean of a day. */
const LEAK = 0.25
/** Litres an hour, where nobody knows how much birds drink. */
const LEAK_ANYWHERE = 100
const MINUTES = HOUR / MINUTE
/** Modes of a house in which nobody minds its water: empty, catching, cleaning. */
const UNMINDED: readonly unknown[] = [0, 3, 4]

type Code = 'WaterBelowUsual' | 'WaterAboveUsual'

/**
 * Beyond its limit in the hour and still so: a line that is flushed or shut for a while is no fault. The lights may have moved,
 * so it begins by the limit of the hours about, and ends by that of the hour itself. The value is L/min.
 */
function judged(
  code: Code,
  { drunk, lately, about, usual }: WaterHour,
  limitOf: (range: WaterHour['usual']) => number,
  isBeyond: (litres: number, limit: number) => boolean,
): Judgement {
  const [limit, end] = [limitOf(about), limitOf(usual)]
  const margin = 1 + (code === 'WaterBelowUsual' ? BACK : -BACK)
  const isBack = (litres: number) => !isBeyond(litres, end * margin)
  return oneStep({
    code,
    value: drunk / MINUTES,
    limit: limit / MINUTES,
    delayMs: HELD,
    breach: [drunk, ...lately].every(litres => isBeyond(litres, limit)),
    back: isBack(drunk) || isBack(lately[1]),
  })
}

/** A rule about the last hour; not while the meter is in doubt. */
function hourRule(code: Code, judge: (hour: WaterHour, facts: BirdFacts) => Judgement | null): Rule {
  const rule = birdRule(code, WATER, facts => {
    if (UNMINDED.includes(facts.read(HOUSE_MODE))) return NOTHING
    const { waterHour: hour } = facts
    const isDoubted = WATER.some(metric => facts.doubted.has(metric))
    return !hour || isDoubted || facts.at - hour.at > OLD ? null : judge(hour, facts)
  })
  return {
    ...rule,
    isAwaited: ({ waterHour }) => waterHour === undefined,
    covers: [...rule.covers, ...WATER.map(doubtRule)],
  }
}

/** A shut valve, a clogged filter, no pressure: while they are awake birds drink about what they drank at that hour before. */
const belowUsual = hourRule('WaterBelowUsual', (hour, facts) => {
  if (!hour.isLit || !isAwake(facts) || hour.about.least < LEAST) return null
  return judged(
    'WaterBelowUsual',
    hour,
    ({ least }) => TOO_LITTLE * least,
    (litres, limit) => litres < limit,
  )
})

/** A burst pipe, leaking nipples, a valve left open: by day and night it runs into the litter. */
const aboveUsual = hourRule('WaterAboveUsual', (hour, facts) => {
  const usual = usualFlow(facts)
  const leak = usual === null ? LEAK_ANYWHERE : Math.max(LEAST, LEAK * usual * MINUTES)
  return judged(
    'WaterAboveUsual',
    hour,
    ({ most }) => Math.max(TOO_MUCH * most, most + leak),
    (litres, limit) => litres > limit,
  )
})

/** Water beside the same hour of the two days before. */
export const usualWaterRules: readonly Rule[] = [belowUsual, aboveUsual]
