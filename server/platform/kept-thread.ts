import { Worker } from 'node:worker_threads'
import { refuse } from './http/errors.ts'

/** Each takes some hundred milliseconds: beyond this many waiting, callers are told to try again. */
const WAITING_MOST = 10

interface KeptThread<Task, Done> {
  (task: Task): Promise<Done>
  /** Starts it before anybody waits for it. */
  ready(): void
}

/** It starts with less work, as the server does, and goes behind the main thread. */
const START = {
  execArgv: [
    `--import=${new URL('./quick-start.ts', import.meta.url)}`,
    `--import=${new URL('./thread-that-may-wait.ts', import.meta.url)}`,
  ],
}

/**
 * Does tasks off the main thread, one after the other, in one thread that is kept: starting it takes longer than a task. The
 * file answers each message with one; a task that fails ends the thread.
 */
export function keptThread<Task, Done>(file: URL): KeptThread<Task, Done> {
  /** Answered in order of arrival. */
  const waiting: { resolve: (done: Done) => void; reject: (error: unknown) => void }[] = []
  let thread: Worker | undefined

  function start(): Worker {
    const worker = new Worker(file, START)
    // It ends with the process and does not keep it alive.
    worker.unref()
    worker.on('message', (done: Done) => waiting.shift()?.resolve(done))
    worker.on('error', error => {
      thread = undefined
      for (const { reject } of waiting.splice(0)) reject(error)
    })
    return worker
  }

  const ready = () => {
    thread ??= start()
    return thread
  }
  const run = (task: Task) => {
    if (waiting.length >= WAITING_MOST) throw refuse.busy()
    ready().postMessage(task)
    return new Promise<Done>((resolve, reject) => waiting.push({ resolve, reject }))
  }
  return Object.assign(run, { ready: () => void ready() })
}
