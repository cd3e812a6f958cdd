import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '../../platform/database/store.ts'
import { type TestStore, testStore } from '../../testing/store.ts'
import { createWriteQueue } from './write-queue.ts'

let database: TestStore
beforeAll(async () => {
  database = await testStore()
})
afterAll(() => database?.drop())

const log = { warn: () => {}, error: () => {} } as never

test('an alarm that another transaction held up is written all the same, one with a fault is given up', async () => {
  const queue = createWriteQueue(log)
  const written: string[] = []
  let tries = 0
  queue.file('held up', () =>
    database.store.transaction(SYSTEM, async db => {
      tries += 1
      await db.execute(sql`set local statement_timeout = 20`)
      await db.execute(sql.raw(`select pg_sleep(${tries === 1 ? 10 : 0})`))
      written.push('held up')
    }),
  )
  queue.file('wrong', async () => {
    await database.store.scoped(SYSTEM).execute(sql`select nothing from alarm`)
  })
  queue.file('next', async () => void written.push('next'))
  await queue.settled()
  expect(written).toEqual(['held up', 'next'])
  expect(tries).toBe(2)
  await queue.stop()
})
