import type { State } from '../state-mark.tsx'
import type { Filters } from './use-list.ts'

export interface Choice {
  value: string
  label: string
}

/** A filter of a list; `name` is the endpoint's query parameter. */
export interface Filter {
  name: string
  label: string
  options: readonly Choice[]
  /** Text while it is not set; "Any" by default. */
  unset?: string
  /** Choices that go with the other filters set; all of them by default. */
  within?: (set: Filters) => readonly Choice[]
  /** Searches for more choices as the user types, where there are too many to list. */
  search?: (text: string) => void
}

/** The one filter offered as chips with counts. */
export interface Chips {
  name: string
  label: string
  options: readonly (Choice & { state?: State })[]
}
