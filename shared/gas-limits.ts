import type { HouseType } from './signals.ts'

/** ppm of carbon dioxide: breeding companies' guides, EU rules, practice (husbandry data, limits of alarms). */
export const CO2 = {
  warning: 3_000,
  /** Beyond it all birds suffer, however short it lasts. */
  atOnce: 5_000,
}
/** ppm of carbon dioxide that meat birds and their parents tolerate for a while; layers are used to more. */
const CO2_SUSTAINED: Record<HouseType, number> = {
  broiler: 3_500,
  breeder: 3_500,
  pullet: CO2.atOnce,
  layer: CO2.atOnce,
}
/** ppm of ammonia, from the same guides. */
export const NH3 = { warning: 20, alarm: 25 }

/** ppm beyond which sustained carbon dioxide is an alarm. */
export const sustainedCo2 = (houseType: HouseType): number => CO2_SUSTAINED[houseType]
