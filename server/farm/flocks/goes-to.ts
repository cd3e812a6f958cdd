import { type HouseType, houseTypes } from '#shared/signals.ts'

/** In which houses birds go on living, by the house they come from. */
export const goesTo: Readonly<Record<HouseType, readonly HouseType[]>> = {
  pullet: ['pullet', 'layer', 'breeder'],
  layer: ['layer'],
  breeder: ['breeder'],
  broiler: ['broiler'],
}

/** From which houses birds of a house can have come. */
export const comesFrom = (type: HouseType): HouseType[] => houseTypes.filter(of => goesTo[of].includes(type))
