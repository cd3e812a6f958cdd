import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Keeps connections referenced: a collected one would lose its lock. */
const held = new Set<DatabaseSync>()

/**
 * Makes this process the only gateway of a folder; false if another one is. SQLite's exclusive lock is one of the operating
 * system: it ends with the process, however that dies, so no stale file has to be judged. A folder that cannot be written any
 * more, as after a failure of its card, is locked by a file among the temporary ones.
 */
export function lockFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    return lockFile(join(folder, 'gateway.lock'))
  } catch {
    const name = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16)
    return lockFile(join(tmpdir(), `smart-farm-gateway-${name}.lock`))
  }
}

function lockFile(path: string): boolean {
  const database = new DatabaseSync(path, { timeout: 0 })
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
