import type { LevelAir } from '../physics/house-air.ts'
import type { JudgedHouse } from '../setting-levels.ts'
import type { SettingDocument, SettingProblem } from '../signals.ts'

/** Settings to be judged for a house. For what is set now, `before` is the document itself and all of it is `changed`. */
export interface Judged {
  house: JudgedHouse
  /** Wire name → value as it would be, and as it is: of the whole controller where that is known. */
  document: SettingDocument
  before: SettingDocument
  changed: ReadonlySet<string>
  /** The air from each level of the document, computed once when first asked for. */
  airs: () => ReadonlyMap<number, LevelAir>
}

/** Finds what would harm the birds, across several settings. */
export type Rule = (judged: Judged) => SettingProblem[]

/** Values in a document differ by more than this. */
export const TOLERANCE = 0.0005

export const two = (index: number): string => String(index).padStart(2, '0')
export const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1)

/** A number of a document by its name without `Settings/`. */
export function numberIn(document: SettingDocument, name: string): number | undefined {
  const value = document[`Settings/${name}`]
  return typeof value === 'number' && !Number.isNaN(value) ? value : undefined
}

/** The first of these settings (without `Settings/`) that changes, by wire name. */
export function changedOf({ changed }: Judged, names: readonly string[]): string | undefined {
  return names.map(name => `Settings/${name}`).find(name => changed.has(name))
}

/** The first setting that changes and matches, by wire name. */
export const changedLike = ({ changed }: Judged, pattern: RegExp): string | undefined =>
  [...changed].find(name => pattern.test(name))

/** Whether a setting has another value than before. */
export const isMoved = ({ document, before }: Judged, field: string): boolean =>
  document[field] !== before[field]
