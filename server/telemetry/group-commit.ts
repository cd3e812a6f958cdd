import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { inRound, roundFailed } from '#server/platform/rounds.ts'
import type { NewClock } from './device-clocks.ts'
import type { NewReport } from './merge-reports.ts'
import { commitSeconds } from './metrics.ts'
import { isPoison, type NewText, type ReportWriter } from './write-reports.ts'

/** What one message brings; all of it is stored before the sender gets its acknowledgement. */
export interface Intake {
  /** `device.serial` of the device it is about. */
  device: number
  reports: NewReport[]
  texts: NewText[]
  /** The clock that made their times, if it has changed. */
  clock?: NewClock
  /** The database can never take this report; the message's other reports are stored. */
  onRefused(reason: string): void
}

export interface Waiting extends Intake {
  done(): void
}

export interface GroupCommit {
  put(waiting: Waiting): void
  /** True from a failed commit until the next one that succeeds. */
  isTroubled(): boolean
  /** Nothing is being written and nothing waits. */
  isIdle(): boolean
  /** Resolves when everything put so far is done, or the commit was told to stop. */
  idle(): Promise<void>
}

const MAX_ROWS = 1_000
const RETRY_MS = { first: 100, most: 5_000 }

/**
 * Group commit: what is put while one commit is in flight makes up the next, in the order of putting. Retries until a
 * commit succeeds, or until it is told to stop.
 */
export function createGroupCommit(
  writer: ReportWriter,
  log: FastifyBaseLogger,
  stopping: AbortSignal,
): GroupCommit {
  const queue: Waiting[] = []
  let running: Promise<void> | undefined
  let troubled = false

  async function run(): Promise<void> {
    while (queue.length > 0) {
      const batch = takeBatch(queue)
      await commit(batch)
      if (stopping.aborted) return
      for (const { done } of batch) done()
    }
    running = undefined
  }

  const write = (batch: readonly Waiting[]) =>
    writer.write(
      batch.flatMap(one => one.reports),
      batch.flatMap(one => one.texts),
      batch.flatMap(one => one.clock ?? []),
    )

  async function commit(batch: Waiting[]): Promise<void> {
    for (let wait = RETRY_MS.first; !stopping.aborted; wait = Math.min(wait * 2, RETRY_MS.most)) {
      try {
        const end = commitSeconds.startTimer()
        await inRound('readings', () => write(batch))
        end()
        troubled = false
        return
      } catch (error) {
        if (isPoison(error)) return isolate(batch, error)
        troubled = true
        writer.reset()
        roundFailed(log, 'readings', error)
        await delay(wait, undefined, { signal: stopping }).catch(() => {})
      }
    }
  }

  /** Halves the batch until the row that cannot be stored stands alone. */
  async function isolate(batch: Waiting[], error: unknown): Promise<void> {
    const [only] = batch
    if (batch.length > 1) {
      const middle = batch.length >> 1
      await commit(batch.slice(0, middle))
      return commit(batch.slice(middle))
    }
    if (!only) return
    const { reports, texts } = only
    if (reports.length + texts.length <= 1) return only.onRefused(`not storable: ${String(error)}`)
    for (const report of reports) await commit([{ ...only, reports: [report], texts: [] }])
    for (const text of texts) await commit([{ ...only, reports: [], texts: [text] }])
  }

  return {
    put(waiting) {
      queue.push(waiting)
      running ??= run()
    },
    isTroubled: () => troubled,
    isIdle: () => running === undefined,
    idle: () => running ?? Promise.resolve(),
  }
}

function takeBatch(queue: Waiting[]): Waiting[] {
  let rows = 0
  let length = 0
  while (length < queue.length && (length === 0 || rows < MAX_ROWS)) {
    rows += queue[length]?.reports.length ?? 0
    length++
  }
  return queue.splice(0, length)
}
