import { ageInDays } from '#shared/flock.ts'
import { isMeasured } from '#shared/house-temperature.ts'
import { type HouseType, metricByName } from '#shared/signals.ts'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import { localText } from '#shared/zone-time.ts'
import type { Courses } from './course.ts'
import type { WaterHour } from './water-hour.ts'

/** What a rule knows of a house: the values that stand, whoever reported them and however long ago. */
export interface Facts {
  type: HouseType
  /** As breed standards count; null while the house is empty. */
  ageDays: number | null
  /** Hour of the day by the house's clocks. */
  hour: number
  /** How fast the mean temperature has risen over the last minutes, K in five minutes; null without reports dense enough. */
  rise: number | null
  /** What is told and believed; nothing for a probe in doubt. */
  read(metric: string): MetricValue | undefined
  /** What is told, believed or not. */
  told(metric: string): MetricValue | undefined
  /** When it was last told, ms since 1970, where that is known. */
  saidAt: ((metric: string) => number | undefined) | null
  /** Metrics that are not believed now. */
  doubted: ReadonlySet<string>
  /** How probes have gone; null where nobody follows them. */
  courses: Courses | null
  /** Whether an exchange of the meter was told that explains a jump at a time, ms since 1970; null where nobody tells. */
  exchanged: ((metric: string, jumpedAt: number) => boolean) | null
  /** What the birds drank in the last hour, beside the days before; null where that is not known, undefined until it is read. */
  waterHour: WaterHour | null | undefined
  /** The moment, ms since 1970. */
  at: number
  /** A number inside the range of its signal; null for anything else. */
  number(metric: string): number | null
  /** What several rules ask of the same facts, worked out once. */
  once<T>(of: (facts: Facts) => T): T
}

/** The house of the facts. */
export interface Place {
  type: HouseType
  flockStartedOn: string | null
  flockHatchedOn: string | null
  timeZone: string
}

/** What changes with the clock at most once an hour, by house. */
const calendars = new WeakMap<Place, { until: number; recorded: number | null; hour: number }>()
const MINUTE = 60_000

/** Age by the flock's records and the hour of the day; worked out once a minute, because clocks of zones are slow to read. */
function calendarOf(place: Place, at: number) {
  const known = calendars.get(place)
  if (known && at < known.until && at >= known.until - MINUTE) return known
  const made = {
    until: (Math.floor(at / MINUTE) + 1) * MINUTE,
    recorded: ageInDays(place, place.timeZone, new Date(at)),
    hour: Number(localText(at, place.timeZone).slice(11, 13)),
  }
  calendars.set(place, made)
  return made
}

/** Where no flock is recorded, the age is what the controller says of the birds it counts. */
function ageOf(place: Place, recorded: number | null, number: Facts['number']): number | null {
  if (recorded !== null || place.flockStartedOn !== null) return recorded
  const told = number('Bird/DayAge')
  return (number('Bird/Count') ?? 0) > 0 && told !== null && told >= 0 ? told : null
}

const NONE: ReadonlySet<string> = new Set()

/** The facts at a moment, ms since 1970, by what is told; `doubted`: of which metrics it is not believed. */
export function factsOf(
  place: Place,
  told: Facts['told'],
  at: number,
  doubted: ReadonlySet<string> = NONE,
): Facts {
  const read: Facts['read'] = doubted.size === 0 ? told : name => (doubted.has(name) ? undefined : told(name))
  const number = (metric: string) => {
    const value = read(metric)
    const signal = metricByName.get(metric)
    const isInRange = isMeasured(value) && (!signal || (value >= signal.low && value <= signal.high))
    return isInRange ? value : null
  }
  const { recorded, hour } = calendarOf(place, at)
  const known = new Map<unknown, unknown>()
  const facts: Facts = {
    type: place.type,
    ageDays: ageOf(place, recorded, number),
    hour,
    rise: null,
    read,
    told,
    saidAt: null,
    doubted,
    courses: null,
    exchanged: null,
    waterHour: null,
    at,
    number,
    once<T>(of: (facts: Facts) => T): T {
      if (!known.has(of)) known.set(of, of(facts))
      return known.get(of) as T
    },
  }
  return facts
}
