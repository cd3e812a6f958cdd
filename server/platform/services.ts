import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Store } from './database/store.ts'
import type { ReadDisk } from './disk.ts'
import type { Events } from './events.ts'
import type { JobQueue } from './jobs/queue.ts'

/** What features are given; higher layers add their own. Built once when the server starts; tests build their own. */
export interface Services {
  config: Config
  store: Store
  events: Events
  jobs: JobQueue
  log: FastifyBaseLogger
  /** How much room the disk has; by default as the system says. */
  readDisk?: ReadDisk
}
