import { setTimeout as delay } from 'node:timers/promises'
import { inRound, roundFailed } from '../../platform/rounds.ts'
import type { Services } from '../../platform/services.ts'
import { MINUTE_MS, nearestMinute } from './minute.ts'
import { openSampler } from './sampler.ts'

/** The first figures do not wait for a whole minute. ms */
const FIRST_MS = 5_000

/** Stores the figures of this process at each full minute. */
export async function startSystemMonitor(
  services: Pick<Services, 'config' | 'store' | 'devices' | 'events' | 'log'>,
  sockets: () => number,
): Promise<{ stop(): Promise<void> }> {
  const sampler = await openSampler(services, sockets)
  const stopping = new AbortController()
  const { signal } = stopping
  const rest = (ms: number) => delay(ms, undefined, { signal, ref: false }).catch(() => {})
  const run = async () => {
    for (let wait = FIRST_MS; !signal.aborted; ) {
      await rest(wait)
      if (signal.aborted) return
      await inRound('monitor', () => sampler.sample()).catch(error => {
        roundFailed(services.log, 'monitor', error)
      })
      const now = new Date()
      wait = nearestMinute(now).getTime() + MINUTE_MS - now.getTime()
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
      sampler.stop()
    },
  }
}
