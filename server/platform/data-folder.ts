import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** Of a new data folder: its owner's alone. The database of root is another user's, who must pass through, not look around. */
const modeOf = () => (process.getuid?.() === 0 ? 0o711 : 0o700)

/** Makes the folder if it is missing. Returns a sentence if it cannot be used. */
export function unusable(dataDir: string): string | undefined {
  try {
    mkdirSync(dataDir, { recursive: true, mode: modeOf() })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    return `the folder ${dataDir} cannot be written to (${code}): make it writable or name another one`
  }
}

/**
 * The secret of this installation, made at the first start and needed in every backup. Two processes that start
 * together end up with the same one: the first to link the file wins.
 */
export function storedSecret(dataDir: string): string {
  const path = join(dataDir, 'app-secret')
  if (!existsSync(path)) {
    const draft = `${path}.${process.pid}`
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
    try {
      linkSync(draft, path)
    } catch (error) {
      if (!existsSync(path)) throw error
    } finally {
      rmSync(draft, { force: true })
    }
  }
  return readFileSync(path, 'utf8').trim()
}
