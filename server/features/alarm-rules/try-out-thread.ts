import type { Raised, Span, TriedRule } from '../../farm/alarms/rule-replay.ts'
import { keptThread } from '../../platform/kept-thread.ts'

/** Stored readings as the database wrote them, and their metrics in order. */
export interface Stored {
  metrics: readonly string[]
  text: string
}

/** First the quarters of an hour are searched for what must be looked at closely; then the rule is replayed. */
export type Task = { rule: TriedRule; quarters: Stored } & (
  | { step: 'suspects' }
  | {
      step: 'replay'
      /** Other forms of the rule that ring for no more than it does, replayed as well. */
      milder?: readonly TriedRule[]
      reports: readonly (Stored & { span: Span })[]
      /** ms since 1970 */
      since: number
      until: number
    }
)
export interface Done {
  suspects: Span[]
  raised: Raised[]
  /** By each of the milder forms. */
  milder: Raised[][]
  /** The first reading, ms since 1970; null without any. */
  firstAt: number | null
}

/** Works on readings off the main thread. */
export const runInThread = keptThread<Task, Done>(new URL('./try-out.worker.ts', import.meta.url))
