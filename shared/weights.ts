import { recordNumbers } from './flocks.ts'
import { enteredIn, shownUnit, type UnitSystem } from './units.ts'

/** g; no weighed bird is lighter: a smaller number was in kg, or cut in two at its comma. */
const LIGHTEST_G = 10
const HEAVIEST_G = recordNumbers.weight.most

/** Weights typed one after another, g; `wrong` is the first that cannot be one, as typed. */
export interface TypedWeights {
  weights: number[]
  wrong: string | null
}

/**
 * Reads weights as people write them, one after another: separated by spaces, lines, commas or Chinese commas, with
 * or without "g". `1,985` and `1.985` are one bird of 1,985 g; `985,870` are two.
 */
export function weightsIn(text: string): TypedWeights {
  const grams = text.replace(/(\d)\s*(?:g|克)/gi, '$1 ')
  const whole = grams.replace(/(?<!\d)(\d{1,2})[.,'’](\d{3})(?!\d)/g, (typed, thousands, rest) =>
    Number(thousands + rest) <= HEAVIEST_G ? thousands + rest : typed,
  )
  const parts = whole.split(/[\s,;/，；、]+/).filter(part => part !== '')
  const isWeight = (part: string) =>
    /^\d+(\.\d+)?$/.test(part) && Number(part) >= LIGHTEST_G && Number(part) <= HEAVIEST_G
  const wrong = parts.find(part => !isWeight(part)) ?? null
  return { weights: wrong === null ? parts.map(Number) : [], wrong }
}

/** Decimals of a gram that are kept of a weight in pounds. */
const GRAM_DECIMALS = 1

/**
 * Weights typed one after another in the reader's unit, as the grams that {@link weightsIn} reads. Of pounds, `4.38 4.43`:
 * separated by spaces, lines, semicolons, or commas with a space. What cannot be read stays as typed.
 */
export function gramsTyped(text: string, units: UnitSystem): string {
  if (units === 'metric') return text
  const { metric } = shownUnit('g', units)
  const parts = text.replace(/(\d)\s*lbs?\b/gi, '$1 ').split(/\s*;\s*|,\s+|，|、|\s+/)
  return parts
    .filter(part => part !== '')
    .map(part => (/^\d+(\.\d+)?$/.test(part) ? metric(Number(part)).toFixed(GRAM_DECIMALS) : part))
    .join(' ')
}

/** Weights in grams, or what could not be read as such, as their reader types them. */
export function weightsShown(grams: string, units: UnitSystem): string {
  const { weights } = weightsIn(grams)
  if (units === 'metric') return weights.join(' ') || grams.trim()
  const parts = weights.length > 0 ? weights : grams.trim().split(/\s+/)
  return parts.map(part => (Number(part) ? enteredIn(Number(part), 'g', units) : part)).join(' ')
}
