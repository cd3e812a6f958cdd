import { type Use, unitsOf } from './words.ts'

/** What a bird has in a day, or weighs: bounds that no healthy or sick flock leaves, in the unit of the record. */
const perBird: Partial<Record<Use, readonly [least: number, most: number]>> = {
  feed: [0.005, 0.35],
  water: [0.01, 1],
  eggsTotal: [0.01, 1.05],
  eggsSound: [0.01, 1.05],
  eggsHatching: [0.01, 1.05],
}
const each: Partial<Record<Use, readonly [least: number, most: number]>> = {
  weight: [25, 7_000],
  weightMales: [25, 7_000],
  eggWeight: [30, 100],
}
/** Most of the birds that can be lost, or figures counted, in one day without its being a running total. */
const daily: Partial<Record<Use, number>> = {
  dead: 0.05,
  culled: 0.05,
  feed: 0.4,
  water: 1.5,
  eggsTotal: 1.1,
  eggsSound: 1.1,
}
/** Values from which the shape of a column can be judged. */
const ENOUGH = 6
/** Units so near to the metric one that only their name tells them apart. */
const ONLY_NAMED: readonly string[] = ['lb', 'jin', 'ston', 'gal', 'oz', 'dozen', 'case']

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export interface Shape {
  unit: string | null
  isCumulative: boolean
}

/**
 * The unit and kind of a column's values, by what its birds can have in a day. `named` is the unit of its title; without one
 * it is the first of the field in which the middle value is possible, null if there is none.
 */
export function shapeOf(
  use: Use,
  named: string | null,
  values: readonly number[],
  birds: number | null,
): Shape {
  const units = unitsOf[use]
  const told = values.filter(value => value > 0)
  const [first = null] = Object.keys(units ?? {})
  const factor = (unit: string | null) => (unit === null ? 1 : (units?.[unit] ?? Number.NaN))
  const fits = (all: readonly number[], unit: string | null) => {
    const bounds = each[use] ?? perBird[use]
    if (!bounds || all.length === 0) return true
    const value = (middle(all) * factor(unit)) / (each[use] ? 1 : (birds ?? Number.NaN))
    return Number.isNaN(value) || (value >= bounds[0] && value <= bounds[1])
  }
  const most = daily[use]
  const neverFalls = told.length >= ENOUGH && told.every((value, i) => i === 0 || value >= (told[i - 1] ?? 0))
  if (neverFalls && most !== undefined && birds !== null) {
    const unit = named ?? first
    const steps = told.slice(1).map((value, i) => value - (told[i] ?? 0))
    const isTooMuch = ((told.at(-1) ?? 0) * factor(unit)) / birds > most
    if (isTooMuch && (named !== null || fits(steps, unit))) return { unit, isCumulative: true }
  }
  const fitting = Object.keys(units ?? {}).find(unit => !ONLY_NAMED.includes(unit) && fits(told, unit))
  return { unit: named ?? fitting ?? null, isCumulative: false }
}
