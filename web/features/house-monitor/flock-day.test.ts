import { expect, test } from 'vitest'
import type { Chart } from '#shared/contracts/houses.ts'
import { fallenBy, flockDay, grownBy } from './flock-day.ts'
import { deltaOf } from './flock-delta.ts'
import { aHouse } from './testing/a-house.ts'

const HOUR = 3_600_000

test('a counter that begins again at midnight still counts the whole day', () => {
  expect(grownBy([80, 90, 100, 2, 12])).toBe(32)
  expect(grownBy([null, 5, null, 9])).toBe(4)
  expect(grownBy([null, 5])).toBeNull()
})

test('birds moved in are not set against the dead', () => {
  expect(fallenBy([100, 98, 120, 119])).toBe(3)
  expect(fallenBy([100])).toBe(0)
  expect(fallenBy([null])).toBeNull()
})

/** Counters of 24 hours, one value each two hours. */
const aDay = (counters: Record<string, (hour: number) => number | null>): Chart => {
  const at = Array.from({ length: 13 }, (_, i) => i * 2 * HOUR)
  const series = Object.entries(counters).map(([metric, valueAt]) => {
    const values = at.map(ms => valueAt(ms / HOUR))
    return { metric, low: values, mean: values, high: values }
  })
  return { resolution: 'raw', stepMs: 2 * HOUR, at, series }
}
const layers = aHouse({ type: 'layer', breed: 'hyline-brown', dayAge: 238, flockCount: 10_000 })
const figure = (figures: ReturnType<typeof flockDay>, key: string) => figures.find(known => known.key === key)

test('eggs, feed and water of a day are per bird, against the standard of the breed at its age', () => {
  const figures = flockDay(
    layers,
    aDay({
      'Egg/Today': hour => hour * 400,
      'Feed/Today': hour => hour * 45,
      'Water/Today': hour => hour * 90,
      'Bird/Count': hour => 10_000 - hour / 4,
    }),
    10_000,
    null,
  )
  expect(figure(figures, 'lay')).toMatchObject({ actual: 96, standard: expect.closeTo(95, 0) })
  expect(figure(figures, 'feed')).toMatchObject({ actual: 108, unit: 'g' })
  expect(figure(figures, 'water')?.actual).toBe(216)
  expect(figure(figures, 'dead')?.actual).toBe(6)
  expect(figure(figures, 'survival')?.actual).toBe(100)
})

test('a house heard for three hours has no figures of a day', () => {
  const late = (hour: number) => (hour < 21 ? null : hour)
  const figures = flockDay(layers, aDay({ 'Egg/Today': late, 'Feed/Today': late }), 10_000, null)
  expect(figures.map(({ key }) => key)).toEqual(['survival'])
})

test('a breed we have no table of shows what is and no standard', () => {
  const local = aHouse({ breed: 'local hen', flockCount: 100 })
  const figures = flockDay(local, aDay({ 'Feed/Today': hour => hour }), 100, 1_200)
  expect(figure(figures, 'feed')).toMatchObject({ actual: 240, standard: null })
  expect(figure(figures, 'weight')).toMatchObject({ actual: 1_200, standard: null })
})

test('only laying, survival and deaths are good or bad; feed and weight are differences', () => {
  const delta = (key: 'lay' | 'dead' | 'feed', actual: number, standard: number) =>
    deltaOf({ key, actual, standard, decimals: 1, unit: key === 'lay' ? '%' : key === 'feed' ? 'g' : '' })
  expect(delta('lay', 90, 95)).toEqual({ value: -5, sense: 'bad' })
  expect(delta('lay', 96, 95)).toEqual({ value: 1, sense: 'good' })
  expect(delta('dead', 6, 5)).toEqual({ value: 20, sense: 'bad' })
  // As many as the standard lets one expect, in whole birds.
  expect(delta('dead', 32, 31.9)).toEqual({ value: 0, sense: 'neutral' })
  expect(delta('feed', 100, 110)?.sense).toBe('neutral')
  expect(delta('lay', 95, 95)?.sense).toBe('neutral')
})
