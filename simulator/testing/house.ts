import type { HouseType } from '#shared/signals.ts'
import type { Breed } from '#shared/standards/standards.ts'
import type { HouseSpec } from '../fleet.ts'
import { makeHouse } from '../house.ts'
import type { House } from '../house-parts.ts'

export const DAY = 86_400_000
export const WINTER = Date.parse('2026-01-15T00:00:00Z')
export const SPRING = Date.parse('2026-04-20T00:00:00Z')
export const SUMMER = Date.parse('2026-07-20T00:00:00Z')

const birds: Record<HouseType, { breed: Breed; birds: number; heightM: number; age: number }> = {
  broiler: { breed: 'ross308', birds: 22_000, heightM: 2.5, age: 30 },
  layer: { breed: 'hyline-brown', birds: 32_000, heightM: 4, age: 240 },
  pullet: { breed: 'hyline-w36', birds: 30_000, heightM: 3.5, age: 50 },
  breeder: { breed: 'ross308-ps', birds: 7_500, heightM: 2.6, age: 230 },
}
export const types = Object.keys(birds) as HouseType[]

/** A house of a type near Qingdao in which nothing breaks by itself, apart from the given changes. */
export function buildHouse(
  type: HouseType,
  at: number,
  changes: Partial<HouseSpec & { age: number }> = {},
): House {
  const { age, ...flock } = { ...birds[type], ...changes }
  return makeHouse(
    {
      name: `${type} 1`,
      type,
      lengthM: 100,
      widthM: 14,
      latitude: 36.1,
      longitude: 120.4,
      timeZone: 'Asia/Shanghai',
      placedOn: new Date(at - age * DAY).toISOString().slice(0, 10),
      seed: 7,
      faults: 0,
      ...flock,
      ...changes,
    },
    at,
  )
}

/** Lives for `hours` in steps of `seconds`, calling `look` after each. */
export function live(
  house: House,
  hours: number,
  seconds: number,
  look: (house: House) => void = () => {},
): void {
  for (let i = 0; i < (hours * 3600) / seconds; i++) {
    house.step(seconds)
    look(house)
  }
}
