import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { Header } from 'tar'
import packageJson from '../../../package.json' with { type: 'json' }
import { lastMigration } from '../database/migrate.ts'
import { openClient } from '../database/open-client.ts'
import { filesFolder } from '../files/stored-files.ts'
import { lockBackups } from '../lock.ts'
import {
  type Backup,
  backupsIn,
  clearLeftovers,
  FILES_ARCHIVE,
  keepNewest,
  MANIFEST,
  type Manifest,
  nameAt,
  partialOf,
  SECRET,
  syncFolder,
} from './backup-folder.ts'
import { baseBackup, breakOff, versionOf } from './base-backup.ts'
import { BackupFailed, failureOf } from './failed.ts'
import { refuseNarrow, throttled, writeSteadily } from './steady.ts'

const KEPT = 7
/** Leaves the rest of the disk to readings and requests. Bytes a second */
const RATE = 32 * 1024 * 1024

/** What to back up, and where to. */
export interface BackupOrder {
  dataDir: string
  backupDir: string
  appSecret: string
  /** Connects as a role that may replicate. */
  databaseUrl: string
  /** Somebody is waiting for it. */
  isUrgent: boolean
}

type Written = Manifest['files']

/**
 * Makes a backup in `backupDir` and removes all but the newest seven. It gets its name only once it is written
 * completely. Throws BackupFailed and then leaves nothing behind.
 */
export async function makeBackup(order: BackupOrder, now = new Date()): Promise<Backup> {
  try {
    await mkdir(order.backupDir, { recursive: true, mode: 0o700 })
    const lock = lockBackups(order.backupDir)
    if (!lock) throw new BackupFailed('busy', order.backupDir)
    try {
      return await makeAlone(order, now)
    } finally {
      lock.release()
    }
  } catch (error) {
    throw failureOf(error)
  }
}

async function makeAlone(order: BackupOrder, now: Date): Promise<Backup> {
  const { backupDir } = order
  await clearLeftovers(backupDir)
  await refuseNarrow(backupDir)
  const name = nameAt(now)
  const draft = join(backupDir, partialOf(name))
  await mkdir(draft, { mode: 0o700 })
  try {
    const database = await copyDatabase(order, draft, name)
    const rest = await copyRest(order, draft)
    const manifest: Manifest = {
      format: 1,
      beganAt: now.toISOString(),
      endedAt: new Date().toISOString(),
      version: packageJson.version,
      schema: lastMigration(),
      postgres: database.version,
      files: [...database.files, ...rest],
    }
    await writeSteadily(join(draft, MANIFEST), [Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)])
    await rename(draft, join(backupDir, name))
    await syncFolder(backupDir)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
  await keepNewest(backupDir, KEPT)
  const [made] = (await backupsIn(backupDir)).filter(backup => backup.name === name)
  if (!made) throw new BackupFailed('folder', `${join(backupDir, name)} cannot be read again`)
  return made
}

async function copyDatabase({ databaseUrl, isUrgent }: BackupOrder, draft: string, label: string) {
  const client = await openClient(databaseUrl, REPLICATION)
  const inputs: PassThrough[] = []
  const writing: Promise<Written[number]>[] = []
  let cause: unknown
  const open = (archive: string) => {
    const input = new PassThrough()
    const written = writeArchive(draft, archive, input)
    written.catch(error => {
      cause ??= error
      breakOff(client)
    })
    inputs.push(input)
    writing.push(written)
    return input
  }
  try {
    const version = await versionOf(client)
    await baseBackup(client, { label, rate: RATE, isUrgent, open })
    return { version, files: await Promise.all(writing) }
  } catch (error) {
    const first = cause ?? error
    for (const input of inputs) input.destroy()
    await Promise.allSettled(writing)
    throw first
  } finally {
    breakOff(client)
  }
}
/** Missing from pg's types. */
const REPLICATION = { replication: 'true' } as Parameters<typeof openClient>[1]

/** Each archive carries a checksum of what was packed: unpacking finds any damage. */
const CHECKED = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }

/** Archives are compressed; PostgreSQL's own manifest stays readable for its tools. */
async function writeArchive(draft: string, archive: string, input: Readable): Promise<Written[number]> {
  const isPacked = archive.endsWith('.tar')
  const name = isPacked ? `${archive}.zst` : archive
  const path = join(draft, name)
  const write = (source: AsyncIterable<Buffer>) => writeSteadily(path, source)
  const written = isPacked
    ? await pipeline(input, createZstdCompress(CHECKED), write)
    : await pipeline(input, write)
  return { name, ...written }
}

/** The product's files, copied after the database so that every file it names exists; and the secret that opens both. */
async function copyRest({ dataDir, appSecret }: BackupOrder, draft: string): Promise<Written> {
  const secret = await writeSteadily(join(draft, SECRET), [Buffer.from(`${appSecret}\n`)])
  const input = Readable.from(throttled(archiveOf(filesFolder(dataDir)), RATE), { objectMode: false })
  const files = await writeArchive(draft, FILES_ARCHIVE.replace(/\.zst$/, ''), input)
  return [{ name: SECRET, ...secret }, files]
}

/** The files of a folder as an archive; files removed meanwhile are left out. */
async function* archiveOf(folder: string): AsyncGenerator<Buffer> {
  const entries = (await unlessGone(readdir(folder, { withFileTypes: true }))) ?? []
  for (const entry of entries.filter(each => each.isFile())) {
    const file = await unlessGone(open(join(folder, entry.name)))
    if (!file) continue
    try {
      const { size } = await file.stat()
      yield headerOf(entry.name, size)
      yield* bytesOf(file, size)
      yield Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
    } finally {
      await file.close()
    }
  }
  // Two empty blocks end an archive.
  yield Buffer.alloc(2 * BLOCK)
}
const BLOCK = 512

/** The header block of a file in an archive. */
function headerOf(path: string, size: number): Buffer {
  const header = new Header({ path, size, type: 'File', mode: 0o600, mtime: new Date() })
  if (header.encode() || !header.block) throw new BackupFailed('other', `no archive takes the name ${path}`)
  return header.block
}

/** Undefined if the file is gone; any other error is thrown. */
const unlessGone = <T>(found: Promise<T>): Promise<T | undefined> =>
  found.catch(error => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/** Exactly as many bytes as the header announced, even if the file grows. */
async function* bytesOf(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(CHUNK, size - at)))
    if (bytesRead === 0) throw new BackupFailed('other', 'a file became shorter while it was copied')
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}
const CHUNK = 64 * 1024
