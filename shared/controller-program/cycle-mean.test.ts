import { describe, expect, test } from 'vitest'
import { cycleMean } from './cycle-mean.ts'

describe('the mean over a turn of the timer', () => {
  test.each([5, 10])('is steady while fans cycle, in steps of %i s', seconds => {
    const mean = cycleMean()
    const at = (s: number) => mean.add(s, 300, s % 300 < 60 ? 10 : 20)
    for (let s = 0; s < 600; s += seconds) at(s)
    for (let s = 600; s < 1200; s += seconds) expect(at(s)).toBeCloseTo(18, 6)
  })

  test('follows a change within a turn', () => {
    const mean = cycleMean()
    expect(mean.add(0, 300, 20)).toBe(20)
    let last = 0
    for (let s = 10; s <= 300; s += 10) last = mean.add(s, 300, 26)
    expect(last).toBeCloseTo(26, 6)
  })
})
