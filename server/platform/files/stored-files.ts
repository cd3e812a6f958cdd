import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Grant } from '#shared/permissions.ts'
import { newId } from '../database/ids.ts'
import type { Db } from '../database/store.ts'
import { storedFile } from '../database/tables/jobs.ts'
import type { Viewer } from '../http/identify.ts'
import { type Sight, seenAtBoth, sightOf } from './sight.ts'

export const filesFolder = (dataDir: string): string => join(dataDir, 'files')

interface WrittenFile {
  id: string
  /** Bytes. */
  size: number
}
interface FileRecord {
  name: string
  type: string
  purpose: typeof storedFile.$inferInsert.purpose
  /** All grants needed to fetch it. */
  needs: Grant[]
  jobId?: string
  expiresAt: Date
  /** The owner, if not the viewer. */
  accountId?: string | null
  officePath?: string
  hasSmall?: boolean
}

/** Whether a viewer holds all rights that a file's content needs. */
export const mayFetch = (
  { grants }: Pick<Viewer, 'grants'>,
  { needs }: { needs: readonly Grant[] },
): boolean => needs.every(grant => grants.has(grant))

/** Lets `write` fill a new file. Until it is recorded nobody finds it; later it is swept away. */
export async function writeNewFile(
  dataDir: string,
  write: (path: string) => Promise<void>,
): Promise<WrittenFile> {
  const id = newId()
  const path = join(filesFolder(dataDir), id)
  await mkdir(filesFolder(dataDir), { recursive: true, mode: 0o700 })
  try {
    await write(path)
    return { id, size: (await stat(path)).size }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/**
 * Records a written file as the viewer's, with what they see now and, if it took long to make, what they saw `before`.
 * `db` carries their scope.
 */
export async function recordFile(
  db: Db,
  viewer: Viewer,
  file: WrittenFile,
  record: FileRecord,
  before?: Sight,
): Promise<void> {
  const now = await sightOf(db, viewer)
  await db.insert(storedFile).values({
    accountId: viewer.accountId,
    officePath: viewer.officePath,
    ...file,
    ...record,
    ...now,
    ...(before && seenAtBoth(before, now)),
  })
}
