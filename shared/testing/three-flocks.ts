import { standardOn } from '../flock-figures/standard.ts'
import { isHens, type RecordNumber } from '../flocks.ts'
import type { HouseType } from '../signals.ts'
import { type Breed, breeds, standardOf } from '../standards/standards.ts'
import { daysAfter } from '../zone-time.ts'

/** A day as somebody records it. */
type RecordedDay = { day: string; note?: string } & Partial<Record<RecordNumber, number>>

/** A flock to be stored, and its days. */
export interface MadeFlock {
  type: HouseType
  breed: Breed
  placedOn: string
  hatchedOn: string | null
  placedCount: number
  placementDay: 0 | 1
  records: RecordedDay[]
}

/** A kind of birds, kept as farms keep it: from which age, and up to which. */
export interface Kept {
  breed: Breed
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

interface Asked {
  /** Yesterday at the house: the last recorded day. */
  until: string
  birds?: number
  placementDay?: 0 | 1
}

/** Days from one weighing to the next. */
const WEIGHED_EVERY = 7

/** A flock that does on every day what the standard of its breed says for that day, in whole birds and eggs. */
export function onStandard(kept: Kept, { until, birds = 20_000, placementDay = 0 }: Asked): MadeFlock {
  const { breed, type, placedAge, age: last } = kept
  const dayZero = daysAfter(until, -last)
  const records: RecordedDay[] = []
  let alive = birds
  let lost = 0
  for (let age = placedAge; age <= last; age++) {
    const on = (measure: Parameters<typeof standardOn>[1]) =>
      standardOn(breed, measure, { age, placedAge })?.mid
    const due = Math.round((birds * (on('losses') ?? 0)) / 100)
    const dead = Math.max(0, due - lost)
    const record: RecordedDay = { day: daysAfter(dayZero, age), dead, culled: 0 }
    const perBird = (figure: 'feed' | 'water') => {
      const each = on(figure)
      if (each !== undefined) record[figure] = (each * alive) / 1_000
    }
    perBird('feed')
    perBird('water')
    if (isHens({ type })) {
      const eggs = Math.round((alive * (on('rate') ?? 0)) / 100)
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

/** The same flock with records only from a week of life on: taken over in the middle. */
export const takenOver = (made: MadeFlock, week: number): MadeFlock => {
  const dayZero = made.hatchedOn ?? made.placedOn
  const from = daysAfter(dayZero, 7 * (week - 1))
  return { ...made, records: made.records.filter(({ day }) => day >= from) }
}
