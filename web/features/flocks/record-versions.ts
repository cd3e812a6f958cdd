import type { Treatment } from '#shared/contracts/flock-records.ts'
import {
  deathCauseNames,
  deathCauses,
  fieldsOfType,
  type RecordNumber,
  recordNumbers,
  treatmentKindNames,
} from '#shared/flocks.ts'
import type { HouseType } from '#shared/signals.ts'
import { enteredText, type Reader } from '#shared/units.ts'
import { weightsShown } from '#shared/weights.ts'
import type { TypedDay, Words } from './typed-day.ts'

/** A field of a day that can differ between two people's versions. */
export type Part = RecordNumber | keyof Words
export type Side = 'mine' | 'theirs'

const words: readonly (keyof Words)[] = ['causes', 'weights', 'reason', 'treatments', 'note', 'pictures']

/** A field in which two versions of a day differ, formatted for the reader; '' where one says nothing. */
export interface Difference {
  part: Part
  mine: string
  theirs: string
}

/** Where two versions of a day differ, in the order of the form. */
export function differencesOf(
  mine: TypedDay,
  theirs: TypedDay,
  type: HouseType,
  reader: Reader,
): Difference[] {
  // Mean and uniformity follow from individually weighed birds: they are chosen together with these.
  const isWeighed = mine.words.weights !== '' || theirs.words.weights !== ''
  const numbers = fieldsOfType(type).filter(
    name => !(isWeighed && (name === 'weight' || name === 'uniformity')),
  )
  return [...numbers, ...words]
    .map(part => ({ part, mine: shown(mine, part, reader), theirs: shown(theirs, part, reader) }))
    .filter(({ part, ...sides }) =>
      part === 'pictures'
        ? mine.words.pictures.join() !== theirs.words.pictures.join()
        : isNumber(part)
          ? mine.numbers[part] !== theirs.numbers[part]
          : sides.mine !== sides.theirs,
    )
}

/** Combines the chosen fields of both versions into a change of theirs. Fields that do not differ are common to both. */
export function chosenOf(
  mine: TypedDay,
  theirs: TypedDay,
  chosen: Readonly<Partial<Record<Part, Side>>>,
): TypedDay {
  const of = (part: Part) => (chosen[part] === 'mine' ? mine : theirs)
  const numbers = Object.fromEntries(
    Object.keys(theirs.numbers).map(name => {
      const part = name as RecordNumber
      const isOfWeights = chosen.weights !== undefined && (part === 'weight' || part === 'uniformity')
      return [part, of(isOfWeights ? 'weights' : part).numbers[part]]
    }),
  ) as TypedDay['numbers']
  return {
    numbers,
    words: Object.fromEntries(words.map(part => [part, of(part).words[part]])) as unknown as Words,
    confirmed: [...new Set([...theirs.confirmed, ...mine.confirmed])],
    version: theirs.version,
  }
}

const isNumber = (part: Part): part is RecordNumber => part in recordNumbers

function shown(day: TypedDay, part: Part, reader: Reader): string {
  if (isNumber(part)) return numberShown(part, day.numbers[part], reader)
  const said = day.words
  if (part === 'pictures') return said.pictures.length === 0 ? '' : String(said.pictures.length)
  if (part === 'treatments') return said.treatments.map(each => treatmentShown(each, reader)).join('; ')
  if (part === 'causes')
    return deathCauses
      .filter(cause => cause in said.causes)
      .map(cause => [deathCauseNames[cause][reader.language], said.causes[cause]].filter(Boolean).join(' '))
      .join(', ')
  // Regardless of how they were written down.
  if (part === 'weights') return weightsShown(said.weights, reader.units)
  return said[part].trim()
}

function numberShown(name: RecordNumber, value: number | string | null, reader: Reader): string {
  if (typeof value !== 'number') return value ?? ''
  return enteredText(value, recordNumbers[name].unit, reader)
}

const treatmentShown = ({ kind, step: _, ...said }: Treatment, { language }: Reader): string =>
  [treatmentKindNames[kind][language], ...treatmentParts.map(part => said[part])].filter(Boolean).join(' ')
const treatmentParts = [
  'name',
  'batch',
  'dose',
  'route',
  'until',
  'withdrawalDays',
  'eggWithdrawalDays',
  'amount',
  'birds',
  'against',
  'supplier',
  'vet',
  'prescription',
] as const satisfies (keyof Treatment)[]
