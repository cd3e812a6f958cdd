import type { Config } from '../config.ts'
import { runningCopierUrl } from '../database/embedded.ts'
import { BackupFailed } from './failed.ts'

/** Connection string of a role that may copy the whole database; an external database may still refuse it. */
export function copierUrl({ databaseUrl, dataDir, appSecret }: Config): string {
  const url = databaseUrl ?? runningCopierUrl(dataDir, appSecret)
  if (url === undefined) throw new BackupFailed('database', 'it does not run')
  return url
}
