import { Worker } from 'node:worker_threads'
import type { Stored, Told } from './running-job.ts'

/** Where a thread works. */
export interface Place {
  /** Of the role that serves requests. */
  databaseUrl: string
  dataDir: string
  /** Key of what is stored encrypted, such as an id card number whose end a file shows. */
  appSecret: string
}
/** What a thread reports: its job's progress, and at the end what it has stored. */
export type Report = { told: Told } | { stored: Stored }

/** A job that needs more is broken or an attack. MB */
const MEMORY = 512
/** Starting a thread takes half a second of work, so it waits this long for the next job. ms */
const IDLE_MS = 120_000

/** Threads for jobs, each doing one at a time. */
export interface Threads {
  /** Does a job; answers what it has stored. Rejects if the thread ended before it was done. */
  run(jobId: string, signal: AbortSignal, tell: (told: Told) => void): Promise<Stored>
  /** Ends all threads, whatever they are doing. */
  stop(): Promise<void>
}

/** Whether a job ran out of memory. */
export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** `file`: what a thread runs. */
export function openThreads(file: URL, place: Place): Threads {
  const all = new Set<Worker>()
  const idle = new Map<Worker, NodeJS.Timeout>()

  function start(): Worker {
    const worker = new Worker(file, {
      workerData: place,
      execArgv: [
        `--import=${new URL('../quick-start.ts', import.meta.url)}`,
        `--import=${new URL('../thread-that-may-wait.ts', import.meta.url)}`,
      ],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    })
    all.add(worker)
    // Whoever runs a job hears it too; if an idle thread dies nothing is lost.
    worker.on('error', () => {})
    worker.on('exit', () => {
      all.delete(worker)
      clearTimeout(idle.get(worker))
      idle.delete(worker)
    })
    return worker
  }

  function take(): Worker {
    const [rested] = idle.keys()
    if (!rested) return start()
    clearTimeout(idle.get(rested))
    idle.delete(rested)
    return rested
  }
  const rest = (worker: Worker) =>
    idle.set(worker, setTimeout(() => void worker.terminate(), IDLE_MS).unref())

  return {
    run(jobId, signal, tell) {
      const worker = take()
      return new Promise((resolve, reject) => {
        let fault: unknown = new Error('The job was broken off')
        const end = () => void worker.terminate()
        const onError = (error: unknown) => {
          fault = error
        }
        const onMessage = (report: Report) => {
          if ('told' in report) tell(report.told)
          else leave(() => resolve(report.stored))
        }
        const onExit = () => leave(() => reject(fault))
        const leave = (settle: () => void) => {
          signal.removeEventListener('abort', end)
          worker.off('message', onMessage).off('error', onError).off('exit', onExit)
          if (all.has(worker)) rest(worker)
          settle()
        }
        signal.addEventListener('abort', end)
        worker.on('message', onMessage).on('error', onError).on('exit', onExit)
        worker.postMessage(jobId)
      })
    },
    async stop() {
      await Promise.all([...all].map(worker => worker.terminate()))
    },
  }
}
