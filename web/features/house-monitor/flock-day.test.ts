import { expect, test } from 'vitest'
import { layRateAt, survivalBetween, weightAt } from '#shared/standards/standards.ts'
import { aHouse } from '#web/components/testing/a-house.ts'
import { fallenBy, flockDay } from './flock-day.ts'
import { deltaOf } from './flock-delta.ts'
import { flockToday } from './flock-today.ts'
import { ofDay, TO, toldOf } from './testing/flock-past.ts'

test('birds moved in do not offset the dead', () => {
  expect(fallenBy([100, 98, 120, 119])).toBe(3)
  expect(fallenBy([100])).toBe(0)
  expect(fallenBy([null])).toBeNull()
})

/** 238 days old, housed at 126 days. */
const layers = aHouse({
  type: 'layer',
  breed: 'hyline-brown',
  flockCount: 10_000,
  flockHatchedOn: '2026-03-27',
  flockStartedOn: '2026-07-31',
})
const figure = (figures: ReturnType<typeof flockDay>, key: string) => figures.find(known => known.key === key)
/** Hours of the day by the house's clock; the day's counters grow with them. */
const aDay = {
  'Egg/Today': (hour: number) => ofDay(hour) * 400,
  'Feed/Today': (hour: number) => ofDay(hour) * 45,
  'Water/Today': (hour: number) => ofDay(hour) * 90,
  'Bird/Count': (hour: number) => 10_000 - Math.floor(hour / 4),
}

test('a day’s eggs, feed and water are per bird, against the breed’s standard at its age', () => {
  const figures = flockDay(layers, toldOf(aDay), { counted: 10_000, weight: null })
  expect(figure(figures, 'lay')).toMatchObject({
    actual: expect.closeTo(96, 1),
    standard: expect.closeTo(95, 0),
  })
  expect(figure(figures, 'feed')).toMatchObject({ actual: expect.closeTo(108, 1), unit: 'g' })
  expect(figure(figures, 'water')?.actual).toBeCloseTo(216, 1)
  expect(figure(figures, 'waterFeed')).toMatchObject({
    actual: expect.closeTo(2, 3),
    standard: expect.closeTo(1.8, 0),
  })
  expect(figure(figures, 'dead')?.actual).toBe(6)
  expect(figure(figures, 'survival')?.actual).toBe(100)
})

test('a house heard for three hours has no daily figures', () => {
  const late = (hour: number) => (hour < 35 ? null : hour)
  const past = toldOf({ 'Egg/Today': late, 'Feed/Today': late, 'Bird/Count': late })
  expect(flockDay(layers, past, { counted: 10_000, weight: null }).map(({ key }) => key)).toEqual([
    'survival',
  ])
})

test('uncounted birds have no survival: assuming all alive would be a guess', () => {
  expect(figure(flockDay(layers, toldOf(aDay), { counted: null, weight: null }), 'survival')).toBeUndefined()
})

test('survival is that of the flock’s page: by its records, with birds moved in, and none where weeks are not told', () => {
  const survival = (more: Parameters<typeof aHouse>[0]) =>
    figure(flockDay({ ...layers, ...more }, toldOf(aDay), { counted: 9_900, weight: null }), 'survival')
  const told = { isRecorded: true, flockCount: 1_000, aliveCount: 19_500 }
  const movedIn = { isBegun: true, birds: 21_000, lost: 1_500, moved: 20_000, from: '2026-07-31' }
  // A standard follows the birds that were housed, and none that came later.
  expect(survival({ ...told, losses: movedIn })).toMatchObject({
    actual: expect.closeTo(92.857, 3),
    standard: null,
  })
  expect(survival({ ...told, losses: null, lossesLack: 'losses' })).toMatchObject({
    actual: null,
    lacks: 'losses',
  })
  expect(survival({ losses: null, lossesLack: 'opening' })).toMatchObject({ actual: null, lacks: 'opening' })
  // Taken over with 400 of 10,500 lost before, and without a record: the count adds what it fell by since.
  const before = { isBegun: false, birds: 10_500, lost: 400, moved: 0, from: '2026-04-16' }
  expect(survival({ losses: before })).toMatchObject({
    actual: expect.closeTo(100 * (1 - 500 / 10_500), 6),
    standard: expect.closeTo(survivalBetween('hyline-brown', 20, 238 + 14 / 24) ?? 0, 6),
  })
})

test('a flock that nobody recorded and nobody counts has no survival, and the card says why', () => {
  const figures = flockDay({ ...layers, lossesLack: 'unrecorded' }, toldOf({}), {
    counted: null,
    weight: null,
  })
  expect(figure(figures, 'survival')).toMatchObject({ actual: null, lacks: 'unrecorded' })
  // What the house counts stands in.
  const counting = flockDay({ ...layers, lossesLack: 'unrecorded' }, toldOf(aDay), {
    counted: 9_900,
    weight: null,
  })
  expect(figure(counting, 'survival')).toMatchObject({ actual: expect.closeTo(99, 9), lacks: null })
})

test('the laying rate is that of the flock’s page, with its standard; the count that contradicts it stands beside it', () => {
  const laid = { day: '2026-11-19', age: 237, eggs: 9_400, hens: 10_000, isSure: true }
  const lay = (more: Parameters<typeof aHouse>[0], past = toldOf(aDay)) =>
    figure(flockDay({ ...layers, ...more }, past, { counted: 10_000, weight: null }), 'lay')
  const standard = layRateAt('hyline-brown', 237.5)?.mid
  // 400 eggs an hour were counted: 9,600.
  expect(lay({ laid })).toMatchObject({
    actual: 94,
    standard,
    on: '2026-11-19',
    counted: expect.closeTo(96, 0),
  })
  expect(lay({ laid: { ...laid, eggs: 9_600 } })).toMatchObject({ actual: 96, counted: null })
  // Exactly on its standard it is not red, whatever the counter says.
  const onIt = lay(
    { laid: { ...laid, eggs: Math.round(100 * (standard ?? 0)) } },
    toldOf({ 'Egg/Today': hour => ofDay(hour) * 300 }),
  )
  expect(onIt && deltaOf(onIt)?.sense).toBe('neutral')
  expect(onIt?.counted).toBeCloseTo(72, 0)
  // Of an unknown number of hens nobody can say whether it is good.
  const unsure = lay({ laid: { ...laid, eggs: 5_000, isSure: false } })
  expect(unsure && deltaOf(unsure)?.sense).toBe('neutral')
  // Long not recorded: the count of the last 24 hours.
  expect(lay({ laid: { ...laid, day: '2026-11-01' } })).toMatchObject({ actual: expect.closeTo(96, 1) })
})

test('standards count from day 0, whatever number the office gives the first day', () => {
  const weight = { grams: 1_700, at: TO }
  const [zero, one] = [31, 32].map(dayAge =>
    figure(flockDay(aHouse({ dayAge }), toldOf({}), { counted: null, weight }), 'weight'),
  )
  expect(one?.standard).toBe(zero?.standard)
})

test('a bird’s weight is compared with the standard of the same hour', () => {
  const standard = (hour: number) => {
    const at = Date.UTC(2026, 10, 19, 16) + hour * 3_600_000
    const figures = flockDay(aHouse(), toldOf({}), { counted: null, weight: { grams: 1_700, at } })
    return figure(figures, 'weight')?.standard ?? 0
  }
  const [morning, next] = [31, 32].map(day => weightAt('ross308', day)?.mid ?? 0) as [number, number]
  expect(standard(0)).toBeCloseTo(morning, 6)
  expect(standard(12)).toBeCloseTo((morning + next) / 2, 6)
  expect(standard(18)).toBeCloseTo(morning + (next - morning) * 0.75, 6)
})

test('sold birds are not dead', () => {
  const flock = { flockCount: 20_000, flockSold: 5_000 }
  const counts = { 'Bird/Count': (hour: number) => (hour < 30 ? 19_510 : 14_500) }
  const figures = flockDay(aHouse(flock), toldOf(counts), { counted: 14_500, weight: null })
  expect(figure(figures, 'survival')?.actual).toBeCloseTo(97.5, 6)
  // 5,010 left on the day, 10 of them dead, which the count alone does not show.
  expect(figure(figures, 'dead')).toBeUndefined()
})

test('hens that moved at 18 weeks are judged by the losses since then', () => {
  const figures = flockDay(layers, toldOf(aDay), { counted: 9_900, weight: null })
  expect(figure(figures, 'survival')?.standard).toBeCloseTo(
    survivalBetween('hyline-brown', 126, 238 + 14 / 24) ?? 0,
    6,
  )
})

test('a breed we have no table for shows its figures and no standard', () => {
  const local = aHouse({ breed: 'local hen', flockCount: 100 })
  const past = toldOf({ 'Feed/Today': ofDay })
  const figures = flockDay(local, past, { counted: 100, weight: { grams: 1_200, at: TO } })
  expect(figure(figures, 'feed')).toMatchObject({ actual: expect.closeTo(240, 0), standard: null })
  expect(figure(figures, 'weight')).toMatchObject({ actual: 1_200, standard: null })
})

test('the day so far runs from midnight by the house’s clock, and yesterday until the same time', () => {
  const twice = { ...aDay, 'Water/Today': (hour: number) => ofDay(hour) * (hour < 24 ? 90 : 99) }
  const figures = flockToday(layers, toldOf(twice), TO, metric => (metric === 'Water/Today' ? 14 * 99 : null))
  expect(figures).toEqual([
    { key: 'water', today: 14 * 99, yesterday: expect.closeTo(14 * 90, 1), doubt: null },
    { key: 'feed', today: expect.closeTo(14 * 45, 1), yesterday: expect.closeTo(14 * 45, 1), doubt: null },
    { key: 'eggs', today: expect.closeTo(14 * 400, 1), yesterday: expect.closeTo(14 * 400, 1), doubt: null },
  ])
})

test('a meter that never resets gives the day if there is no daily counter', () => {
  const figures = flockToday(
    layers,
    toldOf({ 'Water/Meter1/Total': hour => 9e5 + hour * 80 }),
    TO,
    () => null,
  )
  expect(figures).toEqual([
    { key: 'water', today: expect.closeTo(14 * 80, 1), yesterday: expect.closeTo(14 * 80, 1), doubt: null },
  ])
})

test('without yesterday at that hour today stands alone', () => {
  const since =
    (begin: number, end = 99) =>
    (hour: number) =>
      hour < begin || (hour > end && hour < 24) ? null : ofDay(hour) * 90
  const water = (told: (hour: number) => number | null, house = layers) =>
    flockToday(house, toldOf({ 'Water/Today': told }), TO, () => 1_260)
  expect(water(since(30))).toEqual([{ key: 'water', today: 1_260, yesterday: null, doubt: null }])
  expect(water(since(0, 12))).toEqual([{ key: 'water', today: 1_260, yesterday: null, doubt: null }])
  const placedYesterday = aHouse({ type: 'layer', flockStartedOn: '2026-11-19' })
  expect(water(since(0), placedYesterday)).toEqual([
    { key: 'water', today: 1_260, yesterday: null, doubt: null },
  ])
})

test('only laying, survival and deaths are good or bad; feed and weight are just differences', () => {
  const delta = (key: 'lay' | 'dead' | 'feed', actual: number, standard: number) =>
    deltaOf({
      key,
      actual,
      standard,
      band: { low: standard, mid: standard, high: standard },
      decimals: 1,
      unit: key === 'lay' ? '%' : key === 'feed' ? 'g' : '',
    })
  expect(delta('lay', 90, 95)).toEqual({ value: -5, sense: 'bad' })
  expect(delta('lay', 96, 95)).toEqual({ value: 1, sense: 'good' })
  // Within 1 % of the standard, as on the pages of the flock.
  expect(delta('lay', 94.1, 95)?.sense).toBe('neutral')
  expect(delta('lay', 94.8, 95)?.sense).toBe('neutral')
  expect(delta('dead', 6, 5)).toEqual({ value: 20, sense: 'bad' })
  // As many as the standard expects, in whole birds.
  expect(delta('dead', 32, 31.9)).toEqual({ value: 0, sense: 'neutral' })
  expect(delta('feed', 100, 110)?.sense).toBe('neutral')
  expect(delta('lay', 95, 95)?.sense).toBe('neutral')
})
