import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestStore, testStore } from '../../testing/store.ts'
import { openClient } from './open-client.ts'
import { inOneProcess } from './sole-process.ts'

const { log } = Fastify({ logger: false })
const LOCK = 4_711
let store: TestStore
beforeAll(async () => {
  store = await testStore()
})
afterAll(() => store?.drop())

const working = new Set<string>()
const join = (name: string) =>
  inOneProcess({
    url: store.urls.app,
    lock: LOCK,
    log,
    async work() {
      working.add(name)
      return { stop: async () => void working.delete(name) }
    },
  })
const soon = (name: string) => expect.poll(() => [...working], { timeout: 20_000 }).toEqual([name])

test('one process works at a time; another goes on when it stops, or loses its database', async () => {
  const first = await join('first')
  const second = await join('second')
  expect([...working]).toEqual(['first'])
  await first.stop()
  await soon('second')
  const third = await join('third')
  expect([...working]).toEqual(['second'])
  // A process that is killed, or cut off, holds its lock no longer.
  const app = await openClient(store.urls.app)
  await app.query(
    `select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = $1 and granted and datname = current_database()`,
    [LOCK],
  )
  await app.end()
  await soon('third')
  await second.stop()
  await third.stop()
  expect([...working]).toEqual([])
})

test('work that cannot begin is said at the start, and leaves the lock to others', async () => {
  const broken = inOneProcess({
    url: store.urls.app,
    lock: LOCK,
    log,
    work: () => Promise.reject(new Error('no birds')),
  })
  await expect(broken).rejects.toThrow('no birds')
  const other = await join('other')
  expect([...working]).toEqual(['other'])
  await other.stop()
})
