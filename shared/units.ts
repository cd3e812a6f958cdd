import type { Language } from './text.ts'

export const unitSystems = ['metric', 'imperial'] as const
export type UnitSystem = (typeof unitSystems)[number]

/** The reader a value is formatted for. */
export interface Reader {
  language: Language
  units: UnitSystem
}

/** Metric units of form fields, by field name wherever it is used. */
const fieldUnits: Readonly<Record<string, string>> = {
  lengthM: 'm',
  widthM: 'm',
  heightM: 'm',
  sideInletM2: 'm²',
  tunnelDoorM2: 'm²',
  padM2: 'm²',
  heatingKw: 'kW/heat',
  fogLh: 'L/h',
  airflowM3h: 'm³/h',
  freeAirM3h: 'm³/h',
  air50PaM3h: 'm³/h',
  powerKw: 'kW/motor',
  amountKg: 'kg',
}

/** The metric unit a field is stored in; undefined if it has none. */
export const unitOfField = (field: string): string | undefined =>
  Object.hasOwn(fieldUnits, field) ? fieldUnits[field] : undefined

interface Imperial {
  unit: string
  /** This many make one metric unit. */
  factor: number
  /** The reading at metric zero; only temperatures start elsewhere. */
  zero?: number
  /** Decimals needed in addition to those of the metric value for the same precision. */
  finer: number
  /** Most decimals that its readers write. */
  most?: number
}

/** Exact by definition: international foot and pound, US gallon; inch of water at 4 °C (249.08891 Pa). */
const FOOT_M = 0.3048
const POUND_KG = 0.453_592_37
const GALLON_L = 3.785_411_784
const OUNCE_ML = (GALLON_L * 1_000) / 128
const INCH_WATER_PA = 249.088_91
const CFM_M3H = FOOT_M ** 3 * 60
/** British thermal units (international table) in a kWh, and kW of a horsepower (550 ft·lbf/s). */
const BTU_KWH = 3_412.141_633
const HORSEPOWER_KW = 0.745_699_87

/** What readers of imperial units see for each metric unit; a unit missing here is the same everywhere. */
const imperials: Readonly<Record<string, Imperial>> = {
  '°C': { unit: '°F', factor: 1.8, zero: 32, finer: 0 },
  Pa: { unit: 'inWG', factor: 1 / INCH_WATER_PA, finer: 3 },
  'm³/h': { unit: 'cfm', factor: 1 / CFM_M3H, finer: 0 },
  'm³/h/kg': { unit: 'cfm/lb', factor: POUND_KG / CFM_M3H, finer: 1 },
  /** Foot-candles: lumens per square foot. */
  lx: { unit: 'fc', factor: FOOT_M ** 2, finer: 1 },
  /** Outdoor wind; air in houses is given in feet per minute. */
  'km/h': { unit: 'mph', factor: 1 / (FOOT_M * 5.28), finer: 0 },
  'm/s': { unit: 'ft/min', factor: 60 / FOOT_M, finer: -2 },
  m: { unit: 'ft', factor: 1 / FOOT_M, finer: 0 },
  'm²': { unit: 'ft²', factor: 1 / FOOT_M ** 2, finer: 0 },
  '/m²': { unit: '/ft²', factor: FOOT_M ** 2, finer: 1 },
  kg: { unit: 'lb', factor: 1 / POUND_KG, finer: 0 },
  'kg/m²': { unit: 'lb/ft²', factor: FOOT_M ** 2 / POUND_KG, finer: 0 },
  /** Breeding companies give weight and feed per bird in pounds, with three decimals. */
  g: { unit: 'lb', factor: 1 / POUND_KG / 1_000, finer: 3, most: 3 },
  /** Short tons. */
  t: { unit: 'ton', factor: 1_000 / POUND_KG / 2_000, finer: 0 },
  /** Rain. */
  mm: { unit: 'in', factor: 1 / 25.4, finer: 1 },
  'L/kg': { unit: 'gal/lb', factor: POUND_KG / GALLON_L, finer: 1 },
  mL: { unit: 'fl oz', factor: 1 / OUNCE_ML, finer: 1 },
  L: { unit: 'gal', factor: 1 / GALLON_L, finer: 0 },
  'L/min': { unit: 'gal/min', factor: 1 / GALLON_L, finer: 1 },
  'L/h': { unit: 'gal/h', factor: 1 / GALLON_L, finer: 1 },
  /** Prices and costs. */
  '/kg': { unit: '/lb', factor: POUND_KG, finer: 0 },
  '/t': { unit: '/ton', factor: (POUND_KG * 2_000) / 1_000, finer: 0 },
}

/**
 * Metric units with a word of their own for what they are of: readers of imperial units use other units for an egg, and for
 * what a hundred birds eat or drink, than for a bird; and for heat than for a motor, while electric power is kW to all.
 */
const perThing: Readonly<Record<string, Imperial & { metric: string }>> = {
  'g/egg': { metric: 'g', unit: 'oz', factor: 16 / POUND_KG / 1_000, finer: 1 },
  'g/bird': { metric: 'g', unit: 'lb/100', factor: 100 / POUND_KG / 1_000, finer: 1 },
  'kW/heat': { metric: 'kW', unit: 'BTU/h', factor: BTU_KWH, finer: -3 },
  'kW/motor': { metric: 'kW', unit: 'hp', factor: 1 / HORSEPOWER_KW, finer: 0 },
  'mL/bird': { metric: 'mL', unit: 'gal/100', factor: 100 / GALLON_L / 1_000, finer: 2 },
}

/** How a reader sees values of one metric unit. Wire and store stay metric. */
export interface ShownUnit {
  unit: string
  /** A value as shown. */
  shown: (value: number) => number
  /** A value that was typed or read from a file, in the metric unit; what {@link shown} returned comes back unchanged. */
  metric: (typed: number) => number
  /** A difference between two values as shown: 1 °C more is 1.8 °F more, not 33.8. */
  difference: (span: number) => number
  /** Decimals for a value with this many in the metric unit; −1 means tens. */
  decimals: (metric: number) => number
}

/** Digits kept when converting back: more than any measurement has, few enough to hide binary fractions. */
const DIGITS = 12
const exact = (value: number) => Number(value.toPrecision(DIGITS))

const same = (value: number) => value
const asItIs = (unit: string): ShownUnit => ({
  unit,
  shown: same,
  metric: same,
  difference: same,
  decimals: metric => Math.max(0, metric),
})
const inImperial = ({
  unit,
  factor,
  zero = 0,
  finer,
  most = Number.POSITIVE_INFINITY,
}: Imperial): ShownUnit => ({
  unit,
  shown: value => value * factor + zero,
  metric: typed => exact((typed - zero) / factor),
  difference: span => span * factor,
  decimals: metric => Math.min(most, Math.max(0, metric + finer)),
})

const known = new Map<string, ShownUnit>()

/** How a reader of these units sees values in a metric unit. */
export function shownUnit(unit: string, units: UnitSystem): ShownUnit {
  const key = `${units} ${unit}`
  const found = known.get(key)
  if (found) return found
  const thing = perThing[unit]
  const imperial = units === 'imperial' ? (thing ?? imperials[unit]) : undefined
  const made = imperial ? inImperial(imperial) : asItIs(thing?.metric ?? unit)
  // Other makers' units are whatever their devices report: only ours are cached.
  if (imperial) known.set(key, made)
  return made
}

/** Decimals of typed values and their bounds. */
const TYPED_DECIMALS = 2

/** A stored value for an input: unchanged in the unit it is stored in, otherwise with few decimals. */
export function roundedFor(
  value: number,
  metricUnit: string,
  units: UnitSystem,
  round: (value: number) => number = Math.round,
): number {
  const { shown } = shownUnit(metricUnit, units)
  const scale = 10 ** TYPED_DECIMALS
  return shown === same ? value : round(shown(value) * scale) / scale
}

/** A stored amount as it is read back from a form: in the reader's unit with few decimals, whatever unit it was typed in. */
export const enteredIn = (value: number, metricUnit: string, units: UnitSystem): number => {
  const { shown, decimals } = shownUnit(metricUnit, units)
  const scale = 10 ** Math.max(TYPED_DECIMALS, decimals(0))
  return Math.round(shown(value) * scale) / scale
}

/** From here on nobody weighs to a hundredth: it only comes from converting. */
const WHOLE_FROM = 1_000

/** An amount as it was entered, formatted for the reader without the unit: a bait of 0.25 kg is not 0. */
export function enteredText(value: number, metricUnit: string, { language, units }: Reader): string {
  const entered = enteredIn(value, metricUnit, units)
  const decimals = Math.abs(entered) >= WHOLE_FROM ? 0 : (String(entered).split('.')[1]?.length ?? 0)
  return entered.toLocaleString(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
}

/** The same with the unit. */
export const enteredWithUnit = (value: number, metricUnit: string, reader: Reader): string => {
  const unit = metricUnit === '' ? '' : shownUnit(metricUnit, reader.units).unit
  return [enteredText(value, metricUnit, reader), unit].filter(Boolean).join('\u202f')
}

/** The smallest or largest allowed input, rounded to the allowed side: `3.29 ft`, `984.25 ft`. */
export function boundText(
  bound: number,
  end: 'least' | 'most',
  metricUnit: string,
  { language, units }: Reader,
): string {
  const number = roundedFor(bound, metricUnit, units, end === 'least' ? Math.ceil : Math.floor)
  return `${number.toLocaleString(language)}\u202f${shownUnit(metricUnit, units).unit}`.trimEnd()
}

/** Digits of a measured value in a file: as many as sensors have, without the tail of a conversion. */
const FILE_DIGITS = 9

/** A measured value as a number for this reader's file. */
export function numberFor(value: number, metricUnit: string, units: UnitSystem): number {
  const { shown } = shownUnit(metricUnit, units)
  return shown === same ? value : Number(shown(value).toPrecision(FILE_DIGITS))
}
