import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import nodeOptions from '../node-options.json' with { type: 'json' }
import { asOwner } from '../platform/database/connect.ts'
import { isPassword } from '../platform/http/passwords.ts'
import { emptyDatabase } from '../testing/empty-database.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'smart-farm-admin-'))
let empty: Awaited<ReturnType<typeof emptyDatabase>>
beforeAll(async () => {
  empty = await emptyDatabase()
})
afterAll(async () => {
  await empty.drop()
  rmSync(dataDir, { recursive: true })
})

/** Runs `npm run admin:create -- <login>`; answers its exit code and output. */
const create = (login: string, more: NodeJS.ProcessEnv = {}) =>
  new Promise<{ code: number; said: string }>(resolve => {
    const { urls, secret } = empty
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, DEMO: 'off', HOST: '127.0.0.1', ...more }
    const outside = { DATABASE_URL: urls.owner, APP_SECRET: secret }
    const file = join(import.meta.dirname, 'create-admin.ts')
    execFile(
      process.execPath,
      [...nodeOptions.flags, file, login],
      { env: { ...env, ...outside } },
      (error, out, wrong) => resolve({ code: Number(error?.code ?? 0), said: out + wrong }),
    )
  })
const accounts = () =>
  asOwner(empty.urls, async owner => {
    const { rows } = await owner.query('select username, password_hash, kind from account')
    return rows as { username: string; password_hash: string; kind: number }[]
  })

test('the first administrator of an empty installation gets a random password, printed once; a second one cannot be made', async () => {
  const made = await create('boss')
  const [, password = ''] = /^Administrator boss, password (\S+) /.exec(made.said) ?? []
  expect(made).toMatchObject({ code: 0, said: expect.stringContaining('Administrator boss') })
  expect(password.length).toBeGreaterThanOrEqual(16)
  const [boss, ...others] = await accounts()
  expect(boss).toMatchObject({ username: 'boss', kind: 1 })
  expect(await isPassword(password, boss?.password_hash)).toBe(true)
  expect(others).toEqual([])

  const again = await create('second')
  expect(again).toMatchObject({ code: 1, said: expect.stringContaining('There are users already') })
  expect(await accounts()).toHaveLength(1)
})

test('a demonstration, which has its own accounts, and an invalid login id are refused', async () => {
  expect(await create('other', { DEMO: 'on' })).toMatchObject({ code: 1 })
  expect(await create('no spaces please')).toMatchObject({
    code: 1,
    said: expect.stringContaining('Name the login id'),
  })
})
