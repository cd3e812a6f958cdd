import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Layouts } from './layouts.ts'
import type { NewReport } from './merge-reports.ts'
import { commitSeconds, queuedBytes } from './metrics.ts'
import { createReportWriter, isPoison, isTransient, type NewText } from './write-reports.ts'

/** What one message brings; it is stored as a whole before its sender is told so. */
interface Intake {
  reports: NewReport[]
  texts: NewText[]
  /** The database cannot take this report, ever; the others of the message are stored. */
  onRefused(reason: string): void
}

export interface Readings {
  /** Resolves when everything is committed. Order is kept. Never rejects: it waits for the database as long as it takes. */
  store(intake: Intake): Promise<void>
  /** True from a commit that failed until one that succeeds. */
  isTroubled(): boolean
  /** False while so much waits that no further message may be taken in. */
  hasRoom(): boolean
  /** Resolves when there is room, in the order of asking. */
  room(): Promise<void>
  /** Waits for what was taken in, at most `patienceMs`; then gives up without acknowledging. */
  stop(patienceMs?: number): Promise<void>
}

interface Waiting extends Intake {
  bytes: number
  done(): void
}

const MAX_ROWS = 1_000
/** Unwritten readings held in memory; beyond it senders wait. */
const MAX_BYTES = 64 * 1024 * 1024
const ROW_BYTES = 400
/** A value at its place, and in the packet that waits for its acknowledgement. */
const VALUE_BYTES = 32
const LET_IN = 64
const RETRY_MS = { first: 100, most: 5_000 }
/** Group commit: what arrives while one commit is in flight makes up the next. */
export function startReadings({
  pool,
  layouts,
  log,
  maxBytes = MAX_BYTES,
}: {
  pool: pg.Pool
  layouts: Layouts
  log: FastifyBaseLogger
  maxBytes?: number
}): Readings {
  const queue: Waiting[] = []
  const waitingForRoom: (() => void)[] = []
  const writer = createReportWriter(pool, layouts)
  let bytes = 0
  let running: Promise<void> | undefined
  let stopped = false
  let troubled = false
  const stopping = new AbortController()

  const hasRoom = () => bytes < maxBytes && waitingForRoom.length === 0

  async function run(): Promise<void> {
    while (!stopped && queue.length + waitingForRoom.length > 0) {
      const batch = takeBatch(queue)
      if (batch.length > 0) await commit(batch)
      if (stopped) return
      for (const one of batch) {
        bytes -= one.bytes
        one.done()
      }
      queuedBytes.set(bytes)
      if (bytes < maxBytes) await letIn()
    }
    running = undefined
  }

  /** Those who wait are let in a few at a time: what they bring is only known once it is decoded. */
  async function letIn(): Promise<void> {
    if (waitingForRoom.length === 0) return
    for (const enter of waitingForRoom.splice(0, LET_IN)) enter()
    await new Promise(resolve => setImmediate(resolve))
  }

  async function commit(batch: Waiting[]): Promise<void> {
    for (let wait = RETRY_MS.first; !stopped; wait = Math.min(wait * 2, RETRY_MS.most)) {
      try {
        const end = commitSeconds.startTimer()
        await writer.write(
          batch.flatMap(one => one.reports),
          batch.flatMap(one => one.texts),
        )
        end()
        troubled = false
        return
      } catch (error) {
        if (isPoison(error)) return isolate(batch, error)
        troubled = true
        writer.reset()
        if (!isTransient(error)) log.error({ err: error }, 'readings cannot be stored; trying again')
        else log.warn({ reason: String(error), waiting: batch.length }, 'readings wait for the database')
        await pause(wait, stopping.signal)
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
    isTroubled: () => troubled,
    hasRoom,
    room: () => (hasRoom() ? Promise.resolve() : new Promise(resolve => waitingForRoom.push(resolve))),
    store(intake) {
      if (intake.reports.length === 0 && intake.texts.length === 0) return Promise.resolve()
      return new Promise<void>(done => {
        const size = sizeOf(intake)
        bytes += size
        queue.push({ ...intake, bytes: size, done })
        running ??= run()
      })
    },
    async stop(patienceMs = 10_000) {
      const timer = setTimeout(() => {
        stopped = true
        stopping.abort()
      }, patienceMs)
      await running
      clearTimeout(timer)
      stopped = true
    },
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

function sizeOf({ reports, texts }: Intake): number {
  let size = 0
  for (const { numbers } of reports) size += ROW_BYTES + numbers.length * VALUE_BYTES
  for (const { value } of texts) size += ROW_BYTES + (value?.length ?? 0) * 2
  return size
}

/** Waits, or until stopped. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
