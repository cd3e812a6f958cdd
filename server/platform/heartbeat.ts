import { CLOCK, type Clock } from './clock.ts'
import { readDisk } from './disk.ts'
import { healthOf } from './http/health.ts'
import type { Services } from './services.ts'
import { isSilent } from './silence.ts'

/** That nobody hears it is an alarm within 90 s: see the ways of alarms, which look here. */
const EVERY_MS = 30_000
/** After a request that nobody answered the next one does not wait as long. */
const AGAIN = 1 / 3
const LONGEST_MS = 10_000

type Parts = Pick<Services, 'config' | 'store' | 'devices'> & {
  log: Pick<Services['log'], 'info' | 'warn'>
  clock?: Clock
}

export interface Heartbeat {
  /** What kept the watchdog from hearing us last time; null: it did, undefined: not tried yet. */
  last(): string | null | undefined
  stop(): Promise<void>
}

/**
 * Requests an address every half minute while all is well, and not otherwise: the watchdog there raises the alarm when the
 * requests stop, whatever this machine died of.
 */
export function startHeartbeat(
  url: string,
  { log, clock = CLOCK, ...services }: Parts,
  everyMs = EVERY_MS,
  diskOf = readDisk,
): Heartbeat {
  const stopping = new AbortController()
  const { signal } = stopping
  let isHeard = true
  let last: string | null | undefined

  async function beat(): Promise<string | null> {
    // The watchdog waits for the original.
    if (await isSilent(services.store)) return 'silent'
    const { isWell, space } = await healthOf(services, diskOf)
    if (!isWell) return 'not well'
    if (!space) return 'the disk is full'
    const answer = await fetch(url, { signal: AbortSignal.any([signal, clock.timeout(LONGEST_MS)]) })
    await answer.body?.cancel()
    return answer.ok ? null : `answered ${answer.status}`
  }
  async function run(): Promise<void> {
    while (!signal.aborted) {
      const problem = await beat().catch(String)
      if (signal.aborted) return
      if (problem !== null && isHeard) log.warn({ problem }, 'the watchdog does not hear from us')
      if (problem === null && !isHeard) log.info('the watchdog hears from us again')
      isHeard = problem === null
      last = problem
      await clock.pause(isHeard ? everyMs : everyMs * AGAIN, signal)
    }
  }
  const running = Promise.resolve().then(run)
  return {
    last: () => last,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
