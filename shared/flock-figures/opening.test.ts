import { describe, expect, test } from 'vitest'
import { seededRandom } from '../chance.ts'
import { type DayFacts, isHens, recordNumberNames } from '../flocks.ts'
import type { Opening } from '../opening.ts'
import { weightAt } from '../standards/standards.ts'
import { type Kept, keptBreeds, type MadeFlock, onStandard } from '../testing/three-flocks.ts'
import { daysBetween } from '../zone-time.ts'
import { type FinalFigures, type FinalName, finalFigures } from './final.ts'
import { ledgerOf, type ToldDay } from './ledger.ts'
import { weeksOf } from './weeks.ts'

const UNTIL = '2026-11-27'

const factsOf = (record: MadeFlock['records'][number]): ToldDay => ({
  ...(Object.fromEntries(recordNumberNames.map(name => [name, record[name] ?? null])) as unknown as DayFacts),
  day: record.day,
})

interface Held {
  made: MadeFlock
  dayZero: string
  placedOn: string
  placedCount: number
  /** Hens that came into lay. */
  matureCount: number | null
  records: readonly ToldDay[]
  opening: Opening | null
}

/** All figures of a flock, as the server adds them up. */
function figuresOf({ made, dayZero, placedOn, placedCount, matureCount, records, opening }: Held) {
  const days = ledgerOf({ dayZero, placedOn, placedCount, soldUndated: 0, opening }, records)
  const placedAge = daysBetween(dayZero, placedOn)
  const countedFrom = opening ? daysBetween(dayZero, opening.placedOn ?? dayZero) : placedAge
  const started = opening ? placedCount + (opening.lost ?? 0) + (opening.sold ?? 0) : placedCount
  const isKnown = !opening || (opening.lost !== null && opening.sold !== null)
  const hensHoused = isHens(made) ? (matureCount ?? (isKnown ? started : null)) : null
  const taken = opening ? { taken: { opening, countedFrom } } : {}
  const weeks = weeksOf(days, hensHoused, { placedAge, ...taken })
  const chickWeight = weightAt(made.breed, 0)?.mid ?? null
  const { type } = made
  const final = finalFigures({
    type,
    days,
    weeks,
    placedCount,
    placedAge,
    opening,
    countedFrom,
    hensHoused,
    chickWeight,
  })
  return { days, weeks, final }
}

/** Share of the birds of such a flock that may be sold before the take-over. */
const SOLD_BEFORE = 0.03

/** A flock kept from its first day on, with some sales on the way, and the same taken over on a day in between. */
function twins(kept: Kept, seed: number): { whole: Held; taken: Held } {
  const random = seededRandom(seed)
  const next = (below: number) => Math.floor(random.next() * below)
  const made = onStandard(kept, { until: UNTIL })
  const dayZero = made.hatchedOn ?? made.placedOn
  const records = made.records.map(factsOf).map(record => {
    const sold = next(20) === 0 ? 1 + next(40) : null
    // Birds go and the feed stays the same: somebody was asked, and says that it is right.
    const confirmed = [`feedStill ${record.feed}`]
    return {
      ...record,
      confirmed,
      sold,
      soldKg: sold === null ? null : sold * (0.5 + next(20) / 10),
      culled: next(3),
    }
  })
  const matureCount = next(2) === 0 && isHens(made) ? made.placedCount - 100 : null
  const whole: Held = {
    made,
    dayZero,
    placedOn: made.placedOn,
    placedCount: made.placedCount,
    matureCount,
    records,
    opening: null,
  }
  const cut = 8 + next(records.length - 16)
  const [before, after] = [records.slice(0, cut), records.slice(cut)]
  const sum = (read: (day: ToldDay) => number | null) =>
    before.reduce((all, day) => all + (read(day) ?? 0), 0)
  const [lost, sold] = [sum(day => (day.dead ?? 0) + (day.culled ?? 0)), sum(day => day.sold)]
  const opening: Opening = {
    placedOn: made.placedOn,
    lost,
    sold,
    soldKg: sum(day => day.soldKg),
    eggs: sum(
      day => (day.eggsSound ?? 0) + (day.eggsHatching ?? 0) + (day.eggsBroken ?? 0) + (day.eggsDirty ?? 0),
    ),
    feed: sum(day => day.feed),
    water: sum(day => day.water),
    malesPlaced: null,
    malesLost: null,
  }
  const placedOn = after[0]?.day ?? made.placedOn
  const placedCount = made.placedCount - lost - sold
  return { whole, taken: { ...whole, placedOn, placedCount, records: after, opening } }
}

/** What counts from the beginning, by kind of birds. */
const counted = (kept: Kept): FinalName[] =>
  kept.type === 'broiler'
    ? ['livability', 'weight', 'dailyGain', 'feedTotal', 'waterTotal', 'feedConversion', 'conversionOnGain']
    : kept.type === 'pullet'
      ? ['livability', 'weight', 'feedTotal', 'waterTotal']
      : ['livability', 'weight', 'eggs', 'eggsPerHenHoused', 'feedTotal', 'waterTotal']

const named = (kept: Kept) => `${kept.breed} as ${kept.type}`

describe('a flock taken over with its opening figures shows the totals of its twin that was recorded throughout', () => {
  test.each(keptBreeds.map(kept => [named(kept), kept] as const))('%s', (_, kept) => {
    for (let seed = 1; seed <= 25; seed++) {
      const { whole, taken } = twins(kept, seed)
      const [theirs, ours] = [figuresOf(whole), figuresOf(taken)]
      expect(ours.days.at(-1)?.alive).toBe(theirs.days.at(-1)?.alive)
      expect(ours.days.at(-1)?.lost).toBe(theirs.days.at(-1)?.lost)
      expect(ours.days.at(-1)?.losses).toBeCloseTo(theirs.days.at(-1)?.losses ?? Number.NaN, 9)
      for (const name of counted(kept)) {
        const twin = theirs.final[name]
        if (twin === null) expect(ours.final[name], `${name}, ${seed}`).toBeNull()
        // When the birds sold before the take-over left nobody told: of how many hens their eggs are is less sure.
        else if (name === 'eggsPerHenHoused')
          expect(Math.abs((ours.final[name] ?? 0) / twin - 1)).toBeLessThan(SOLD_BEFORE)
        else expect(ours.final[name], `${name}, ${seed}`).toBeCloseTo(twin, 6)
      }
      // Week by week as well, and against the same standard.
      for (const week of ours.weeks.slice(1)) {
        const twin = theirs.weeks.find(each => each.week === week.week)
        expect(week.losses).toBeCloseTo(twin?.losses ?? Number.NaN, 9)
        for (const name of ['eggsPerHen', 'henHoused'] as const)
          expect(Math.abs((week[name] ?? 0) - (twin?.[name] ?? 0))).toBeLessThanOrEqual(
            SOLD_BEFORE * (twin?.[name] ?? 0),
          )
      }
    }
  })
})

test('the totals are those a clerk adds up from the slips of paper', () => {
  // 5,000 hens came at 18 weeks. Until the take-over at 60 weeks 180 died and 300 were sold; 4,520 came.
  const opening: Opening = {
    placedOn: '2025-10-13',
    lost: 180,
    sold: 300,
    soldKg: 540,
    eggs: 1_250_000,
    feed: 165_000,
    water: 330_000,
    malesPlaced: null,
    malesLost: null,
  }
  const day = (day: string, dead: number, eggsSound: number, feed: number): ToldDay => ({
    ...factsOf({ day }),
    dead,
    eggsSound,
    feed,
    water: 2 * feed,
  })
  const records = [day('2026-08-03', 2, 3_900, 520), day('2026-08-04', 1, 3_880, 518)]
  const [made] = keptBreeds
    .filter(each => each.type === 'layer')
    .map(each => onStandard(each, { until: UNTIL }))
  if (!made) throw new Error('no layers')
  const held = { made, dayZero: '2025-06-09', placedOn: '2026-08-03', placedCount: 4_520, matureCount: null }
  const { final, days } = figuresOf({ ...held, records, opening })
  expect(days.at(-1)?.alive).toBe(4_517)
  // 183 of 5,000.
  expect(final.livability).toBeCloseTo(96.34, 9)
  expect(final.eggs).toBe(1_257_780)
  expect(final.eggsPerHenHoused).toBeCloseTo(251.556, 9)
  expect(final.feedTotal).toBe(166_038)
  expect(final.waterTotal).toBe(332_076)
})

describe('what is not known before the take-over makes no figure', () => {
  const reasonOf = (final: FinalFigures, name: FinalName) => [final[name], final.lacks?.[name]?.why]

  test.each(keptBreeds.map(kept => [named(kept), kept] as const))('%s', (_, kept) => {
    const { taken } = twins(kept, 7)
    const without = (name: keyof Opening) =>
      figuresOf({ ...taken, opening: { ...(taken.opening as Opening), [name]: null } }).final
    expect(reasonOf(without('lost'), 'livability')).toEqual([null, 'opening'])
    expect(reasonOf(without('sold'), 'livability')).toEqual([null, 'opening'])
    // Nothing is published of what Lohmann hens eat: their flock has no feed at all.
    const isFed = taken.records.some(({ feed }) => feed !== null)
    for (const [name, total] of [['feed', 'feedTotal'] as const, ['water', 'waterTotal'] as const])
      expect(reasonOf(without(name), total)).toEqual([null, isFed ? 'opening' : undefined])
    if (kept.type === 'broiler') {
      expect(reasonOf(without('feed'), 'feedConversion')).toEqual([null, 'opening'])
      expect(reasonOf(without('soldKg'), 'feedConversion')).toEqual([null, 'soldWeight'])
    }
    if (isHens(kept)) {
      expect(reasonOf(without('eggs'), 'eggs')).toEqual([null, 'opening'])
      expect(reasonOf(without('eggs'), 'eggsPerHenHoused')).toEqual([null, 'opening'])
    }
    // The rest stays known.
    expect(without('water').livability).not.toBeNull()
    if (isFed) expect(without('eggs').feedTotal).not.toBeNull()
  })
})
