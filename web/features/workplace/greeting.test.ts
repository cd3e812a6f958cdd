import { expect, test } from 'vitest'
import { greetingAt } from './greeting.ts'

test('the greeting follows the hour; 11 is still forenoon and 13 still noon, to the end of the hour', () => {
  const said = [8, 9, 11, 12, 13, 14, 19, 20].map(greetingAt)
  expect(said).toEqual([
    'morning',
    'forenoon',
    'forenoon',
    'noon',
    'noon',
    'afternoon',
    'afternoon',
    'evening',
  ])
})
