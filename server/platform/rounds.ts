import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Counter } from 'prom-client'
import { type SystemRound, systemRounds } from '#shared/contracts/system-monitor.ts'
import type { KnownRound } from './database/tables/system.ts'
import { type Trouble, troubleOf } from './database/trouble.ts'
import { loggedError } from './logged-error.ts'

const failures = new Counter({
  name: 'farm_failed_rounds_total',
  help: 'Rounds of recurring work that failed by a fault of ours, not because the database was away',
  labelNames: ['round'] as const,
})

const rounds = new Map<SystemRound, KnownRound>()
const unknown = { endedAt: null, ms: null, failed: 0, failedAt: null, failingSince: null, fault: null }
const known = (name: SystemRound): KnownRound => rounds.get(name) ?? { name, ...unknown }

/** How this process's rounds went so far: the scheduled ones also before their first, others once they have run. */
export const roundsSoFar = (): KnownRound[] => [
  ...systemRounds.map(known),
  ...[...rounds.values()].filter(({ name }) => !(systemRounds as readonly string[]).includes(name)),
]

/**
 * Runs a round of recurring server work and remembers how it went for the system monitor. Whoever catches its error hands it
 * to {@link roundFailed}.
 */
export async function inRound<T>(name: SystemRound, work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const ended = () => ({
    ...known(name),
    endedAt: new Date().toISOString(),
    ms: Math.round(performance.now() - begun),
  })
  try {
    const result = await work()
    rounds.set(name, { ...ended(), failingSince: null })
    return result
  } catch (error) {
    rounds.set(name, ended())
    throw error
  }
}

/** What passes by itself. */
const passing: Record<Exclude<Trouble, 'fault'>, string> = {
  away: 'a round waits for the database',
  contended: 'a round was in the way of another; it is repeated',
  tooLong: 'a round took too long and was stopped; it is repeated',
  shareFull: 'a round had to wait too long; it is repeated',
}
/** A whole answer does not fit into a line of the monitor. */
const FAULT_MAX = 300

/**
 * Tells why a round of recurring work failed. The database being away passes by itself; a fault of ours does not, however
 * often the round is repeated: it is an error in the log, counted in `/metrics`, and stands in the system monitor.
 */
export function roundFailed(
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
  name: SystemRound,
  error: unknown,
): void {
  const trouble = troubleOf(error)
  if (trouble !== 'fault') {
    log.warn({ err: error, round: name }, passing[trouble])
    return
  }
  const before = known(name)
  const failedAt = new Date().toISOString()
  const { cause, message } = loggedError(error)
  rounds.set(name, {
    ...before,
    failed: before.failed + 1,
    failedAt,
    failingSince: before.failingSince ?? failedAt,
    fault: (cause?.message ?? message).slice(0, FAULT_MAX),
  })
  failures.inc({ round: name })
  log.error({ err: error, round: name }, 'a round failed')
}

interface Rounds {
  name: SystemRound
  /** Pause from the end of one to the start of the next, ms. */
  everyMs: number
  /** If it fails, the next one comes all the same. */
  round: () => Promise<unknown>
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

/** Runs a round at once and then repeatedly. Stopping waits for the round in progress. */
export function startRounds({ name, everyMs, round, log }: Rounds): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  async function run(): Promise<void> {
    while (!signal.aborted) {
      await inRound(name, round).catch(error => {
        if (!signal.aborted) roundFailed(log, name, error)
      })
      await delay(everyMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
