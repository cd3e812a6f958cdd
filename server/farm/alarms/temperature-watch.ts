import { type PlatformCode, platformAlarms } from '#shared/alarms.ts'
import { ageInDays } from '#shared/flock.ts'
import type { LatestState } from '../../telemetry/device-side.ts'
import type { KnownHouse } from '../house-state/house-directory.ts'
import { controllerLimit } from './controller-limits.ts'
import { setBack, startWatch, type Watch, watchStep } from './delayed.ts'
import { type TemperatureLimits, temperatureLimits, temperatureStandings } from './temperature-rule.ts'

const TEMPERATURE = 'Climate/Temp/Avg'
const TARGET = 'Climate/Temp/Target'
const OUTSIDE = 'Climate/Temp/Outdoor'
const AGE = 'Bird/DayAge'
/** Controllers wait 60 s themselves, so they come first. The absolute limit waits less. ms */
const DELAY_MS = { TemperatureHigh: 120_000, TemperatureLow: 120_000, TemperatureAbsolute: 90_000 }
/** How long a target or outside value counts. ms */
const FRESH_MS = 900_000

type TemperatureCode = keyof typeof DELAY_MS & PlatformCode

export interface Verdict {
  code: TemperatureCode
  due: 'raise' | 'clear'
  since: number | null
  value: number
  limit: number | null
  target: number | null
}

const numberAt = (latest: LatestState, metric: string, at: number): number | null => {
  const reading = latest.readings.get(metric)
  return typeof reading?.value === 'number' && Math.abs(at - reading.at) <= FRESH_MS ? reading.value : null
}

/** The limits of a house at a moment, by what its controller reports. */
export function limitsNow(house: KnownHouse, latest: LatestState, at: number): TemperatureLimits {
  return temperatureLimits({
    houseType: house.type,
    ageDays: ageInDays(house, house.timeZone, new Date(at)),
    reportedTarget: numberAt(latest, TARGET, at),
    outside: numberAt(latest, OUTSIDE, at),
  })
}

const TEMPERATURES = ['HighTemp', 'LowTemp', 'AbsHighTemp']

/** Limit and target of a controller's alarm, as the controller reports them. */
export function controllerFigures(code: string, house: KnownHouse, latest: LatestState, at: number) {
  const age = numberAt(latest, AGE, at) ?? ageInDays(house, house.timeZone, new Date(at))
  const target = numberAt(latest, TARGET, at)
  const limit = controllerLimit(code, latest, { age, target, outside: numberAt(latest, OUTSIDE, at) })
  return { limit, target: TEMPERATURES.includes(code) ? target : null }
}

/** Checks the temperature of houses against the limits of their day. */
export interface TemperatureWatch {
  /** Judges a live sample of a device; `isCovered` says whether the controller already warns of the same. */
  judge(
    deviceId: string,
    house: KnownHouse,
    latest: LatestState,
    isCovered: (controllerCode: string) => boolean,
  ): Verdict[]
  /** The alarm has been active since before the start. */
  stands(deviceId: string, code: string): void
  forget(deviceId: string): void
}

export function createTemperatureWatch(): TemperatureWatch {
  const watches = new Map<string, Map<string, Watch>>()
  const of = (deviceId: string) => {
    const known = watches.get(deviceId) ?? new Map<string, Watch>()
    watches.set(deviceId, known)
    return known
  }
  return {
    judge(deviceId, house, latest, isCovered) {
      const reading = latest.readings.get(TEMPERATURE)
      if (typeof reading?.value !== 'number') return []
      const { value, at } = reading
      const known = of(deviceId)
      const limits = limitsNow(house, latest, at)
      const standings = temperatureStandings(value, limits)
      const verdicts: Verdict[] = []
      for (const code of Object.keys(DELAY_MS) as TemperatureCode[]) {
        const { limit, breach, back } = standings[code]
        const before = setBack(known.get(code) ?? startWatch(false), at)
        // The controller's own alarm covers it: ours waits, and clears if it came first.
        const isOurs = !isCovered(platformAlarms[code].covers)
        const step = watchStep(before, { breach: breach && isOurs, back }, at, DELAY_MS[code])
        known.set(code, step.watch)
        const since = step.watch.since
        if (step.due) verdicts.push({ code, due: step.due, since, value, limit, target: limits.target })
      }
      return verdicts
    },
    stands(deviceId, code) {
      of(deviceId).set(code, startWatch(true))
    },
    forget(deviceId) {
      watches.delete(deviceId)
    },
  }
}
