import type { HouseType } from '../signals/signal.ts'
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

/** A published lighting program; a step applies until the next day listed. */
export interface LightingProgram {
  name: string
  houseTypes: string[]
  source: string
  steps: { day: number; hours: number; luxLow: number; luxHigh: number }[]
}

/** Published lighting programs for a house type. */
export function lightingProgramsFor(houseType: HouseType): LightingProgram[] {
  return lightingPrograms.programs
    .filter(program => program.houseTypes.includes(houseType))
    .map(({ rows, ...program }) => ({
      ...program,
      steps: rows.map(([day = 0, hours = 0, luxLow = 0, luxHigh = 0]) => ({ day, hours, luxLow, luxHigh })),
    }))
}

/** Hours and lux of a program at an age in days; the first step also applies before its day. */
export function lightAt(program: LightingProgram, day: number): LightingProgram['steps'][number] | undefined {
  return program.steps.findLast(step => step.day <= day) ?? program.steps[0]
}

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

/** Lowest and highest level allowed from an age in days on. */
export interface LevelLimits {
  day: number
  min: number
  max: number
}

/** Default limits for broilers in the reference house, as the days on which they change. */
export const broilerLevelLimits: readonly LevelLimits[] = ventilationLevels.limits.map(
  ([day = 0, min = 1, max = 18]) => ({ day, min, max }),
)

/** Limits at an age in days: those of the last day not after it. */
export function levelLimitsAt(limits: readonly LevelLimits[], day: number): { min: number; max: number } {
  const holding = limits.findLast(limit => limit.day <= day) ?? limits[0]
  return { min: holding?.min ?? 1, max: holding?.max ?? 18 }
}
