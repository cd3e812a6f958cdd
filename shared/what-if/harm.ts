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
/** K below the standard at which young birds chill (husbandry data, limits of alarms); older ones by their own alarm. */
const COLD = -3

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
  const passed = new Map<HarmKind, HarmOfRun>()
  let before = house.from
  return {
    see(at: number, { co2, nh3, temperature }: Pick<Step, 'co2' | 'nh3' | 'temperature'>): void {
      const now = { co2, nh3, hot: temperature, cold: -temperature }
      for (const kind of harmKinds) {
        if (now[kind] <= limits[kind]) continue
        const value = kind === 'cold' ? temperature : now[kind]
        const known = passed.get(kind)
        const limit = Math.abs(limits[kind])
        const afterMin = Math.ceil((at - house.from) / MINUTE_MS)
        const harm = known ?? { kind, limit, afterMin, peak: value, lastsMin: 0 }
        harm.peak = kind === 'cold' ? Math.min(harm.peak, value) : Math.max(harm.peak, value)
        harm.lastsMin += (at - before) / MINUTE_MS
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
    cold: -(temperature + Math.min(COLD, alarmLow)),
  }
}
