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
  /** What it says while it is not set; "Any" without. */
  unset?: string
  /** Those of the choices that go with what is set beside it; all of them without. */
  within?: (set: Filters) => readonly Choice[]
  /** Asks for more choices as one types, where there are too many to list. */
  search?: (text: string) => void
}

/** The one filter that is offered as chips with counts. */
export interface Chips {
  name: string
  label: string
  options: readonly (Choice & { state?: State })[]
}
