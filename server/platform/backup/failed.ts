import pg from 'pg'
import type { BackupReason } from '#shared/contracts/system-monitor.ts'
import { isDatabaseUnavailable } from '../database/unavailable.ts'
import { StartError } from '../start-error.ts'

const sentences: Record<BackupReason, string> = {
  space: 'the disk has too little room left',
  folder: 'the folder of backups cannot be written to',
  refused: 'the database does not allow copying by this role',
  database: 'the database could not be copied completely',
  busy: 'another one is being made',
  cut: 'it was interrupted',
  other: 'something unexpected happened',
}

/** Why a backup failed: a reason people are told in their language, and what the system said. */
export class BackupFailed extends StartError {
  override name = 'BackupFailed'
  readonly reason: BackupReason
  readonly detail: string

  constructor(reason: BackupReason, detail: string) {
    super(`No backup was made: ${sentences[reason]} (${detail})`)
    this.reason = reason
    this.detail = detail
  }
}

/** No right to replicate, no line for it in pg_hba.conf, no free walsender (max_wal_senders). */
const REFUSED = ['42501', '28000', '28P01', '53300']

export function failureOf(error: unknown): BackupFailed {
  if (error instanceof BackupFailed) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const said = error instanceof Error ? error.message || code : String(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return new BackupFailed('space', said)
  if (error instanceof pg.DatabaseError && REFUSED.includes(code)) return new BackupFailed('refused', said)
  if (error instanceof pg.DatabaseError || isDatabaseUnavailable(error))
    return new BackupFailed('database', said)
  if (error instanceof Error && 'syscall' in error) return new BackupFailed('folder', said)
  return new BackupFailed('other', said)
}
