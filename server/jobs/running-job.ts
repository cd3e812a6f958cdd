import type { JobState } from '#shared/contracts/jobs.ts'
import type { Store } from '../database/store.ts'
import type { Message } from '../http/texts.ts'
import type { JobRow } from './jobs.queries.ts'
import type { Asked, ListSheet } from './list-sheet.ts'

/** The job ends with this reason; another try would end the same way. */
export class JobFailed extends Error {
  override name = 'JobFailed'
  readonly reason: Message
  constructor(reason: Message) {
    super('The job has failed')
    this.reason = reason
  }
}
/** Its owner has cancelled it, or it is done already. */
export class JobOver extends Error {
  override name = 'JobOver'
}

export interface Told {
  state: JobState
  done: number
  total: number | null
}
export interface RunningJob {
  row: JobRow
  store: Store
  dataDir: string
  sheet: ListSheet
  /** Who asked, as they are now. Throws JobFailed when they may no longer. */
  asked(): Promise<Asked>
  /** Tells how far it is, at most twice a second. Throws JobOver when it shall go no further. */
  progress(done: number, total: number | null): Promise<void>
}
/** How a step ended. */
export interface Outcome extends Told {
  /** Rows that were written. */
  ids: string[]
}
