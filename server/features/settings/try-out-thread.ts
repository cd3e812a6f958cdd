import type { MeasuredSample, ModelError } from '#shared/what-if/error.ts'
import type { RunHouse } from '#shared/what-if/run-house.ts'
import type { TriedChange, WhatIf } from '#shared/what-if/what-if.ts'
import { keptThread } from '../../platform/kept-thread.ts'

/** The runs: the next 24 hours, and the last 24 with their readings; null if their weather is unknown. */
export interface Task {
  house: RunHouse
  change: TriedChange
  yesterday: { house: RunHouse; measured: MeasuredSample[] } | null
}
export interface Tried {
  tried: WhatIf
  error: ModelError
}

/** Runs tries off the main thread. */
export const runInThread = keptThread<Task, Tried>(new URL('./try-out.worker.ts', import.meta.url))
