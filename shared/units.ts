export const unitSystems = ['metric', 'imperial'] as const
export type UnitSystem = (typeof unitSystems)[number]

interface Imperial {
  unit: string
  /** So many of it are one of the metric unit. */
  factor: number
  /** What zero of the metric unit reads; only temperatures begin elsewhere. */
  zero?: number
  /** Decimals it needs besides those of the metric value to say as much. */
  finer: number
}

/** Exact by definition: international foot and pound, US gallon; inch of water at 4 °C (249.08891 Pa). */
const FOOT_M = 0.3048
const POUND_KG = 0.453_592_37
const GALLON_L = 3.785_411_784
const INCH_WATER_PA = 249.088_91
const CFM_M3H = FOOT_M ** 3 * 60

/** What readers of imperial units see for each metric unit; one that is not here is the same everywhere. */
const imperials: Readonly<Record<string, Imperial>> = {
  '°C': { unit: '°F', factor: 1.8, zero: 32, finer: 0 },
  Pa: { unit: 'inWG', factor: 1 / INCH_WATER_PA, finer: 3 },
  'm³/h': { unit: 'cfm', factor: 1 / CFM_M3H, finer: 0 },
  'm³/h/kg': { unit: 'cfm/lb', factor: POUND_KG / CFM_M3H, finer: 1 },
  'm/s': { unit: 'ft/min', factor: 60 / FOOT_M, finer: -2 },
  m: { unit: 'ft', factor: 1 / FOOT_M, finer: 0 },
  kg: { unit: 'lb', factor: 1 / POUND_KG, finer: 0 },
  g: { unit: 'oz', factor: 16 / POUND_KG / 1_000, finer: 1 },
  L: { unit: 'gal', factor: 1 / GALLON_L, finer: 1 },
  'L/min': { unit: 'gal/min', factor: 1 / GALLON_L, finer: 1 },
  'L/h': { unit: 'gal/h', factor: 1 / GALLON_L, finer: 1 },
}

/** How a reader sees values of one metric unit. Wire and store stay metric. */
export interface ShownUnit {
  unit: string
  /** A value as it is shown. */
  shown: (value: number) => number
  /** A value that was typed, in the metric unit. */
  metric: (typed: number) => number
  /** A difference of two values as it is shown: 1 °C more is 1.8 °F more, not 33.8. */
  difference: (span: number) => number
  /** Decimals for a value that has so many in the metric unit. */
  decimals: (metric: number) => number
}

const same = (value: number) => value
const asItIs = (unit: string): ShownUnit => ({
  ...{ unit, shown: same, metric: same, difference: same, decimals: same },
})
const inImperial = ({ unit, factor, zero = 0, finer }: Imperial): ShownUnit => ({
  unit,
  shown: value => value * factor + zero,
  metric: typed => (typed - zero) / factor,
  difference: span => span * factor,
  decimals: metric => Math.max(0, metric + finer),
})

const known = new Map<string, ShownUnit>()

/** How a reader of these units sees values of a metric unit. */
export function shownUnit(unit: string, units: UnitSystem): ShownUnit {
  const key = `${units} ${unit}`
  const found = known.get(key)
  if (found) return found
  const imperial = units === 'imperial' ? imperials[unit] : undefined
  const made = imperial ? inImperial(imperial) : asItIs(unit)
  // Units of other makers are whatever their devices say: only ours are kept.
  if (imperial) known.set(key, made)
  return made
}
