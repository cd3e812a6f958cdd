import { CO2, NH3 } from '../gas-limits.ts'
import type { SettingDocument } from '../signals.ts'
import { targetsAt } from '../standards/targets.ts'
import { HARM_HOURS, type HarmKind, harmKinds } from './harm-kinds.ts'
import { type RunHouse, walkHouse } from './run-house.ts'
import type { Step } from './samples.ts'

/** A limit that a house passes. */
export interface Harm {
  kind: HarmKind
  /** ppm, °C */
  limit: number
  /** min from now */
  afterMin: number
}

/** A harm of a whole run. */
export interface HarmOfRun extends Harm {
  /** Furthest value of the run, ppm or °C. */
  peak: number
  /** min beyond the limit in all */
  lastsMin: number
}

const MINUTE_MS = 60_000
/** min beyond the limit of heat that kill */
const DEADLY_MIN = 60
/** min by which a change must bring a harm forward to be its cause */
const SOONER = 30
/** °C no bird stands for long: to day 7, and after it; and K above the outside that no house stays under. */
const HOT = { days: 7, firstWeek: 38, afterwards: 35, aboveOutside: 3 }
/**
 * Cold: K below the standard at which young birds chill (husbandry data, limits of alarms), older ones by their own alarm,
 * and K more that a probe may be off. A dip is no harm: min that birds of an age stand it, the last entry for all older
 * ones. Chicks of the first week cannot warm themselves, and feathers are enough for some hours from the fourth on.
 */
const COLD = { below: -3, margin: 0.5 }
const STANDS_COLD = [
  { days: 7, min: 20 },
  { days: 21, min: 60 },
  { days: Number.POSITIVE_INFINITY, min: 120 },
]

/** What passes its limit within hours with the new settings, and would not, or much later, with those of today. */
export function harmsOf(house: RunHouse, today: SettingDocument, wanted: SettingDocument): Harm[] {
  const changed = passedIn(house, { ...today, ...wanted }, today)
  if (changed.length === 0) return []
  const before = new Map(passedIn(house, today, today).map(({ kind, afterMin }) => [kind, afterMin]))
  return changed.filter(
    ({ kind, afterMin }) => (before.get(kind) ?? Number.POSITIVE_INFINITY) - afterMin > SOONER,
  )
}

/** The limits that a house passes with these settings, soonest first. */
function passedIn(house: RunHouse, settings: SettingDocument, corrected: SettingDocument): Harm[] {
  const watch = watchHarms(house)
  walkHouse(house, settings, { corrected, hours: HARM_HOURS, each: watch.see })
  return watch.passed().map(({ kind, limit, afterMin }) => ({ kind, limit, afterMin }))
}

/** Sees the steps of a run, and knows what passed its limit in them, soonest first. */
export function watchHarms(house: RunHouse) {
  const limits = limitsOf(house)
  const coldMin = STANDS_COLD.find(({ days }) => house.birds.age <= days)?.min ?? 0
  const stands: Record<HarmKind, number> = { co2: 0, nh3: 0, hot: 0, cold: coldMin }
  /** Since when each value is beyond its limit (ms), and how far it went; undefined while it is not. */
  const beyond: Partial<Record<HarmKind, { since: number; peak: number }>> = {}
  const passed = new Map<HarmKind, HarmOfRun>()
  let before = house.from
  return {
    see(at: number, { co2, nh3, temperature }: Pick<Step, 'co2' | 'nh3' | 'temperature'>): void {
      const now = { co2, nh3, hot: temperature, cold: -temperature }
      for (const kind of harmKinds) {
        if (now[kind] <= limits[kind]) {
          delete beyond[kind]
          continue
        }
        const value = kind === 'cold' ? temperature : now[kind]
        const worse = kind === 'cold' ? Math.min : Math.max
        const stretch = beyond[kind] ?? { since: before, peak: value }
        beyond[kind] = stretch
        stretch.peak = worse(stretch.peak, value)
        const { since, peak } = stretch
        const lasts = (at - since) / MINUTE_MS
        if (lasts < stands[kind]) continue
        const known = passed.get(kind)
        const limit = kind === 'cold' ? -limits.cold : limits[kind]
        const afterMin = Math.max(1, Math.ceil((since - house.from) / MINUTE_MS))
        const harm = known ?? { kind, limit, afterMin, peak, lastsMin: 0 }
        harm.peak = worse(harm.peak, peak)
        harm.lastsMin += known ? (at - before) / MINUTE_MS : lasts
        passed.set(kind, harm)
      }
      before = at
    },
    passed: (): HarmOfRun[] => [...passed.values()],
  }
}

/** Heat that lasts kills; what else passes its limit harms every bird. */
export const isDeadly = ({ kind, lastsMin }: HarmOfRun): boolean => kind === 'hot' && lastsMin >= DEADLY_MIN

/** Whether one run does a harm that another does not: not at all, much later, or for much less long. */
export function isNewHarm(harm: HarmOfRun, others: readonly HarmOfRun[]): boolean {
  const known = others.find(({ kind }) => kind === harm.kind)
  return !known || known.afterMin - harm.afterMin > SOONER || harm.lastsMin - known.lastsMin > DEADLY_MIN
}

/** Highest values of each kind; cold as a negative temperature. */
function limitsOf({ type, birds: { age }, weather }: RunHouse): Record<HarmKind, number> {
  const { temperature, alarmLow } = targetsAt(type, age)
  const outside = Math.max(...weather.map(each => each.temperature)) + HOT.aboveOutside
  return {
    co2: CO2.atOnce,
    nh3: NH3.alarm,
    hot: Math.max(age <= HOT.days ? HOT.firstWeek : HOT.afterwards, outside),
    cold: -(temperature + Math.min(COLD.below, alarmLow) - COLD.margin),
  }
}
