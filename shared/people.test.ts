import { expect, test } from 'vitest'
import { isIdCardNumber } from './people.ts'

test('the check digit of a Chinese identity number reveals a typing error', () => {
  const number = '11010519491231002X'
  expect(isIdCardNumber(number)).toBe(true)
  expect(isIdCardNumber('11010519491231002x')).toBe(true)
  expect(isIdCardNumber('440524188001010014')).toBe(true)
  for (let at = 0; at < 17; at++) {
    const slipped = [...number].with(at, String((Number(number[at]) + 1) % 10)).join('')
    expect(isIdCardNumber(slipped), slipped).toBe(false)
  }
  // Two neighbouring digits swapped.
  expect(isIdCardNumber('11010591491231002X')).toBe(false)
})

test('other documents have their own kinds of numbers', () => {
  for (const number of ['E12345678', 'NL-SPECI2014', '110105194912310', '1101051949123100200'])
    expect(isIdCardNumber(number), number).toBe(true)
})
