import type { HouseType } from '../signals/signal.ts'
import type { Text } from '../text.ts'
import lightingPrograms from './data/lighting-programs.json' with { type: 'json' }
import targetCurves from './data/target-curves.json' with { type: 'json' }
import ventilationLevels from './data/ventilation-levels.json' with { type: 'json' }

/** Conditions a house of a type should have at an age of its birds in days. */
export interface Targets {
  /** °C */
  temperature: number
  /** % */
  humidityLow: number
  humidityHigh: number
  /** K below (negative) and above the target temperature at which an alarm is due */
  alarmLow: number
  alarmHigh: number
  /** h of light a day, lx */
  lightHours: number
  lightLux: number
}

const fields = targetCurves.columns.slice(1) as (keyof Targets)[]

/** Ages in days at which the default curve of a house type bends. */
export function targetDays(houseType: HouseType): number[] {
  return targetCurves.curves[houseType].map(row => row[0] ?? 0)
}

/** Default targets at an age in days, linear between the rows of the curve and constant beyond both ends. */
export function targetsAt(houseType: HouseType, day: number): Targets {
  const rows = targetCurves.curves[houseType]
  const next = rows.findIndex(row => (row[0] ?? 0) > day)
  const after = (next < 0 ? rows.at(-1) : rows[next]) ?? []
  const before = (next < 0 ? rows.at(-1) : rows[next - 1]) ?? after
  const span = (after[0] ?? 0) - (before[0] ?? 0)
  const share = span > 0 ? (day - (before[0] ?? 0)) / span : 0
  const values = fields.map((field, i) => {
    const [from = 0, to = 0] = [before[i + 1], after[i + 1]]
    return [field, from + (to - from) * share] as const
  })
  return Object.fromEntries(values) as unknown as Targets
}

/** What a published lighting programme asks for at an age. */
export interface PublishedLight {
  name: Text
  /** h a day */
  hours: number
  luxLow: number
  luxHigh: number
}

/** What published lighting programmes ask of a house type at an age in days; the first step also applies before its day. */
export const publishedLight = (houseType: HouseType, age: number): PublishedLight[] =>
  lightingPrograms.programs
    .filter(({ houseTypes }) => houseTypes.includes(houseType))
    .flatMap(({ name, rows }) => {
      const step = rows.findLast(([day = 0]) => day <= age) ?? rows[0]
      const [, hours, luxLow, luxHigh] = step ?? []
      return hours === undefined || luxLow === undefined || luxHigh === undefined
        ? []
        : [{ name, hours, luxLow, luxHigh }]
    })

type LevelStage = 'min' | 'transition' | 'tunnel' | 'tunnel+pad'

/** One row of the default table of 18 ventilation levels (house of 100 × 14 m); a fan cycle lasts 300 s. */
export interface VentilationLevel {
  level: number
  stage: LevelStage
  /** K above the previous level at which this one starts */
  step: number
  sideFans: number
  /** s of the cycle for which the side fans run */
  sideFansOn: number
  tunnelFans: number
  tunnelFansCycled: number
  tunnelFansOn: number
  /** % of the stroke; how many of the 80 inlets open */
  sideInlet: number
  sideInletsUsed: number
  /** % */
  tunnelDoor: number
  pad: boolean
  /** Pa */
  pressure: number
  /** m³/h, mean over a cycle */
  airflow: number
}

/** The default table of ventilation levels, level 1 first. */
export const defaultLevels: readonly VentilationLevel[] = ventilationLevels.levels.map(
  row =>
    Object.fromEntries(
      ventilationLevels.columns.map((name, i) => [name, row[i]]),
    ) as unknown as VentilationLevel,
)
