import { valuesOf } from './choices.ts'
import type { HouseType } from './signals/signal.ts'
import { text } from './text.ts'

/**
 * How a cage system fills a house, which is what its drawing shows. Floor systems have feed lines instead of rows of
 * cages.
 */
export const cageLayoutNames = {
  stacked: text('层叠笼', 'Stacked cages'),
  stair: text('阶梯笼', 'Stair-step cages'),
  flat: text('平列笼', 'Flat-deck cages'),
  aviary: text('多层平养（栖架）', 'Aviary'),
  litter: text('地面平养', 'Floor (litter)'),
  slats: text('网上平养', 'Floor (slats)'),
} as const
export const cageLayouts = valuesOf(cageLayoutNames)
export type CageLayout = keyof typeof cageLayoutNames

/** Birds stand in rows with tiers above each other, not on the floor. */
export const isTiered = (layout: CageLayout): boolean => layout !== 'litter' && layout !== 'slats'

/** What a house without a cage system type is drawn with. */
export const layoutFor = (type: HouseType): CageLayout =>
  type === 'layer' || type === 'pullet' ? 'stacked' : 'litter'
