import { constants, setPriority } from 'node:os'
import { failureOf } from './failed.ts'
import { type BackupOrder, makeBackup } from './make-backup.ts'

/** What a backup process reports at its end: null if the backup was made. */
export type BackupEnd = Pick<ReturnType<typeof failureOf>, 'reason' | 'detail'> | null

// Readings and requests go first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
// The server is gone; its successor clears up what was begun.
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
