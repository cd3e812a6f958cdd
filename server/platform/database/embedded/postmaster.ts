import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '../../start-error.ts'

export interface Postmaster {
  pid: number
  socketDir: string
  /** It has finished starting. */
  ready: boolean
}

/** The content of `postmaster.pid`; undefined if there is none. Its process may be dead. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1) return undefined
  return { pid, socketDir: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
}

/** Whether the process is alive and, if the system can tell (Linux), is the server of this cluster. */
export function isRunning(pid: number, cluster: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch {
    return process.platform !== 'linux'
  }
}

/**
 * Stops a server left behind by an earlier run that was killed. Rolls back open transactions and writes a checkpoint;
 * committed data is safe in any case.
 */
export async function stopLeftover(cluster: string): Promise<boolean> {
  const found = readPostmaster(cluster)
  if (!found || !isRunning(found.pid, cluster)) return false
  for (const [signal, patienceMs] of [
    ['SIGINT', 15_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    try {
      process.kill(found.pid, signal)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EPERM')
        throw new StartError(`The database server ${found.pid} of another user still runs: stop it first`)
    }
    if (await ends(found.pid, cluster, patienceMs)) return true
  }
  throw new StartError(
    `The database server ${found.pid} of an earlier run does not stop: end it with kill ${found.pid}`,
  )
}

async function ends(pid: number, cluster: string, patienceMs: number): Promise<boolean> {
  for (const until = Date.now() + patienceMs; Date.now() < until; await delay(10))
    if (!isRunning(pid, cluster)) return true
  return false
}
