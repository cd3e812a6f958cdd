import type { Controller } from './controller.ts'
import type { EdgeNode } from './edge-node.ts'
import type { Numbered, Sample, SampleLog } from './sample-log.ts'

/** samples of the past on their way at a time, and metrics in one of their messages */
const IN_FLIGHT = 32
const MOST_METRICS = 50
/** samples on their way as they are measured; with more, the server is slow, and the rest waits in the memory */
const LIVE_IN_FLIGHT = 20

interface DeliveryOptions {
  log: SampleLog
  node: EdgeNode
  controllers: ReadonlyMap<string, Controller>
}

/** Brings samples to the server: what is new at once, and beside it what waits. */
export function delivery({ log, node, controllers }: DeliveryOptions) {
  let inFlight = 0
  let live = 0

  /** Writes a sample down, and sends it if somebody listens. */
  function keep(controller: Controller, sample: Sample): void {
    const number = log.add(sample)
    if (!node.isBorn() || live >= LIVE_IN_FLIGHT) return
    log.taken(number)
    live++
    void node.publish(controller.code, controller.wire(sample, false)).then(hasArrived => {
      live--
      if (hasArrived) log.delivered(number)
    })
  }

  /** Sends what waits, oldest first, a limited number at a time. */
  function drain(): void {
    if (!node.isBorn() || inFlight >= IN_FLIGHT) return
    for (const numbered of log.next(IN_FLIGHT - inFlight)) void sendPast(numbered)
  }

  async function sendPast({ number, sample }: Numbered): Promise<void> {
    const controller = controllers.get(sample.device)
    const metrics = controller?.wire(sample, true) ?? []
    // A controller or a metric that is no longer configured is nothing the server could know.
    if (!controller || metrics.length === 0) return log.delivered(number)
    if (!controller.isAlive()) return
    inFlight++
    const parts: Promise<boolean>[] = []
    for (let first = 0; first < metrics.length; first += MOST_METRICS)
      parts.push(node.publish(controller.code, metrics.slice(first, first + MOST_METRICS)))
    const arrived = await Promise.all(parts)
    inFlight--
    if (!arrived.every(Boolean)) return
    log.delivered(number)
    drain()
  }

  return { keep, drain }
}
