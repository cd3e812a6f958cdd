import { describe, expect, test } from 'vitest'
import { laxerThan } from '#shared/alarm-rules.ts'
import { bestOf, type Compared, checkedOf, milderThan } from './better-rule.ts'

const MINUTE = 60_000
const rule = {
  metric: 'Climate/Hum/Avg',
  direction: 'above' as const,
  limit: 78,
  condition: null,
  delayMs: 5 * MINUTE,
}
const ring = (minute: number, lasts = 10) => ({ at: minute * MINUTE, until: (minute + lasts) * MINUTE })
const closed = (minute: number, isNoise: boolean) => ({ ...ring(minute), isNoise })

describe('milder forms of a rule', () => {
  test('only ever ring for less: further out, longer, or both', () => {
    const forms = milderThan(rule)
    expect(forms.length).toBeGreaterThan(10)
    for (const { limit, delayMs } of forms) {
      expect(limit).toBeGreaterThanOrEqual(rule.limit)
      expect(delayMs).toBeGreaterThanOrEqual(rule.delayMs)
      expect(limit > rule.limit || delayMs > rule.delayMs).toBe(true)
    }
    const cold = milderThan({ ...rule, metric: 'Climate/Temp/Avg', direction: 'below', limit: 20 })
    expect(cold.every(({ limit }) => limit <= 20)).toBe(true)
  })

  test('never reach where a built-in alarm rings first', () => {
    const hot = { ...rule, metric: 'Climate/Temp/Avg', limit: 37.5 }
    const forms = milderThan(hot)
    expect(forms.length).toBeGreaterThan(0)
    expect(forms.filter(form => laxerThan(form) !== null)).toEqual([])
  })
})

describe('the best of them', () => {
  const house = (tried: Compared['tried']): Compared => ({
    judged: [closed(10, true), closed(100, false), closed(200, true)],
    now: [ring(10), ring(100), ring(200)],
    tried,
  })

  test('keeps the real alarm and drops most of those that were in vain; the smaller change wins', () => {
    const best = bestOf([house([[ring(100), ring(200)], [ring(100)], [ring(100)], []])], 5 * MINUTE)
    expect(best).toEqual({ index: 1, noiseGone: 2, laterMs: 0 })
  })

  test('is none that drops a real alarm in any house, or tells it much later', () => {
    expect(bestOf([house([[]])], 5 * MINUTE)).toBeNull()
    expect(bestOf([house([[ring(107, 3)]])], 5 * MINUTE)).toBeNull()
    expect(bestOf([house([[ring(104, 3)]])], 5 * MINUTE)).toEqual({
      index: 0,
      noiseGone: 2,
      laterMs: 4 * MINUTE,
    })
    expect(bestOf([house([[ring(100)]]), house([[]])], 5 * MINUTE)).toBeNull()
  })

  test('is none that rings as often: what rang once in vain would ring twice elsewhere', () => {
    const noisy = (tried: Compared['tried']): Compared => ({
      judged: [closed(10, true)],
      now: [ring(10), ring(100, 60), ring(200)],
      tried,
    })
    const split = [ring(100, 10), ring(130, 10), ring(200)]
    expect(bestOf([noisy([split])], 5 * MINUTE)).toBeNull()
    expect(bestOf([noisy([split, [ring(100, 60), ring(200)]])], 5 * MINUTE)?.index).toBe(1)
    // Houses are counted together.
    expect(bestOf([noisy([split]), noisy([[ring(200)]])], 5 * MINUTE)?.noiseGone).toBe(2)
  })

  test('says of how many real alarms it knows nothing', () => {
    const unread = { judged: [closed(100, false), closed(10, true)], now: [ring(10)], tried: [[]] }
    expect(checkedOf([unread])).toBe(0)
    expect(checkedOf([house([[]])])).toBe(1)
  })
})
