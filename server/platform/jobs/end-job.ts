import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../database/store.ts'
import type { JobRow } from '../database/tables/jobs.ts'
import { job } from '../database/tables/jobs.ts'
import { JobOver } from './running-job.ts'

/** Last statement of a step, in the transaction of its result. Throws JobOver if the job was cancelled. */
export async function endJob(db: Db, id: string, change: Partial<JobRow>): Promise<void> {
  const { rowCount } = await db
    .update(job)
    .set({ ...change, endedAt: sql`now()` })
    .where(and(eq(job.id, id), eq(job.state, 'running')))
  if (rowCount === 0) throw new JobOver()
}
