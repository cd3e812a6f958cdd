import { describe, expect, test } from 'vitest'
import { confidences } from './standard-table.ts'
import type { Breed } from './standards.ts'
import {
  breeds,
  breedsFor,
  eggWeightAt,
  feedAt,
  layRateAt,
  likelySurvival,
  mortalityAt,
  standardOf,
  survivalBetween,
  waterAt,
  weightAt,
} from './standards.ts'
import { defaultLevels, publishedLight, targetDays, targetsAt } from './targets.ts'

/** age in days in the middle of a week of life */
const midWeek = (week: number) => 7 * week - 3.5

describe('broilers', () => {
  test.each([
    ['ross308', 0, 44],
    ['ross308', 7, 213],
    ['ross308', 21, 1012],
    ['ross308', 35, 2296],
    ['ross308', 42, 2998],
    ['cobb500', 0, 42],
    ['cobb500', 7, 202],
    ['cobb500', 35, 2521],
    ['cobb500', 42, 3278],
  ] as [Breed, number, number][])('%s weighs on day %i what its publisher prints', (breed, day, grams) => {
    expect(weightAt(breed, day)?.mid).toBe(grams)
  })

  test.each([
    ['ross308', 35, 1.399],
    ['ross308', 42, 1.531],
    ['cobb500', 35, 1.441],
    ['cobb500', 42, 1.555],
  ] as [Breed, number, number][])(
    '%s eats by day %i what gives its published conversion',
    (breed, day, fcr) => {
      let eaten = 0
      for (let d = 0; d < day; d++) eaten += feedAt(breed, d + 0.5)?.mid ?? 0
      expect(eaten / (weightAt(breed, day)?.mid ?? 0)).toBeCloseTo(fcr, 2)
    },
  )

  test('grow between two days and have no standard past the last', () => {
    expect(weightAt('ross308', 6.5)?.mid).toBeCloseTo((181 + 213) / 2, 6)
    expect(weightAt('ross308', 57)).toBeNull()
    expect(weightAt('ross308', -1)).toBeNull()
    expect(layRateAt('ross308', 30)).toBeNull()
    expect(eggWeightAt('ross308', 30)).toBeNull()
  })

  test('drink 1.7 l per kg of feed, more in the heat', () => {
    const feed = feedAt('ross308', 30)?.mid ?? 0
    expect(waterAt('ross308', 30)?.mid).toBeCloseTo(feed * 1.7, 6)
    expect(waterAt('ross308', 30, 31)?.mid).toBeCloseTo(feed * 1.7 * 1.65, 6)
  })

  test('lose one in a hundred in the first week', () => {
    expect(mortalityAt('ross308', 7)).toEqual({ percent: 1, since: 0 })
    expect(mortalityAt('cobb500', 35)?.percent).toBeCloseTo(3.3, 6)
  })
})

describe('layers', () => {
  test('Hy-Line Brown follows its guide, with the range', () => {
    expect(weightAt('hyline-brown', 17 * 7)).toEqual({ low: 1485, mid: 1537.5, high: 1590 })
    for (const week of [27, 28, 29]) {
      expect(layRateAt('hyline-brown', midWeek(week))).toMatchObject({ low: 94.8, high: 96.6 })
    }
    expect(layRateAt('hyline-brown', midWeek(72))).toMatchObject({ low: 82, high: 86.4 })
    expect(mortalityAt('hyline-brown', 72 * 7)).toEqual({ percent: 3.73, since: 17 * 7 })
    expect(mortalityAt('hyline-brown', 16.9 * 7)?.since).toBe(0)
    expect(layRateAt('hyline-brown', 100)?.mid).toBe(0)
    expect(eggWeightAt('hyline-brown', 100)).toBeNull()
    expect(eggWeightAt('hyline-brown', midWeek(30))?.mid).toBeCloseTo(61.3, 6)
    expect(waterAt('hyline-brown', midWeek(30))).toMatchObject({ low: 164, high: 233 })
  })

  test('W-80, W-36 and Lohmann Brown follow theirs', () => {
    expect(layRateAt('hyline-w80', midWeek(30))).toMatchObject({ low: 94, high: 97.9 })
    expect(mortalityAt('hyline-w80', 72 * 7)?.percent).toBeCloseTo(6.9, 6)
    expect(layRateAt('hyline-w36', midWeek(30))).toMatchObject({ low: 95, high: 97 })
    expect(weightAt('hyline-w36', 90 * 7)).toMatchObject({ low: 1550, high: 1610 })
    expect(layRateAt('lohmann-brown-classic', midWeek(31))?.mid).toBe(95.3)
  })

  test('a table without feed says nothing about feed and water', () => {
    expect(feedAt('lohmann-brown-classic', 200)).toBeNull()
    expect(waterAt('lohmann-brown-classic', 200)).toBeNull()
    expect(feedAt('cobb500-ps', midWeek(20))?.mid).toBe(102)
  })
})

test('survival counts from the age at which birds arrived, through rearing and lay', () => {
  expect(survivalBetween('ross308', 0, 35)).toBeCloseTo(96.7, 6)
  // Hens housed at 17 weeks: the guide's losses in lay; at 20 weeks: without those of the three weeks before.
  expect(survivalBetween('hyline-brown', 17 * 7, 72 * 7)).toBeCloseTo(100 - 3.73, 6)
  expect(survivalBetween('hyline-brown', 20 * 7, 72 * 7)).toBeGreaterThan(100 - 3.73)
  // The same birds from day-old on also have the losses of rearing.
  expect(survivalBetween('hyline-brown', 0, 72 * 7)).toBeLessThan(100 - 3.73)
  // Nothing is published about their rearing.
  expect(survivalBetween('cobb500-ps', 154, 65 * 7)).toBeCloseTo(93.25, 6)
  expect(survivalBetween('cobb500-ps', 0, 65 * 7)).toBeNull()
})

test.each(breeds)('%s: birds that are played die like real ones at every age, published or not', breed => {
  for (const age of [0, 30, 80]) {
    const kept = likelySurvival(breed, age, age + 7)
    expect(kept).toBeLessThan(100)
    expect(kept).toBeGreaterThan(98)
  }
})

describe('breeders', () => {
  test('the feed of Cobb parents in lay is read as g per week, and the caveat says so', () => {
    expect(feedAt('cobb500-ps', midWeek(24))?.mid).toBe(118)
    expect(feedAt('cobb500-ps', midWeek(28))?.mid).toBe(148)
    expect(feedAt('cobb500-ps', midWeek(65))?.mid).toBeCloseTo(130.6, 1)
    expect(standardOf('cobb500-ps').source.caveat['en-US']).toMatch(/1,036 to 914/)
  })

  test('peak in week 31', () => {
    expect(layRateAt('ross308-ps', midWeek(31))?.mid).toBe(88.1)
    expect(layRateAt('cobb500-ps', midWeek(31))?.mid).toBe(86)
    expect(weightAt('ross308-ps', 20 * 7)?.mid).toBe(2230)
  })
})

describe('every standard', () => {
  test.each(breeds)('%s names its publisher, edition and confidence, and its curves rise in age', breed => {
    const standard = standardOf(breed)
    expect(standard.source.publisher).not.toBe('')
    expect(standard.source.edition).not.toBe('')
    expect(confidences).toContain(standard.source.confidence)
    expect(Object.values(standard.source.caveat)).not.toContain('')
    for (const curve of [standard.weight, standard.feed, standard.water, standard.lay]) {
      const ages = curve.map(point => point.age)
      expect(ages).toEqual([...new Set(ages)].sort((a, b) => a - b))
      expect(curve.every(point => point.low <= point.mid && point.mid <= point.high)).toBe(true)
    }
  })

  test('belongs to a house type', () => {
    expect(breedsFor('broiler')).toEqual(['ross308', 'cobb500'])
    expect(breedsFor('breeder')).toEqual(['ross308-ps', 'cobb500-ps'])
    expect(breedsFor('pullet')).toEqual(breedsFor('layer'))
  })
})

describe('targets by day', () => {
  test('are linear between the rows and constant beyond them', () => {
    expect(targetsAt('broiler', 0)).toEqual({
      temperature: 31,
      humidityLow: 60,
      humidityHigh: 70,
      alarmLow: -2,
      alarmHigh: 3,
      lightHours: 23,
      lightLux: 35,
    })
    expect(targetsAt('broiler', 5).temperature).toBeCloseTo(28.75, 6)
    expect(targetsAt('broiler', 60).temperature).toBe(19)
    expect(targetsAt('layer', 30)).toEqual(targetsAt('layer', 120))
    expect(targetsAt('breeder', 161).lightHours).toBe(13)
    expect(targetDays('broiler')).toContain(42)
  })

  test('the published light of a broiler falls to 19 hours in a week', () => {
    expect(publishedLight('broiler', 0)).toMatchObject([{ hours: 23 }])
    expect(publishedLight('broiler', 30)).toMatchObject([{ hours: 19, luxLow: 5, luxHigh: 10 }])
  })

  test('light grows again in lay, and every house type has a published programme', () => {
    expect(publishedLight('layer', 100)).toMatchObject([{ hours: 9 }])
    expect(publishedLight('layer', 300)).toMatchObject([{ hours: 14, luxLow: 10, luxHigh: 15 }])
    expect(publishedLight('breeder', 165)).toMatchObject([{ hours: 13 }])
    expect(publishedLight('pullet', 60)).toHaveLength(2)
  })

  test('18 levels move ever more air', () => {
    expect(defaultLevels.map(level => level.level)).toEqual(Array.from({ length: 18 }, (_, i) => i + 1))
    for (const [i, level] of defaultLevels.entries()) {
      expect(level.airflow).toBeGreaterThanOrEqual(defaultLevels[i - 1]?.airflow ?? 0)
    }
  })
})
