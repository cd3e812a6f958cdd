import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from './start-error.ts'

export interface Lock {
  release(): void
}

/** Keeps connections referenced: a collected one would lose its lock. */
const held = new Set<DatabaseSync>()

/** Makes this process the only server of a data folder. Throws StartError. */
export const lockDataDir = (dataDir: string): Lock =>
  lock(dataDir, 'server.lock', () => `Smart Farm already runs on ${dataDir}${whoRuns(dataDir)}`)

/** Makes this process the only one that simulates the load test's houses: two would be the same devices twice. */
export const lockLoadTest = (dataDir: string): Lock =>
  lock(dataDir, 'simulate.lock', () => 'Its houses are simulated already: end that run first')

/** Makes this process the only one that writes backups into a folder; undefined if another already does. */
export const lockBackups = (backupDir: string): Lock | undefined => tryLock(join(backupDir, 'backup.lock'))

function lock(dataDir: string, file: string, taken: () => string): Lock {
  const found = tryLock(join(dataDir, file))
  if (!found) throw new StartError(`DATA_DIR: ${taken()}`)
  return found
}

/**
 * SQLite's exclusive lock is an operating system lock: it ends with the process, however that dies, so there are no
 * stale lock files to judge. Undefined if another process holds it.
 */
function tryLock(path: string): Lock | undefined {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    database.close()
    if (String(error).includes('locked')) return undefined
    throw new StartError(`${path} cannot be locked (${error})`)
  }
  held.add(database)
  return {
    release: () => {
      held.delete(database)
      database.close()
    },
  }
}

/** Left in the data folder by a running server, for commands beside it and for people who look. */
export interface RunningServer {
  pid: number
  url: string
  mqttUrl: string
}

export const runningFile = (dataDir: string): string => join(dataDir, 'server.json')

/** What the file says; its process may have been killed since. */
function readRunning(dataDir: string): RunningServer | undefined {
  try {
    return JSON.parse(readFileSync(runningFile(dataDir), 'utf8'))
  } catch {
    return undefined
  }
}

/** The server running on this data folder; undefined if there is none. */
export function runningServer(dataDir: string): RunningServer | undefined {
  const running = readRunning(dataDir)
  if (!running) return undefined
  try {
    process.kill(running.pid, 0)
    return running
  } catch (error) {
    // The process belongs to another user: it is alive.
    return error instanceof Error && 'code' in error && error.code === 'EPERM' ? running : undefined
  }
}

function whoRuns(dataDir: string): string {
  const running = readRunning(dataDir)
  return running ? ` (process ${running.pid}, ${running.url})` : ''
}
