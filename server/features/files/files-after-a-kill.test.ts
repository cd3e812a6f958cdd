import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { files } from '#shared/contracts/files.ts'
import { filesFolder } from '../../platform/files/stored-files.ts'
import { jpegOf } from '../../testing/pictures.ts'
import { type RealServer, startRealServer } from '../../testing/real-server.ts'
import { sendBytes, uploadIdOf } from '../../testing/sent-files.ts'

let server: RealServer
beforeAll(async () => {
  server = await startRealServer()
})
afterAll(() => server?.remove())

const inFolder = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

async function signIn(): Promise<string> {
  const answer = await fetch(`${server.url}/api/admin/open/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'throw-away' }),
  })
  return ((await answer.json()) as { data: string }).data
}

async function ask<T extends object>(sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: server.superuserUrl })
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Sends files one after the other until the server is gone. */
async function sendUntilGone(token: string, kept: () => void): Promise<void> {
  for (;;) {
    try {
      const upload = uploadIdOf(await sendBytes(server.url, { token }, jpegOf(64)))
      const answer = await fetch(`${server.url}/api${files.keep.path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Access-Token': token },
        body: JSON.stringify({
          upload,
          name: 'fan.jpg',
          use: 'picture',
          small: jpegOf(64).toString('base64'),
        }),
      })
      if (!answer.ok) return
      kept()
    } catch {
      return
    }
  }
}

test('a server that is killed while people send files leaves nothing that no tidying finds', async () => {
  const token = await signIn()
  let count = 0
  const sending = Array.from({ length: 8 }, () =>
    sendUntilGone(token, () => {
      count += 1
    }),
  )
  await vi.waitFor(() => expect(count).toBeGreaterThan(20), { timeout: 60_000, interval: 10 })
  await server.kill()
  await Promise.all(sending)

  // A killed process's file, as it looks hours later: without a row, or incomplete.
  const folder = filesFolder(server.dataDir)
  writeFileSync(join(folder, 'abcdefghij0123456789'), 'x')
  const old = new Date(Date.now() - 3 * 3_600_000)
  for (const name of inFolder(folder)) utimesSync(join(folder, name), old, old)
  const uploads = join(server.dataDir, 'uploads')
  // One for which the process had written only its start.
  writeFileSync(join(uploads, 'abcdefghij0123456789.json'), '{}')
  const longAgo = new Date(Date.now() - 48 * 3_600_000)
  for (const name of inFolder(uploads)) utimesSync(join(uploads, name), longAgo, longAgo)

  await server.start()
  const rows = async () =>
    (await ask<{ id: string; small: boolean }>('select id, has_small as small from stored_file')).flatMap(
      ({ id, small }) => (small ? [id, `${id}.small`] : [id]),
    )
  await vi.waitFor(
    async () => {
      expect(inFolder(folder).toSorted()).toEqual((await rows()).toSorted())
      expect(inFolder(uploads)).toEqual([])
    },
    { timeout: 60_000, interval: 50 },
  )
  expect((await rows()).length).toBeGreaterThanOrEqual(2 * 20)
})
