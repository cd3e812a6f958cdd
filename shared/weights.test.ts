import { expect, test } from 'vitest'
import { gramsTyped, weightsIn, weightsShown } from './weights.ts'

test.each([
  ['', []],
  ['1985 2010 1960', [1_985, 2_010, 1_960]],
  ['1985,2010,1960', [1_985, 2_010, 1_960]],
  ['1985，2010、1960；', [1_985, 2_010, 1_960]],
  ['1,985', [1_985]],
  ['1,985, 2,010; 1960', [1_985, 2_010, 1_960]],
  ['1,985,2,010', [1_985, 2_010]],
  ['1.985 2.010', [1_985, 2_010]],
  ['985,870,910', [985, 870, 910]],
  ['45,985', [45, 985]],
  ['1985.5\n1990', [1_985.5, 1_990]],
  ['1985g 2010 克', [1_985, 2_010]],
])('%j is read as a farm means it', (text, weights) => {
  expect(weightsIn(text)).toEqual({ weights, wrong: null })
})

test.each([
  ['1985 1.98', '1.98'],
  ['1985,5 2010', '5'],
  ['1985 abc', 'abc'],
  ['1985 19850', '19850'],
  ['-1985', '-1985'],
])('%j is refused, and what cannot be read is named', (text, wrong) => {
  expect(weightsIn(text)).toEqual({ weights: [], wrong })
})

test.each([
  ['4.38 4.43 4.32', '4.38 4.43 4.32'],
  ['4.38 lb; 4.43lb', '4.38 4.43'],
  ['4.38, 4.43\n4.325', '4.38 4.43 4.325'],
  ['0.097', '0.097'],
])('pounds typed as %s are kept in grams and read back the same', (typed, again) => {
  const grams = gramsTyped(typed, 'imperial')
  expect(weightsIn(grams).wrong).toBeNull()
  expect(weightsShown(grams, 'imperial')).toBe(again)
})

test('pounds are grams in the store, and what is no weight is said as it was typed', () => {
  expect(weightsIn(gramsTyped('4.38 4.43', 'imperial')).weights).toEqual([1_986.7, 2_009.4])
  // Grams typed into a form that asks for pounds.
  const { wrong } = weightsIn(gramsTyped('1985 2010', 'imperial'))
  expect(weightsShown(wrong ?? '', 'imperial')).toBe('1985')
  expect(weightsIn(gramsTyped('4.38 four', 'imperial')).wrong).toBe('four')
  expect(gramsTyped('1985 2010', 'metric')).toBe('1985 2010')
})
