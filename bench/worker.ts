import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import nodeOptions from '#server/node-options.json' with { type: 'json' }

/** A process of the benchmark that takes orders over IPC, one at a time. */
export interface Worker<Order, Answer> {
  ask(order: Order): Promise<Answer>
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()

/** Starts `file` from this folder. */
export function startWorker<Order extends object, Answer>(file: string): Worker<Order, Answer> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    // As for the server: what is compared must not differ in anything else.
    execArgv: nodeOptions.flags,
    stdio: ['ignore', 2, 'inherit', 'ipc'],
  })
  running.add(child)
  const gone = once(child, 'exit').then(([code, signal]) => {
    running.delete(child)
    return `${file} ended (${signal ?? code})`
  })
  return {
    ask: async order => {
      const answered = once(child, 'message').then(([message]) => message as Answer | { error: string })
      child.send(order)
      const answer = await Promise.race([answered, gone.then(error => ({ error }))])
      if (answer !== null && typeof answer === 'object' && 'error' in answer) throw new Error(answer.error)
      return answer as Answer
    },
    stop: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** Ends all remaining workers. */
export function killWorkers(): void {
  for (const child of running) child.kill('SIGKILL')
}
