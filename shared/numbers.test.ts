import { expect, test } from 'vitest'
import { readNumber } from './numbers.ts'

test.each([
  ['30000', 30_000],
  ['3,2', 3.2],
  ['3.2', 3.2],
  [' -5 ', -5],
  ['−5', -5],
  ['0,125', 0.125],
  [',5', 0.5],
  ['12,3456', 12.3456],
  ['1200,5', 1200.5],
  ['３００', 300],
])('%s is read as %d', (text, value) => {
  expect(readNumber(text, 'lengthM')).toEqual({ value })
})

test.each([
  ['30,000', '30000', '30.0'],
  ['30.000', '30000', '30.0'],
  ['1,200', '1200', '1.2'],
  ['-1.250', '-1250', '-1.25'],
  ['999.999', '999999', '999.999'],
])('%s could be %s or %s, and is neither', (text, whole, decimal) => {
  expect(readNumber(text, 'flockCount')).toEqual({ wrong: 'ambiguous', whole, decimal })
})

test.each(['', 'abc', '1 000', '1,2,3', '1.000.000', '1e5', '0x10', '--5', '5 m'])(
  '%j is no number',
  text => {
    expect(readNumber(text, 'lengthM')).toEqual({ wrong: 'notNumber' })
  },
)

test('a latitude with three decimals is valid: nobody writes degrees in thousands', () => {
  expect(readNumber('52,141', 'latitude')).toEqual({ value: 52.141 })
})
