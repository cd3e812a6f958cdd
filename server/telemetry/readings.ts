import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { createGroupCommit, type Intake } from './group-commit.ts'
import type { Layouts } from './layouts.ts'
import { queuedBytes } from './metrics.ts'
import { createReportWriter } from './write-reports.ts'

export interface Readings {
  /**
   * Resolves when everything is committed; for one device in the order of calling. Never rejects: it waits for the
   * database as long as it takes.
   */
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

/** Unwritten readings held in memory; beyond it senders wait. */
const MAX_BYTES = 64 * 1024 * 1024
const ROW_BYTES = 400
/** A value at its place, and in the packet that waits for its acknowledgement. */
const VALUE_BYTES = 32
const LET_IN = 64
/** The database works on one while the other is sent, or acknowledged. The pool has four connections. */
const LANES = 2

/**
 * Stores what messages bring, in lanes side by side, each with a group commit of its own. A device has its lane: what it
 * sends keeps its order, and no lane waits for the rows of another.
 */
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
  const waitingForRoom: (() => void)[] = []
  let bytes = 0
  let lettingIn: Promise<void> | undefined
  const stopping = new AbortController()
  const lanes = Array.from({ length: LANES }, () =>
    createGroupCommit(createReportWriter(pool, layouts), log, stopping.signal),
  )

  const hasRoom = () => bytes < maxBytes && waitingForRoom.length === 0

  function leave(size: number): void {
    bytes -= size
    queuedBytes.set(bytes)
    if (bytes < maxBytes && waitingForRoom.length > 0) lettingIn ??= letIn()
  }

  /** Those who wait are let in a few at a time: what they bring is only known once it is decoded. */
  async function letIn(): Promise<void> {
    while (waitingForRoom.length > 0 && bytes < maxBytes && !stopping.signal.aborted) {
      for (const enter of waitingForRoom.splice(0, LET_IN)) enter()
      await new Promise(resolve => setImmediate(resolve))
    }
    lettingIn = undefined
  }

  /** Until nothing waits in any lane, nor for room. */
  async function drain(): Promise<void> {
    while (bytes + waitingForRoom.length > 0 && !stopping.signal.aborted)
      await Promise.all([lettingIn, ...lanes.map(lane => lane.idle())])
  }

  return {
    isTroubled: () => lanes.some(lane => lane.isTroubled()),
    hasRoom,
    room: () => (hasRoom() ? Promise.resolve() : new Promise(resolve => waitingForRoom.push(resolve))),
    store(intake) {
      if (intake.reports.length === 0 && intake.texts.length === 0 && !intake.clock) return Promise.resolve()
      const size = sizeOf(intake)
      bytes += size
      return new Promise<void>(resolve => {
        const done = () => {
          leave(size)
          resolve()
        }
        lanes[laneOf(intake.device)]?.put({ ...intake, done })
      })
    },
    async stop(patienceMs = 10_000) {
      const timer = setTimeout(() => stopping.abort(), patienceMs)
      await drain()
      clearTimeout(timer)
      stopping.abort()
    },
  }
}

/** Mixed, since gateways and their controllers are often registered in turns. */
const laneOf = (serial: number) => Math.imul(serial, 0x9e_37_79_b1) >>> 31

function sizeOf({ reports, texts }: Intake): number {
  let size = 0
  for (const { numbers } of reports) size += ROW_BYTES + numbers.length * VALUE_BYTES
  for (const { value } of texts) size += ROW_BYTES + (value?.length ?? 0) * 2
  return size
}
