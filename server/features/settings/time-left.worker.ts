import { parentPort } from 'node:worker_threads'
import { timeLeft } from '#shared/what-if/time-left.ts'
import type { Task } from './time-left-thread.ts'

parentPort?.on('message', ({ house, settings, broken }: Task) =>
  parentPort?.postMessage(timeLeft(house, settings, broken)),
)
