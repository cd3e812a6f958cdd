import { seedOf } from '#shared/chance.ts'
import type { FaultOrder } from '#shared/demo-faults.ts'
import { startCameras } from './camera/cameras.ts'
import type { CameraServer } from './camera/rtsp-server.ts'
import type { Fleet } from './fleet.ts'
import type { Gateway } from './gateway.ts'
import { makeGateway } from './gateway.ts'
import { liveThrough } from './history.ts'
import type { Memories } from './house-memory.ts'
import { loadMemories, memoryOf, saveMemories } from './house-memory.ts'

export interface SimulationOptions {
  fleet: Fleet
  /** the houses live this many times as fast */
  speed: number
  /** 0 leaves the seeds of the houses unchanged */
  seed: number
  log(text: string): void
  /** the port at which the cameras in the houses are reached, if the fleet has any */
  onCameras?(port: number): void
}

/** A running fleet. */
export interface Simulation {
  /** resolves to the gateways once the past has been lived through and every one is connecting */
  readonly started: Promise<readonly Gateway[]>
  /** breaks something in a house or repairs it, once the past has been lived through */
  plant(order: FaultOrder): Promise<void>
  /** sends deaths, disconnects, writes memories, stops the houses */
  stop(): Promise<void>
}

/** ms between reports of a controller, and between looks of the scheduler */
const REPORT_MS = 5_000
const LOOK_MS = 100
/** ms between writes of the memories, for a farm and for a load test */
const REMEMBER_MS = 10_000
const REMEMBER_MANY_MS = 60_000
const MANY_HOUSES = 100
const DAY_MS = 86_400_000
/** samples all houses together keep in case the host requests them again; a minimum each, a day at most */
const KEPT_SAMPLES = 200_000
const KEPT_LEAST = 120
const KEPT_MOST = 17_280
const SAMPLES_A_DAY = 288
/** a pause of the process of up to this many days is caught up in the records */
const CATCH_UP_DAYS = 7
/** minutes of unrecorded life that all houses together get if they have no past */
const WARM_UP_MINUTES = 20_000

/** Lives through the past, if any, connects every gateway and continues live. */
export function startSimulation({ fleet, speed, seed, log, onCameras }: SimulationOptions): Simulation {
  const playing = new Map<Gateway, { due: number; last: number }>()
  const houses = fleet.gateways.reduce((sum, gateway) => sum + gateway.devices.length, 0)
  let stopped = false
  let cameras: CameraServer | undefined
  /** One write at a time: each contains everything. */
  let writing = Promise.resolve()
  const connecting: NodeJS.Timeout[] = []
  const timers = [
    setInterval(look, LOOK_MS),
    setInterval(() => void remember(), houses > MANY_HOUSES ? REMEMBER_MANY_MS : REMEMBER_MS),
  ]
  const started = begin()
  return {
    started,
    async plant(order) {
      for (const gateway of await started) gateway.plant(order)
    },
    async stop() {
      stopped = true
      for (const timer of timers) clearInterval(timer)
      for (const timer of connecting) clearTimeout(timer)
      await started
      await cameras?.stop()
      await Promise.all([...playing.keys()].map(gateway => gateway.stop()))
      await remember()
    },
  }

  async function begin(): Promise<readonly Gateway[]> {
    const memories = fleet.stateFile ? await loadMemories(fleet.stateFile, log) : new Map()
    for (const [i, spec] of fleet.gateways.entries()) {
      const gateway = open(spec, memories)
      await liveThrough(gateway, () => (stopped ? 0 : Date.now()))
      if (stopped) break
      const now = Date.now()
      const last = Math.min(now, gateway.controllers[0]?.house.at ?? now)
      // spread over the interval, so that a thousand houses do not report at once
      playing.set(gateway, { due: now + (i * REPORT_MS) / fleet.gateways.length, last })
      const { connectsASecond } = fleet
      if (connectsASecond === undefined) gateway.node.start()
      else connecting.push(setTimeout(gateway.node.start, (i * 1000) / connectsASecond))
    }
    log(`${houses} houses behind ${playing.size} gateways`)
    if (!stopped) cameras = await openCameras([...playing.keys()], { fleet, log, onCameras })
    return [...playing.keys()]
  }

  function open(spec: Fleet['gateways'][number], memories: Memories): Gateway {
    const count = spec.devices.length
    const historyDays = fleet.historyDays ?? 0
    const known = spec.devices.some(({ code }) => memories.has(`${spec.code}/${code}`))
    const days = known ? Math.max(historyDays, CATCH_UP_DAYS) : historyDays
    const keep = Math.max(KEPT_LEAST, Math.min(KEPT_MOST, Math.floor(KEPT_SAMPLES / houses)))
    return makeGateway({
      fleet,
      spec: seed === 0 ? spec : { ...spec, devices: spec.devices.map(reseeded) },
      startAt: Date.now() - days * DAY_MS,
      memories,
      warmUp: days > 0 ? 0 : Math.min(1440, Math.floor(WARM_UP_MINUTES / houses)),
      keep: keep * count,
      buffer: (keep + days * SAMPLES_A_DAY) * count,
      log,
      // A return must outlive the process, however it ends.
      onSet: () => void remember(),
    })
  }

  function reseeded(device: Fleet['gateways'][number]['devices'][number]) {
    return { ...device, house: { ...device.house, seed: seedOf(seed, device.house.seed), weatherSeed: seed } }
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

  function remember(): Promise<void> {
    writing = writing.then(write)
    return writing
  }

  async function write(): Promise<void> {
    if (!fleet.stateFile || playing.size < fleet.gateways.length) return
    // undelivered samples would be lost: then the earlier memory is the better one to continue from
    if ([...playing.keys()].some(gateway => gateway.log.waiting() > 0)) return
    const memories: Memories = new Map()
    for (const gateway of playing.keys()) {
      for (const { code, house, desk } of gateway.controllers) {
        memories.set(`${gateway.code}/${code}`, memoryOf(house, desk))
      }
    }
    await saveMemories(fleet.stateFile, memories).catch((error: Error) => {
      log(`the houses could not be remembered: ${error.message}`)
    })
  }
}

/** Houses without cameras live on: nothing else depends on them. */
async function openCameras(
  gateways: readonly Gateway[],
  { fleet, log, onCameras }: Pick<SimulationOptions, 'fleet' | 'log' | 'onCameras'>,
): Promise<CameraServer | undefined> {
  if (!fleet.cameras) return undefined
  try {
    const cameras = await startCameras(fleet.cameras, gateways)
    onCameras?.(cameras.port)
    return cameras
  } catch (error) {
    log(`the houses have no cameras: ${(error as Error).message}`)
    return undefined
  }
}
