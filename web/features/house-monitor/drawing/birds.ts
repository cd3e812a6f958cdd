import { type CageLayout, isTiered, layoutFor } from '#shared/contracts/cage-types.ts'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { usualRows } from './plan.ts'

/** How the birds of a house are kept, as far as it is drawn. */
export interface Birds {
  layout: CageLayout
  isCaged: boolean
  /** Rows of cages, or feed lines over a floor. */
  rows: number
  tiers: number
}

const USUAL_TIERS = 4

/** From the cage system of the house; without one, what is usual for its type and width. */
export function birdsOf({ cage, type, widthM }: Pick<HouseOnMonitor, 'cage' | 'type' | 'widthM'>): Birds {
  const layout = cage?.layout ?? layoutFor(type)
  const isCaged = isTiered(layout)
  return {
    layout,
    isCaged,
    rows: cage?.rows ?? usualRows(isCaged, widthM),
    tiers: cage?.tiers ?? (isCaged ? USUAL_TIERS : 1),
  }
}
