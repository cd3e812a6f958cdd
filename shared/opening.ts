import { isHens } from './flocks.ts'
import type { HouseType } from './signals.ts'
import { type Text, text } from './text.ts'

/**
 * What birds had behind them when they were taken over, as told by whoever kept them before, or carried over by a move. Null
 * is not known: what counts on it is then absent, never zero.
 */
export interface Opening {
  /** The day on which they were first placed: from there losses, eggs and feed count. Null: their day 0. */
  placedOn: string | null
  /** Birds dead and culled. */
  lost: number | null
  /** Birds that left alive, and their kg. */
  sold: number | null
  soldKg: number | null
  /** Eggs laid. */
  eggs: number | null
  /** kg. */
  feed: number | null
  /** L. */
  water: number | null
  /** Of breeders: males placed at the beginning, and those of them dead and culled. */
  malesPlaced: number | null
  malesLost: number | null
  /** Of birds that a move brought: on how many days before it eggs, feed and water were not recorded, where sums lack some. */
  gaps?: OpeningGaps | null
}

/** Days that a sum of the time before lacks; missing where it lacks none. */
export type OpeningGaps = Partial<Record<'eggs' | 'feed' | 'water', number>>

/** The same as a flock's form and row have it; without `takenOver` the others say nothing. */
export interface OpeningFields {
  takenOver: boolean
  openingPlacedOn: string | null
  openingLost: number | null
  openingSold: number | null
  openingSoldKg: number | null
  openingEggs: number | null
  openingFeed: number | null
  openingWater: number | null
  openingMalesPlaced: number | null
  openingMalesLost: number | null
  /** No form has them: they come with a move. */
  openingGaps?: OpeningGaps | null
}

/** The numbers of it, with their bounds. */
export const openingNumbers = {
  openingLost: { most: 500_000, isWhole: true, unit: '' },
  openingSold: { most: 500_000, isWhole: true, unit: '' },
  openingSoldKg: { most: 5_000_000, isWhole: false, unit: 'kg' },
  openingEggs: { most: 500_000_000, isWhole: true, unit: '' },
  openingFeed: { most: 50_000_000, isWhole: false, unit: 'kg' },
  openingWater: { most: 100_000_000, isWhole: false, unit: 'L' },
  openingMalesPlaced: { most: 500_000, isWhole: true, unit: '' },
  openingMalesLost: { most: 500_000, isWhole: true, unit: '' },
} as const
export type OpeningNumber = keyof typeof openingNumbers
export const openingNumberNames = Object.keys(openingNumbers) as OpeningNumber[]

/** Names on screens and in files. */
export const openingLabels: Readonly<Record<Exclude<keyof OpeningFields, 'openingGaps'>, Text>> = {
  takenOver: text('接手的鸡群', 'Taken over'),
  openingPlacedOn: text('最初入舍日期', 'First placed on'),
  openingLost: text('接手前死淘（只）', 'Lost before'),
  openingSold: text('接手前售出或转出（只）', 'Sold before'),
  openingSoldKg: text('接手前出售重量', 'Sold before, weight'),
  openingEggs: text('接手前产蛋（枚）', 'Eggs before'),
  openingFeed: text('接手前耗料', 'Feed before'),
  openingWater: text('接手前饮水', 'Water before'),
  openingMalesPlaced: text('最初入舍公鸡（只）', 'Males placed at first'),
  openingMalesLost: text('接手前公鸡死淘（只）', 'Males lost before'),
}

export const openingFieldNames = ['takenOver', 'openingPlacedOn', ...openingNumberNames] as const

/** What a flock's fields say of the time before; null if its birds were not taken over. */
export const openingOf = (fields: OpeningFields): Opening | null =>
  fields.takenOver
    ? {
        placedOn: fields.openingPlacedOn,
        lost: fields.openingLost,
        sold: fields.openingSold,
        soldKg: fields.openingSoldKg,
        eggs: fields.openingEggs,
        feed: fields.openingFeed,
        water: fields.openingWater,
        malesPlaced: fields.openingMalesPlaced,
        malesLost: fields.openingMalesLost,
        gaps: fields.openingGaps ?? null,
      }
    : null

/** The fields that say this. */
export const openingFieldsOf = (opening: Opening | null): OpeningFields => ({
  takenOver: opening !== null,
  openingPlacedOn: opening?.placedOn ?? null,
  openingLost: opening?.lost ?? null,
  openingSold: opening?.sold ?? null,
  openingSoldKg: opening?.soldKg ?? null,
  openingEggs: opening?.eggs ?? null,
  openingFeed: opening?.feed ?? null,
  openingWater: opening?.water ?? null,
  openingMalesPlaced: opening?.malesPlaced ?? null,
  openingMalesLost: opening?.malesLost ?? null,
  openingGaps: opening?.gaps ?? null,
})

/** Figures of the time before that only such birds have. */
export const openingNumbersOf = (type: HouseType): readonly OpeningNumber[] =>
  openingNumberNames.filter(name =>
    name === 'openingEggs'
      ? isHens({ type })
      : type === 'breeder' || (name !== 'openingMalesPlaced' && name !== 'openingMalesLost'),
  )

/** Birds placed at the beginning: those taken over, and those lost and sold before. Null if that is not known. */
export function startedWith(placedCount: number | null, opening: Opening | null | undefined): number | null {
  if (!opening || placedCount === null) return placedCount
  return opening.lost === null || opening.sold === null ? null : placedCount + opening.lost + opening.sold
}

/** Males placed at the beginning, those that had gone before birds were taken over included. Null if that is not known. */
export function startedMales(
  placedMales: number | null | undefined,
  opening: Opening | null | undefined,
): number | null {
  if (placedMales == null) return null
  if (!opening) return placedMales
  return opening.malesLost === null ? null : opening.malesPlaced
}
