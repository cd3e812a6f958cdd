import { expect, test } from 'vitest'
import { weightsIn } from './weights.ts'

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
