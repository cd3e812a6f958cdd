import { minutesOf } from '../signals/clock-time.ts'
import type { SettingValue } from '../signals/setting.ts'
import type { HouseType } from '../signals/signal.ts'
import type { Text } from '../text.ts'

/** A value to be judged, with what its range depends on. */
export interface Cell {
  /** Its type, and the birds placed. */
  house: { type: HouseType; birds: number }
  /** Age it is for, days: that of its point on a curve, else of the birds; null in an empty house. */
  day: number | null
  /** What stands for the pattern's braces, as numbers: `[7, 1]`. */
  indexes: readonly number[]
  /** Another part of the same point, level or zone; undefined if the controller has none. */
  beside: (part: string) => number | undefined
}

/** Both ends of a range: a number, or a time of day. */
export type Range = readonly [low: number | string, high: number | string]

/** Where a setting is safe, or why it needs no range. Values are in the setting's own unit. */
export interface Safety {
  /** Both ends are safe; null if none applies to this house, age or point. */
  range?: (cell: Cell) => Range | null
  /** What happens outside. */
  below?: Text
  above?: Text
  /** Judged in an empty house too: it stays as it is when birds come. */
  isKept?: true
  /** Names of rules over several cells that judge it, see `rules.ts`. */
  rules?: readonly string[]
  /** Why it needs neither. */
  none?: string
}

/** By wire name without `Settings/`, as in the signal model. */
export type SafetyTable = Readonly<Record<string, Safety>>

/** The same range for every house. */
export const always =
  (low: number | string, high: number | string): NonNullable<Safety['range']> =>
  () => [low, high]

/** Days of age up to which birds are kept by the tighter limits of husbandry data. */
const YOUNG_DAYS = 14

export const isYoung = (day: number | null): boolean => day !== null && day <= YOUNG_DAYS

/** A value as a number that can be compared; minutes of a time of day. */
export const amountOf = (value: SettingValue | null | undefined): number =>
  typeof value === 'number' ? value : (minutesOf(value) ?? Number.NaN)
