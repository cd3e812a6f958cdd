import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { seedOffices } from '../../testing/store.ts'
import { lockDataDir } from '../lock.ts'
import { placeOf } from './embedded/place.ts'
import { isRunning } from './embedded/postmaster.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { prepareDatabase } from './prepare.ts'
import { office } from './schema.ts'
import { openStore, SYSTEM } from './store.ts'

const root = mkdtempSync(join(tmpdir(), 'smart farm embedded '))
const dataDir = join(root, 'data')
const appSecret = 'the secret of a data folder of a test'
const said: string[] = []
const log = {
  info: (...words: unknown[]) => said.push(words.map(String).join(' ')),
  warn: (...words: unknown[]) => said.push(words.map(String).join(' ')),
  error: (...words: unknown[]) => said.push(words.map(String).join(' ')),
}
let database: Embedded | undefined

beforeAll(async () => {
  mkdirSync(dataDir)
  database = await startEmbedded({ dataDir, appSecret }, log)
  await prepareDatabase(database.urls, appSecret, async () => {})
})
afterAll(async () => {
  await database?.stop()
  // If root cannot let the database into a private folder.
  if (cluster().startsWith('/var/lib/smart-farm-'))
    rmSync(dirname(cluster()), { recursive: true, force: true })
  rmSync(root, { recursive: true, force: true })
})

const cluster = () => placeOf(dataDir).cluster

describe('the database of a data folder', () => {
  it('does not run as root, takes no network connections, and checks its pages', async () => {
    if (!database?.pid) throw new Error('not running')
    if (process.platform === 'linux') {
      const status = readFileSync(`/proc/${database.pid}/status`, 'utf8')
      expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).not.toBe('0')
    }
    const client = new pg.Client({ connectionString: database.urls.owner })
    await client.connect()
    const { rows } = await client.query(`select current_setting('listen_addresses') as network,
      current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
      current_setting('random_page_cost') as page_cost, (select rolsuper from pg_roles where rolname = current_user) as super`)
    await client.end()
    expect(rows).toEqual([{ network: '', checksums: 'on', fsync: 'on', page_cost: '1.1', super: false }])
  })

  it('is started again when it is killed, with everything that was committed, and calls succeed again', async () => {
    if (!database?.pid) throw new Error('not running')
    const store = openStore(database.urls)
    await seedOffices(store)
    const killed = database.pid
    const asleep = store.scoped(SYSTEM).execute(sql`select pg_sleep(30)`)
    const held = store.transaction(SYSTEM, async db => {
      await db.execute(sql`update office set logo = 'half done'`)
      process.kill(killed, 'SIGKILL')
      await db.execute(sql`select pg_sleep(30)`)
    })
    await expect(held).rejects.toMatchObject({ name: 'DatabaseUnavailable' })
    await expect(asleep).rejects.toMatchObject({ cause: { name: 'DatabaseUnavailable' } })
    await vi.waitFor(async () => expect(await store.scoped(SYSTEM).$count(office)).toBe(6), {
      timeout: 15_000,
    })
    expect(database.pid).not.toBe(killed)
    expect(await store.scoped(SYSTEM).select({ logo: office.logo }).from(office)).toContainEqual({
      logo: null,
    })
    expect((await store.ingest.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await store.close()
  })

  it('does not take this process down when a connection dies silently, busy, lent or idle', async () => {
    if (!database?.pid) throw new Error('not running')
    const store = openStore(database.urls)
    const busy = store.scoped(SYSTEM).execute(sql`select pg_sleep(30)`)
    const lent = await store.ingest.connect()
    const ended = new Promise(resolve => lent.once('end', resolve))
    const held = store.transaction(SYSTEM, async db => {
      const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      process.kill(Number(rows[0]?.pid), 'SIGKILL')
      await ended
      await db.execute(sql`select 1`)
    })
    await expect(held).rejects.toMatchObject({ name: 'DatabaseUnavailable' })
    await expect(busy).rejects.toMatchObject({ cause: { name: 'DatabaseUnavailable' } })
    await expect(lent.query('select 1')).rejects.toThrow('not queryable')
    lent.release()
    await vi.waitFor(
      async () => expect((await store.ingest.query('select 1 as one')).rows).toEqual([{ one: 1 }]),
      {
        timeout: 15_000,
      },
    )
    await store.close()
  })

  it('refuses another secret with a sentence that names it', async () => {
    await database?.stop()
    const other = startEmbedded({ dataDir, appSecret: 'not the secret of this data folder at all' }, log)
    await expect(other).rejects.toThrow('APP_SECRET is not the one this data folder was made with')
  })

  it('starts over a stale postmaster.pid and removes its socket when it stops', async () => {
    writeFileSync(join(cluster(), 'postmaster.pid'), `999999\n${cluster()}\n1\n5432\n/tmp\n\n1 1\nready\n`)
    database = await startEmbedded({ dataDir, appSecret }, log)
    const { socketDir } = placeOf(dataDir)
    expect(existsSync(socketDir)).toBe(true)
    await database.stop()
    expect(existsSync(socketDir)).toBe(false)
  })
})

describe('after kill -9 of the server', () => {
  let server: ChildProcess
  let left: number

  const started = () =>
    new Promise<number>((resolve, reject) => {
      const program = new URL('../../testing/run-embedded.ts', import.meta.url)
      server = fork(program, [dataDir, appSecret], { execArgv: [] })
      server.once('message', message => resolve((message as { pid: number }).pid))
      server.once('exit', code => reject(new Error(`ended with ${code}`)))
    })

  it('a second server is refused while the first lives', async () => {
    left = await started()
    expect(() => lockDataDir(dataDir)).toThrow(/^DATA_DIR: Smart Farm already runs on /)
  })

  it('the next start stops the database that was left behind, and finds everything', async () => {
    const gone = new Promise(resolve => server.once('exit', resolve))
    server.kill('SIGKILL')
    await gone
    expect(isRunning(left, cluster())).toBe(true)
    const lock = lockDataDir(dataDir)
    database = await startEmbedded({ dataDir, appSecret }, log)
    expect(isRunning(left, cluster())).toBe(false)
    expect(said.at(-1)).toContain('earlier run')
    const store = openStore(database.urls)
    expect(await store.scoped(SYSTEM).$count(office)).toBe(6)
    await store.close()
    lock.release()
  })
})
