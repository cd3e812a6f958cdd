import { describe, expect, test } from 'vitest'
import { feedAt, weightAt } from '#shared/standards/standards.ts'
import { daysAfter } from '#shared/zone-time.ts'
import { saysNothing } from './by-values.ts'
import { proposedAgain } from './kept-layouts.ts'
import type { Place } from './places.ts'
import { proposeLayout } from './propose.ts'
import { readDays } from './read-days.ts'
import { sheetOfText } from './text-file.ts'

const PLACED = '2026-03-01'
const DAYS = 36
const place = (house: string, birds: number, ageThen = 0): Place => ({
  house,
  number: `No. ${house}`,
  dayZero: daysAfter(PLACED, -ageThen),
  firstDay: 0,
  placedOn: PLACED,
  birds,
})
const broilers = [place('Barn 1', 20_000)]
const hens = [place('Hens', 10_000, 200)]

type Cell = string | number
type Column = readonly Cell[]
const each = (count: number, value: (day: number) => Cell): Cell[] =>
  Array.from({ length: count }, (_, i) => value(i))
/** Goes up and down by this share, the same in every run. */
const about = (value: number, day: number, share = 0.06) => value * (1 + share * Math.sin(day * 2.3))
const left = (birds: number, ...lost: Column[]) => {
  let alive = birds
  return lost[0]?.map((_, i) => (alive -= lost.reduce((sum, column) => sum + Number(column[i]), 0))) ?? []
}

/** Broilers as a farm writes them down. */
const days = each(DAYS, i => daysAfter(PLACED, i))
const dead = each(DAYS, i => 9 + ((i * 7) % 11))
const alive = left(20_000, dead)
const grams = each(DAYS, i => Math.round(about(0.94 * (weightAt('ross308', i)?.mid ?? 0), i, 0.02)))
const fed = each(DAYS, i =>
  Math.round(about((Number(alive[i]) * (feedAt('ross308', i)?.mid ?? 0)) / 1_000, i, 0.03)),
)
const drunk = fed.map((kg, i) => Math.round(about(1.8 * Number(kg), i + 1)))
const degrees = each(DAYS, i => Number((33 - i / 3).toFixed(1)))

/** Hens in lay. */
const fortnight = days.slice(0, 14)
const hensDead = each(14, i => (i * 3) % 5)
const hensAlive = left(10_000, hensDead)
const rate = each(14, i => Number(about(93, i, 0.01).toFixed(1)))
const laid = rate.map((percent, i) => Math.round((Number(percent) * Number(hensAlive[i])) / 100))
const hensFed = each(14, i => Math.round(about(1_150, i, 0.02)))
const hensDrunk = each(14, i => Math.round(about(2_050, i + 1)))

/** What is proposed for each column of such a table, by its place from 0, and what is imported unasked. */
function shown(places: readonly Place[], titles: readonly string[] | null, columns: readonly Column[]) {
  const rows = columns[0]?.map((_, i) => columns.map(column => column[i])) ?? []
  const text = [...(titles ? [titles] : []), ...rows].map(row => row.join(';')).join('\n')
  const sheets = [sheetOfText('own.csv', Buffer.from(text))].flatMap(sheet => sheet ?? [])
  const layout = proposeLayout(sheets, places)
  const [sheet] = layout.sheets
  const proposed = sheet?.columns.flatMap(({ at, proposed }) =>
    proposed ? [`${at} ${proposed.use}${proposed.unit ? ` ${proposed.unit}` : ''}`] : [],
  )
  const taken = sheet?.columns.flatMap(({ at, use }) => (use ? [`${at} ${use}`] : []))
  return { proposed, taken, isUsed: sheet?.isUsed, days: readDays(sheets, layout, places).days }
}

const names = (word: string) => ['', 1, 2, 3, 4, 5].map((_, i) => `${word}${i + 1}`)
const all = [days, dead, alive, grams, fed, drunk, degrees]
const found = ['B dead', 'D weight g', 'E feed kg', 'F water L']

describe('values that leave no doubt are proposed, and nothing of them is read before somebody confirms', () => {
  test.each<[string, string[] | null]>([
    ['numbered', [...names('Col '), 'Col 7']],
    ['numbered in Chinese', [...names('数据'), '数据7']],
    ['empty', each(7, () => '') as string[]],
    ['of a language that nobody here reads', ['Tarih', 'Ölen', 'Mevcut', 'Ağırlık', 'Yem', 'Su', 'Isı']],
    ['not there', null],
  ])('titles that are %s', (_, titles) => {
    const { proposed, taken, days: read, isUsed } = shown(broilers, titles, all)
    expect(proposed).toEqual(found)
    expect(taken).toEqual(['A day'])
    expect([isUsed, read]).toEqual([true, []])
  })

  test.each<[string, readonly Place[], string[], Column[], string[]]>([
    [
      'weights in kg',
      broilers,
      ['Date', 'X'],
      [days, grams.map(g => (Number(g) / 1_000).toFixed(3))],
      ['B weight kg'],
    ],
    [
      'weights once a week, the house not known',
      [],
      ['Date', 'X', 'Remarks'],
      [days, grams.map((g, i) => (i % 7 === 0 ? g : '')), each(DAYS, () => 'ok')],
      ['B weight g'],
    ],
    [
      'water in m³ beside feed',
      hens,
      ['Date', 'Feed (kg)', 'X'],
      [fortnight, hensFed, hensDrunk.map(l => (Number(l) / 1_000).toFixed(2))],
      ['C water m3'],
    ],
    [
      'birds counted in the morning',
      broilers,
      ['Date', 'Stock', 'X'],
      [days, [20_000, ...alive.slice(0, -1)], dead],
      ['C dead'],
    ],
    [
      'deaths beside culled birds',
      broilers,
      ['Date', 'Culled', 'Birds alive', 'X'],
      [
        days,
        each(DAYS, i => i % 3),
        left(
          20_000,
          dead,
          each(DAYS, i => i % 3),
        ),
        dead,
      ],
      ['D dead'],
    ],
    [
      'eggs with their laying rate',
      hens,
      ['Date', '存栏', '产蛋率', '数据3'],
      [fortnight, hensAlive, rate, laid],
      ['D eggsTotal pcs'],
    ],
    [
      'ages that weights prove',
      broilers,
      ['', '', ''],
      [each(DAYS, i => i + 1), grams, degrees],
      ['A age', 'B weight g'],
    ],
    ['ages from later on', broilers, ['', 'Feed (kg)'], [each(14, i => i + 22), fed.slice(22)], ['A age']],
    [
      'newest first',
      broilers,
      ['Date', 'X', 'Y'],
      [days.toReversed(), dead.toReversed(), alive.toReversed()],
      ['B dead'],
    ],
    [
      'the day beside that of the chicks',
      broilers,
      ['X', 'Y', 'Feed (kg)'],
      [each(DAYS, () => PLACED), days, fed],
      ['B day'],
    ],
    [
      'houses by their names',
      [place('Barn 1', 20_000), place('Barn 2', 20_000)],
      ['Date', 'X', 'Feed (kg)'],
      [
        [...days, ...days],
        [...each(DAYS, () => 'Barn 1'), ...each(DAYS, () => 'barn 2')],
        [...fed, ...fed],
      ],
      ['B house'],
    ],
  ])('%s', (_, places, titles, columns, expected) => {
    expect(shown(places, titles, columns).proposed).toEqual(expected)
  })
})

test.each<[string, readonly Place[], string[], Column[]]>([
  ['small numbers without the birds alive', broilers, ['Date', 'X'], [days, dead]],
  [
    'two losses that make the fall together',
    broilers,
    ['Date', 'X', 'Y', 'Z'],
    [
      days,
      dead,
      each(DAYS, i => i % 3),
      left(
        20_000,
        dead,
        each(DAYS, i => i % 3),
      ),
    ],
  ],
  [
    'losses where deaths are named',
    broilers,
    ['Date', 'Dead', 'Birds alive', 'X'],
    [
      days,
      dead,
      left(
        20_000,
        dead,
        each(DAYS, i => i % 3),
      ),
      each(DAYS, i => i % 3),
    ],
  ],
  [
    'the printed standard of a breed',
    broilers,
    ['Date', 'X'],
    [days, each(DAYS, i => Math.round(weightAt('ross308', i)?.mid ?? 0))],
  ],
  [
    'two columns of weights',
    broilers,
    ['Date', 'X', 'Y'],
    [days, grams, grams.map((g, i) => about(Number(g), i, 0.04).toFixed(0))],
  ],
  ['weights that begin in the middle', broilers, ['Date', 'X'], [days.slice(14), grams.slice(14)]],
  [
    'temperature and humidity',
    broilers,
    ['Date', 'X', 'Y'],
    [days, degrees, each(DAYS, i => Math.round(about(60, i)))],
  ],
  [
    'grown hens’ weight beside feed, as many grams as litres',
    hens,
    ['Date', 'Feed (kg)', 'X'],
    [fortnight, hensFed, each(14, i => 1_990 + 3 * i)],
  ],
  [
    'a price that follows from feed',
    hens,
    ['Date', 'Feed (kg)', 'X'],
    [fortnight, hensFed, hensFed.map(kg => (1.9 * Number(kg)).toFixed(2))],
  ],
  [
    'the sum of two houses’ feed',
    hens,
    ['Date', 'Feed (kg)', 'X', 'Y'],
    [fortnight, hensFed, hensDrunk.map((l, i) => Number(l) - Number(hensFed[i])), hensDrunk],
  ],
  [
    'two waters',
    hens,
    ['Date', 'Feed (kg)', 'X', 'Y'],
    [fortnight, hensFed, hensDrunk, hensDrunk.map((l, i) => about(Number(l), i, 0.01).toFixed(0))],
  ],
  [
    'feed in bags and its water',
    broilers,
    ['Date', 'X', 'Y'],
    [days, fed.map(kg => Math.round(Number(kg) / 25)), drunk],
  ],
  ['a laying rate alone', hens, ['Date', 'X', 'Feed (kg)'], [fortnight, rate, hensFed]],
  ['numbers of rows', hens, ['', 'Feed (kg)'], [each(14, i => i + 1), hensFed]],
  [
    'two columns of dates',
    broilers,
    ['X', 'Y', 'Feed (kg)'],
    [days, days.map(day => daysAfter(String(day), 1)), fed],
  ],
  ['too few days', broilers, ['Date', 'X', 'Y'], [days.slice(0, 6), dead.slice(0, 6), alive.slice(0, 6)]],
  [
    'two rows of one day',
    broilers,
    ['Date', 'X', 'Y'],
    [days.map((day, i) => (i === 5 ? (days[4] ?? day) : day)), dead, alive],
  ],
  [
    'names of houses that are not the asker’s',
    broilers,
    ['Date', 'X', 'Feed (kg)'],
    [days, each(DAYS, () => 'Hall A'), fed],
  ],
])('nothing is proposed for %s', (_, places, titles, columns) => {
  const { proposed, taken } = shown(places, titles, columns)
  expect(proposed).toEqual([])
  expect(taken?.filter(each => /X|Y/.test(titles[each.charCodeAt(0) - 65] ?? ''))).toEqual([])
})

test('a title says nothing where a program made it up', () => {
  const nothing = ['', 'Col 3', '数据1', 'Column4', 'Unnamed: 2', 'F7', 'B', '列 2', '12']
  expect(nothing.filter(title => !saysNothing(title))).toEqual([])
  expect(['Ölen', 'Feed', '死亡', 'Cum 3', 'Hall A'].filter(saysNothing)).toEqual([])
})

test('what was chosen for a title that says nothing is proposed again, unless the values say something else', () => {
  const column = { at: 'B', title: 'Col 2', isCumulative: false, house: null, dayOffset: null, samples: [] }
  const open = { ...column, use: null, unit: null, problem: 'unknown' as const }
  const before = { ...column, use: 'water', unit: 'L', problem: null }
  const water = { use: 'water', unit: 'L', isCumulative: false }
  expect(proposedAgain(open, before)).toEqual({ ...open, proposed: water })
  expect(proposedAgain({ ...open, proposed: water }, before).proposed).toEqual(water)
  expect(proposedAgain({ ...open, proposed: { ...water, use: 'feed' } }, before).proposed).toBeUndefined()
})
