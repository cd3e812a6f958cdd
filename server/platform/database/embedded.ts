import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { initialise, productionSettings, SUPERUSER, startPostgres, stopPostgres } from './embedded/cluster.ts'
import { makePrivate, type Place, placeOf, removePrivate } from './embedded/place.ts'
import { readPostmaster, stopLeftover } from './embedded/postmaster.ts'
import { openClient } from './open-client.ts'
import { type DatabaseUrls, urlsOf } from './prepare.ts'
import { APP, ensureRoles, INGEST, OWNER, passwordOf } from './roles.ts'

/** The server's own PostgreSQL. */
export interface Embedded {
  urls: DatabaseUrls
  /** Process id of the running database server; changes with a restart. */
  readonly pid: number | undefined
  stop(): Promise<void>
}

export const DATABASE = 'smart_farm'

/** Connection string for the unix socket; pg takes the folder from `host`. */
export function socketUrl(socketDir: string, role: string, password: string, database: string): string {
  return `postgres://${role}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(socketDir)}`
}

/**
 * Starts the PostgreSQL of the data folder (created if missing) and restarts it whenever it dies. First stops one left
 * behind by a killed run. The caller holds the folder's lock. Throws StartError.
 */
export async function startEmbedded(
  { dataDir, appSecret }: { dataDir: string; appSecret: string },
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
): Promise<Embedded> {
  const place = placeOf(dataDir)
  const password = passwordOf(appSecret, SUPERUSER)
  await initialise(place, password)
  if (await stopLeftover(place.cluster)) log.info('stopped the database server of an earlier run')
  const server = await supervise(place, join(dataDir, 'postgres.log'), log)
  try {
    const owner = await createOwnedDatabase(
      socketUrl(place.socketDir, SUPERUSER, password, 'postgres'),
      DATABASE,
      appSecret,
    )
    return {
      urls: urlsOf(owner, appSecret),
      get pid() {
        return server.pid()
      },
      stop: server.stop,
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** The owner's connection string to a running embedded server, for commands beside the server; undefined if none runs. */
export const runningOwnerUrl = (dataDir: string, appSecret: string): string | undefined =>
  runningUrl(dataDir, appSecret, OWNER)

/** Connection string of the role that may copy a running embedded server whole; undefined if none runs. */
export const runningCopierUrl = (dataDir: string, appSecret: string): string | undefined =>
  runningUrl(dataDir, appSecret, SUPERUSER)

function runningUrl(dataDir: string, appSecret: string, role: string): string | undefined {
  const found = readPostmaster(placeOf(dataDir).cluster)
  return found?.ready ? socketUrl(found.socketDir, role, passwordOf(appSecret, role), DATABASE) : undefined
}

/** Starts postgres, and starts it again whenever it exits by itself, until stopped. */
async function supervise(place: Place, logFile: string, log: Pick<FastifyBaseLogger, 'warn' | 'error'>) {
  makePrivate(place.socketDir, place.user)
  const settings = productionSettings()
  let stopping = false
  let child: ChildProcess = await startPostgres(place, settings, logFile)
  let restarting: Promise<void> | undefined

  const restart = async (): Promise<void> => {
    for (let wait = 50; !stopping; wait = Math.min(wait * 2, 5_000)) {
      try {
        // The old server's children notice its death within moments; until then a new one is refused.
        await delay(wait)
        await stopLeftover(place.cluster)
        makePrivate(place.socketDir, place.user)
        child = await startPostgres(place, settings, logFile)
        watch()
        return log.warn({ pid: child.pid }, 'the database runs again')
      } catch (error) {
        log.error({ error: String(error) }, 'the database does not start; trying again')
      }
    }
  }
  const watch = () =>
    child.once('exit', (code, signal) => {
      if (stopping) return
      log.error({ code, signal }, 'the database server ended by itself; starting it again')
      restarting = restart()
    })
  watch()
  // An interrupted stop must not leave the database running.
  const onExit = () => child.kill('SIGINT')
  process.once('exit', onExit)

  return {
    pid: () => child.pid,
    stop: async () => {
      stopping = true
      await restarting
      await stopPostgres(child)
      process.off('exit', onExit)
      removePrivate(place.socketDir)
    },
  }
}

/**
 * As superuser: creates the roles, and a database owned by the owner in which substring searches can use their index
 * under row-level security. What exists stays. Returns the owner's connection string.
 */
export async function createOwnedDatabase(
  superuser: string,
  database: string,
  appSecret: string,
): Promise<string> {
  const client = await connect(superuser)
  try {
    await ensureRoles(client, [OWNER, APP, INGEST], appSecret)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(database)} owner ${OWNER}`)
  } finally {
    await client.end()
  }
  const inside = new URL(superuser)
  inside.pathname = `/${database}`
  const own = await connect(inside.href)
  try {
    // Safe as leakproof: LIKE fails only on its pattern, never on a row, so it cannot reveal hidden ones.
    const { rows } = await own.query(`select oid::regprocedure as name from pg_proc
      where proname in ('texticlike', 'textlike') and pronargs = 2 and not proleakproof`)
    for (const { name } of rows) await own.query(`alter function ${name} leakproof`)
  } finally {
    await own.end()
  }
  inside.username = OWNER
  inside.password = passwordOf(appSecret, OWNER)
  return inside.href
}

async function connect(url: string): Promise<pg.Client> {
  try {
    return await openClient(url)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28P01')
      throw new StartError(
        'APP_SECRET is not the one this data folder was made with: restore the file app-secret',
      )
    throw error
  }
}
