import type { Gateway } from './gateway.ts'
import { LONGEST_STEP } from './gateway.ts'
import type { Sample } from './sample.ts'

/** ms between samples of the past, and how many of them until one contains everything */
const SAMPLE_MS = 300_000
const FULL_EVERY = 3
/** ms of work after which other tasks get their turn */
const TURN = 40

/**
 * Lives through the time from where the gateway's houses are to `until()` (ms): their samples go to its log, oldest
 * first, as if the link had been down all the while. Afterwards the houses are in the present.
 */
export async function liveThrough(gateway: Gateway, until: () => number): Promise<void> {
  let turnBegan = Date.now()
  let n = 0
  for (;;) {
    const earliest = Math.min(...gateway.controllers.map(({ house }) => house.at))
    const next = (Math.floor(earliest / SAMPLE_MS) + 1) * SAMPLE_MS
    if (next > until()) break
    // reports by exception in between; every quarter hour contains all metrics
    const isFull = n++ % FULL_EVERY === 0
    // its own past begins later for some
    const samples = gateway.controllers.flatMap(controller =>
      controller.house.at < next ? liveUntil(controller, next, isFull) : [],
    )
    for (const sample of samples.sort((one, other) => one.at - other.at)) gateway.log.add(sample)
    if (Date.now() - turnBegan < TURN) continue
    await new Promise(resolve => setImmediate(resolve))
    turnBegan = Date.now()
  }
}

/** What a house reports of the minutes up to `next` (ms): means at their end, alarms and power failures as they occur. */
function liveUntil(
  { house, manner, reporter }: Gateway['controllers'][number],
  next: number,
  isFull: boolean,
): Sample[] {
  const samples: Sample[] = []
  const keep = (sample: Sample | undefined) => {
    // The gateway wrote it down, by its own clock.
    if (sample) samples.push({ ...sample, clockOff: 0 })
  }
  while (house.at < next) {
    house.step(Math.min(LONGEST_STEP, (next - house.at) / 1000))
    if (house.at < next) keep(reporter.events(house.at))
  }
  if (manner.everyMs > 0) {
    if (next % manner.everyMs < SAMPLE_MS) keep(reporter.changes(next))
    else keep(reporter.events(next))
  } else keep(isFull ? reporter.readings(next) : reporter.changes(next))
  return samples
}
