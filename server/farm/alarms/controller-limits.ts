import { metricOfAlarm } from '#shared/alarms.ts'
import { ageInDays } from '#shared/flock.ts'
import { SETTINGS } from '#shared/signals/setting.ts'
import type { LatestState } from '../../telemetry/device-side.ts'
import type { KnownHouse } from '../house-state/house-directory.ts'

/** What a controller's limits depend on. °C; null where unknown. */
interface Moment {
  /** Days */
  age: number | null
  target: number | null
  outside: number | null
}

const TEMPERATURES = ['HighTemp', 'LowTemp', 'AbsHighTemp']

/** Limit and target of a controller's alarm, as the controller last reported them. */
export function controllerFigures(code: string, house: KnownHouse, latest: LatestState, at: number) {
  const number = (metric: string) => {
    const value = latest.readings.get(metric)?.value
    return typeof value === 'number' ? value : null
  }
  const age = number('Bird/DayAge') ?? ageInDays(house, house.timeZone, new Date(at))
  const target = number('Climate/Temp/Target')
  const limit = controllerLimit(code, latest, { age, target, outside: number('Climate/Temp/Outdoor') })
  return { limit, target: TEMPERATURES.includes(code) ? target : null }
}

/**
 * The same for an alarm that was reported afterwards: by the values of its own report, since those of now say nothing of then,
 * and by the settings as last reported.
 */
export function pastFigures(
  code: string,
  house: KnownHouse,
  {
    latest,
    values,
    at,
  }: { latest: LatestState | undefined; values: ReadonlyMap<string, unknown>; at: number },
) {
  const number = (metric: string | null) => {
    const value = values.get(metric ?? '')
    return typeof value === 'number' && Number.isFinite(value) ? value : null
  }
  const age = number('Bird/DayAge') ?? ageInDays(house, house.timeZone, new Date(at))
  const target = number('Climate/Temp/Target')
  const moment = { age, target, outside: number('Climate/Temp/Outdoor') }
  return {
    value: number(metricOfAlarm(code)),
    limit: latest ? controllerLimit(code, latest, moment) : null,
    target: TEMPERATURES.includes(code) ? target : null,
  }
}

type Read = (setting: string) => number | null

/** From L/h in the settings to L/min of the meter. */
const perMinute = (perHour: number | null) => (perHour === null ? null : perHour / 60)

const limits: Readonly<Record<string, (read: Read, moment: Moment) => number | null>> = {
  AbsHighTemp: read => read('Temp/AbsHighAlarm'),
  HighTemp: highTemperature,
  LowTemp: (read, { age, target }) => plus(target, negative(curveAt(read, 'LowAlarmDiff', age))),
  PressureHigh: read => read('Alarm/PressureHigh'),
  PressureLow: read => read('Alarm/PressureLow'),
  WaterHigh: read => perMinute(read('Alarm/WaterMaxLph')),
  WaterLow: read => perMinute(read('Alarm/WaterMinLph')),
  SiloLow: read => read('Alarm/SiloLowKg'),
}

/** The limit of a controller's alarm, in the unit of its metric; null if neither the alarm nor the settings have one. */
export function controllerLimit(code: string, latest: LatestState, moment: Moment): number | null {
  const told = latest.limits?.get(`Alarm/${code}`)
  if (told !== undefined) return told
  const read: Read = setting => {
    const value = latest.readings.get(`${SETTINGS}${setting}`)?.value
    return typeof value === 'number' && Number.isFinite(value) ? value : null
  }
  return limits[code]?.(read, moment) ?? null
}

const plus = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b)
const negative = (value: number | null) => (value === null ? null : -value)

/** On hot days a controller only warns once the house is this much warmer than the outside. */
function highTemperature(read: Read, { age, target, outside }: Moment): number | null {
  const ofDay = plus(target, curveAt(read, 'HighAlarmDiff', age))
  const ofHeat = plus(outside, read('Temp/OutdoorAlarmComp'))
  return ofDay === null || ofHeat === null ? ofDay : Math.max(ofDay, ofHeat)
}

/** A column of the controller's own curve at an age: linear between its points, constant beyond both ends. */
function curveAt(read: Read, column: string, age: number | null): number | null {
  if (age === null) return null
  const points = Array.from({ length: 10 }, (_, i) => {
    const point = `Temp/Curve/P${String(i + 1).padStart(2, '0')}`
    return { day: read(`${point}/Day`), value: read(`${point}/${column}`) }
  }).filter((point): point is { day: number; value: number } => point.day !== null && point.value !== null)
  const after = points.find(({ day }) => day > age) ?? points.at(-1)
  const before = points.findLast(({ day }) => day <= age) ?? after
  if (!before || !after) return null
  const share = after.day > before.day ? (age - before.day) / (after.day - before.day) : 0
  return before.value + (after.value - before.value) * share
}
