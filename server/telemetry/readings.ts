import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { createGroupCommit, type Intake } from './group-commit.ts'
import type { Layouts } from './layouts.ts'
import { queuedBytes } from './metrics.ts'
import { createReportWriter } from './write-reports.ts'

export interface Readings {
  /**
   * Resolves when everything is committed; for one device in the order of the calls. Never rejects: it waits for the
   * database as long as it takes.
   */
  store(intake: Intake): Promise<void>
  /** True from a failed commit until the next one that succeeds. */
  isTroubled(): boolean
  /** False while so much is waiting that no further message may be taken. */
  hasRoom(): boolean
  /** Resolves when there is room, in the order of the calls. */
  room(): Promise<void>
  /** Waits for accepted readings, at most `patienceMs`, then gives up without acknowledging the rest. */
  stop(patienceMs?: number): Promise<void>
}

/** Unwritten readings held in memory; beyond this senders wait. */
const MAX_BYTES = 64 * 1024 * 1024
const ROW_BYTES = 400
/** A value at its place and in the packet that waits for its acknowledgement. */
const VALUE_BYTES = 32
const LET_IN = 64
/** The database works on one while the other is sent or acknowledged. The pool has four connections. */
const LANES = 2

/**
 * Stores what messages bring, in parallel lanes with a group commit each. A device always uses the same lane: its
 * messages keep their order, and no lane waits for rows of another.
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

  /** Lets waiting senders in a few at a time: the size of a message is only known once it is decoded. */
  async function letIn(): Promise<void> {
    while (waitingForRoom.length > 0 && bytes < maxBytes && !stopping.signal.aborted) {
      for (const enter of waitingForRoom.splice(0, LET_IN)) enter()
      await new Promise(resolve => setImmediate(resolve))
    }
    lettingIn = undefined
  }

  /** Waits until nothing is left in any lane or waiting for room. */
  async function drain(): Promise<void> {
    while (bytes + waitingForRoom.length > 0 && !stopping.signal.aborted)
      await Promise.all([lettingIn, ...lanes.map(lane => lane.idle())])
  }

  return {
    isTroubled: () => lanes.some(lane => lane.isTroubled()),
    hasRoom,
    room: () => (hasRoom() ? Promise.resolve() : new Promise(resolve => waitingForRoom.push(resolve))),
    store(intake) {
      const lane = lanes[laneOf(intake.device)]
      const isEmpty = intake.reports.length === 0 && intake.texts.length === 0 && !intake.clock
      if (isEmpty && lane?.isIdle()) return Promise.resolve()
      const size = sizeOf(intake)
      bytes += size
      return new Promise<void>(resolve => {
        const done = () => {
          leave(size)
          resolve()
        }
        lane?.put({ ...intake, done })
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

/** Mixed, since gateways and their controllers are often registered alternately. */
const laneOf = (serial: number) => Math.imul(serial, 0x9e_37_79_b1) >>> 31

function sizeOf({ reports, texts }: Intake): number {
  let size = 0
  for (const { numbers } of reports) size += ROW_BYTES + numbers.length * VALUE_BYTES
  for (const { value } of texts) size += ROW_BYTES + (value?.length ?? 0) * 2
  return size
}
