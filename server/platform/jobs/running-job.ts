import type { JobState } from '#shared/contracts/jobs.ts'
import type { Store } from '../database/store.ts'
import type { JobRow } from '../database/tables/jobs.ts'
import type { Message } from '../http/texts.ts'
import type { Exporting, WorkbookSource } from './workbook.ts'

/** The job ends for this reason; another try would end the same way. */
export class JobFailed extends Error {
  override name = 'JobFailed'
  readonly reason: Message
  constructor(reason: Message) {
    super('The job has failed')
    this.reason = reason
  }
}
/** Its owner cancelled it, or it is already done. */
export class JobOver extends Error {
  override name = 'JobOver'
}

export interface Told {
  state: JobState
  done: number
  total: number | null
}
export interface RunningJob extends Exporting {
  row: JobRow
  store: Store
  dataDir: string
  sheet: WorkbookSource
}
/** How a step ended. */
export interface Outcome extends Told {
  /** Rows that were written. */
  ids: string[]
  /** Accounts that were sent messages. */
  notified?: string[]
}
/** What a job stored and its process announces to others. */
export type Stored = Required<Pick<Outcome, 'ids' | 'notified'>>
