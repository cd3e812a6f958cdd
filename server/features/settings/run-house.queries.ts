import { withoutDoubted } from '#shared/believed-chart.ts'
import { holdUnchanged } from '#shared/hold-unchanged.ts'
import { equipmentOf, freeAirflow } from '#shared/house-equipment.ts'
import { MEAN } from '#shared/house-temperature.ts'
import { flockDayOf } from '#shared/standards/flock-day.ts'
import type { MeasuredSample } from '#shared/what-if/error.ts'
import type { RunBirds, RunHouse, StartingAir } from '#shared/what-if/run-house.ts'
import { SAMPLE_MIN } from '#shared/what-if/samples.ts'
import { fromNow, type OutsideAt } from '#shared/what-if/weather.ts'
import { localText } from '#shared/zone-time.ts'
import { readBelieved } from '../../farm/figures/believed-chart.ts'
import { judgedHouse, toldWeight, zoneOf } from '../../farm/settings/judged-house.ts'
import type { Db } from '../../platform/database/store.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import type { Services } from '../../platform/services.ts'
import { forecastFor, HALF_COVERED, sunAt } from './forecast.ts'
import type { FoundController } from './settings.queries.ts'

const SLOT_MS = SAMPLE_MIN * 60_000
const DAY_MS = 86_400_000
const SLOTS = DAY_MS / SLOT_MS
/** How old a reading may be to count as the weather of now. */
const OUTSIDE_FRESH_MS = 3_600_000
/** Minimum share of the last 24 hours with known weather. */
const KNOWN_SLOTS = SLOTS * 0.8

/** What tells the air of a house, the first of each before the others. */
export const inside = {
  humidity: ['Climate/Hum/Avg', 'Climate/Hum/S1', 'Climate/Hum/S2'],
  co2: ['Air/CO2/S1', 'Air/CO2/S2'],
  nh3: ['Air/NH3/S1', 'Air/NH3/S2'],
} as const
const metrics = {
  outside: ['Climate/Temp/Outdoor'],
  outsideHumidity: ['Climate/Hum/Outdoor'],
  temperature: [MEAN],
  ...inside,
  level: ['Vent/Level'],
} as const
type Measure = keyof typeof metrics
type Slot = { at: number } & Record<Measure, number | null>

/** A house as its model runs it from now on and over the last 24 hours, and the model's assumptions. */
export async function houseToRun(db: Db, services: Services, found: FoundController) {
  const now = Math.floor(Date.now() / SLOT_MS) * SLOT_MS
  const timeZone = zoneOf(found)
  const birds = birdsOf(found)
  const slots = await measuredIn(db, found, now - DAY_MS)
  const forecast = await forecastFor(services, { ...found.row, farmPath: found.farmPath, timeZone }, now)
  const measuredWeather = weatherOf(found, slots, forecast !== null)
  const start = startOf(found)
  const judged = judgedHouse(found)
  const equipment = equipmentOf(judged)
  const house: RunHouse = {
    type: judged.type,
    equipment,
    birds,
    from: now,
    aheadOfUtc: Date.parse(`${localText(now, timeZone)}Z`) - Math.floor(now / 60_000) * 60_000,
    weather: weatherFromNow(
      found,
      now,
      forecast?.weather ?? measuredWeather.map(each => ({ ...each, at: each.at + DAY_MS })),
    ),
    start,
  }
  const first = slots.find(({ temperature, humidity }) => temperature !== null && humidity !== null)
  const began: StartingAir = {
    temperature: first?.temperature ?? start.temperature,
    humidity: first?.humidity ?? start.humidity,
    co2: first?.co2 ?? null,
    nh3: first?.nh3 ?? null,
    level: first?.level ? Math.round(first.level) : null,
  }
  const measured: MeasuredSample[] = slots.map(({ at, temperature, humidity, co2 }) => ({
    at,
    temperature,
    humidity,
    co2,
  }))
  // Without its weather yesterday cannot be run.
  const past = measuredWeather.length > 0 && {
    ...house,
    from: now - DAY_MS,
    weather: measuredWeather,
    start: began,
  }
  const assumed = {
    birds,
    isWeightTold: toldWeight(found.latest, found.doubts) !== null,
    isEquipmentTold: judged.equipment !== null,
    airflow: freeAirflow(equipment),
    heating: equipment.heating,
    heaters: equipment.heaters,
    forecastBy: forecast?.provider ?? null,
  }
  return { house, yesterday: past ? { house: past, measured } : null, assumed, timeZone }
}

/** The birds in the house now; missing data is requested by field. */
function birdsOf(found: FoundController): RunBirds {
  const { age, alive, isUsual, litter } = judgedHouse(found)
  const flock = { breed: found.now?.breed ?? null, standard: found.flock?.standard }
  const standard = age === null ? undefined : flockDayOf(flock, age)
  const faults: FieldFault[] = []
  if (age === null) faults.push({ field: 'flockStartedOn', message: 'whatIf.empty' })
  else if (alive <= 0 || isUsual) faults.push({ field: 'flockCount', message: 'whatIf.noBirds' })
  if (age !== null && !standard) faults.push({ field: 'breed', message: 'whatIf.noBreed' })
  if (age === null || !standard || faults.length > 0) throw refuse.invalid(faults, 'whatIf.unknown')
  return {
    count: alive,
    age,
    weight: toldWeight(found.latest, found.doubts) ?? standard.weight,
    eggMass: standard.lay * standard.eggWeight,
    litter,
  }
}

/** What a house measured, and what is believed of it, in the 24 hours from `from` (ms) on, in slots of ten minutes at their ends. */
async function measuredIn(db: Db, { row, device }: FoundController, from: number): Promise<Slot[]> {
  const names = Object.values(metrics).flat()
  const asked = { metrics: names, from, to: from + DAY_MS, points: SLOTS + 1, resolution: 'raw' as const }
  const chart = await readBelieved(db, { houseId: row.id, deviceId: device.id }, asked)
  if (!chart) throw refuse.notShared('farm')
  const { at, series } = withoutDoubted(holdUnchanged(chart))
  const bySlot = Map.groupBy(at.keys(), i => Math.floor(((at[i] ?? 0) - from) / SLOT_MS))
  const mean = (slot: number, ofMeasure: readonly string[]): number | null => {
    const values = series
      .filter(({ metric }) => ofMeasure.includes(metric))
      .flatMap(one => (bySlot.get(slot) ?? []).flatMap(i => one.mean[i] ?? []))
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
  }
  return Array.from({ length: SLOTS }, (_, slot) => ({
    at: from + (slot + 1) * SLOT_MS,
    outside: mean(slot, metrics.outside),
    outsideHumidity: mean(slot, metrics.outsideHumidity),
    temperature: mean(slot, metrics.temperature),
    humidity: mean(slot, metrics.humidity),
    co2: mean(slot, metrics.co2),
    nh3: mean(slot, metrics.nh3),
    level: mean(slot, metrics.level),
  }))
}

/** The weather of the last 24 hours as measured by the house; none if too little is known and it is not required. */
function weatherOf(found: FoundController, slots: readonly Slot[], isForecast: boolean): OutsideAt[] {
  const wanted = { outside: 'whatIf.outside', outsideHumidity: 'whatIf.outsideHumidity' } as const
  const faults = (['outside', 'outsideHumidity'] as const)
    .filter(key => slots.filter(slot => slot[key] !== null).length < KNOWN_SLOTS)
    .map((key): FieldFault => ({ field: metrics[key][0], message: wanted[key] }))
  if (faults.length > 0 && isForecast) return []
  if (faults.length > 0) throw refuse.invalid(faults, 'whatIf.unknown')
  const place = { latitude: judgedHouse(found).latitude, longitude: longitudeOf(found) }
  return slots.flatMap(({ at, outside, outsideHumidity }) => {
    if (outside === null || outsideHumidity === null) return []
    return [{ at, temperature: outside, humidity: outsideHumidity, sun: HALF_COVERED * sunAt(place, at) }]
  })
}

/** Expected weather that begins at what the house measures outside now, if it does. */
function weatherFromNow(found: FoundController, now: number, expected: readonly OutsideAt[]): OutsideAt[] {
  const of = (metric: string): number | null => {
    const reading = found.latest?.readings.get(metric)
    return reading && reading.at > now - OUTSIDE_FRESH_MS ? found.air.of(metric) : null
  }
  const [temperature, humidity] = [of(metrics.outside[0]), of(metrics.outsideHumidity[0])]
  if (temperature === null || humidity === null) return [...expected]
  return fromNow(expected, { at: now, temperature, humidity })
}

/** For a house without coordinates: the middle of its time zone. */
export function longitudeOf(found: Pick<FoundController, 'row' | 'officeZone'>): number {
  const { longitude } = found.row
  if (longitude !== null) return longitude
  const now = Math.floor(Date.now() / 60_000) * 60_000
  return ((Date.parse(`${localText(now, zoneOf(found))}Z`) - now) / DAY_MS) * 360
}

/** The air as last reported by the controller, as far as it is believed. */
function startOf({ air }: FoundController): StartingAir {
  const [temperature, humidity] = [air.temperature(), air.first(inside.humidity)]
  const faults = [
    ...(temperature === null
      ? [{ field: metrics.temperature[0], message: 'whatIf.temperature' as const }]
      : []),
    ...(humidity === null ? [{ field: metrics.humidity[0], message: 'whatIf.humidity' as const }] : []),
  ]
  if (temperature === null || humidity === null) throw refuse.invalid(faults, 'whatIf.unknown')
  return {
    temperature,
    humidity,
    co2: air.first(inside.co2),
    nh3: air.first(inside.nh3),
    level: air.of('Vent/Level'),
  }
}
