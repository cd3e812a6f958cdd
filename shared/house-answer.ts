import { heatSourceOf, type OutsideFlock } from './bird-weather.ts'
import type { FlockWeather, WeatherHour } from './contracts/weather.ts'
import { PAD_ANY_HOUR, PAD_OUTSIDE } from './controller-program/cooling.ts'
import { levelLimits } from './controller-program/follow-day.ts'
import { isTunnel, levelStart } from './controller-program/level-steps.ts'
import { type CurvePoint, curveAt, type Program } from './controller-program/program.ts'
import { programFromSettings } from './controller-program/program-from-settings.ts'
import { equipmentOf } from './house-equipment.ts'
import { levelAir } from './physics/house-air.ts'
import { riseAt } from './physics/ventilation-need.ts'
import type { SettingDocument } from './signals.ts'
import { obstaclesTo } from './what-if/needs.ts'

/** A house with birds and a controller. */
interface WorkingHouse {
  flock: OutsideFlock
  /** As reported by its controller. */
  settings: SettingDocument
  /** Hour of the day at the house for a time in ms since 1970. */
  hourAt: (at: number) => number
}

/**
 * What the controller does in the coldest and the hottest of these hours by its own settings, once its air has settled: the
 * level, and whether the pads are wetted. Null if it does not report its settings, or is stopped.
 */
export function houseAnswer(house: WorkingHouse, hours: readonly WeatherHour[]): FlockWeather['house'] {
  const { flock, settings } = house
  if (hours.length === 0 || obstaclesTo(settings).length > 0) return null
  const program = programFromSettings(name => settings[`Settings/${name}`])
  const curve = curveAt(program.curve, flock.age)
  if (!curve) return null
  const answer = answering(house, program, curve)
  const sorted = hours.toSorted((a, b) => a.temperature - b.temperature)
  const [coldest, hottest] = [sorted[0], sorted.at(-1)]
  if (!coldest || !hottest) return null
  return { min: levelLimits(program, flock.age).min, coldest: answer(coldest), hottest: answer(hottest) }
}

function answering({ flock, hourAt }: WorkingHouse, program: Program, curve: CurvePoint) {
  const equipment = equipmentOf(flock)
  const source = heatSourceOf(flock)
  const { conductance } = equipment.envelope
  const { min, max } = levelLimits(program, flock.age)
  const target = curve.target + program.targetOffset
  const limits = { min, tunnelStart: Math.max(program.tunnelStart, curve.tunnel - curve.target) }
  return ({ at, temperature, humidity }: WeatherHour) => {
    const warmest = Math.max(program.tunnelMinOutdoor, target - program.tunnelOutdoorExit)
    const mayRise = (level: number) =>
      level < max && (temperature >= warmest || !isTunnel(program, level + 1))
    const inside = (level: number) => {
      const row = program.levels[level - 1]
      if (!row) return temperature
      return temperature + riseAt(source, temperature, levelAir(equipment, row).airflow, conductance)
    }
    let level = min
    while (mayRise(level) && inside(level) - target >= levelStart(program, level + 1, limits)) level++
    const { pad } = program
    const hour = hourAt(Date.parse(at))
    const settled = inside(level)
    const wets =
      program.levels[level - 1]?.pad === true &&
      flock.age >= pad.startDay &&
      temperature >= PAD_OUTSIDE &&
      humidity < pad.maxHumidity - pad.humidityBand &&
      settled >= Math.max(target + pad.startDiff, curve.cool) &&
      ((hour >= pad.startHour && hour < pad.stopHour) || settled > PAD_ANY_HOUR)
    return { at, temperature, level, pads: wets }
  }
}
