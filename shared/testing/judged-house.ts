import type { JudgedHouse } from '../setting-levels.ts'
import type { HouseType } from '../signals.ts'

/** The house of the common level table: 100 × 14 m, 22 000 birds of 14 days. */
export const houseOf = (type: HouseType, more: Partial<JudgedHouse> = {}): JudgedHouse => ({
  type,
  age: 14,
  lengthM: 100,
  widthM: 14,
  heightM: 2.5,
  latitude: 50,
  birds: 22_000,
  alive: 22_000,
  equipment: null,
  weight: 0.4,
  ...more,
})
