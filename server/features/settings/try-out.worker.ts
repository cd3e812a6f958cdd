import { parentPort } from 'node:worker_threads'
import { errorOf } from '#shared/what-if/error.ts'
import { runHouse } from '#shared/what-if/run-house.ts'
import { tryOut } from '#shared/what-if/what-if.ts'
import type { Task, Tried } from './try-out-thread.ts'

/** The try-out thread runs tries one after the other. A try that fails ends it. */
function work({ house, change, yesterday }: Task): Tried {
  const tried = tryOut(house, change)
  if (!yesterday) return { tried, error: errorOf([], []) }
  return { tried, error: errorOf(runHouse(yesterday.house, change.today), yesterday.measured) }
}
parentPort?.on('message', (task: Task) => parentPort?.postMessage(work(task)))
