import { setTimeout as delay } from 'node:timers/promises'
import { inArray, lt, sql } from 'drizzle-orm'
import { SYSTEM } from '../database/store.ts'
import { job, storedFile } from '../database/tables/jobs.ts'
import type { Kept } from '../files/file-places.ts'
import { fileOf, storeOf } from '../files/file-store.ts'
import { tidyUploads } from '../files/uploads.ts'
import { inRound, roundFailed } from '../rounds.ts'
import type { Services } from '../services.ts'

const EVERY_MS = 3_600_000
/** A file without a row that is older than any job was left by a crash. ms */
const ORPHAN_MS = 2 * EVERY_MS
/** Files looked up per statement. */
const AT_ONCE = 1_000

/** At the start and every hour: removes expired jobs and files, and files without a row. */
export function startTidying({ store, config, log }: Pick<Services, 'store' | 'config' | 'log'>) {
  const stopping = new AbortController()
  const { signal } = stopping
  const bytes = storeOf(config)

  async function tidy(): Promise<void> {
    const db = store.scoped(SYSTEM)
    // A check's rows are deleted with their job; its files lose their job.
    await db.delete(job).where(lt(job.expiresAt, sql`now()`))
    await db
      .delete(storedFile)
      .where(
        sql`${storedFile.expiresAt} < now() or (${storedFile.jobId} is null and ${storedFile.purpose} = 'upload')`,
      )
    await tidyUploads(config.dataDir)
    await sweep()
  }

  /** Removes files without a row. The row goes first, so that a crash in between leaves a file and never a dead link. */
  async function sweep(): Promise<void> {
    let old: Kept[] = []
    for await (const kept of bytes.list()) {
      if (Date.now() - kept.at > ORPHAN_MS) old.push(kept)
      if (old.length < AT_ONCE) continue
      await sweepOf(old)
      old = []
    }
    await sweepOf(old)
  }

  async function sweepOf(files: readonly Kept[]): Promise<void> {
    if (files.length === 0) return
    const ids = files.map(({ key }) => fileOf(key))
    const rows = await store
      .scoped(SYSTEM)
      .select({ id: storedFile.id })
      .from(storedFile)
      .where(inArray(storedFile.id, ids))
    const known = new Set(rows.map(({ id }) => id))
    for (const { key, remove } of files) if (!known.has(fileOf(key))) await remove()
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await inRound('files', tidy).catch(error => roundFailed(log, 'files', error))
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
