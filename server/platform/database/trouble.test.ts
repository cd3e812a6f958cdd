import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestStore, testStore } from '../../testing/store.ts'
import { ShareFull } from './shares.ts'
import { SYSTEM } from './store.ts'
import { troubleOf } from './trouble.ts'

let database: TestStore
beforeAll(async () => {
  database = await testStore()
})
afterAll(() => database?.drop())

/** What a statement fails with. */
const failureOf = (text: string) =>
  database.store.transaction(SYSTEM, async db => {
    await db.execute(sql`set local statement_timeout = 20`)
    await db.execute(sql`set local lock_timeout = 10`)
    await db.execute(sql.raw(text))
  })

test.each([
  ['a statement that takes too long', 'select pg_sleep(10)', 'tooLong'],
  ['a column that is not there', 'select nothing from house', 'fault'],
  ['a number that is too large', "select '1'::numeric(3, 2) * 1000::numeric::numeric(3, 2)", 'fault'],
  ['a missing right', 'select * from installation', 'fault'],
] as const)('%s is no outage', async (_what, text, trouble) => {
  const error = await failureOf(text).catch((failed: unknown) => failed)
  expect(troubleOf(error)).toBe(trouble)
})

test('whom another transaction holds up may try again', async () => {
  await database.store.transaction(SYSTEM, async db => {
    await db.execute(sql`select pg_advisory_xact_lock(1)`)
    const error = await failureOf('select pg_advisory_xact_lock(1)').catch((failed: unknown) => failed)
    expect(troubleOf(error)).toBe('contended')
  })
})

test('an account beyond its share is told apart, whatever wraps the error', () => {
  expect(troubleOf(new Error('Failed query', { cause: new ShareFull() }))).toBe('shareFull')
  expect(troubleOf('nothing')).toBe('fault')
})
