import type { Gateway } from './gateway.ts'

/** s of physics, ms between the samples of the past, and every so many samples one with everything */
const STEP = 60
const SAMPLE_MS = 300_000
const FULL_EVERY = 3
/** ms of work after which other things get their turn */
const TURN = 40

/**
 * Lives through the time from where the gateway's houses stand to `until()` (ms): their samples go to its log, oldest
 * first, as if the link had been down all the while. The houses then stand at the present.
 */
export async function liveThrough(gateway: Gateway, until: () => number): Promise<void> {
  let turnBegan = Date.now()
  let n = 0
  for (;;) {
    const earliest = Math.min(...gateway.controllers.map(({ house }) => house.at))
    const next = (Math.floor(earliest / SAMPLE_MS) + 1) * SAMPLE_MS
    if (next > until()) break
    for (const { house, reporter } of gateway.controllers) {
      // its own past begins later
      if (house.at >= next) continue
      while (house.at < next) house.step(Math.min(STEP, (next - house.at) / 1000))
      // reports by exception in between; each quarter of an hour holds every metric
      const sample = n % FULL_EVERY === 0 ? reporter.readings(next) : reporter.changes(next)
      if (sample) gateway.log.add(sample)
    }
    n++
    if (Date.now() - turnBegan < TURN) continue
    await new Promise(resolve => setImmediate(resolve))
    turnBegan = Date.now()
  }
}
