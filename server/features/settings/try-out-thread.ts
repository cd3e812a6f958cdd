import { Worker } from 'node:worker_threads'
import type { MeasuredSample, ModelError } from '#shared/what-if/error.ts'
import type { RunHouse } from '#shared/what-if/run-house.ts'
import type { TriedChange, WhatIf } from '#shared/what-if/what-if.ts'
import { refuse } from '../../platform/http/errors.ts'

/** The runs: the next 24 hours, and the last 24 with their readings; null if their weather is unknown. */
export interface Task {
  house: RunHouse
  change: TriedChange
  yesterday: { house: RunHouse; measured: MeasuredSample[] } | null
}
export interface Tried {
  tried: WhatIf
  error: ModelError
}

/** Each takes some hundred milliseconds: beyond this many waiting, callers are told to try again. */
const WAITING_MOST = 10

/** Answered in order of arrival. */
const waiting: { resolve: (tried: Tried) => void; reject: (error: unknown) => void }[] = []
let thread: Worker | undefined

/** Runs tries off the main thread, in one thread that is kept: starting it takes longer than a run. */
export function runInThread(task: Task): Promise<Tried> {
  if (waiting.length >= WAITING_MOST) throw refuse.busy()
  thread ??= start()
  thread.postMessage(task)
  return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
}

function start(): Worker {
  const worker = new Worker(new URL('./try-out.worker.ts', import.meta.url), { execArgv: [] })
  // It ends with the process and does not keep it alive.
  worker.unref()
  worker.on('message', (tried: Tried) => waiting.shift()?.resolve(tried))
  worker.on('error', error => {
    thread = undefined
    for (const { reject } of waiting.splice(0)) reject(error)
  })
  return worker
}
