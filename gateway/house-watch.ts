import { houseTemperature, MEAN, PROBES, probesOf } from '#shared/house-temperature.ts'
import { type TemperatureLimits, temperatureLimits } from '#shared/temperature-limits.ts'
import { ToldHouses } from '#shared/told-houses.ts'
import type { Keeper } from './keeper.ts'
import type { Critical } from './siren-memory.ts'

/** What the gateway finds by itself, whatever the controller says of it. */
export const findings = ['tooHot', 'tooCold', 'noPower', 'noTemperature'] as const
export type Finding = (typeof findings)[number]

/** A finding that has stood for long enough. */
export interface Found {
  finding: Finding
  /** °C; null where it is about no value */
  value: number | null
  limit: number | null
}

/** What a controller says now, and since when nothing is known of it. */
export interface Watched {
  code: string
  /** by wire name; null is no value */
  values: ReadonlyMap<string, unknown>
  /** false while none of its devices answers */
  isAnswering: boolean
}

/** Judges the houses by their limits, without the server. */
export interface HouseWatch {
  /** What the server says of the houses, JSON. */
  told(text: string): void
  /** Looks at a controller, by a clock that is never set, ms; `time` is ms since 1970. */
  look(watched: Watched, at: { ticks: number; time: number }): readonly Critical[]
  /** What stands of a controller. */
  found(code: string): readonly Found[]
}

/** As long as nobody has said what lives in the house: no bird of any age bears more. °C */
const NEVER_TOLD: TemperatureLimits = { target: null, high: null, low: null, absoluteHigh: 38 }
/** The value must come back inside by this before it is over. K */
const MARGIN = 0.5
const DAY = 86_400_000

interface Judgement {
  /** null where nobody can say */
  is: boolean | null
  value: number | null
  limit: number | null
}
const state = (is: boolean | null): Judgement => ({ is, value: null, limit: null })

interface WatchOptions {
  keeper: Keeper<ToldHouses>
  /** ms for which it must stand */
  afterMs: number
  /** How a finding is called among the alarms of a siren. */
  keyOf(code: string, finding: Finding): string
}

export function houseWatch({ keeper, afterMs, keyOf }: WatchOptions): HouseWatch {
  let houses = keeper.value
  /** since when, and what of it stands */
  const since = new Map<string, number>()
  const standing = new Map<string, Found>()

  function limitsOf(code: string, number: (name: string) => number | null, time: number): TemperatureLimits {
    const house = houses.find(({ controller }) => controller === code)
    if (!house) return NEVER_TOLD
    const { type, ageDays, at } = house
    return temperatureLimits({
      houseType: type,
      ageDays: ageDays === null ? null : ageDays + Math.max(0, Math.floor((time - at) / DAY)),
      reportedTarget: number('Climate/Temp/Target'),
      outside: number('Climate/Temp/Outdoor'),
    })
  }

  function judge({ code, values, isAnswering }: Watched, time: number): Record<Finding, Judgement> {
    const read = (name: string) => values.get(name)
    const number = (name: string) => {
      const value = read(name)
      return typeof value === 'number' ? value : null
    }
    const probes = probesOf({ read })
    const mean = houseTemperature({ read, told: read, doubted: new Set() }, probes)?.value ?? null
    const { high, low, absoluteHigh } = limitsOf(code, number, time)
    const isEmpty = houses.some(({ controller, ageDays }) => controller === code && ageDays === null)
    const measures = [MEAN, ...PROBES].some(name => values.has(name))
    const mains = read('Power/MainsOk')
    const over = (finding: Finding) => (standing.has(keyOf(code, finding)) ? MARGIN : 0)
    const hottest = mean === null ? null : Math.max(mean, ...probes.believed)
    const hot = (value: number | null, limit: number | null): Judgement => ({
      is: value === null ? null : limit !== null && value > limit - over('tooHot'),
      value,
      limit,
    })
    const absolute = hot(hottest, absoluteHigh)
    return {
      tooHot: absolute.is ? absolute : hot(mean, high),
      tooCold: {
        is: mean === null ? null : low !== null && mean < low + over('tooCold'),
        value: mean,
        limit: low,
      },
      noPower: state(typeof mains === 'boolean' || typeof mains === 'number' ? !mains : null),
      noTemperature: state(measures && isAnswering && !isEmpty ? mean === null : measures ? null : false),
    }
  }

  return {
    told(text) {
      const read = ToldHouses.safeParse(jsonOf(text)).data
      if (!read || JSON.stringify(read) === JSON.stringify(houses)) return
      houses = read
      keeper.save(read)
    },
    look(watched, { ticks, time }) {
      const judged = judge(watched, time)
      return findings.map(finding => {
        const key = keyOf(watched.code, finding)
        const { is, value, limit } = judged[finding]
        if (is === false) {
          since.delete(key)
          standing.delete(key)
        } else if (is) {
          const from = since.get(key) ?? ticks
          since.set(key, from)
          if (ticks - from >= afterMs) standing.set(key, { finding, value, limit })
        }
        return { key, isActive: is === null ? null : standing.has(key) }
      })
    },
    found: code => findings.flatMap(finding => standing.get(keyOf(code, finding)) ?? []),
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
