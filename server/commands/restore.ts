import { isAbsolute, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backupsIn } from '../platform/backup/backup-folder.ts'
import { assertWhole, restoreBackup } from '../platform/backup/restore-backup.ts'
import type { Config } from '../platform/config.ts'
import { storedSecret } from '../platform/data-folder.ts'
import { asOwner, withDatabase } from '../platform/database/connect.ts'
import { lockDataDir } from '../platform/lock.ts'
import { StartError } from '../platform/start-error.ts'
import { command } from './command.ts'

const USAGE = `npm run restore -- <backup> [options]: puts a backup into DATA_DIR
  <backup>     its name in BACKUP_DIR, or the path of its folder; without it they are listed
  --check      only reads all of it and says whether it is whole
  --replace    DATA_DIR holds an installation: that is put aside
  --help       this list`

/** The command line's options. Throws StartError with the list of them. */
function optionsOf(args: string[]) {
  try {
    const options = {
      check: { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    } as const
    return parseArgs({ options, args, allowPositionals: true })
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${USAGE}`)
  }
}

async function list({ backupDir }: Config): Promise<void> {
  const found = await backupsIn(backupDir)
  console.log(found.length > 0 ? `Backups in ${backupDir}:` : `There is no backup in ${backupDir}`)
  for (const { name, bytes, manifest } of found)
    console.log(`  ${name}  ${(bytes / 1024 / 1024).toFixed(1)} MB, Smart Farm ${manifest.version}`)
}

/** Starts the database once: it becomes consistent by the log in the backup, or says what is wrong. */
const usersIn = (config: Config) =>
  withDatabase(config, urls =>
    asOwner(urls, async owner => {
      const { rows } = await owner.query<{ users: number }>('select count(*)::int as users from account')
      return rows[0]?.users ?? 0
    }),
  )

/** npm run restore: restores a backup into a data folder; starts the database once to see that it works. */
await command(async config => {
  const { positionals, values } = optionsOf(process.argv.slice(2))
  const [named] = positionals
  if (values.help) return console.log(USAGE)
  if (!named) return list(config)
  const isPath = isAbsolute(named) || /[/\\]/.test(named)
  const backup = isPath ? resolve(named) : join(config.backupDir, named)
  if (values.check) {
    const { beganAt } = await assertWhole(backup)
    return console.log(`${backup} is whole (of ${beganAt})`)
  }
  if (config.databaseUrl)
    throw new StartError(
      'DATABASE_URL is set: a database elsewhere is restored where it runs. docs/operations.md says how, with this backup',
    )
  const lock = lockDataDir(config.dataDir)
  const givenSecret = process.env.APP_SECRET?.trim() || undefined
  const aside = await restoreBackup({
    dataDir: config.dataDir,
    backup,
    givenSecret,
    isReplacing: values.replace,
  }).finally(lock.release)
  for (const path of aside) console.log(`Put aside: ${path}`)
  const users = await usersIn({ ...config, appSecret: storedSecret(config.dataDir) })
  console.log(`Restored into ${config.dataDir}, with ${users} users. npm start goes on from there.`)
  console.log(
    'It sends no mail, push, call or webhook until it is told that it is the real one: npm run take-over, or the button above every page.',
  )
})
