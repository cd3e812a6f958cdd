import { chanceAt, seedOf, wander } from '#shared/chance.ts'
import type { Roughness } from '#shared/rough-houses.ts'
import { alarmByMetric, alarmOfLatch } from '#shared/signals.ts'
import type { Announced } from './announced.ts'
import type { HouseSpec } from './fleet.ts'
import { GENERATOR, PROBES } from './metric-names.ts'

/** How a controller reports what its house does; the same for the same seed. Times in ms since 1970. */
export interface Manner {
  /** ms between reports; 0: whenever the scheduler looks, and everything once a minute */
  everyMs: number
  /** by how much its deadbands are wider */
  deadband: number
  /** messages of a report */
  parts: number
  /** what was kept during an outage has the mark of history */
  marksHistory: boolean
  /** whether it has this metric at all */
  has(metric: string): boolean
  /** whether its first birth already has this metric */
  isBornWith(metric: Announced): boolean
  /** what its clock shows more than the true time, ms */
  clockOff(at: number): number
  /** what it tells of a metric instead of `value`; NaN is no value */
  told(metric: Announced, value: number, at: number): number
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const INTERVALS = [4 * MINUTE, 11 * MINUTE, 30 * MINUTE] as const
const WIDER = 2
const MESSAGES = 3

/** averages and what is derived from them */
const DERIVED = new Set([
  'Climate/Temp/Avg',
  'Climate/Temp/Effective',
  'Climate/Temp/Min24h',
  'Climate/Temp/Max24h',
  'Climate/Hum/Avg',
])
/** sensors with a cable of their own */
const SENSED =
  /^(Climate\/(Temp|Hum)\/S\d|Air\/(CO2|NH3|Pressure)\/S\d|Light\/Lux\/S\d|Climate\/Temp\/Outdoor)$/
const METERS = new Set(['Water/Meter1/Total', 'Power/EnergyTotal'])
const COUNTERS = new Set([...METERS, 'Water/Today', 'Feed/Today', 'Egg/Today', 'Cool/WaterToday'])
/** a register of 16 bits */
const REGISTER = 65_536
/** what a probe says that was just switched on, has no contact, is short-circuited, or is absent: °C as sent */
const SENTINELS = [-127, 85, 3276.7, 65_535] as const

/** one in so many stretches of this length has the trouble */
const DROPOUT = { lengthMs: 10 * MINUTE, oneIn: 300 }
const SENTINEL = { lengthMs: MINUTE, oneIn: 1_500 }
const FLICKER = { lengthMs: MINUTE, oneIn: 720 }
/** ms: how far a clock is set wrong, how much it wanders, and how often it is set */
const CLOCK = { offMs: 4 * MINUTE, wanderMs: MINUTE, everyMs: 7 * HOUR }

/** The manner of a house by its spec. */
export function mannerOf(spec: Pick<HouseSpec, 'rough' | 'seed' | 'name' | 'hasGenerator'>): Manner {
  const { rough = [], seed, name, hasGenerator = true } = spec
  const is = (what: Roughness) => rough.includes(what)
  const own = seedOf(seed, name, 'manner')
  /** Whether the stretch around `at` is one of those with the trouble, for this stream of chance. */
  const happens = (stream: number, at: number, { lengthMs, oneIn }: typeof DROPOUT) =>
    chanceAt(own + stream, Math.floor(at / lengthMs)) < 1 / oneIn
  const everyMs = is('rare') ? (INTERVALS[own % INTERVALS.length] as number) : 0
  const isProbe = (metric: Announced) => PROBES.includes(metric.name)

  function told(metric: Announced, value: number, at: number): number {
    if (is('dropouts') && SENSED.test(metric.name) && happens(metric.alias, at, DROPOUT)) return Number.NaN
    if (is('sentinels') && isProbe(metric) && happens(100 + metric.alias, at, SENTINEL))
      return SENTINELS[
        Math.floor(chanceAt(own + 200 + metric.alias, Math.floor(at / MINUTE)) * SENTINELS.length)
      ] as number
    if (!COUNTERS.has(metric.name)) return value
    if (is('flicker') && happens(300, at, FLICKER)) return 0
    return is('counters') && METERS.has(metric.name) ? value % REGISTER : value
  }

  return {
    everyMs,
    deadband: is('rare') ? WIDER : 1,
    parts: is('parts') ? MESSAGES : 1,
    marksHistory: !is('unmarked'),
    has: metric => !(is('probes') && DERIVED.has(metric)) && (hasGenerator || metric !== GENERATOR),
    isBornWith: ({ alias, name }) => !is('later') || alias % 4 !== 0 || alarmByMetric.has(alarmOfLatch(name)),
    clockOff(at) {
      if (!is('clock')) return 0
      const set = Math.round(CLOCK.offMs * (2 * chanceAt(own + 400, Math.floor(at / CLOCK.everyMs)) - 1))
      return set + Math.round(CLOCK.wanderMs * wander(own + 401, at, CLOCK.everyMs))
    },
    told: rough.length === 0 ? (_metric, value) => value : told,
  }
}

/** Whether a house's gateway loses its network often. */
export const isLinkRough = ({ rough = [] }: Pick<HouseSpec, 'rough'>): boolean => rough.includes('link')
