import { expect, test } from 'vitest'
import { chosenOf, differencesOf } from './record-versions.ts'
import { blank, type TypedDay } from './typed-day.ts'

const reader = { language: 'en-US', units: 'metric' } as const
const dayOf = (numbers: Partial<TypedDay['numbers']>, words: Partial<TypedDay['words']> = {}): TypedDay => ({
  ...blank,
  numbers: { ...blank.numbers, ...numbers },
  words: { ...blank.words, ...words },
})
const partsOf = (mine: TypedDay, theirs: TypedDay) =>
  differencesOf(mine, theirs, 'layer', reader).map(({ part, mine, theirs }) => [part, mine, theirs])

test('every field in which two versions differ is shown for both, words as well as numbers', () => {
  const mine = dayOf({ dead: 3, feed: 112.25 }, { note: 'wet litter', causes: { pecking: 2, legs: null } })
  const theirs = dayOf({ dead: 3, feed: 112, eggsSound: 900 }, { note: 'dry' })
  expect(partsOf(mine, theirs)).toEqual([
    ['eggsSound', '', '900'],
    ['feed', '112.25', '112'],
    ['causes', 'Pecking 2, Legs', ''],
    ['note', 'wet litter', 'dry'],
  ])
})

test('the same treatment with other key order, and the same weights written differently, do not differ', () => {
  const treatment = { kind: 'vaccine', name: 'ND', dose: '', route: 'eye', withdrawalDays: 0 } as const
  const turned = { withdrawalDays: 0, route: 'eye', dose: '', name: 'ND', kind: 'vaccine' } as const
  const mine = dayOf({}, { weights: '1985, 2010', treatments: [treatment] })
  const theirs = dayOf({ weight: 1997.5, uniformity: 100 }, { weights: '1985 2010', treatments: [turned] })
  expect(partsOf(mine, theirs)).toEqual([])
})

test('each field is taken from the chosen side, on top of the stored version', () => {
  const mine = {
    ...dayOf({ dead: 3, feed: 112 }, { weights: '1800 1900', note: 'mine' }),
    confirmed: ['a 1'],
  }
  const theirs = {
    ...dayOf({ dead: 4, feed: 110, weight: 1700 }, { note: 'theirs' }),
    version: 7,
    confirmed: ['b 2'],
  }
  const chosen = chosenOf(mine, theirs, { dead: 'mine', feed: 'theirs', weights: 'mine', note: 'theirs' })
  expect(chosen).toMatchObject({
    numbers: { dead: 3, feed: 110, weight: null },
    words: { weights: '1800 1900', note: 'theirs' },
    confirmed: ['b 2', 'a 1'],
    version: 7,
  })
})
