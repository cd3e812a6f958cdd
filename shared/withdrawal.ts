import type { Treatment } from './contracts/flock-records.ts'
import { daysAfter } from './zone-time.ts'

/** The last days on which nothing may be sold after medicines: birds for meat, and eggs. Null: nothing forbids it. */
export interface Withdrawal {
  meat: string | null
  eggs: string | null
}

/** What was given on a day. */
export interface Given {
  day: string
  treatments: readonly Treatment[]
}

/** Days for which eggs are withheld: where only one number was told, it is for both. */
export const eggDaysOf = ({ withdrawalDays, eggWithdrawalDays }: Treatment): number =>
  eggWithdrawalDays ?? withdrawalDays

/** The last day on which a treatment that began on a day is given. */
export const lastDayOf = (day: string, { until }: Pick<Treatment, 'until'>): string =>
  until && until > day ? until : day

/**
 * The withdrawal that medicines given up to a day still cause on it. It runs from the last day a medicine is given: a
 * treatment that was begun is taken to be carried through.
 */
export function withdrawalOn(day: string, given: readonly Given[]): Withdrawal {
  const before = given.filter(each => each.day <= day)
  const until = (daysOf: (treatment: Treatment) => number): string | null => {
    const ends = before.flatMap(each =>
      each.treatments.flatMap(treatment => {
        const days = daysOf(treatment)
        return days > 0 ? [daysAfter(lastDayOf(each.day, treatment), days)] : []
      }),
    )
    return (
      ends
        .filter(end => end >= day)
        .toSorted()
        .at(-1) ?? null
    )
  }
  return { meat: until(({ withdrawalDays }) => withdrawalDays), eggs: until(eggDaysOf) }
}

/** Both together: what lasts longer of each. */
export function longerOf(one: Withdrawal, other: Withdrawal): Withdrawal {
  const later = (a: string | null, b: string | null) => ((a ?? '') > (b ?? '') ? a : b)
  return { meat: later(one.meat, other.meat), eggs: later(one.eggs, other.eggs) }
}

/** Until when something is withheld, and the medicines that still forbid it. */
export interface Withheld {
  until: string
  by: string[]
}

/** What medicines given up to a day withhold on it, each with their names; eggs only of birds that lay. */
export function withheldOn(
  day: string,
  given: readonly Given[],
  { lays }: { lays: boolean },
): Record<keyof Withdrawal, Withheld | null> {
  const of = (kind: keyof Withdrawal): Withheld | null => {
    const until = withdrawalOn(day, given)[kind]
    if (until === null || (kind === 'eggs' && !lays)) return null
    const binding = given.flatMap(each =>
      each.treatments.filter(
        treatment => withdrawalOn(day, [{ day: each.day, treatments: [treatment] }])[kind],
      ),
    )
    return { until, by: [...new Set(binding.map(({ name }) => name))] }
  }
  return { meat: of('meat'), eggs: of('eggs') }
}

/** The withdrawal that one treatment causes. */
export const withdrawalOf = (day: string, treatment: Treatment): Withdrawal =>
  withdrawalOn(day, [{ day, treatments: [treatment] }])

/** Treatments begun before a day that are still given on it, each with the day it began. */
export const underWayOn = (day: string, given: readonly Given[]): (Treatment & { since: string })[] =>
  given
    .filter(each => each.day < day)
    .flatMap(each =>
      each.treatments
        .filter(treatment => lastDayOf(each.day, treatment) >= day)
        .map(treatment => ({ ...treatment, since: each.day })),
    )
