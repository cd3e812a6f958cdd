import { eq } from 'drizzle-orm'
import { SYSTEM } from '../database/store.ts'
import type { JobRow } from '../database/tables/jobs.ts'
import { job } from '../database/tables/jobs.ts'
import type { Services } from '../services.ts'
import type { ListSheet } from './list-sheet.ts'
import { failJob } from './run-job.ts'
import type { Told } from './running-job.ts'
import { isOutOfMemory, openThreads } from './threads.ts'
import { startTidying } from './tidy.ts'

/** Jobs of this process at a time: the farms' readings need the machine too. */
const AT_ONCE = 2

export interface RunningJobs {
  /** Removes expired jobs and files now instead of at the next hour. */
  tidy(): Promise<void>
  stop(): Promise<void>
}

/** The kinds of work, and who does it. */
interface Work {
  sheets: readonly ListSheet[]
  /** The file that a thread runs. */
  thread: URL
}

/**
 * Works on queued jobs, each in its own thread. If a process dies, its jobs are started over by another one or at the next
 * start.
 */
export async function startJobs(
  services: Services,
  databaseUrl: string,
  { sheets, thread }: Work,
): Promise<RunningJobs> {
  const { store, config, events, jobs, log } = services
  const threads = openThreads(thread, { databaseUrl, dataDir: config.dataDir, appSecret: config.appSecret })
  const tidying = startTidying(services)

  const tell = (
    { id: jobId, accountId, programId }: Pick<JobRow, 'id' | 'accountId' | 'programId'>,
    told: Told,
  ) => events.emit('job', { accountId, programId, jobId, ...told })

  async function work(jobId: string, signal: AbortSignal): Promise<void> {
    const [row] = await store.scoped(SYSTEM).select().from(job).where(eq(job.id, jobId))
    if (!row) return
    try {
      const { ids, notified } = await threads.run(jobId, signal, told => tell(row, told))
      if (ids.length > 0) sheets.find(({ list }) => list === row.list)?.import?.tell?.(events, ids)
      if (notified.length > 0) events.emit('notice', { accountIds: notified })
    } catch (error) {
      log.warn({ err: error, jobId }, 'a job did not get through')
      // A job that used up its memory will do so at every try; anything else may have been bad luck.
      if (isOutOfMemory(error)) await giveUp(jobId)
      // The queue stores this text: it must not be the error, which may contain what somebody sent.
      throw new Error('A job did not get through')
    }
  }

  async function giveUp(jobId: string): Promise<void> {
    const [row] = await store.scoped(SYSTEM).select().from(job).where(eq(job.id, jobId))
    if (row && (await failJob(store, jobId, 'job.failed')))
      tell(row, { state: 'failed', done: 0, total: null })
  }

  const rest = await jobs.work({ work, giveUp, atOnce: AT_ONCE })
  return {
    tidy: tidying.tidy,
    async stop() {
      await rest()
      // Interrupted jobs go back into the queue.
      await Promise.all([tidying.stop(), threads.stop()])
    },
  }
}
