import { parentPort, workerData } from 'node:worker_threads'
import { OF_ONE_JOB, openStore } from '../../platform/database/store.ts'
import { runJob } from '../../platform/jobs/run-job.ts'
import type { Place, Report } from '../../platform/jobs/threads.ts'
import { workbooks } from '../sheets.ts'

/**
 * The job thread runs jobs one after the other, with its own connections, so that neither the work nor the rows pass through
 * the main thread. A job that fails in an unknown way ends it.
 */
const { databaseUrl, ...place } = workerData as Place
const port = parentPort
if (!port) throw new Error('This file is started as a worker thread')
const report = (message: Report) => port.postMessage(message)
const store = openStore({ app: databaseUrl, ingest: databaseUrl }, OF_ONE_JOB)

async function work(jobId: string): Promise<void> {
  const stored = await runJob(jobId, { ...place, store, workbooks, tell: told => report({ told }) })
  report({ stored })
}
// An unhandled rejection ends the thread, and its caller is told why.
port.on('message', (jobId: string) => void work(jobId))
