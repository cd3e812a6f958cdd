import type { BusyCustomer, BusyFarm, FarmDb } from '#server/testing/busy-farm.ts'
import type { RealServer } from '#server/testing/real-server.ts'
import type { Figure } from './figures.ts'

/** What a section measures with. */
export interface Bench {
  server: RealServer
  /** Bypasses row-level security. */
  database: FarmDb
  farm: BusyFarm
  /** A customer whose controllers send nothing. */
  quiet: BusyCustomer
  /** Shorter, and once instead of three times; for a look, not for a comparison. */
  quick: boolean
  /** Reports progress to whoever waits. */
  say(text: string): void
}

export type Section = (bench: Bench) => Promise<Figure[]>

/** Metrics per report. */
export const METRICS = 80
