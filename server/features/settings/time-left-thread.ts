import type { TimeLeft } from '#shared/contracts/what-if.ts'
import type { SettingDocument } from '#shared/signals.ts'
import type { Broken, RunHouse } from '#shared/what-if/run-house.ts'
import { keptThread } from '../../platform/kept-thread.ts'

/** A house with the settings of its controller, and what does not work in it. */
export interface Task {
  house: RunHouse
  settings: SettingDocument
  broken: Broken
}

/** Counts minutes off the main thread, beside the tries of drafts, which take longer. */
export const countInThread = keptThread<Task, TimeLeft | null>(
  new URL('./time-left.worker.ts', import.meta.url),
)
