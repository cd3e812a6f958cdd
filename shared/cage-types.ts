import type { HouseType } from './signals.ts'

/**
 * How a cage system fills a house, which is what its drawing shows. Floor systems have feed lines instead of rows of
 * cages.
 */
export const cageLayouts = ['stacked', 'stair', 'flat', 'aviary', 'litter', 'slats'] as const
export type CageLayout = (typeof cageLayouts)[number]

/** A withdrawn type stays with the houses that have it and is offered to no other. */
export const cageTypeStatuses = ['draft', 'released', 'withdrawn'] as const
export type CageTypeStatus = (typeof cageTypeStatuses)[number]

/** Birds stand in rows with tiers above each other, not on the floor. */
export const isTiered = (layout: CageLayout): boolean => layout !== 'litter' && layout !== 'slats'

/** What a house without a cage system type is drawn with. */
export const layoutFor = (type: HouseType): CageLayout =>
  type === 'layer' || type === 'pullet' ? 'stacked' : 'litter'
