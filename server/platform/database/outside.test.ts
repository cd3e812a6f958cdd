import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startRealServer } from '../../testing/real-server.ts'
import { refuseUnfit } from './database-server.ts'
import { initialise, SUPERUSER, startPostgres, stopPostgres } from './embedded/cluster.ts'
import { makePrivate, placeOf, removePrivate } from './embedded/place.ts'
import { socketUrl } from './embedded.ts'
import { prepareDatabase, urlsOf } from './prepare.ts'
import { openStore, SYSTEM } from './store.ts'
import { office } from './tables/offices.ts'

const PASSWORD = 'the password of a plain role'
const secret = 'the secret of an installation, long enough'
const folder = mkdtempSync(join(tmpdir(), 'smart-farm-outside-'))
const place = placeOf(folder)
const settings = { fsync: 'off', max_connections: 60 }
let postgres: Awaited<ReturnType<typeof startPostgres>>

/** A PostgreSQL as others run it: it asks for passwords, and only its administrator is a superuser. */
beforeAll(async () => {
  chmodSync(folder, 0o755)
  makePrivate(place.socketDir, place.user)
  await initialise(place, PASSWORD, ['--no-sync'])
  postgres = await startPostgres(place, settings, join(folder, 'postgres.log'))
  await administer("create role farm login createrole password '%'", 'create database farm owner farm')
})
afterAll(async () => {
  await stopPostgres(postgres)
  removePrivate(place.socketDir)
  rmSync(folder, { recursive: true, force: true })
})

const urlOf = (role: string, database: string, password = PASSWORD) =>
  socketUrl(place.socketDir, role, password, database)
/** Runs SQL as the PostgreSQL's administrator; `%` is the password. */
async function administer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(SUPERUSER, 'postgres') })
  await client.connect()
  for (const statement of statements) await client.query(statement.replace('%', PASSWORD))
  await client.end()
}
const prepare = (owner: string, appSecret = secret) =>
  prepareDatabase(urlsOf(owner, appSecret), appSecret, async () => {})
/** Signs in as the application and counts; rejects if it cannot. */
async function officesIn(owner: string, appSecret = secret): Promise<number> {
  const store = openStore(urlsOf(owner, appSecret))
  try {
    return await store.scoped(SYSTEM).$count(office)
  } finally {
    await store.close()
  }
}

it('starts although a killed server is not gone yet, once it is', async () => {
  await stopPostgres(postgres)
  const leftover = spawn('sleep', ['600'], { ...place.user })
  writeFileSync(join(place.cluster, 'postmaster.pid'), `${leftover.pid}\n${place.cluster}\n`)
  const log = join(folder, 'postgres.log')
  const starting = startPostgres(place, settings, log)
  await vi.waitFor(() => expect(readFileSync(log, 'utf8')).toContain('already exists'))
  leftover.kill()
  postgres = await starting
  await administer('select 1')
})

it('a plain owner with CREATEROLE is enough: the server starts, serves, and starts again on the same tables', async () => {
  const server = await startRealServer({ DATABASE_URL: urlOf('farm', 'farm'), APP_SECRET: secret })
  try {
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
    expect(server.databasePid).toBeUndefined()
    expect((await server.stop()).code).toBe(0)
    await server.start()
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
  } finally {
    await server.remove()
  }
  expect(await officesIn(urlOf('farm', 'farm'))).toBe(1)
})

describe('what an operator can fix is one sentence', () => {
  beforeAll(() =>
    administer(
      "create role bystander login createrole password '%'",
      "create role plain login password '%'",
      'create role locked nologin',
      'create database empty',
      'create database small owner plain',
      "create database latin owner farm encoding 'LATIN1' template template0 locale_provider libc locale 'C'",
    ),
  )
  it.each([
    [
      'a wrong password',
      urlOf('farm', 'farm', 'wrong'),
      /wrong user or password \(role farm at localhost\)$/,
    ],
    ['an unknown role', urlOf('nobody', 'farm'), /wrong user or password \(role nobody/],
    ['a role that may not sign in', urlOf('locked', 'farm'), /does not let the role locked in|wrong user/],
    [
      'no such database',
      urlOf('farm', 'nowhere'),
      /there is no database nowhere at .*: create it, owned by farm$/,
    ],
    [
      'a database of somebody else',
      urlOf('bystander', 'empty'),
      /bystander may not create tables in empty: make it the owner/,
    ],
    [
      'tables of somebody else',
      urlOf('bystander', 'farm'),
      /the tables in farm belong to the role farm: sign in as that/,
    ],
    ['another encoding', urlOf('farm', 'latin'), /latin is encoded in LATIN1: create it with encoding UTF8$/],
    [
      'a port where nobody listens',
      'postgres://farm:x@127.0.0.1:1/farm',
      /cannot be reached \(DATABASE_URL, 127\.0\.0\.1:1\): /,
    ],
  ])('%s', async (_what, url, sentence) => {
    const start = prepare(url)
    await expect(start).rejects.toMatchObject({ name: 'StartError' })
    await expect(start).rejects.toThrow(sentence)
  })

  it('a role that may not make the roles of the server', async () => {
    await administer('alter role smart_farm_app rename to away')
    const start = prepare(urlOf('plain', 'small'))
    await expect(start).rejects.toThrow(
      /plain may not create the role smart_farm_app: give it the attribute CREATEROLE$/,
    )
    await administer('alter role away rename to smart_farm_app')
  })

  it.each([
    [
      'a PostgreSQL that is too old',
      { version: 14, named: '14.13' },
      /PostgreSQL 14\.13 is too old: 15 or newer/,
    ],
    ['a copy that cannot be written to', { isCopy: true }, /read-only copy: name the primary server$/],
  ])('%s', (_what, fault, sentence) => {
    const usable = {
      version: 18,
      named: '18.1',
      encoding: 'UTF8',
      isCopy: false,
      mayExtend: true,
      mayCreate: true,
      otherOwner: null,
    }
    expect(() => refuseUnfit(usable, {})).not.toThrow()
    expect(() => refuseUnfit({ ...usable, ...fault }, {})).toThrow(sentence)
  })
})

describe('two installations in one PostgreSQL', () => {
  const first = urlOf('one', 'first')
  const second = urlOf('two', 'second')
  beforeAll(async () => {
    await administer(
      "create role one login createrole password '%'",
      "create role two login createrole password '%'",
      'create database first owner one',
      'create database second owner two',
      'revoke connect on database second from public',
    )
  })

  it('share the roles of the server when they have the same secret', async () => {
    await prepare(first)
    await prepare(second)
    expect(await officesIn(first)).toBe(0)
    expect(await officesIn(second)).toBe(0)
  })

  it('with different secrets: the second is refused with the name of the first, which goes on', async () => {
    const other = 'another secret that is long enough too'
    await expect(prepare(second, other)).rejects.toThrow(
      /^DATABASE_URL: the role smart_farm_app belongs to another installation .*database .*first.*: give both the same APP_SECRET/,
    )
    expect(await officesIn(first)).toBe(0)
  })
})
