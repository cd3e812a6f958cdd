import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Store } from './database/store.ts'
import type { Events } from './events.ts'
import type { JobQueue } from './jobs/queue.ts'

/** What features are given; the rooms above add what is theirs. Built once when the server starts; a test builds its own. */
export interface Services {
  config: Config
  store: Store
  events: Events
  jobs: JobQueue
  log: FastifyBaseLogger
}
