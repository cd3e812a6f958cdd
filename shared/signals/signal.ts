import { valuesOf } from '../choices.ts'
import type { DataTypeCode } from '../sparkplug/types.ts'
import { type Text, text } from '../text.ts'

export const houseTypeNames = {
  layer: text('蛋鸡', 'Layer'),
  broiler: text('肉鸡', 'Broiler'),
  pullet: text('育雏育成', 'Pullet'),
  breeder: text('种鸡', 'Breeder'),
} as const
export const houseTypes = valuesOf(houseTypeNames)
export type HouseType = (typeof houseTypes)[number]

/** What a signal is about: the key of its colour in charts, tiles and tables. */
export const quantities = [
  'temperature',
  'humidity',
  'water',
  'feed',
  'co2',
  'nh3',
  'pressure',
  'ventilation',
  'light',
  'power',
  'birds',
  'eggs',
  'weight',
  'weather',
  'clock',
  'io',
] as const
export type Quantity = (typeof quantities)[number]

/** `bool`, `enum`, `bits`, `time` and `HH:MM` say how to read a value; `''` is a plain number. */
export type Unit =
  | '°C'
  | '%'
  | 'ppm'
  | 'Pa'
  | 'm/s'
  | 'm³/h'
  | 'm³/h/kg'
  | 'lx'
  | 'kg'
  | 'g'
  | 'L'
  | 'L/min'
  | 'L/h'
  | 'birds'
  | 'eggs'
  | 'd'
  | 'h'
  | 'min'
  | 's'
  | 'm'
  | 'kWh'
  | '°'
  | 'level'
  | 'bool'
  | 'enum'
  | 'bits'
  | 'time'
  | 'HH:MM'
  | ''

/** Code on the wire → its name. */
export type Choices = Readonly<Record<number, Text>>

/** Shared by metrics and settings. */
export interface Signal {
  /** name on the wire */
  name: string
  datatype: DataTypeCode
  unit: Unit
  /** hard range; false and true count as 0 and 1, a text has 0 and 0 */
  low: number
  high: number
  decimals: number
  label: Text
  enum?: Choices
  /** A difference between two values, such as degrees above the target: it has no zero of its own. */
  isDifference?: true
}

/** A measured or reported value of a house. */
export interface MetricSignal extends Signal {
  quantity: Quantity
  houseTypes: readonly HouseType[]
  /** a counter that only grows, except when replaced */
  monotonic?: true
}
