import { type CurvePoint, curveAt, type Program } from '../controller-program/program.ts'
import { programFromSettings } from '../controller-program/program-from-settings.ts'
import { CO2, NH3 } from '../gas-limits.ts'
import { leastAir } from '../physics/ventilation-need.ts'
import type { HouseType, SettingDocument } from '../signals.ts'
import { targetsAt } from '../standards/targets.ts'
import type { RunBirds } from './run-house.ts'
import { type RunSample, SAMPLE_MIN } from './samples.ts'

/** Figures of a run, in the order of the table. */
export const figureKeys = [
  'lowest',
  'coldMin',
  'highest',
  'mean',
  'peakCo2',
  'co2Min',
  'peakNh3',
  'driest',
  'dampest',
  'leastAir',
  'heatKwh',
  'fanKwh',
] as const
export type FigureKey = (typeof figureKeys)[number]
/** °C, min below the cold limit, °C, °C, ppm, min above the limit, ppm, %, %, m³/h per bird, kWh in 24 h of heat and fans */
export type Figures = Record<FigureKey, number>

/** What a house's figures are compared with: its current settings, the standard of its birds. */
export interface Goals {
  /** °C by today's settings: the lower limit by day, without the night difference, see coldBelow; the high alarm */
  cold: number
  highAlarm: number
  /** °C, the standard of the birds at their age */
  standard: number
  /** ppm */
  co2: number
  nh3: number
  /** % of the same standard */
  humidity: { low: number; high: number }
  /** m³/h per bird */
  air: number
}

/** K from the standard that husbandry data take for a warning, as the mean of a day (limits of alarms). */
const OFF_STANDARD = 2

export function goalsOf(type: HouseType, birds: RunBirds, today: SettingDocument): Goals {
  const program = programFromSettings(name => today[`Settings/${name}`])
  const curve = curveAt(program.curve, birds.age) as CurvePoint
  const { temperature, humidityLow, humidityHigh } = targetsAt(type, birds.age)
  return {
    cold: coldBelow(program, birds.age),
    highAlarm: curve.target + program.targetOffset + curve.highAlarm,
    standard: temperature,
    co2: CO2.warning,
    nh3: NH3.warning,
    humidity: { low: humidityLow, high: humidityHigh },
    air: leastAir({ type, ...birds }).perBird,
  }
}

/** °C below which all heating runs and is not enough; without heating, that of the low alarm. */
function coldBelow({ curve, targetOffset, heating }: Program, age: number): number {
  const { target, heat, lowAlarm } = curveAt(curve, age) as CurvePoint
  const zones = heating.filter(zone => zone.enabled)
  if (zones.length === 0) return target + targetOffset - lowAlarm
  return (
    targetOffset +
    Math.max(
      ...zones.map(({ onDiff, offDiff }) => Math.min(target - offDiff, heat) - Math.max(0, onDiff - offDiff)),
    )
  )
}

export function figuresOf(samples: readonly RunSample[], birds: number, goals: Goals): Figures {
  const of = (key: keyof RunSample) => samples.map(sample => sample[key])
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const minutes = (holds: (sample: RunSample) => boolean) => samples.filter(holds).length * SAMPLE_MIN
  return {
    lowest: Math.min(...of('temperature')),
    coldMin: minutes(({ temperature }) => temperature < goals.cold - TOLERANCE.lowest),
    highest: Math.max(...of('temperature')),
    mean: sum(of('temperature')) / samples.length,
    peakCo2: Math.max(...of('co2')),
    co2Min: minutes(({ co2 }) => co2 > goals.co2),
    peakNh3: Math.max(...of('nh3')),
    driest: Math.min(...of('humidity')),
    dampest: Math.max(...of('humidity')),
    leastAir: Math.min(...of('airflow')) / birds,
    heatKwh: sum(of('heatKwh')),
    fanKwh: sum(of('fanKwh')),
  }
}

/** `watch`: further from its goal than today, `better`: nearer. */
export type Judgement = 'better' | 'watch' | 'same'

/** Differences that do not count; a share of today's figure for air and energy, of heat at least some kWh. */
const TOLERANCE = {
  lowest: 0.2,
  coldMin: SAMPLE_MIN,
  highest: 0.2,
  mean: 0.2,
  peakCo2: 50,
  co2Min: SAMPLE_MIN,
  peakNh3: 1,
  driest: 2,
  dampest: 2,
  leastAir: 0.03,
  heatKwh: 0.05,
  fanKwh: 0.05,
}
const LEAST_HEAT = 10

/** How far a figure is from its goal; 0 at it or beyond. */
function lack(key: FigureKey, value: number, goals: Goals): number {
  if (key === 'lowest') return Math.max(0, goals.cold - value)
  if (key === 'highest') return Math.max(0, value - goals.highAlarm)
  if (key === 'mean') return Math.max(0, Math.abs(value - goals.standard) - OFF_STANDARD)
  if (key === 'peakCo2') return Math.max(0, value - goals.co2)
  if (key === 'peakNh3') return Math.max(0, value - goals.nh3)
  if (key === 'driest') return Math.max(0, goals.humidity.low - value)
  if (key === 'dampest') return Math.max(0, value - goals.humidity.high)
  if (key === 'leastAir') return Math.max(0, goals.air - value)
  return value
}

/** Each figure of the new settings compared with today's, by distance from its goal. */
export function judge(today: Figures, changed: Figures, goals: Goals): Record<FigureKey, Judgement> {
  const judged = (key: FigureKey): Judgement => {
    const tolerance = toleranceOf(key, today)
    const more = lack(key, changed[key], goals) - lack(key, today[key], goals)
    if (Math.abs(more) < tolerance) return 'same'
    return more > 0 ? 'watch' : 'better'
  }
  return Object.fromEntries(figureKeys.map(key => [key, judged(key)])) as Record<FigureKey, Judgement>
}

function toleranceOf(key: FigureKey, today: Figures): number {
  if (key === 'heatKwh') return Math.max(LEAST_HEAT, TOLERANCE.heatKwh * today.heatKwh)
  return key === 'leastAir' || key === 'fanKwh' ? TOLERANCE[key] * today[key] : TOLERANCE[key]
}
