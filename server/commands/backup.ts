import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { copierUrl } from '../platform/backup/copier-url.ts'
import { makeBackup } from '../platform/backup/make-backup.ts'
import { withDatabase } from '../platform/database/connect.ts'
import { command } from './command.ts'

/** npm run backup: a full backup into BACKUP_DIR, with or without a running server. */
await command(config =>
  withDatabase(config, async () => {
    // Serving the farms comes first.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
    const { dataDir, backupDir, appSecret } = config
    const order = { dataDir, backupDir, appSecret, databaseUrl: copierUrl(config), isUrgent: true }
    const { name, bytes, manifest } = await makeBackup(order)
    const seconds = (Date.parse(manifest.endedAt) - Date.parse(manifest.beganAt)) / 1_000
    const size = (bytes / 1024 / 1024).toFixed(1)
    console.log(`Backup made: ${join(backupDir, name)} (${size} MB in ${seconds.toFixed(1)} s)`)
    console.log('It holds everything, the secret too: keep it as safe as the server, and on another disk.')
  }),
)
