import { constants, setPriority } from 'node:os'
import { failureOf } from './failed.ts'
import { type BackupOrder, makeBackup } from './make-backup.ts'

/** What a backup in a process of its own says at its end: null where it was made. */
export type BackupEnd = Pick<ReturnType<typeof failureOf>, 'reason' | 'detail'> | null

// Readings and requests go first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
// The server is gone: what it has begun is cleared away by the next one.
process.once('disconnect', () => process.exit(1))
process.once('message', order => void work(order as BackupOrder))

async function work(order: BackupOrder): Promise<void> {
  let end: BackupEnd = null
  try {
    await makeBackup(order)
  } catch (error) {
    const { reason, detail } = failureOf(error)
    end = { reason, detail }
  }
  process.send?.(end, () => process.exit(0))
}
