import type { SettingDocument } from '#shared/signals.ts'
import type { Harm } from '#shared/what-if/harm.ts'
import type { RunHouse } from '#shared/what-if/run-house.ts'
import { keptThread } from '../../platform/kept-thread.ts'

/** A house as it is now, and the settings with and without a draft. */
export interface HarmTask {
  house: RunHouse
  today: SettingDocument
  wanted: SettingDocument
}

/** Looks some hours ahead, off the main thread and not behind what-if, which takes far longer. */
export const lookAhead = keptThread<HarmTask, Harm[]>(new URL('./question.worker.ts', import.meta.url))
