import { expect, test } from 'vitest'
import { bindingChange } from './houses.rules.ts'

test('a replaced controller closes one interval and opens the next', () => {
  expect(bindingChange(['old', 'scale'], ['scale', 'new', 'new'])).toEqual({
    opened: ['new'],
    closed: ['old'],
  })
})
