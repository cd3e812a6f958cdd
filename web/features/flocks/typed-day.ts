import type { FlockRecord, RecordSheet, Treatment } from '#shared/contracts/flock-records.ts'
import {
  type DayFacts,
  type DeathCause,
  fieldsOfType,
  type LossCauses,
  type RecordNumber,
  recordNumberNames,
} from '#shared/flocks.ts'
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
  /** Causes of losses that were found, each with its number of birds, or its input; null while it has none. */
  causes: Partial<Record<DeathCause, number | string | null>>
  weights: string
  treatments: Treatment[]
  reason: string
  note: string
  /** Ids of files. */
  pictures: readonly string[]
}

const numbersOf = (record: Partial<FlockRecord> | null): Typed =>
  Object.fromEntries(recordNumberNames.map(name => [name, record?.[name] ?? null])) as Typed
/** A record may name a cause without a number. */
const causesOf = (of: {
  deadCause?: DeathCause | null | undefined
  lossCauses?: LossCauses | undefined
}): Words['causes'] => ({
  ...(of.deadCause && { [of.deadCause]: null }),
  ...of.lossCauses,
})
const wordsOf = (record: FlockRecord | null): Words => ({
  causes: record ? causesOf(record) : {},
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
    causes: causesOf(told),
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

/** An earlier draft of this browser as form input; an older version of this program may have kept less of it. */
export const typedOfDraft = (typed: TypedDay): TypedDay => ({
  ...typed,
  words: { ...blank.words, ...typed.words },
})

/** The causes as they are sent: their numbers, and a cause that has none if it stands alone. */
export function causesTold(causes: Words['causes']): {
  deadCause: DeathCause | null
  lossCauses: LossCauses
} {
  const all = Object.entries(causes) as [DeathCause, number | string | null][]
  const counted = all.filter(
    (each): each is [DeathCause, number] => typeof each[1] === 'number' && each[1] > 0,
  )
  return { deadCause: all[0]?.[0] ?? null, lossCauses: Object.fromEntries(counted) }
}
