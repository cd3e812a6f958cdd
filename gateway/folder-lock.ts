import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Keeps connections referenced: a collected one would lose its lock. */
const held = new Set<DatabaseSync>()

/**
 * Makes this process the only gateway of a folder; false if another one is. SQLite's exclusive lock is one of the operating
 * system: it ends with the process, however that dies, so no stale file has to be judged.
 */
export function lockFolder(folder: string): boolean {
  mkdirSync(folder, { recursive: true })
  const database = new DatabaseSync(join(folder, 'gateway.lock'), { timeout: 0 })
  try {
    database.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    database.close()
    if (String(error).includes('locked')) return false
    throw error
  }
  held.add(database)
  return true
}
