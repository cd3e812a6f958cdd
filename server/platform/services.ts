import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Store } from './database/store.ts'
import type { DeviceSide } from '../telemetry/device-side.ts'
import type { Events } from './events.ts'
import type { JobQueue } from './jobs/queue.ts'
import type { PlantedFaults } from '../demo/planted-faults.ts'

/** What features are given. Built once in main.ts; a test builds its own. */
export interface Services {
  config: Config
  store: Store
  events: Events
  devices: DeviceSide
  jobs: JobQueue
  /** Of the demonstration's houses. */
  faults: PlantedFaults
  log: FastifyBaseLogger
}
