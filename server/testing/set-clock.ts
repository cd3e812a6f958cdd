import type { Clock } from '../platform/clock.ts'

interface Sleeper {
  due: number
  wake(): void
}

/** A clock that stands until every loop that lives by it pauses, and then goes on to the first of their ends. */
export interface SetClock extends Clock {
  /** The newest wait for somebody who does not answer is over, and so much time has gone by. */
  runOut(): void
}

/**
 * `loops`: how many live by it. `meanwhile` is asked each time all of them pause; false stops the clock for good. `from`: before
 * now, so that what the database notes by its own clock came after.
 */
export function setClock(
  loops: number,
  meanwhile: (now: number) => Promise<boolean>,
  from = Date.now() - 3_600_000,
): SetClock {
  let now = from
  const sleepers = new Set<Sleeper>()
  let waiting: { due: number; controller: AbortController } | undefined

  async function goOn(): Promise<void> {
    if (!(await meanwhile(now))) return
    const [next] = [...sleepers].toSorted((a, b) => a.due - b.due)
    if (!next) return
    now = Math.max(now, next.due)
    next.wake()
  }
  return {
    now: () => now,
    pause: (ms, signal) =>
      new Promise<void>(resolve => {
        if (signal.aborted) return resolve()
        const sleeper: Sleeper = {
          due: now + ms,
          wake() {
            sleepers.delete(sleeper)
            signal.removeEventListener('abort', sleeper.wake)
            resolve()
          },
        }
        sleepers.add(sleeper)
        signal.addEventListener('abort', sleeper.wake)
        if (sleepers.size === loops) void goOn()
      }),
    timeout(ms) {
      const controller = new AbortController()
      waiting = { due: now + ms, controller }
      return controller.signal
    },
    runOut() {
      if (!waiting) return
      now = Math.max(now, waiting.due)
      waiting.controller.abort()
    },
  }
}
