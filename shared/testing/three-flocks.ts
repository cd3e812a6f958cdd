import type { OwnStandard } from '../contracts/breed-standards.ts'
import type { Treatment } from '../contracts/flock-records.ts'
import { standardIn, standardOn } from '../flock-figures/standard.ts'
import { isHens, type RecordNumber } from '../flocks.ts'
import type { HouseType } from '../signals.ts'
import { housesOf, type OwnRow, ownTable } from '../standards/own-standard.ts'
import { type Breed, breeds, standardOf } from '../standards/standards.ts'
import { daysAfter } from '../zone-time.ts'

/** A day as somebody records it. */
export type RecordedDay = { day: string; note?: string; treatments?: Treatment[] } & Partial<
  Record<RecordNumber, number>
>

/** A flock to be stored, and its days. */
export interface MadeFlock {
  type: HouseType
  breed: Breed
  /** The farm's own standard, which it is held against instead. */
  standard?: OwnStandard | undefined
  placedOn: string
  hatchedOn: string | null
  placedCount: number
  /** Of breeders, if they are told apart. */
  placedMales?: number
  placementDay: 0 | 1
  records: RecordedDay[]
}

/** A kind of birds, kept as farms keep it: from which age, and up to which. */
export interface Kept {
  breed: Breed
  standard?: OwnStandard
  type: HouseType
  placedAge: number
  age: number
}

/** Hens come into the laying house about two weeks before they lay. Days */
const HOUSED_BEFORE = 14

/** Every breed in every house it is kept in: hens as pullets too. */
export const keptBreeds: readonly Kept[] = breeds.flatMap((breed): Kept[] => {
  const { houseTypes, housedAt } = standardOf(breed)
  const [type = 'layer'] = houseTypes.filter(each => each !== 'pullet')
  if (type === 'broiler') return [{ breed, type, placedAge: 0, age: 37 }]
  const lay = { breed, type, placedAge: (housedAt ?? 126) - HOUSED_BEFORE, age: 7 * 42 + 3 }
  const reared = { breed, type: 'pullet' as const, placedAge: 0, age: 7 * 14 + 2 }
  return houseTypes.includes('pullet') ? [lay, reared] : [lay]
})

/**
 * Standards as farms write them for birds that no publisher has: slow yellow broilers by day, and old native hens by week. Far
 * from every published one, so that whoever compares with those shows it.
 */
const rowsOf = (from: number, to: number, row: (age: number) => Omit<OwnRow, 'age'>): OwnRow[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ age: from + i, ...row(from + i) }))
const made = (
  id: string,
  name: string,
  { type, period }: { type: HouseType; period: 'day' | 'week' },
  rows: readonly OwnRow[],
): OwnStandard => ({
  id,
  name,
  houseTypes: housesOf(type),
  period,
  ...ownTable(rows, { type, period }),
  source: {
    publisher: 'The farm',
    publication: name,
    edition: '2026',
    obtained: '',
    confidence: 'medium',
    caveat: { 'zh-CN': '', 'en-US': '' },
  },
})
const yellow = made(
  'own-yellow',
  'Yellow broiler',
  { type: 'broiler', period: 'day' },
  rowsOf(0, 70, day => ({
    weight: 36 + 8 * day + 0.18 * day ** 2,
    feed: 6 + 1.3 * day,
    water: 12 + 2.6 * day,
    livability: 100 - 0.09 * day,
  })),
)
const native = made(
  'own-native',
  'Native hen',
  { type: 'layer', period: 'week' },
  rowsOf(16, 70, week => ({
    weight: 900 + 9 * (week - 16),
    feed: 70 + 0.3 * (week - 16),
    water: 140 + 0.6 * (week - 16),
    lay: week < 20 ? 0 : Math.max(35, 62 - Math.abs(week - 29) * 1.1),
    livability: 99 - 0.14 * (week - 16),
    eggWeight: week < 20 ? null : 40 + 0.15 * (week - 20),
  })),
)

/** The same two birds as farms keep them, held against their own standard. */
export const ownKept: readonly Kept[] = [
  { breed: 'ross308', standard: yellow, type: 'broiler', placedAge: 0, age: 56 },
  { breed: 'hyline-brown', standard: native, type: 'layer', placedAge: 7 * 17, age: 7 * 42 + 3 },
]

interface Asked {
  /** Yesterday at the house: the last recorded day. */
  until: string
  birds?: number
  placementDay?: 0 | 1
}

/** L by which the water of days in a row differs where the standard has the same. */
const REPEATS_AFTER = 3
/** Fewer eggs may be the same on several days; of more, every other day has so many more. */
const REPEATS_FROM = 1_000
const LAID_BESIDE = 9

/** Days from one weighing to the next. */
const WEIGHED_EVERY = 7

/** A flock that does on every day what the standard of its breed says for that day, in whole birds and eggs. */
export function onStandard(kept: Kept, { until, birds = 20_000, placementDay = 0 }: Asked): MadeFlock {
  const { breed, standard, type, placedAge, age: last } = kept
  const against = standardIn(kept) ?? breed
  const dayZero = daysAfter(until, -last)
  const records: RecordedDay[] = []
  let alive = birds
  let lost = 0
  for (let age = placedAge; age <= last; age++) {
    const on = (measure: Parameters<typeof standardOn>[1]) =>
      standardOn(against, measure, { age, placedAge })?.mid
    const due = Math.round((birds * (on('losses') ?? 0)) / 100)
    const dead = Math.max(0, due - lost)
    const record: RecordedDay = { day: daysAfter(dayZero, age), dead, culled: 0 }
    const perBird = (figure: 'feed' | 'water') => {
      const each = on(figure)
      if (each !== undefined) record[figure] = (each * alive) / 1_000
    }
    perBird('feed')
    perBird('water')
    // No meter shows the same to the litre on several days.
    if (record.water !== undefined) record.water += age % REPEATS_AFTER
    if (isHens({ type })) {
      const due = Math.round((alive * (on('rate') ?? 0)) / 100)
      // Nor do hens lay the same to the egg.
      const eggs = due < REPEATS_FROM ? due : due + (age % 2) * LAID_BESIDE
      record.eggsSound = type === 'breeder' ? Math.round(eggs * 0.05) : eggs
      if (type === 'breeder') record.eggsHatching = eggs - record.eggsSound
      const weight = on('eggWeight')
      if (eggs > 0 && weight !== undefined) record.eggWeight = weight
    }
    const weight = on('weight')
    if (age > placedAge && age % WEIGHED_EVERY === 0 && weight !== undefined)
      Object.assign(record, { weight, uniformity: 88 })
    records.push(record)
    lost += dead
    alive -= dead
  }
  return {
    type,
    breed,
    ...(standard && { standard }),
    placedOn: daysAfter(dayZero, placedAge),
    hatchedOn: placedAge > 0 ? dayZero : null,
    placedCount: birds,
    placementDay,
    records,
  }
}

/** How much a dying flock loses more, and eats, drinks, lays and grows less, from day to day. */
const MORE = 4 / 3
const LESS = 0.94

/** The same flock, dying for `days`: losses a third more each day, water, feed, eggs and growth falling behind. */
export function dying(
  made: MadeFlock,
  days: number,
  first = Math.round(made.placedCount * 0.0015),
): MadeFlock {
  const begin = made.records.length - days
  let dead = first
  const records = made.records.map((record, i): RecordedDay => {
    if (i < begin) return record
    const share = LESS ** (i - begin + 1)
    const less = (name: RecordNumber, isWhole = false) => {
      const value = record[name]
      if (value !== undefined)
        record = { ...record, [name]: isWhole ? Math.round(value * share) : value * share }
    }
    for (const name of ['feed', 'water', 'weight'] as const) less(name)
    for (const name of ['eggsSound', 'eggsHatching'] as const) less(name, true)
    const told = { ...record, dead: Math.round(dead) }
    dead *= MORE
    return told
  })
  return { ...made, records }
}

/** The week from which a flock of such birds that was taken over in the middle is recorded. */
export const takenOverIn = ({ type, age }: Kept): number => (type === 'broiler' ? 3 : Math.round(age / 7) - 4)

/** The same flock with records only from a week of life on: taken over in the middle. */
export const takenOver = (made: MadeFlock, week: number): MadeFlock => {
  const dayZero = made.hatchedOn ?? made.placedOn
  const from = daysAfter(dayZero, 7 * (week - 1))
  return { ...made, records: made.records.filter(({ day }) => day >= from) }
}
