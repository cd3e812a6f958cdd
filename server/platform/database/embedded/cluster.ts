import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartError } from '../../start-error.ts'
import type { Place } from './place.ts'
import { readPostmaster } from './postmaster.ts'

export const SUPERUSER = 'postgres'
const MB = 1024 * 1024

/** Environment of initdb and postgres: nothing of ours, least of all PG* variables and secrets. */
const environment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

/** How texts are stored and compared; a PostgreSQL before 17 has no locale of its own. */
const TEXT = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']

/** Makes the cluster if there is none. An interrupted first start leaves nothing behind that looks finished. */
export async function initialise(
  place: Place,
  password: string,
  more: string[] = [],
  text = TEXT,
): Promise<boolean> {
  if (existsSync(join(place.cluster, 'PG_VERSION'))) return false
  const draft = `${place.cluster}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  const passwordFile = join(draft, '..', `postgres.password.${process.pid}`)
  try {
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
    if (place.user) for (const path of [draft, passwordFile]) chownSync(path, place.user.uid, place.user.gid)
    const options = ['-D', draft, '-U', SUPERUSER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
    await promisify(execFile)(
      join(place.native, 'bin/initdb'),
      [...options, '--encoding=UTF8', ...text, '--data-checksums', ...more],
      {
        env: environment,
        cwd: draft,
        ...place.user,
      },
    )
    renameSync(draft, place.cluster)
    return true
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
    throw new StartError(`The database could not be made in ${place.cluster}: ${said}`)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** Settings for a machine that the database shares with the server; durability stays at PostgreSQL's default: full. */
export function productionSettings(): Record<string, string | number> {
  const memory = totalmem()
  return {
    shared_buffers: `${Math.round(Math.min(512 * MB, memory / 8) / MB)}MB`,
    effective_cache_size: `${Math.round(memory / 2 / MB)}MB`,
    // Some fifty of a process at most, one for each channel it listens to, and those of jobs and of commands beside it.
    max_connections: 100,
    max_wal_size: '2GB',
    max_parallel_workers_per_gather: 0,
    // After a crash: one sync call instead of one per file, which takes 8 s instead of 1 on a busy disk.
    ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
    checkpoint_timeout: '15min',
    // Customers' pages are range scans over a hot cache: with the default of 4 the planner walks other tenants' rows.
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'UTC',
    // Statements contain customers' data: log only what the server says about itself.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  }
}

/** What postgres says while processes of a killed server are still there; they end by themselves within moments. */
const STILL_THERE = /lock file "postmaster\.pid" already exists|pre-existing shared memory block/
const PATIENCE_MS = 10_000

/**
 * Starts postgres on the cluster and waits until it accepts connections. It listens only on the unix socket, and runs in
 * its own process group so that Ctrl-C reaches us first. Throws StartError with the end of its log.
 */
export async function startPostgres(
  place: Place,
  settings: Record<string, string | number>,
  logFile: string,
): Promise<ChildProcess> {
  if (existsSync(logFile)) renameSync(logFile, `${logFile}.old`)
  for (const until = Date.now() + PATIENCE_MS; ; await delay(50)) {
    const child = spawnPostgres(place, settings, logFile)
    const failed = await failure(child, place)
    if (!failed) return child
    const said = failed.message || readFileSync(logFile, 'utf8').trim()
    if (!STILL_THERE.test(said) || Date.now() > until)
      throw new StartError(`The database does not start: ${said.split('\n').at(-1)} (${logFile})`)
  }
}

function spawnPostgres(place: Place, settings: Record<string, string | number>, logFile: string) {
  const log = openSync(logFile, 'w', 0o600)
  const all = {
    listen_addresses: '',
    unix_socket_directories: place.socketDir,
    unix_socket_permissions: '0700',
    ...settings,
  }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(place.native, 'bin/postgres'), ['-D', place.cluster, ...options], {
    env: environment,
    cwd: place.cluster,
    detached: true,
    stdio: ['ignore', log, log],
    ...place.user,
  })
  closeSync(log)
  return child
}

/** Waits until it accepts connections, or is over: then an error, without a message if its log tells why. */
async function failure(child: ChildProcess, place: Place): Promise<Error | undefined> {
  let failed: Error | undefined
  child.on('error', error => {
    failed = error
  })
  for (; !isReady(child, place); await delay(5)) {
    if (failed) return failed
    if (child.exitCode !== null || child.signalCode) return new Error('')
  }
  return undefined
}

function isReady(child: ChildProcess, place: Place): boolean {
  const said = readPostmaster(place.cluster)
  return said !== undefined && said.pid === child.pid && said.ready
}

/** Fast shutdown: rolls back open transactions and writes a checkpoint. Harsher if it takes too long. */
export async function stopPostgres(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode) return
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGINT')
  const impatient = setTimeout(() => child.kill('SIGQUIT'), 8_000)
  await ended
  clearTimeout(impatient)
}
