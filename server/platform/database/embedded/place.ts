import { createHash } from 'node:crypto'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { StartError } from '../../start-error.ts'
import { copyNative, nativeFolder, restoreLinks } from './binaries.ts'

/** PostgreSQL refuses to run as root; this is "nobody", which needs no account. */
const NOBODY = 65_534

export interface Place {
  /** Folder with bin, lib, share. */
  native: string
  /** The cluster, whether or not it exists yet. */
  cluster: string
  /** Folder of the unix socket; at most 107 characters including the socket's name. */
  socketDir: string
  /** User that runs initdb and postgres; undefined: our own. */
  user?: { uid: number; gid: number }
}

/**
 * Where the embedded database of a data folder lives: in `<dataDir>/postgres`. If started by root it runs as another
 * user; if that user cannot reach the project or the data folder (a home of mode 0700), binaries and cluster go to
 * /var/lib, and `<dataDir>/postgres` is a link that says where.
 */
export function placeOf(dataDir: string): Place {
  const { folder, version } = nativeFolder()
  restoreLinks(folder)
  const linked = join(dataDir, 'postgres')
  const user = userFor(linked)
  const socketDir = socketDirFor(dataDir, user)
  if (!user || (reachable(folder, user) && reachable(dataDir, user) && !isLink(linked)))
    return {
      native: folder,
      cluster: isLink(linked) ? realpathSync(linked) : linked,
      socketDir,
      ...(user && { user }),
    }
  const outside = join('/var/lib', `smart-farm-${digest(dataDir)}`)
  mkdirSync(outside, { recursive: true, mode: 0o755 })
  const native = reachable(folder, user) ? folder : copyNative(folder, version, outside)
  if (existsSync(linked) && !isLink(linked)) {
    if (reachable(dataDir, user)) return { native, cluster: linked, socketDir, user }
    throw new StartError(
      `The database in ${linked} cannot be reached by user ${user.uid}, whom it must run as: allow others to pass through the folders above it (chmod o+x)`,
    )
  }
  if (!isLink(linked)) symlinkSync(join(outside, 'postgres'), linked)
  return { native, cluster: realOrTarget(linked, outside), socketDir, user }
}

const digest = (text: string) => createHash('sha256').update(realpathSync(text)).digest('hex').slice(0, 12)
const isLink = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
const realOrTarget = (link: string, outside: string) =>
  existsSync(link) ? realpathSync(link) : join(outside, 'postgres')

/** Root runs the database as its present owner, else as nobody. */
function userFor(cluster: string): Place['user'] {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : { uid: NOBODY, gid: NOBODY }
}

/** Whether the user may enter every folder down to this one. Judged by mode bits, as root may enter anyway. */
function reachable(folder: string, user: { uid: number; gid: number }): boolean {
  for (let at = realpathSync(folder); ; at = dirname(at)) {
    const { mode, uid, gid } = statSync(at)
    const pass = uid === user.uid ? mode & 0o100 : gid === user.gid ? mode & 0o010 : mode & 0o001
    if (!pass) return false
    if (at === dirname(at)) return true
  }
}

/** A private folder under /tmp: a data folder's path may be too long for a socket. */
function socketDirFor(dataDir: string, user: Place['user']): string {
  const root = process.platform !== 'win32' && existsSync('/tmp') ? '/tmp' : tmpdir()
  return join(root, `smart-farm-${user?.uid ?? process.getuid?.() ?? 0}-${digest(dataDir)}`)
}

/** Makes an empty folder that only the database's user can enter, or checks that an existing one is like that. */
export function makePrivate(folder: string, user: Place['user']): void {
  const uid = user?.uid ?? process.getuid?.()
  try {
    mkdirSync(folder, { mode: 0o700 })
    if (user) chownSync(folder, user.uid, user.gid)
  } catch (error) {
    const found = lstatSync(folder, { throwIfNoEntry: false })
    if (!found?.isDirectory()) throw error
    if (found.uid !== uid || (found.mode & 0o077) !== 0)
      throw new StartError(`${folder} belongs to somebody else: remove it`)
  }
}

/** Removes the private folder of the socket; a leftover is harmless. */
export const removePrivate = (folder: string): void => rmSync(folder, { recursive: true, force: true })
