import type { Shown } from './shown-values.ts'
import type { SirenState } from './siren.ts'

/** What the page on the farm's network shows. */
export interface LocalView {
  gateway: string
  /** ms for which the server has not been reached; 0 while it is */
  awayMs: number
  siren: SirenState | undefined
  controllers: readonly { code: string; silentForMs: number | undefined; values: readonly Shown[] }[]
}

/** Stands for "none of its devices answers" in the keys of alarms. */
export const SILENT = 'silent'
export const keyOf = (code: string, alarm: string): string => `${code}/${alarm}`
