import { expect, test } from 'vitest'
import { type DayFacts, recordNumberNames } from '../flocks.ts'
import { finalFigures } from './final.ts'
import { ledgerOf, type ToldDay } from './ledger.ts'
import { standardOn } from './standard.ts'
import { weeksOf } from './weeks.ts'

const base = { dayZero: '2026-01-01', placedOn: '2026-05-01', placedCount: 1_000, soldUndated: 0 }
const told = (day: string, facts: Partial<DayFacts>): ToldDay => ({
  ...(Object.fromEntries(recordNumberNames.map(name => [name, null])) as unknown as DayFacts),
  ...facts,
  day,
})
const dayAt = (i: number) => new Date(Date.UTC(2026, 4, 1 + i)).toISOString().slice(0, 10)
/** The same figures each time, without any pattern that a flock would have. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

test('days recorded in any order give the same result as in their own', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const next = random(seed)
    const days = Array.from({ length: 60 }, (_, i) =>
      told(dayAt(i), {
        dead: Math.floor(next() * 4),
        culled: next() < 0.3 ? 1 : null,
        movedIn: next() < 0.05 ? 20 : null,
        eggsSound: Math.floor(next() * 900),
        feed: 100 + next() * 20,
      }),
    ).filter(() => next() < 0.9)
    const shuffled = [...days].sort(() => next() - 0.5)
    expect(ledgerOf(base, shuffled)).toEqual(ledgerOf(base, days))
  }
})

test('after any back-dated changes a random flock has the same results as a fresh one with the same days', () => {
  for (let seed = 1; seed <= 100; seed++) {
    const next = random(1_000 + seed)
    const whole = (most: number) => Math.floor(next() * most)
    const anyDay = () =>
      told(dayAt(whole(80)), {
        dead: whole(6),
        culled: next() < 0.3 ? whole(3) : null,
        deadMales: whole(2),
        sold: next() < 0.05 ? 30 : null,
        soldKg: next() < 0.05 ? 55.5 : null,
        eggsSound: next() < 0.9 ? whole(900) : null,
        eggWeight: next() < 0.2 ? 55 + next() * 10 : null,
        feed: next() < 0.9 ? 100 + next() * 20 : null,
        water: 180 + next() * 20,
        weight: next() < 0.1 ? 1_500 + whole(300) : null,
      })
    // Days are recorded, changed and removed in any order, as people do.
    const known = new Map<string, ToldDay>()
    for (let i = 0; i < 200; i++) {
      const day = anyDay()
      if (next() < 0.1) known.delete(day.day)
      else known.set(day.day, day)
    }
    const flock = { ...base, placedMales: 100 }
    const whatItComesTo = (days: readonly ToldDay[]) => {
      const figures = ledgerOf(flock, days)
      const weeks = weeksOf(figures, 1_000)
      const final = finalFigures({
        type: 'breeder',
        placedAge: 120,
        days: figures,
        weeks,
        placedCount: 1_000,
        hensHoused: 1_000,
        chickWeight: 40,
      })
      return { figures, weeks, final }
    }
    const inOrder = [...known.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
    const came = whatItComesTo([...known.values()])
    expect(came).toEqual(whatItComesTo(inOrder))
    // Counted another way: present are those that came and have not gone.
    const sum = (name: keyof DayFacts) => inOrder.reduce((all, day) => all + (day[name] ?? 0), 0)
    const last = came.figures.at(-1)
    expect(last?.alive).toBe(1_000 - sum('dead') - sum('culled') - sum('sold'))
    expect(last?.males).toBe(100 - sum('deadMales'))
    expect(came.final.eggs).toBe(sum('eggsSound'))
    expect(came.weeks.reduce((all, { dead }) => all + dead, 0)).toBe(sum('dead'))
  }
})

test('a week counts only the days on which a figure was recorded', () => {
  const days = ledgerOf(base, [
    told(dayAt(0), { eggsSound: 900, feed: 110 }),
    told(dayAt(1), { dead: 10 }),
    told(dayAt(2), { eggsSound: 891 }),
  ])
  const [week] = weeksOf(days, 1_000)
  expect(week).toMatchObject({ week: 18, days: 3, dead: 10, eggs: 1_791, alive: 990 })
  expect(week?.rate).toBeCloseTo((100 * 1_791) / 1_990, 9)
  expect(week?.feed).toBeCloseTo(110, 9)
  // Of three days the eggs of one are not known: what a hen laid so far is not either.
  expect(week?.eggsPerHen).toBeNull()
})

const broilers = { ...base, dayZero: base.placedOn }
const grownOf = (told: readonly ToldDay[], flock = broilers) => {
  const days = ledgerOf(flock, told)
  return finalFigures({
    type: 'broiler',
    placedAge: 0,
    days,
    weeks: weeksOf(days, null),
    placedCount: 1_000,
    hensHoused: null,
    chickWeight: 42,
  })
}
/** A day of each age up to one, with 100 kg of feed. */
const fed = (until: number, more: Readonly<Record<number, Partial<DayFacts>>> = {}) =>
  Array.from({ length: until + 1 }, (_, age) => told(dayAt(age), { dead: 0, feed: 100, ...more[age] }))

test('birds caught in parts count with the weight and the age of their day', () => {
  const first = { weight: 1_900, sold: 500, soldKg: 950 }
  const parts = grownOf(fed(42, { 32: first, 42: { weight: 2_900, sold: 500, soldKg: 1_450 } }))
  // 2,400 kg of 1,000 birds with a mean age of 37 days.
  expect(parts.feedConversion).toBeCloseTo(4_300 / 2_400, 9)
  expect(parts.efficiency).toBeCloseTo((100 * 100 * 2.4) / (37 * (4_300 / 2_400)), 6)
  // Sold without a weight: by the weighing of that day.
  const unweighed = grownOf(fed(42, { 32: first, 42: { weight: 2_900, sold: 500 } }))
  expect(unweighed).toEqual(parts)
})

test('feed counts up to the weighing, not up to today', () => {
  const onTheDay = grownOf(fed(21, { 21: { weight: 1_000 } }))
  // Days 0 to 20: what is eaten on the day of weighing is not in the birds yet.
  expect(onTheDay.feedConversion).toBeCloseTo(2_100 / 1_000, 9)
  expect(grownOf(fed(35, { 21: { weight: 1_000 } }))).toMatchObject({
    feedConversion: onTheDay.feedConversion,
    efficiency: onTheDay.efficiency,
  })
})

test('days without feed are not days of fasting: there is no conversion, and it says why', () => {
  const days = fed(35, { 35: { weight: 2_000 } }).filter((_, age) => age === 35 || age % 2 === 0)
  const { feedConversion, efficiency, lacks } = grownOf(days)
  expect([feedConversion, efficiency]).toEqual([null, null])
  expect(lacks?.efficiency).toEqual({ why: 'feed', days: 18, of: 35 })
})

test('birds moved out alive take their weight along', () => {
  const weighings = { 28: { weight: 1_500 }, 35: { weight: 2_200 } }
  const stayed = grownOf(fed(35, weighings))
  const half = grownOf(fed(35, { ...weighings, 33: { movedOut: 500 } }))
  // Moved at 2,000 g, between the weighings; the feed is the same.
  expect(half.feedConversion).toBeCloseTo(3_500 / (500 * 2 + 500 * 2.2), 9)
  expect(half.feedConversion ?? 9).toBeLessThan((stayed.feedConversion ?? 0) * 1.1)
})

test('losses are of all birds that came, and unknown behind a time without records', () => {
  const [, last] = ledgerOf({ ...broilers, placedCount: 1_000 }, [
    told(dayAt(0), { movedIn: 20_000 }),
    told(dayAt(1), { dead: 1_500 }),
  ])
  expect(last?.losses).toBeCloseTo((100 * 1_500) / 21_000, 9)
  const gap = ledgerOf(broilers, [told(dayAt(0), { dead: 5 }), told(dayAt(20), { dead: 1 })])
  expect(gap.map(({ losses }) => losses)).toEqual([0.5, null])
})

test('what is recorded of today is in no rate of its week until the day is over', () => {
  const days = [
    told(dayAt(7), { eggsSound: 900, feed: 110 }),
    told(dayAt(8), { eggsSound: 10, water: 14, dead: 3 }),
  ]
  const [so, over] = [dayAt(8), null].map(
    today => weeksOf(ledgerOf({ ...base, dayZero: base.placedOn, today }, days), 1_000)[0],
  )
  expect(so).toMatchObject({ rate: 90, water: null, dead: 3, eggs: 900 })
  expect(over?.eggs).toBe(910)
})

test('without the number placed there are no figures per bird', () => {
  const [day] = ledgerOf({ ...base, placedCount: null }, [told(dayAt(0), { eggsSound: 900, dead: 2 })])
  expect(day).toMatchObject({ alive: null, rate: null, eggs: 900, lost: 2, losses: null })
})

test('eggs of a hen placed at 17 weeks follow the guide of her breed', () => {
  const eggs = standardOn('hyline-brown', 'eggsPerHen', { age: 7 * 72 - 1, placedAge: 119 })
  // As printed in the guide to 72 weeks: 323.3 to 337.7 eggs per hen housed.
  expect(eggs?.low).toBeCloseTo(323.3, 0)
  expect(eggs?.high).toBeCloseTo(337.7, 0)
})
