import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { inArray, lt, sql } from 'drizzle-orm'
import { SYSTEM } from '../database/store.ts'
import { job, storedFile } from '../database/tables/jobs.ts'
import { fileOf } from '../files/file-store.ts'
import { filesFolder } from '../files/stored-files.ts'
import { tidyUploads } from '../files/uploads.ts'
import type { Services } from '../services.ts'

const EVERY_MS = 3_600_000
/** A file without a row that is older than any job was left behind by a crash. ms */
const ORPHAN_MS = 2 * EVERY_MS

/** Once an hour, and at the start: jobs and files whose time is over, and files that nothing speaks of. */
export function startTidying({ store, config, log }: Pick<Services, 'store' | 'config' | 'log'>) {
  const stopping = new AbortController()
  const { signal } = stopping
  const folder = filesFolder(config.dataDir)

  async function tidy(): Promise<void> {
    const db = store.scoped(SYSTEM)
    // The rows of a check go with their job, its files lose their job.
    await db.delete(job).where(lt(job.expiresAt, sql`now()`))
    await db
      .delete(storedFile)
      .where(
        sql`${storedFile.expiresAt} < now() or (${storedFile.jobId} is null and ${storedFile.purpose} = 'upload')`,
      )
    await tidyUploads(config.dataDir)
    await sweep()
  }

  /** Takes away what has no row. The row goes first, so that a crash in between leaves a file and never a dead link. */
  async function sweep(): Promise<void> {
    const names = await readdir(folder).catch(() => [])
    if (names.length === 0) return
    const rows = await store
      .scoped(SYSTEM)
      .select({ id: storedFile.id })
      .from(storedFile)
      .where(inArray(storedFile.id, names.map(fileOf)))
    const known = new Set(rows.map(({ id }) => id))
    for (const name of names.filter(name => !known.has(fileOf(name)))) {
      const path = join(folder, name)
      const found = await stat(path).catch(() => undefined)
      if (found && Date.now() - found.mtimeMs > ORPHAN_MS) await rm(path, { force: true })
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await tidy().catch(error => log.warn({ err: error }, 'tidying up files waits for the database'))
      await delay(EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return {
    tidy,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
