import { recordNumbers } from './flocks.ts'

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
