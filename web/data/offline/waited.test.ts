import { expect, test } from 'vitest'
import { waitedSince } from './waited.ts'

const MINUTE = 60_000
const scan = { at: 1_000 * MINUTE, tick: 5 * MINUTE, origin: 1 }

test.each([
  ['the page stayed open', { at: 1_010 * MINUTE, tick: 15 * MINUTE, origin: 1 }, 10 * MINUTE],
  [
    'the phone slept, and its page did not count',
    { at: 1_010 * MINUTE, tick: 6 * MINUTE, origin: 1 },
    10 * MINUTE,
  ],
  [
    'the clock was set back, but the page stayed open',
    { at: 940 * MINUTE, tick: 15 * MINUTE, origin: 1 },
    10 * MINUTE,
  ],
  ['the page was opened anew', { at: 1_010 * MINUTE, tick: 1 * MINUTE, origin: 2 }, 10 * MINUTE],
  [
    'the clock was set forward: it counts as older, which proves less',
    { at: 1_070 * MINUTE, tick: 15 * MINUTE, origin: 1 },
    70 * MINUTE,
  ],
  [
    'the clock was set back and the page was opened anew: nobody knows',
    { at: 940 * MINUTE, tick: 1 * MINUTE, origin: 2 },
    null,
  ],
])('how long a scan has waited: %s', (_, now, waited) => {
  expect(waitedSince(scan, now)).toBe(waited)
})
