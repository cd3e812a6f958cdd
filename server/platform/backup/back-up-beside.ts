import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { BackupOrder } from './make-backup.ts'
import type { BackupEnd } from './worker.ts'

const program = fileURLToPath(new URL('./worker.ts', import.meta.url))
const execArgv = [`--import=${new URL('../quick-start.ts', import.meta.url)}`]

/** Makes a backup in a separate process that yields to everything else on the machine. Answers how it ended. */
export function backUpBeside(order: BackupOrder): { ended: Promise<BackupEnd>; stop(): Promise<void> } {
  const child = fork(program, [], { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const gone = new Promise<void>(resolve => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const ended = new Promise<BackupEnd>(resolve => {
    child.once('message', end => resolve(end as BackupEnd))
    void gone.then(() => resolve({ reason: 'cut', detail: 'the process that made it ended' }))
  })
  // Sent over the channel so that the secret appears in no process list.
  child.send(order, error => error && child.kill())
  return {
    ended,
    async stop() {
      child.kill('SIGKILL')
      await gone
    },
  }
}
