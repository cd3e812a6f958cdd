import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import nodeOptions from '../../node-options.json' with { type: 'json' }
import { asOwner } from '../database/connect.ts'
import { placeOf } from '../database/embedded/place.ts'
import { type Embedded, runningCopierUrl, startEmbedded } from '../database/embedded.ts'
import { openClient } from '../database/open-client.ts'
import { prepareDatabase } from '../database/prepare.ts'
import { OWNER } from '../database/roles.ts'
import { type Lock, lockDataDir } from '../lock.ts'
import { backupsIn, keepNewest, leftovers } from './backup-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'smart farm backup '))
const dataDir = join(root, 'data')
const backupDir = join(root, 'other disk')
const appSecret = 'the secret of a farm that is backed up'
const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const made: string[] = [dataDir]

interface Ended {
  code: number
  said: string
}
const settings = (more: NodeJS.ProcessEnv) => ({
  PATH: process.env.PATH,
  DATA_DIR: dataDir,
  BACKUP_DIR: backupDir,
  ...more,
})
const program = (name: string) => join(import.meta.dirname, '../../commands', `${name}.ts`)
/** Runs an operator's command; answers its exit code and output. */
const run = (name: string, args: string[] = [], more: NodeJS.ProcessEnv = {}) =>
  new Promise<Ended>(resolve => {
    execFile(
      process.execPath,
      [...nodeOptions.flags, program(name), ...args],
      { env: settings(more) },
      (error, out, wrong) => resolve({ code: Number(error?.code ?? 0), said: out + wrong }),
    )
  })
const named = (folder: string) => {
  const path = join(root, folder)
  made.push(path)
  return path
}

let database: Embedded
let lock: Lock
let owner: Client
/** The data folder as a running server has it. */
async function start() {
  lock = lockDataDir(dataDir)
  database = await startEmbedded({ dataDir, appSecret }, quiet)
  owner = await openClient(database.urls.owner)
}
async function stop() {
  await owner.end()
  await database.stop()
  lock.release()
}
beforeAll(async () => {
  mkdirSync(join(dataDir, 'files'), { recursive: true })
  writeFileSync(join(dataDir, 'app-secret'), `${appSecret}\n`)
  await start()
  await prepareDatabase(database.urls, appSecret, async () => {})
  await owner.query('create table written (n int primary key)')
  writeFileSync(join(dataDir, 'files', 'picture'), Buffer.alloc(70_001, 'farm'))
  writeFileSync(join(dataDir, 'files', 'empty'), '')
})
afterAll(async () => {
  await stop()
  for (const folder of made) {
    if (!existsSync(folder)) continue
    const { cluster } = placeOf(folder)
    if (cluster.startsWith('/var/lib/smart-farm-')) rmSync(dirname(cluster), { recursive: true, force: true })
  }
  rmSync(root, { recursive: true, force: true })
})

/** Writes rows one after the other, each committed, until it is ended. */
function writeOn() {
  let [last, isEnded] = [0, false]
  const running = (async () => {
    const { rows } = await owner.query('select coalesce(max(n), 0)::int as n from written')
    for (last = rows[0].n; !isEnded; last++) await owner.query('insert into written values ($1)', [last + 1])
  })()
  return {
    last: () => last,
    async end() {
      isEnded = true
      await running
    },
  }
}

/** What a restored data folder contains. */
async function writtenIn(folder: string) {
  const restored = await startEmbedded({ dataDir: folder, appSecret }, quiet)
  try {
    return await asOwner(restored.urls, async client => {
      const { rows } = await client.query('select count(*)::int as count, max(n) as last from written')
      return rows[0] as { count: number; last: number }
    })
  } finally {
    await restored.stop()
  }
}

const newest = async () => {
  const [backup] = await backupsIn(backupDir)
  if (!backup) throw new Error('There is no backup')
  return backup
}

describe('a backup', () => {
  test('made while rows are written has everything before it, and no row without its predecessors', async () => {
    const writing = writeOn()
    await vi.waitFor(() => expect(writing.last()).toBeGreaterThan(100), { timeout: 30_000 })
    const before = writing.last()
    expect(await run('backup')).toMatchObject({ code: 0, said: expect.stringContaining('Backup made: ') })
    const after = writing.last()
    await writing.end()
    expect(after).toBeGreaterThan(before)

    const { name } = await newest()
    const restored = named('restored')
    const said = await run('restore', [name], { DATA_DIR: restored })
    expect(said).toMatchObject({ code: 0, said: expect.stringContaining('Restored into') })
    const { count, last } = await writtenIn(restored)
    expect(count).toBe(last)
    expect(count).toBeGreaterThanOrEqual(before)
    expect(count).toBeLessThanOrEqual(after + 1)
    expect(readFileSync(join(restored, 'app-secret'), 'utf8').trim()).toBe(appSecret)
    for (const file of ['picture', 'empty'])
      expect(readFileSync(join(restored, 'files', file))).toEqual(readFileSync(join(dataDir, 'files', file)))
  })

  test('is for its owner only, and includes PostgreSQL’s manifest for its own tools', async () => {
    const { name, manifest } = await newest()
    const list = JSON.parse(readFileSync(join(backupDir, name, 'backup_manifest'), 'utf8'))
    expect(list).toMatchObject({ 'PostgreSQL-Backup-Manifest-Version': 2 })
    expect(manifest.files.map(({ name: file }) => file).sort()).toEqual(
      ['app-secret', 'backup_manifest', 'base.tar.zst', 'files.tar.zst'].sort(),
    )
  })

  test('can be made without a running server', async () => {
    await stop()
    try {
      expect(await run('backup')).toMatchObject({ code: 0 })
    } finally {
      await start()
    }
  })

  test('that was interrupted does not count, and the next one removes it', async () => {
    const before = await backupsIn(backupDir)
    const child: ChildProcess = spawn(process.execPath, [...nodeOptions.flags, program('backup')], {
      env: settings({}),
    })
    const ended = new Promise(resolve => child.once('exit', resolve))
    await vi.waitFor(
      async () => {
        const [partial] = await leftovers(backupDir)
        expect(existsSync(join(backupDir, partial ?? '', 'base.tar.zst'))).toBe(true)
      },
      { timeout: 30_000, interval: 5 },
    )
    child.kill('SIGKILL')
    await ended
    const [left = ''] = await leftovers(backupDir)
    expect(await backupsIn(backupDir)).toEqual(before)
    const refused = await run('restore', [left], { DATA_DIR: named('cut') })
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('is no whole backup') })
    expect(await run('backup')).toMatchObject({ code: 0 })
    expect(await leftovers(backupDir)).toEqual([])
    expect(await backupsIn(backupDir)).toHaveLength(before.length + 1)
  })

  test('is refused while another one runs, and that one goes on', async () => {
    const [one, other] = await Promise.all([run('backup'), run('backup')])
    const codes = [one.code, other.code].sort()
    expect(codes).toEqual([0, 1])
    expect(one.said + other.said).toContain('another one is being made')
  })

  test('that cannot be written is not made, and says why', async () => {
    const file = join(root, 'no folder')
    writeFileSync(file, '')
    const { code, said } = await run('backup', [], { BACKUP_DIR: join(file, 'backups') })
    expect(code).toBe(1)
    expect(said).toMatch(/^No backup was made: the folder of backups cannot be written to \(ENOTDIR/)
    expect(said).not.toContain('Backup made')
  })

  test('is not made where the files cannot be read: one without them would be none', async () => {
    const files = join(dataDir, 'files')
    renameSync(files, `${files}.away`)
    writeFileSync(files, 'no folder')
    const { code, said } = await run('backup')
    rmSync(files)
    renameSync(`${files}.away`, files)
    expect(code).toBe(1)
    expect(said).toContain('No backup was made')
    expect(await leftovers(backupDir)).toEqual([])
  })

  test('of an external database is made if its role may copy it; otherwise it is not, and says so', async () => {
    const elsewhere = join(root, 'elsewhere')
    const outside = { DATABASE_URL: database.urls.owner, APP_SECRET: appSecret, BACKUP_DIR: elsewhere }
    const refused = await run('backup', [], outside)
    expect(refused.code).toBe(1)
    expect(refused.said).toContain(
      'No backup was made: the database does not allow copying by this role (permission denied',
    )
    expect(await backupsIn(elsewhere)).toEqual([])
    expect(await leftovers(elsewhere)).toEqual([])

    const superuser = await openClient(runningCopierUrl(dataDir, appSecret) ?? '')
    await superuser.query(`alter role ${OWNER} replication`)
    await superuser.end()
    expect(await run('backup', [], outside)).toMatchObject({ code: 0 })
    expect(await backupsIn(elsewhere)).toHaveLength(1)
    const { code, said } = await run('restore', ['some'], { ...outside, DATA_DIR: named('away') })
    expect({ code, said }).toMatchObject({
      code: 1,
      said: expect.stringContaining('is restored where it runs'),
    })
  })
})

describe('restoring', () => {
  test('refuses a data folder that is in use', async () => {
    const { name } = await newest()
    const refused = await run('restore', [name, '--replace'])
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('Smart Farm already runs on') })
  })

  test('refuses a full data folder unless told to move it aside', async () => {
    const { name } = await newest()
    const target = named('full')
    expect(await run('restore', [name], { DATA_DIR: target })).toMatchObject({ code: 0 })
    writeFileSync(join(target, 'files', 'later'), 'later')
    const running = await startEmbedded({ dataDir: target, appSecret }, quiet)
    const client = await openClient(running.urls.owner)
    await client.query('insert into written values (-1)')
    await client.end()
    await running.stop()

    const refused = await run('restore', [name], { DATA_DIR: target })
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('holds an installation already') })
    expect(existsSync(join(target, 'files', 'later'))).toBe(true)

    const replaced = await run('restore', [name, '--replace'], { DATA_DIR: target })
    expect(replaced).toMatchObject({ code: 0, said: expect.stringContaining('Put aside: ') })
    expect(existsSync(join(target, 'files', 'later'))).toBe(false)
    const { count, last } = await writtenIn(target)
    expect(count).toBe(last)
    const aside = readdirSync(target).filter(each => each.startsWith('files.before-'))
    expect(readFileSync(join(target, aside[0] ?? '', 'later'), 'utf8')).toBe('later')
  })

  test('names what is damaged, and touches nothing', async () => {
    const { name } = await newest()
    const folder = join(backupDir, name)
    const target = named('damaged')
    const restore = () => run('restore', [name], { DATA_DIR: target })
    for (const file of ['base.tar.zst', 'files.tar.zst', 'app-secret', 'backup_manifest']) {
      const whole = readFileSync(join(folder, file))
      const wrong = Buffer.from(whole)
      const middle = wrong.length >> 1
      wrong[middle] = (wrong[middle] ?? 0) ^ 1
      writeFileSync(join(folder, file), wrong)
      const said = `${file} is not what was written`
      expect(await restore()).toMatchObject({ code: 1, said: expect.stringContaining(said) })
      writeFileSync(join(folder, file), whole)
    }
    appendFileSync(join(folder, 'files.tar.zst'), 'x')
    expect((await restore()).said).toMatch(/files\.tar\.zst has \d+ bytes instead of \d+/)
    expect((await backupsIn(backupDir)).map(backup => backup.name)).not.toContain(name)
    rmSync(join(folder, 'files.tar.zst'))
    expect((await restore()).said).toContain('files.tar.zst is missing')
    expect(existsSync(join(target, 'postgres'))).toBe(false)
    rmSync(folder, { recursive: true })
  })

  test('says in one sentence what was damaged before its checksum was taken', async () => {
    const { name } = await newest()
    const folder = join(backupDir, name)
    const target = named('damaged before')
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
    for (const file of ['base.tar.zst', 'files.tar.zst']) {
      const whole = readFileSync(join(folder, file))
      const wrong = Buffer.from(whole)
      const middle = wrong.length >> 1
      wrong.fill(0xff, middle, middle + 16)
      writeFileSync(join(folder, file), wrong)
      const sha256 = createHash('sha256').update(wrong).digest('hex')
      const files = manifest.files.map((each: { name: string }) =>
        each.name === file ? { ...each, sha256 } : each,
      )
      writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, files }))
      const { code, said } = await run('restore', [name], { DATA_DIR: target })
      expect({ file, code }).toEqual({ file, code: 1 })
      expect(said).toContain(`${file} is damaged, although its checksum is right`)
      expect(said.trim().split('\n')).toHaveLength(1)
      writeFileSync(join(folder, file), whole)
    }
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
    expect(existsSync(join(target, 'postgres'))).toBe(false)
  })

  test('refuses another secret of the environment', async () => {
    const { name } = await newest()
    const other = { DATA_DIR: named('secret'), APP_SECRET: 'not the one that the backup was made with' }
    const refused = await run('restore', [name], other)
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('APP_SECRET is not the one') })
  })

  test('lists the backups, and checks a whole one without restoring it', async () => {
    const { name } = await newest()
    expect((await run('restore')).said).toContain(name)
    expect(await run('restore', [name, '--check'])).toMatchObject({
      code: 0,
      said: expect.stringContaining('is whole'),
    })
  })
})

test('the newest are kept, and nothing else is touched', async () => {
  const all = await backupsIn(backupDir)
  writeFileSync(join(backupDir, 'notes.txt'), 'of the operator')
  await keepNewest(backupDir, 1)
  expect(await backupsIn(backupDir)).toEqual(all.slice(0, 1))
  expect(readdirSync(backupDir)).toContain('notes.txt')
})
