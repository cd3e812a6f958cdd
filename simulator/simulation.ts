import type { Fleet } from './fleet.ts'
import type { Gateway } from './gateway.ts'
import { makeGateway } from './gateway.ts'
import { liveThrough } from './history.ts'
import { seedOf } from './random.ts'

export interface SimulationOptions {
  fleet: Fleet
  /** the houses live this many times as fast */
  speed: number
  /** 0 leaves the seeds of the houses as they are */
  seed: number
  log(text: string): void
}

/** A running fleet. */
export interface Simulation {
  readonly gateways: readonly Gateway[]
  /** settles once the past has been lived through and every gateway is connecting */
  readonly started: Promise<void>
  /** deaths, clean disconnects, no more houses */
  stop(): Promise<void>
}

/** ms between the reports of a controller, and how often the scheduler looks */
const REPORT_MS = 5_000
const LOOK_MS = 100
const DAY_MS = 86_400_000
/** samples all houses together keep for a host that asks again; each at least, and a day at most */
const KEPT_SAMPLES = 200_000
const KEPT_LEAST = 120
const KEPT_MOST = 17_280
const SAMPLES_A_DAY = 288

/** Lives through the past, if there is any, connects every gateway and goes on live. */
export function startSimulation({ fleet, speed, seed, log }: SimulationOptions): Simulation {
  const historyDays = fleet.historyDays ?? 0
  const startAt = Date.now() - historyDays * DAY_MS
  const houses = fleet.gateways.reduce((sum, gateway) => sum + gateway.devices.length, 0)
  const keep = Math.max(KEPT_LEAST, Math.min(KEPT_MOST, Math.floor(KEPT_SAMPLES / houses)))
  const gateways = fleet.gateways.map(spec => {
    const count = spec.devices.length
    return makeGateway({
      fleet,
      spec: seed === 0 ? spec : { ...spec, devices: spec.devices.map(reseeded) },
      startAt,
      keep: keep * count,
      buffer: (keep + historyDays * SAMPLES_A_DAY) * count,
      log,
    })
  })
  const playing = new Map<Gateway, { due: number; last: number }>()
  let stopped = false
  const timer = setInterval(look, LOOK_MS)
  const started = begin()
  return {
    gateways,
    started,
    async stop() {
      stopped = true
      clearInterval(timer)
      await Promise.all(gateways.map(gateway => gateway.stop()))
    },
  }

  function reseeded(device: Fleet['gateways'][number]['devices'][number]) {
    return { ...device, house: { ...device.house, seed: seedOf(seed, device.house.seed) } }
  }

  async function begin(): Promise<void> {
    for (const [i, gateway] of gateways.entries()) {
      if (stopped) return
      if (historyDays > 0) await liveThrough(gateway, () => Date.now())
      if (stopped) return
      const now = Date.now()
      const last = gateway.controllers[0]?.house.at ?? now
      // spread over the interval, so that a thousand houses do not speak at once
      playing.set(gateway, { due: now + (i * REPORT_MS) / gateways.length, last })
      gateway.node.start()
    }
    log(`${houses} houses behind ${gateways.length} gateways`)
  }

  function look(): void {
    const now = Date.now()
    for (const [gateway, turn] of playing) {
      if (turn.due > now) continue
      const seconds = Math.max(0, (now - turn.last) / 1000) * speed
      turn.last = now
      turn.due = Math.max(turn.due + REPORT_MS, now + REPORT_MS / 2)
      if (seconds > 0) gateway.tick(seconds, now)
    }
  }
}
