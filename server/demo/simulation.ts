import { type ChildProcess, fork } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { PlantedFaults } from './planted-faults.ts'
import type { SimulatedCameras } from './simulated-cameras.ts'

const program = fileURLToPath(new URL('../../simulator/main.ts', import.meta.url))
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
/** A run this long counts as healthy: after the next death the wait is short again. */
const HEALTHY_MS = 60_000
const STOP_MS = 3_000

export interface SimulatedFleet {
  mqtt: { url: string }
  group: string
  hostId: string
  historyDays: number
  gateways: unknown[]
  /** How its cameras are reached; their port is chosen here. */
  cameras: { username: string; password: string }
}

/**
 * Runs the simulator as a separate process that meets the server over MQTT only, and restarts it when it dies.
 * It ends by itself when the channel to this process closes. `onHistory` is called once, when its history is stored;
 * `stateFile` lets the houses continue where they were before a restart.
 */
export function startSimulation(
  {
    fleet,
    stateFile,
    onHistory,
    faults,
    cameras,
  }: {
    fleet: SimulatedFleet
    stateFile: string
    onHistory: () => Promise<void>
    faults: PlantedFaults
    cameras: SimulatedCameras
  },
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
): { stop(): Promise<void>; readonly pid: number | undefined } {
  let historyDays = fleet.historyDays
  // If a past is played anew, it is not the one the houses remember.
  if (historyDays > 0) rmSync(stateFile, { force: true })
  let wait = FIRST_WAIT_MS
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let child: ChildProcess | undefined

  const start = () => {
    const startedAt = Date.now()
    // A group of its own: Ctrl-C is for us, and we then stop it.
    child = fork(program, [], {
      execArgv: [],
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    // Over the channel, so that the gateways' secrets are in no file.
    // The port of before: whoever watches then goes on by itself.
    const reached = { ...fleet.cameras, port: cameras.port() }
    child.send({ fleet: { ...fleet, historyDays, stateFile, cameras: reached } })
    for (const order of faults.all()) child.send({ order })
    child.on('message', message => {
      const port = camerasOf(message)
      if (port !== undefined) cameras.opened(port)
      if (!isHistoryDone(message) || historyDays === 0) return
      historyDays = 0
      onHistory().catch(error => log.error({ err: error }, 'the end of the history could not be noted'))
    })
    child.once('exit', (code, signal) => {
      child = undefined
      if (stopping) return
      if (Date.now() - startedAt > HEALTHY_MS) wait = FIRST_WAIT_MS
      log.warn({ code, signal, againInMs: wait }, 'the simulator ended')
      timer = setTimeout(start, wait)
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    })
    child.once('error', error => log.error({ err: error }, 'the simulator does not start'))
  }
  start()
  const deaf = faults.onOrder(order => child?.connected && child.send({ order }))

  return {
    get pid() {
      return child?.pid
    },
    stop: async () => {
      stopping = true
      deaf()
      clearTimeout(timer)
      const running = child
      if (!running) return
      const ended = new Promise(resolve => running.once('exit', resolve))
      running.kill('SIGTERM')
      const impatient = setTimeout(() => running.kill('SIGKILL'), STOP_MS)
      await ended
      clearTimeout(impatient)
    },
  }
}

const isHistoryDone = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'history' in message && message.history === 'done'

/** The port of its cameras, if that is what it tells. */
const camerasOf = (message: unknown): number | undefined =>
  typeof message === 'object' &&
  message !== null &&
  'cameras' in message &&
  typeof message.cameras === 'number'
    ? message.cameras
    : undefined
