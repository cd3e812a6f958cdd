import { existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, rmdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/** What every process of a server must find: files of records, uploads on their way, and what cameras recorded. */
const COMMON = ['files', 'uploads', 'recordings'] as const

/**
 * Keeps what all processes need in a folder that they share, by links from this one's data folder. Returns a sentence if that
 * cannot be: nothing that is already in the data folder is moved or hidden.
 */
export function shareFolder(dataDir: string, common: string): string | undefined {
  for (const name of COMMON) {
    const [own, shared] = [join(dataDir, name), join(common, name)]
    try {
      mkdirSync(shared, { recursive: true, mode: 0o700 })
      if (isLinkTo(own, shared)) continue
      if (existsSync(own) && readdirSync(own).length > 0)
        return `${own} has files already: move what is in it to ${shared} while no server runs, and remove the empty folder`
      if (existsSync(own)) rmdirSync(own)
      symlinkSync(shared, own, 'dir')
    } catch (error) {
      // Another process of the same data folder was first.
      if (isLinkTo(own, shared)) continue
      const code = error instanceof Error && 'code' in error ? error.code : error
      return `the folder ${common} cannot be used (${code}): make it writable or name another one`
    }
  }
  return undefined
}

function isLinkTo(path: string, target: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink() && readlinkSync(path) === target
  } catch {
    return false
  }
}
