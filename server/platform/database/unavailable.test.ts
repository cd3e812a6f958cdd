import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { isDatabaseUnavailable } from './unavailable.ts'

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )
const nowhere = join(tmpdir(), 'smart-farm-there-is-no-such-folder')

it('a socket that nobody listens on is an outage of the database', async () => {
  const client = new pg.Client({ host: nowhere, database: 'none' })
  const error = await reasonOf(client.connect())
  expect(error).toMatchObject({ code: 'ENOENT' })
  expect(isDatabaseUnavailable(error)).toBe(true)
  expect(isDatabaseUnavailable(new Error('wrapped', { cause: error }))).toBe(true)
})

it('a missing file is none', async () => {
  const error = await reasonOf(readFile(join(nowhere, 'index.html')))
  expect(error).toMatchObject({ code: 'ENOENT' })
  expect(isDatabaseUnavailable(error)).toBe(false)
})

it('a socket from which nobody takes connections is an outage, an unready file is none', async () => {
  const full = (syscall: string) => Object.assign(new Error(`${syscall} EAGAIN`), { code: 'EAGAIN', syscall })
  expect(isDatabaseUnavailable(full('connect'))).toBe(true)
  expect(isDatabaseUnavailable(full('read'))).toBe(false)
})
