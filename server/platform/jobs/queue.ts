import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { fromDrizzle, PgBoss } from 'pg-boss'
import { GIVEN_UP, JOBS, QUEUE_SCHEMA } from '../database/queue-schema.ts'
import type { Db } from '../database/store.ts'
import { roundFailed } from '../rounds.ts'

/** What the queue stores: which job, nothing about its content. */
export interface Queued {
  jobId: string
}

interface Workers {
  /** Does a job; rejects if it should be tried again. `signal`: the queue wants it back. */
  work(jobId: string, signal: AbortSignal): Promise<void>
  /** Called for a job that failed at every try. */
  giveUp(jobId: string): Promise<void>
  /** Jobs at a time. */
  atOnce: number
}

/** Jobs that wait in the database for a worker; each is done by one, and by another if that one dies. */
export interface JobQueue {
  /**
   * Queues a job in the transaction of `db`: both are stored or neither. One job per `customer` runs at a time, and
   * customers take turns: each further job of a customer waits one round more.
   */
  add(db: Db, jobId: string, customer?: string): Promise<void>
  /** A job was added: workers of this process look at once. */
  wake(): void
  /** Takes jobs from now on; the returned function stops that without ending running jobs. */
  work(workers: Workers): Promise<() => Promise<void>>
  stop(): Promise<void>
}

/** How often the queue is checked for other processes' jobs and for dead workers. Seconds */
const POLL_S = 2
const SUPERVISE_S = 5
const CONNECTIONS = 2
/** Time for running work to be put back. ms */
const STOP_MS = 3_000

/** Number of a customer's waiting and running jobs. */
async function unfinishedOf(db: Db, customer: string): Promise<number> {
  const { rows } = await db.execute<{ jobs: number }>(sql`
    select count(*)::int as jobs from ${sql.identifier(QUEUE_SCHEMA)}.job
    where name = ${JOBS} and group_id = ${customer} and state in ('created', 'retry', 'active')`)
  return rows[0]?.jobs ?? 0
}

/** The queue in the database. Connects on first use. */
export function openQueue(url: string, log: Pick<FastifyBaseLogger, 'warn' | 'error'>): JobQueue {
  const boss = new PgBoss({
    connectionString: url,
    max: CONNECTIONS,
    schema: QUEUE_SCHEMA,
    application_name: 'smart-farm jobs',
    // The owner of the tables created them; the role of requests may not change them.
    migrate: false,
    createSchema: false,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: SUPERVISE_S,
    monitorIntervalSeconds: SUPERVISE_S,
  })
  boss.on('error', error => roundFailed(log, 'queue', error))
  let started: Promise<unknown> | undefined
  const start = () => {
    started ??= boss.start().catch(error => {
      started = undefined
      throw error
    })
    return started
  }
  const workerIds: string[] = []

  return {
    async add(db, jobId, customer) {
      await start()
      const options = { db: fromDrizzle(db, sql) }
      if (customer === undefined) await boss.send(JOBS, { jobId } satisfies Queued, options)
      else {
        const priority = -(await unfinishedOf(db, customer))
        await boss.send(JOBS, { jobId } satisfies Queued, { ...options, priority, group: { id: customer } })
      }
    },
    wake() {
      for (const id of workerIds) boss.notifyWorker(id)
    },
    async work({ work, giveUp, atOnce }) {
      await start()
      const options = {
        pollingIntervalSeconds: POLL_S,
        localConcurrency: atOnce,
        localGroupConcurrency: 1,
      }
      workerIds.push(
        await boss.work<Queued>(JOBS, options, async ([job]) => {
          if (job) await work(job.data.jobId, job.signal)
        }),
      )
      await boss.work<Queued>(GIVEN_UP, { pollingIntervalSeconds: POLL_S }, async ([job]) => {
        if (job) await giveUp(job.data.jobId)
      })
      return async () => {
        workerIds.length = 0
        await Promise.all([boss.offWork(JOBS, { wait: false }), boss.offWork(GIVEN_UP, { wait: false })])
      }
    },
    async stop() {
      await started?.catch(() => {})
      await boss.stop({ graceful: true, timeout: STOP_MS })
    },
  }
}
