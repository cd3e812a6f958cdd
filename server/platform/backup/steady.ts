import { createHash } from 'node:crypto'
import { open, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { syncFolder } from './backup-folder.ts'
import { BackupFailed } from './failed.ts'

/** Most bytes that wait for the disk: a longer flush would hold up the commits of readings. */
const FLUSH_BYTES = 4 * 1024 * 1024
/** Share of its disk that a backup leaves free: readings may be stored on the same one. */
const LEAST_FREE = 0.05

/** Hands out chunks no faster than `rate` bytes a second. */
export async function* throttled(source: AsyncIterable<Buffer>, rate: number): AsyncGenerator<Buffer> {
  const begun = performance.now()
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    yield chunk
    const ahead = (bytes / rate) * 1_000 - (performance.now() - begun)
    if (ahead > 0) await delay(ahead)
  }
}

/** Writes a new file for its owner only and syncs it to disk. Answers its manifest entry. */
export async function writeSteadily(
  path: string,
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let [bytes, waiting] = [0, 0]
  await using file = await open(path, 'wx', 0o600)
  for await (const chunk of source) {
    await file.writeFile(chunk)
    hash.update(chunk)
    bytes += chunk.length
    waiting += chunk.length
    if (waiting < FLUSH_BYTES) continue
    waiting = 0
    await file.datasync()
    await refuseNarrow(dirname(path))
  }
  await file.sync()
  await syncFolder(dirname(path))
  return { bytes, sha256: hash.digest('hex') }
}

/** Throws BackupFailed if the disk is nearly full. */
export async function refuseNarrow(folder: string): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder)
  if (blocks === 0 || bavail / blocks >= LEAST_FREE) return
  const free = Math.round((bavail * bsize) / 1024 / 1024)
  throw new BackupFailed('space', `${folder}: only ${free} MB free, and ${LEAST_FREE * 100} % are left alone`)
}
