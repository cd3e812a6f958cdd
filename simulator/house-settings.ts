import { minimumVentilationPerBird } from '#shared/physics/ventilation-need.ts'
import type { HouseType } from '#shared/signals.ts'
import type { Breed } from '#shared/standards/standards.ts'
import { defaultLevels } from '#shared/standards/targets.ts'
import type { Entry, SettingMap } from './default-settings.ts'
import { CURVE_DAYS } from './default-settings.ts'
import type { Equipment } from './equipment.ts'
import { flockDay } from './flock.ts'

const two = (index: number) => String(index).padStart(2, '0')
const tenth = (value: number) => Math.round(value * 10) / 10

/** Ten days of age at which the limits of the level change. */
const LIMIT_DAYS: Record<HouseType, readonly number[]> = {
  ...CURVE_DAYS,
  broiler: [0, 3, 8, 13, 14, 18, 21, 24, 25, 31],
  breeder: [0, 7, 14, 21, 25, 40, 70, 100, 150, 200],
}
/** caged hens need less air than the broiler formula gives for their weight */
const CAGED_SHARE = 0.64
/** highest level used as a minimum */
const HIGHEST_MINIMUM = 7
/** What is a house's own: its size, its birds and the limits that follow from them. */
export function houseSettings(
  type: HouseType,
  breed: Breed,
  house: { lengthM: number; widthM: number; heightM: number; birds: number },
  equipment: Equipment,
): SettingMap {
  const entries: Entry[] = [
    ['House/Length', tenth(house.lengthM)],
    ['House/Width', tenth(house.widthM)],
    ['House/Height', tenth(house.heightM)],
    ['Flock/BirdsPlaced', house.birds],
    ['Alarm/SiloLowKg', Math.round(equipment.silo * 0.1)],
    ['Alarm/WaterMaxLph', Math.round(house.birds * 0.08)],
    ...levelLimitSettings(type, breed, house.birds, equipment),
  ]
  return new Map(entries.map(([name, value]) => [`Settings/${name}`, value]))
}

/** Lowest level that still gives the birds their minimum of air, and the highest their age bears. */
function levelLimitSettings(type: HouseType, breed: Breed, birds: number, equipment: Equipment): Entry[] {
  const caged = type === 'layer' || type === 'pullet'
  const scale = equipment.tunnelDoor / REFERENCE_DOOR
  return LIMIT_DAYS[type].flatMap((day, i): Entry[] => {
    const perBird = minimumVentilationPerBird(flockDay(breed, day).weight) * (caged ? CAGED_SHARE : 1)
    const enough = defaultLevels.find(row => row.airflow * scale >= perBird * birds)
    const at = `Vent/MinMax/P${two(i + 1)}`
    return [
      [`${at}/Day`, day],
      [`${at}/Min`, Math.min(HIGHEST_MINIMUM, enough?.level ?? HIGHEST_MINIMUM)],
      [`${at}/Max`, highestLevel(day)],
    ]
  })
}

/** m² of the reference house: what the default airflows belong to */
const REFERENCE_DOOR = 60

/** Young birds bear little moving air: 0.3 m/s at first, tunnel from two weeks, pads from day 25. */
function highestLevel(day: number): number {
  if (day < 14) return 10
  if (day < 21) return 13
  return day < 25 ? 17 : 18
}
