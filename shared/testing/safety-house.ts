import { defaultSettings } from '../controller-program/default-settings.ts'
import { houseSettings } from '../controller-program/house-settings.ts'
import { equipHouse } from '../physics/equipment.ts'
import type { JudgedHouse } from '../setting-levels.ts'
import type { HouseType, SettingDocument } from '../signals.ts'
import { flockDay } from '../standards/flock-day.ts'
import type { Breed } from '../standards/standards.ts'
import { targetsAt } from '../standards/targets.ts'
import type { RunHouse } from '../what-if/run-house.ts'

const breeds: Record<HouseType, Breed> = {
  broiler: 'ross308',
  pullet: 'hyline-brown',
  layer: 'hyline-brown',
  breeder: 'ross308-ps',
}
/** Days of age of a young, a middling and an old flock. */
export const ages: Record<HouseType, readonly number[]> = {
  broiler: [4, 21, 38],
  pullet: [4, 60, 110],
  layer: [122, 238, 480],
  breeder: [4, 70, 250],
}
const FROM = Date.parse('2026-01-20T10:00:00Z')

/** An ordinary house with its controller's usual settings, judged and run on a still day of `outside` °C. */
export function safetyHouse(type: HouseType, age: number, outside = 5) {
  const birds = type === 'breeder' ? 9_000 : type === 'layer' ? 27_490 : 22_000
  const size = { lengthM: 100, widthM: 14, heightM: type === 'layer' ? 4 : 2.5, latitude: 36, birds }
  const equipment = equipHouse(type, size)
  const { weight, lay, eggWeight } = flockDay(breeds[type], age)
  const house: JudgedHouse = { type, age, ...size, alive: birds, equipment: null, weight }
  const told: SettingDocument = {
    ...Object.fromEntries([
      ...defaultSettings(type, equipment.lux),
      ...houseSettings(type, breeds[type], size, equipment),
    ]),
    'Settings/Flock/DayAge': age,
  }
  const run: RunHouse = {
    type,
    equipment,
    birds: { count: birds, age, weight, eggMass: lay * eggWeight },
    from: FROM,
    aheadOfUtc: 0,
    weather: [{ at: FROM, temperature: outside, humidity: 70, sun: 0 }],
    start: {
      temperature: Math.max(targetsAt(type, age).temperature, outside + 1),
      humidity: 60,
      co2: 1_800,
      nh3: 6,
      level: null,
    },
  }
  return { house, told, run }
}
