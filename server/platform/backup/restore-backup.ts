import { execFile } from 'node:child_process'
import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { chown, copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createZstdDecompress } from 'node:zlib'
import { extract } from 'tar'
import { type Place, placeOf } from '../database/embedded/place.ts'
import { stopLeftover } from '../database/embedded/postmaster.ts'
import { filesFolder } from '../files/stored-files.ts'
import { writeSign } from '../silence.ts'
import { StartError } from '../start-error.ts'
import {
  DATABASE_ARCHIVE,
  FILES_ARCHIVE,
  faultsOf,
  type Manifest,
  nameAt,
  readManifest,
  SECRET,
} from './backup-folder.ts'

/** Where to restore a backup. The caller holds the lock of the data folder. */
export interface RestoreOrder {
  dataDir: string
  /** Folder of the backup. */
  backup: string
  /** APP_SECRET of the environment, if set there. */
  givenSecret?: string | undefined
  /** Moves what is in the data folder aside; otherwise a folder that is not empty is refused. */
  isReplacing: boolean
}

/** Reads a whole backup. Throws a StartError that names what is wrong with it. */
export async function assertWhole(backup: string): Promise<Manifest> {
  const manifest = await readManifest(backup)
  if (!manifest)
    throw new StartError(`${backup} is no whole backup: it has no manifest.json that can be read`)
  const faults = await faultsOf(backup, manifest)
  if (faults.length > 0) throw new StartError(`${backup} is damaged: ${faults.join('; ')}`)
  return manifest
}

/**
 * Restores a backup into a data folder, where the next start finds it, silent until it is told that it is the real one.
 * Changes nothing there before the whole backup is read and unpacked. Answers what was moved aside. Throws StartError.
 */
export async function restoreBackup(order: RestoreOrder, now = new Date()): Promise<string[]> {
  const { dataDir, backup } = order
  const manifest = await assertWhole(backup)
  const place = placeOf(dataDir)
  await refuseOther(place, manifest)
  const secret = (await readFile(join(backup, SECRET), 'utf8')).trim()
  if (order.givenSecret !== undefined && order.givenSecret !== secret)
    throw new StartError('APP_SECRET is not the one of this backup: set that one, or none')
  const files = filesFolder(dataDir)
  const targets = [files, join(dataDir, SECRET), place.cluster]
  const isFull = isFilled(place.cluster) || isFilled(files)
  if (isFull && !order.isReplacing)
    throw new StartError(
      `${dataDir} holds an installation already: name an empty DATA_DIR, or say --replace and what is there is put aside`,
    )
  await stopLeftover(place.cluster)
  await unpackTo(join(backup, DATABASE_ARCHIVE), draftOf(place.cluster), place.user)
  writeSign(draftOf(place.cluster), { backup: basename(backup), backedUpAt: manifest.beganAt }, place.user)
  await unpackTo(join(backup, FILES_ARCHIVE), draftOf(files))
  await copyFile(join(backup, SECRET), draftOf(join(dataDir, SECRET)))
  const aside = []
  for (const target of targets) {
    const old = `${target}.before-${nameAt(now)}`
    if (isFull && existsSync(target)) {
      await rename(target, old)
      aside.push(old)
    } else await rm(target, { recursive: true, force: true })
    await rename(draftOf(target), target)
  }
  return aside
}

const draftOf = (path: string) => `${path}.restored`
const isFilled = (folder: string) => existsSync(folder) && readdirSync(folder).length > 0

async function unpackTo(archive: string, folder: string, owner?: Place['user']): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (owner) await chown(folder, owner.uid, owner.gid)
  let isBlank = true
  try {
    await pipeline(
      createReadStream(archive),
      createZstdDecompress(),
      async function* (bytes: AsyncIterable<Buffer>) {
        for await (const chunk of bytes) {
          isBlank &&= chunk.every(byte => byte === 0)
          yield chunk
        }
      },
      // Strict: a damaged entry, or one outside the folder, aborts.
      extract({ cwd: folder, strict: true, ...owner }),
    )
  } catch (error) {
    // Of an installation without files: the end of an archive, and nothing before it.
    if (isBlank && archive.endsWith(FILES_ARCHIVE) && (error as { tarCode?: string }).tarCode === NO_ENTRY)
      return
    throw new StartError(unpackProblem(archive, folder, error as NodeJS.ErrnoException))
  }
}
const NO_ENTRY = 'TAR_BAD_ARCHIVE'

/** Errors of the disk that is written to; any other means that the archive is damaged. */
const OF_THE_DISK = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO']

function unpackProblem(archive: string, folder: string, error: NodeJS.ErrnoException): string {
  const { code, message } = error
  return code !== undefined && OF_THE_DISK.includes(code)
    ? `${archive} cannot be unpacked into ${folder}: ${message}`
    : `${archive} is damaged, although its checksum is right: it was already damaged when the backup was made (${message}). Restore another backup`
}

/** Data files cannot be read by another major version. */
async function refuseOther({ native }: Place, { postgres, version }: Manifest): Promise<void> {
  const { stdout } = await promisify(execFile)(join(native, 'bin/postgres'), ['--version'])
  const [, ours = ''] = /(\d+)\.\d+/.exec(stdout) ?? []
  const [theirs = ''] = postgres.split('.')
  if (ours !== theirs)
    throw new StartError(
      `The backup is of PostgreSQL ${theirs}, and this Smart Farm brings ${ours}: restore it with the version it was made with (${version})`,
    )
}
