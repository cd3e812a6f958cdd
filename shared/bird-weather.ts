import type { FlockWeather, WeatherHour } from './contracts/weather.ts'
import { type EquippedHouse, equipmentOf } from './house-equipment.ts'
import { flockHeat } from './physics/bird-heat.ts'
import { type HeatZone, heatZones, layerHeatIndex, layerHeatZone } from './physics/heat-index.ts'
import { coolByPad, VENTILATION_HEAT } from './physics/psychrometrics.ts'
import { minimumVentilationPerBird } from './physics/ventilation-need.ts'
import type { HouseType } from './signals.ts'
import { flockDay, flockDayOf } from './standards/flock-day.ts'
import type { StandardTable } from './standards/standard-table.ts'
import { type Breed, breedsFor } from './standards/standards.ts'
import { type Targets, targetsAt } from './standards/targets.ts'

/** A flock in its house; metres, and degrees of latitude. */
export interface OutsideFlock extends EquippedHouse {
  breed: string | null
  /** The farm's own standard of the flock. */
  standard?: StandardTable | null | undefined
  /** days */
  age: number
}

const HOUR = 3_600_000
/** How far ahead warnings reach. h */
export const WARNED_HOURS = 48

/** The hours covered: the current one and those of two days. */
export const hoursAhead = (hours: readonly WeatherHour[], now: number): WeatherHour[] =>
  hours.filter(({ at }) => Date.parse(at) > now - HOUR && Date.parse(at) < now + WARNED_HOURS * HOUR)

/** K above its age's target at which a bird is warm, and °C that no grown bird can stand (alarm habits, practice). */
const WARM = 2
const UNBEARABLE = 35
/** °C below which a grown broiler is never in heat stress: full tunnel ventilation cools it enough (Cobb). */
const STRESS_FROM = 28
/**
 * Birds younger than this have hardly any feathers: heat is met by less heating and more air, never by wind or hunger.
 * Days; Cobb holds air speed to 0.3 m/s for the first, and to 1 m/s until the third week.
 */
const YOUNG = 21
/** No chick of this age suffers below these °C (Ross 2025, dry bulb on day 0 at 40 % humidity). */
const FIRST_WEEK = { days: 7, bearable: 36 }
/** Wetted pads do not cool chicks, nor anything below this temperature; days and °C (Cobb). */
const PADS = { fromAge: 25, fromTemperature: 28 }
/** Minimum m³/h per hen in frost: middle of 0.85 to 1.3 (Hy-Line, air movement at 0 °C). */
const HEN_AIR = 1.08

/**
 * How hard air that comes into the house is on birds of `age` days, since no house is cooler than it. Above the target of their
 * age: the layers' index (Xin and Harmon); for broilers and young birds, which have no published zones, the limits of that
 * target.
 */
export function heatZoneFor(
  type: HouseType,
  age: number,
  targets: Pick<Targets, 'temperature' | 'alarmHigh'>,
  air: Pick<WeatherHour, 'temperature' | 'humidity'>,
): HeatZone {
  const excess = air.temperature - targets.temperature
  const isYoung = age < YOUNG
  if (excess <= 0 || ((isYoung || type === 'broiler') && excess < WARM)) return 'comfort'
  if (age <= FIRST_WEEK.days && air.temperature < FIRST_WEEK.bearable) return 'alert'
  if (!isYoung && type !== 'broiler') return layerHeatZone(layerHeatIndex(air.temperature, air.humidity))
  if (excess < targets.alarmHigh || air.temperature < STRESS_FROM) return 'alert'
  return air.temperature < UNBEARABLE ? 'danger' : 'emergency'
}

/**
 * Heat in W that a house lacks to stay at `held` °C with `outside` around it: what shell and minimum ventilation lose beyond
 * what the birds give off. Below zero nothing is lacking.
 */
export function heatMissing(flock: OutsideFlock, held: number, outside: number): number {
  const { envelope } = equipmentOf(flock)
  const source = heatSourceOf(flock)
  const perBird = flock.type === 'layer' ? HEN_AIR : minimumVentilationPerBird(source.weight)
  const lost = (envelope.conductance + VENTILATION_HEAT * perBird * flock.birds) * (held - outside)
  return lost - flockHeat(source, held).sensible
}

/** The heat a flock gives off at its age, by its breed standard. */
export function heatSourceOf(flock: OutsideFlock) {
  const { weight, lay, eggWeight } = flockDayOf(flock, flock.age) ?? flockDay(usualBreed(flock), flock.age)
  return { kind: flock.type, birds: flock.birds, weight, eggMass: lay * eggWeight }
}

const usualBreed = ({ type }: OutsideFlock): Breed => breedsFor(type)[0] ?? 'hyline-brown'

/** What the next two days mean for a flock. */
export function flockWeather(
  flock: OutsideFlock,
  hours: readonly WeatherHour[],
  now: number,
): Pick<FlockWeather, 'target' | 'heat' | 'cold'> {
  const targets = targetsAt(flock.type, flock.age)
  const ahead = hoursAhead(hours, now)
  return {
    target: targets.temperature,
    heat: heatOf(flock, targets, ahead),
    cold: coldOf(flock, targets, ahead),
  }
}

type Air = Pick<WeatherHour, 'temperature' | 'humidity'>

/** The air behind the pads of a house; null where it has none, or they are not for birds of that age, or not for such air. */
function behindPads({ age, equipment }: OutsideFlock, { temperature, humidity }: Air): Air | null {
  if (equipment?.padM2 === 0 || age < PADS.fromAge || temperature < PADS.fromTemperature) return null
  return coolByPad(temperature, humidity)
}

/** Heat that is ahead, judged by the air that reaches the birds: behind the pads where the house has them. */
function heatOf(flock: OutsideFlock, targets: Targets, hours: readonly WeatherHour[]): FlockWeather['heat'] {
  const { type, age } = flock
  const zoneOf = (air: Air) => heatZones.indexOf(heatZoneFor(type, age, targets, air))
  const zones = hours.map(zoneOf)
  const outside = Math.max(0, ...zones)
  if (outside === 0) return null
  // Pads that nobody recorded are not relied on; those that cool it all fail without water or power: it stays a warm day.
  const reaching = (hour: Air) => (flock.equipment && behindPads(flock, hour)) || hour
  const worst = Math.max(1, ...hours.map(hour => zoneOf(reaching(hour))))
  // Within one zone the hottest hour counts.
  const weights = zones.map((zone, i) => (zone === 0 ? null : zone * 100 + (hours[i]?.temperature ?? 0)))
  const [{ temperature, humidity }, spell] = spellOf(hours, weights)
  return {
    ...spell,
    zone: heatZones[worst] ?? 'comfort',
    withoutPads: outside > worst ? (heatZones[outside] ?? null) : null,
    isYoung: age < YOUNG,
    humidity,
    pads: behindPads(flock, { temperature, humidity })?.temperature ?? null,
  }
}

function coldOf(flock: OutsideFlock, targets: Targets, hours: readonly WeatherHour[]): FlockWeather['cold'] {
  const held = targets.temperature + targets.alarmLow
  const missing = hours.map(({ temperature }) => heatMissing(flock, held, temperature))
  const worst = Math.max(0, ...missing)
  if (worst === 0) return null
  const [, spell] = spellOf(
    hours,
    missing.map(watts => (watts > 0 ? watts : null)),
  )
  return { ...spell, isGrave: worst > equipmentOf(flock).heating, held, heating: worst / 1_000 }
}

/** The worst of the counting hours and the spell it is in; `weights`: how bad each hour is, null if it does not count. */
function spellOf(hours: readonly WeatherHour[], weights: readonly (number | null)[]) {
  const peak = weights.reduce<number>(
    (most, weight, i) => ((weight ?? 0) > (weights[most] ?? 0) ? i : most),
    0,
  )
  const before = weights.findLastIndex((weight, i) => i < peak && weight === null)
  const after = weights.findIndex((weight, i) => i > peak && weight === null)
  const at = (i: number) => hours[i] as WeatherHour
  const last = at((after < 0 ? hours.length : after) - 1)
  const to = new Date(Date.parse(last.at) + HOUR).toISOString()
  return [
    at(peak),
    { from: at(before + 1).at, to, at: at(peak).at, temperature: at(peak).temperature },
  ] as const
}
