import type { Equipment } from '../physics/equipment.ts'
import { minimumAirPerBird } from '../physics/ventilation-need.ts'
import type { HouseType } from '../signals.ts'
import { flockDay } from '../standards/flock-day.ts'
import type { Breed } from '../standards/standards.ts'
import { defaultLevels } from '../standards/targets.ts'
import type { Entry, SettingMap } from './default-settings.ts'
import { CURVE_DAYS } from './default-settings.ts'

const two = (index: number) => String(index).padStart(2, '0')
const tenth = (value: number) => Math.round(value * 10) / 10

/** The ten days of age at which the level limits change. */
const LIMIT_DAYS: Record<HouseType, readonly number[]> = {
  ...CURVE_DAYS,
  broiler: [0, 3, 8, 13, 14, 18, 21, 24, 25, 31],
  breeder: [0, 7, 14, 21, 25, 40, 70, 100, 150, 200],
}
/** highest level used as a minimum */
const HIGHEST_MINIMUM = 7
/** the last level on the timer alone moves slightly more than its default: its timer makes up for it */
const LAST_TIMED = 5
const STRETCH = 1.15

/** Settings specific to a house: its size, its birds, its climate and the resulting limits. */
export function houseSettings(
  type: HouseType,
  breed: Breed,
  house: { lengthM: number; widthM: number; heightM: number; birds: number; latitude?: number },
  equipment: Equipment,
): SettingMap {
  const scale = equipment.tunnelDoor / REFERENCE_DOOR
  const spans = spansOf(type, breed, house.birds, scale)
  const isHot = house.latitude !== undefined && Math.abs(house.latitude) < TROPIC
  const entries: Entry[] = [
    ['House/Length', tenth(house.lengthM)],
    ['House/Width', tenth(house.widthM)],
    ['House/Height', tenth(house.heightM)],
    ['Flock/BirdsPlaced', house.birds],
    ['Alarm/SiloLowKg', Math.round(equipment.silo * 0.1)],
    ['Alarm/WaterMaxLph', Math.round(house.birds * 0.08)],
    ...levelLimitSettings(spans, isHot),
    ...(isHot ? [['Cool/Pad/StartDay', HOT_PAD_FROM] as const] : []),
    ...timerSettings(spans, scale),
  ]
  return new Map(entries.map(([name, value]) => [`Settings/${name}`, value]))
}

/** The days from one limit to the next, and the birds' minimum need in them. */
interface Span {
  day: number
  /** lowest level that is enough */
  level: number
  /** m³/h */
  need: number
}

function spansOf(type: HouseType, breed: Breed, birds: number, scale: number): Span[] {
  const days = LIMIT_DAYS[type]
  return days.map((day, i) => {
    const middle = (day + (days[i + 1] ?? day + LAST_SPAN)) / 2
    const { weight } = flockDay(breed, middle)
    const need = minimumAirPerBird(type, weight) * birds
    const enough = defaultLevels.find(
      row => row.airflow * scale * (row.level === LAST_TIMED ? STRETCH : 1) >= need,
    )
    return { day, need, level: Math.min(HIGHEST_MINIMUM, enough?.level ?? HIGHEST_MINIMUM) }
  })
}

/** Lowest level that still gives the birds their minimum air, and the highest suitable for their age. */
function levelLimitSettings(spans: readonly Span[], isHot: boolean): Entry[] {
  return spans.flatMap(({ day, level }, i): Entry[] => {
    const at = `Vent/MinMax/P${two(i + 1)}`
    return [
      [`${at}/Day`, day],
      [`${at}/Min`, level],
      [`${at}/Max`, isHot && day >= HOT_PAD_FROM ? 18 : highestLevel(day)],
    ]
  })
}

/**
 * Timer of the minimum levels, set as an installer does: cycle × birds × rate ÷ (fans × capacity). The default times
 * would miss the birds' minimum by up to a half in either direction.
 */
function timerSettings(spans: readonly Span[], scale: number): Entry[] {
  return defaultLevels.flatMap((row): Entry[] => {
    const need = Math.max(0, ...spans.filter(span => span.level === row.level).map(span => span.need))
    if (need === 0 || row.sideFansOn >= CYCLE) return []
    const on = Math.max(SHORTEST_ON, Math.round((row.sideFansOn * need) / (row.airflow * scale)))
    const at = `Vent/L${two(row.level)}`
    return [
      [`${at}/CycleOn`, on],
      [`${at}/CycleOff`, CYCLE - on],
    ]
  })
}

/** m² of the reference house that the default airflows belong to */
const REFERENCE_DOOR = 60
/** s of the fan timer, and the shortest run in which the inlets throw a jet */
const CYCLE = 300
const SHORTEST_ON = 20
/** days after the last limit; it is set for their middle */
const LAST_SPAN = 10

/** ° of latitude up to which the sun stands overhead. */
const TROPIC = 23.4
/** In the tropics the air may have 36 °C when birds are two weeks old: then pads and wind are the lesser evil. Days of age. */
const HOT_PAD_FROM = 8

/** Young birds tolerate little air speed: 0.3 m/s at first, tunnel from two weeks, pads from day 25. */
function highestLevel(day: number): number {
  if (day < 14) return 10
  if (day < 21) return 13
  return day < 25 ? 17 : 18
}
