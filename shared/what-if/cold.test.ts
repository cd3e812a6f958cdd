import { describe, expect, test } from 'vitest'
import type { HouseType } from '../signals.ts'
import { targetsAt } from '../standards/targets.ts'
import { safetyHouse } from '../testing/safety-house.ts'
import { watchHarms } from './harm.ts'

const STEP_MS = 10_000
const MINUTE_MS = 60_000

/** What a watch says of a house that is `below` its standard (K) for some minutes, over and over, of six hours. */
function coldOf(type: HouseType, age: number, below: number, minutes: number, every = 360) {
  const { run } = safetyHouse(type, age)
  const { temperature } = targetsAt(type, age)
  const watch = watchHarms(run)
  for (let at = STEP_MS; at <= 360 * MINUTE_MS; at += STEP_MS) {
    const isCold = at % (every * MINUTE_MS) <= minutes * MINUTE_MS
    watch.see(run.from + at, { co2: 1_500, nh3: 5, temperature: temperature - (isCold ? below : 0) })
  }
  return watch.passed().find(({ kind }) => kind === 'cold')
}

describe('a dip of the temperature is no harm', () => {
  test.each([
    ['broiler', 4],
    ['broiler', 21],
    ['pullet', 60],
    ['layer', 238],
  ] as const)('%s of day %i, a tenth of a degree over the limit for six hours', (type, age) => {
    const { alarmLow } = targetsAt(type, age)
    expect(coldOf(type, age, -Math.min(-3, alarmLow) + 0.1, 360)).toBeUndefined()
  })

  test('chicks of the first week for ten minutes in every hour', () => {
    expect(coldOf('broiler', 4, 5, 10, 60)).toBeUndefined()
  })

  test('pullets in feathers for an hour at a time', () => {
    expect(coldOf('pullet', 60, 6, 60, 180)).toBeUndefined()
  })
})

describe('cold that lasts is one, told from when it began', () => {
  test('chicks of the first week for half an hour', () => {
    const cold = coldOf('broiler', 4, 5, 30)
    expect(cold).toMatchObject({ afterMin: 1, limit: targetsAt('broiler', 4).temperature - 3.5 })
    expect(cold?.lastsMin).toBeGreaterThanOrEqual(29)
  })

  test('the same half hour does not harm birds of four weeks; half a night does', () => {
    expect(coldOf('pullet', 30, 6, 30)).toBeUndefined()
    expect(coldOf('pullet', 30, 6, 150)).toMatchObject({ kind: 'cold', afterMin: 1 })
  })
})
