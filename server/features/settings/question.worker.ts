import { parentPort } from 'node:worker_threads'
import { harmsOf } from '#shared/what-if/harm.ts'
import type { HarmTask } from './question-thread.ts'

parentPort?.on('message', ({ house, today, wanted }: HarmTask) =>
  parentPort?.postMessage(harmsOf(house, today, wanted)),
)
