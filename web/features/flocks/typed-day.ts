import type { FlockRecord, RecordSheet, Treatment } from '#shared/contracts/flock-records.ts'
import { type DayFacts, fieldsOfType, type RecordNumber, recordNumberNames } from '#shared/flocks.ts'
import type { WaitingRecord } from '#web/data/offline/record-queue.ts'

/** All input of a day, and the version it changes. */
export interface TypedDay {
  numbers: Typed
  words: Words
  confirmed: readonly string[]
  version: number | undefined
}

type Typed = Record<RecordNumber, number | string | null>

export interface Words {
  deadCause: FlockRecord['deadCause']
  weights: string
  treatments: Treatment[]
  reason: string
  note: string
  /** Ids of files. */
  pictures: readonly string[]
}

const numbersOf = (record: Partial<FlockRecord> | null): Typed =>
  Object.fromEntries(recordNumberNames.map(name => [name, record?.[name] ?? null])) as Typed
const wordsOf = (record: FlockRecord | null): Words => ({
  deadCause: record?.deadCause ?? null,
  weights: record?.weights?.join(' ') ?? '',
  treatments: record?.treatments ?? [],
  reason: record?.reason ?? '',
  note: record?.note ?? '',
  pictures: record?.pictures ?? [],
})

/** An empty day. */
export const blank: TypedDay = {
  numbers: numbersOf(null),
  words: wordsOf(null),
  confirmed: [],
  version: undefined,
}

/**
 * Meter readings of a day that is over stand in the fields until somebody types; they are stored only with the record. Those
 * of today are only so far, and no day's total.
 */
export const begun = (sheet: RecordSheet): Typed => {
  if (sheet.record) return numbersOf(sheet.record)
  if (sheet.day >= sheet.today) return numbersOf(null)
  const fields = fieldsOfType(sheet.type)
  const { feed = null, water = null } = sheet.measured
  return {
    ...numbersOf(null),
    feed: fields.includes('feed') ? feed : null,
    water: fields.includes('water') ? water : null,
  }
}

/** A recorded day as form input. */
export const typedOf = (record: FlockRecord): TypedDay => ({
  numbers: numbersOf(record),
  words: wordsOf(record),
  confirmed: record.confirmed,
  version: record.version,
})
/** A waiting record as form input; one kept by an older version of this program may lack some of it. */
export const typedOfWaiting = ({ told }: WaitingRecord): TypedDay => ({
  numbers: numbersOf(told as Partial<FlockRecord>),
  words: {
    deadCause: told.deadCause ?? null,
    weights: told.weights?.join(' ') ?? '',
    treatments: (told.treatments ?? []) as Treatment[],
    reason: told.reason ?? '',
    note: told.note ?? '',
    pictures: told.pictures ?? [],
  },
  confirmed: told.confirmed ?? [],
  version: told.version,
})

/** The numbers of a day that are valid; invalid input is left out. */
export const factsOf = (typed: TypedDay['numbers']): DayFacts =>
  Object.fromEntries(
    recordNumberNames.map(name => [name, typeof typed[name] === 'number' ? typed[name] : null]),
  ) as DayFacts
