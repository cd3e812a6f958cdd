import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { desc, sql } from 'drizzle-orm'
import type { Backups } from '#shared/contracts/system-monitor.ts'
import { backUpBeside } from '../../../platform/backup/back-up-beside.ts'
import { type Backup, backupsIn, clearLeftovers } from '../../../platform/backup/backup-folder.ts'
import { copierUrl } from '../../../platform/backup/copier-url.ts'
import { failureOf } from '../../../platform/backup/failed.ts'
import type { BackupEnd } from '../../../platform/backup/worker.ts'
import type { Config } from '../../../platform/config.ts'
import { newId } from '../../../platform/database/ids.ts'
import { type Db, SYSTEM } from '../../../platform/database/store.ts'
import { backupFailure, systemProcess } from '../../../platform/database/tables/system.ts'
import type { Services } from '../../../platform/services.ts'
import type { Known } from './due.ts'

/** Longest wait for a backup disk that does not answer. ms */
const PATIENCE_MS = 1_000

type Parts = Pick<Services, 'config' | 'store' | 'log'>

/** Makes backups of this deployment, one at a time, and knows which there are. */
export interface BackupKeeper {
  /** Makes one, unless this process is already making one. Returns why it was not made, which is also recorded. */
  begin(isUrgent: boolean): Promise<BackupEnd>
  /** Records a failed backup. */
  note(failure: NonNullable<BackupEnd>): Promise<void>
  shown(db: Db): Promise<Backups>
  /** What decides about the next one. */
  known(db: Db, now: number): Promise<Known>
  /** Aborts the backup in progress and removes its files. */
  stop(): Promise<void>
}

const keepers = new WeakMap<Config, BackupKeeper>()

/** The one of this process: its clock and its calls use the same. */
export function backupKeeper(parts: Parts): BackupKeeper {
  const known = keepers.get(parts.config) ?? openKeeper(parts)
  keepers.set(parts.config, known)
  return known
}

function openKeeper({ config, store, log }: Parts): BackupKeeper {
  const { dataDir, backupDir, appSecret } = config
  let seen = { kept: [] as readonly Backup[], isReadable: true, isOnDataDisk: false }
  let reading: Promise<void> | undefined
  let running: { since: Date; stop(): Promise<void> } | undefined
  let isStopped = false

  /** One read at a time: a hanging disk must not block one thread after another. */
  async function look(): Promise<void> {
    reading ??= read().finally(() => {
      reading = undefined
    })
    await Promise.race([reading, delay(PATIENCE_MS, undefined, { ref: false })])
  }
  async function read(): Promise<void> {
    try {
      const kept = await backupsIn(backupDir)
      seen = { kept, isReadable: true, isOnDataDisk: await isOneDisk(dataDir, backupDir) }
    } catch {
      seen = { ...seen, isReadable: false }
    }
  }

  async function note({ reason, detail }: NonNullable<BackupEnd>): Promise<void> {
    log.error({ reason, detail }, 'no backup was made')
    // A backup in progress in another process is not a failure.
    if (reason === 'busy') return
    const row = { id: newId(), reason, detail }
    await store
      .scoped(SYSTEM)
      .insert(backupFailure)
      .values(row)
      .catch(error => log.error({ err: error }, 'that no backup was made could not be noted'))
  }

  async function make(isUrgent: boolean): Promise<BackupEnd> {
    try {
      const order = { dataDir, backupDir, appSecret, databaseUrl: copierUrl(config), isUrgent }
      const { ended, stop } = backUpBeside(order)
      running = { since: new Date(), stop }
      return await ended
    } catch (error) {
      return failureOf(error)
    } finally {
      running = undefined
      await look()
    }
  }

  return {
    async begin(isUrgent) {
      if (running) return null
      const failure = await make(isUrgent)
      if (!failure || isStopped) return null
      await note(failure)
      return failure
    },
    note,
    async shown(db) {
      await look()
      const failures = await db
        .select()
        .from(backupFailure)
        .orderBy(desc(backupFailure.failedAt))
        .limit(SHOWN)
      const { kept, isReadable, isOnDataDisk } = seen
      return {
        folder: backupDir,
        isOnDataDisk,
        isReadable,
        hour: config.backupHour ?? null,
        timeZone: config.timeZone,
        runningSince: running?.since.toISOString() ?? null,
        kept: kept.map(shownBackup),
        failures: failures.map(failure => ({ ...failure, failedAt: failure.failedAt.toISOString() })),
      }
    },
    async known(db, now) {
      await look()
      const { rows } = await db.execute<{ failed_at: number | null; installed_at: number | null }>(sql`
        select (select extract(epoch from max(failed_at)) * 1000 from ${backupFailure})::float8 as failed_at,
          (select extract(epoch from min(started_at)) * 1000 from ${systemProcess})::float8 as installed_at`)
      const [newest] = seen.kept
      return {
        now,
        hour: config.backupHour,
        timeZone: config.timeZone,
        wholeAt: newest ? Date.parse(newest.manifest.beganAt) : null,
        failedAt: rows[0]?.failed_at ?? null,
        installedAt: rows[0]?.installed_at ?? now,
        isRunning: running !== undefined,
      }
    },
    async stop() {
      isStopped = true
      keepers.delete(config)
      if (!running) return
      await running.stop()
      await clearLeftovers(backupDir)
    },
  }
}
const SHOWN = 12

const shownBackup = ({ name, bytes, manifest: { beganAt, endedAt, version } }: Backup) => ({
  name,
  beganAt,
  endedAt,
  bytes,
  version,
})

/** Whether both are on one disk. The folder may not exist yet. */
async function isOneDisk(dataDir: string, backupDir: string): Promise<boolean> {
  const [data, backups] = await Promise.all([
    stat(dataDir),
    stat(backupDir).catch(() => stat(dirname(backupDir))),
  ])
  return data.dev === backups.dev
}
