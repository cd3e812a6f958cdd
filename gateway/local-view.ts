import type { Found } from './house-watch.ts'
import type { Shown } from './shown-values.ts'
import type { SirenState } from './siren.ts'

/** What the page on the farm's network shows. */
export interface LocalView {
  gateway: string
  /** ms for which the server has not been reached; 0 while it is */
  awayMs: number
  /** what the system says of the disk, as `ENOSPC`; empty while it is written */
  diskTrouble: string
  /** ms by which the computer's clock is ahead; 0 where that is not known */
  clockAheadMs: number
  /** Whether the gateway knows what time it is. */
  isTimeKnown: boolean
  siren: SirenState | undefined
  controllers: readonly {
    code: string
    silentForMs: number | undefined
    values: readonly Shown[]
    /** what the gateway itself finds wrong */
    found: readonly Found[]
  }[]
}

/** Stands for "none of its devices answers" in the keys of alarms. */
export const SILENT = 'silent'
export const keyOf = (code: string, alarm: string): string => `${code}/${alarm}`
