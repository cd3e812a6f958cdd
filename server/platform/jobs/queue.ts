import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { fromDrizzle, PgBoss } from 'pg-boss'
import { GIVEN_UP, JOBS, QUEUE_SCHEMA } from '../database/queue-schema.ts'
import type { Db } from '../database/store.ts'

/** What waits in the queue: which job, nothing of what is in it. */
export interface Queued {
  jobId: string
}

interface Workers {
  /** Does a job; rejects when it is to be tried again. `signal`: the queue wants it back. */
  work(jobId: string, signal: AbortSignal): Promise<void>
  /** Told of a job that no try brought to an end. */
  giveUp(jobId: string): Promise<void>
  /** Jobs at a time. */
  atOnce: number
}

/** Jobs that wait in the database for a worker; each is done by one, and by another when that one dies. */
export interface JobQueue {
  /**
   * Puts a job into the queue in the transaction of `db`: both are stored or neither. Of one `customer` one job runs at a time,
   * and customers take turns: behind each that waits or runs already a further one stands in the next round.
   */
  add(db: Db, jobId: string, customer?: string): Promise<void>
  /** A job was added: whoever works here looks at once. */
  wake(): void
  /** Takes jobs from now on; the function it answers ends that, and running jobs go on. */
  work(workers: Workers): Promise<() => Promise<void>>
  stop(): Promise<void>
}

/** The queue is asked this often for jobs of other processes, and for workers that died. Seconds */
const POLL_S = 2
const SUPERVISE_S = 5
const CONNECTIONS = 2
/** Running work gets this long to be put back. ms */
const STOP_MS = 3_000

/** Jobs of a customer that wait or run. */
async function unfinishedOf(db: Db, customer: string): Promise<number> {
  const { rows } = await db.execute<{ jobs: number }>(sql`
    select count(*)::int as jobs from ${sql.identifier(QUEUE_SCHEMA)}.job
    where name = ${JOBS} and group_id = ${customer} and state in ('created', 'retry', 'active')`)
  return rows[0]?.jobs ?? 0
}

/** The queue in the database. Connects when it is first used. */
export function openQueue(url: string, log: Pick<FastifyBaseLogger, 'warn'>): JobQueue {
  const boss = new PgBoss({
    connectionString: url,
    max: CONNECTIONS,
    schema: QUEUE_SCHEMA,
    application_name: 'smart-farm jobs',
    // The owner of the tables made them; the role of requests may not change them.
    migrate: false,
    createSchema: false,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: SUPERVISE_S,
    monitorIntervalSeconds: SUPERVISE_S,
  })
  boss.on('error', error => log.warn({ err: error }, 'the queue of jobs waits for the database'))
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
