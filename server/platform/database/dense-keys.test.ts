import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestStore, testStore } from '../../testing/store.ts'
import { rebuildSparseKeys } from './dense-keys.ts'

const DEVICES = 200
const REPORTS = 250
let test: TestStore
beforeAll(async () => {
  test = await testStore()
})
afterAll(() => test?.drop())

const { log } = Fastify({ logger: false })
const rebuild = () => rebuildSparseKeys(test.urls.owner, log, new AbortController().signal)

/** Reports of all devices in turn from `at` on, as they come; returns the name of their partition. */
async function fillMonth(at: Date): Promise<string> {
  const month = `report_${at.toISOString().slice(0, 7).replace('-', '')}`
  await test.store.ingest.query('select report_partition($1)', [at])
  await test.owner.query(
    `insert into ${month} (device, at, layout, "values")
     select d, $1::timestamptz + make_interval(secs => n), 1, array_fill(1::real, array[100])
     from generate_series(1, $2::int) n, generate_series(1, $3::int) d order by n, d`,
    [at, REPORTS, DEVICES],
  )
  await test.owner.query(`analyze ${month}`)
  return month
}

async function one<T>(text: string): Promise<T> {
  return (await test.owner.query<{ it: T }>(`select (${text}) as it`)).rows[0]?.it as T
}

it('makes the key of a finished month dense, once, and leaves the running month alone', async () => {
  const now = new Date()
  const past = await fillMonth(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2, 10)))
  const running = await fillMonth(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)))
  const sizes = async () => [
    await one<number>(`pg_relation_size('${past}_pkey')::int`),
    await one<number>(`pg_relation_size('${running}_pkey')::int`),
  ]
  const [sparse = 0, growing] = await sizes()
  expect(sparse / (DEVICES * REPORTS)).toBeGreaterThan(36)

  expect(await rebuild()).toEqual([past])
  const [dense = 0, still] = await sizes()
  expect(dense / (DEVICES * REPORTS)).toBeLessThan(33)
  expect(still).toBe(growing)
  expect(await rebuild()).toEqual([])

  // It is still the key: of the table as a whole, and against duplicates.
  expect(await one(`select indisvalid from pg_index where indexrelid = 'report_pkey'::regclass`)).toBe(true)
  await expect(test.owner.query(`insert into ${past} select * from ${past} limit 1`)).rejects.toMatchObject({
    code: '23505',
  })
})

it('removes what an interrupted rebuild has left', async () => {
  const month = await fillMonth(new Date(Date.UTC(new Date().getUTCFullYear() - 1, 0, 10)))
  const left = `${month}_pkey_ccnew`
  // A failed build leaves the same: an invalid index.
  await expect(
    test.owner.query(`create unique index concurrently ${left} on ${month} (layout)`),
  ).rejects.toThrow()
  expect(await one(`to_regclass('${left}')::text`)).toBe(left)
  await rebuild()
  expect(await one(`to_regclass('${left}')`)).toBeNull()
})

it('ends at once when the server stops', async () => {
  const stopping = new AbortController()
  await fillMonth(new Date(Date.UTC(new Date().getUTCFullYear() - 1, 2, 10)))
  // The rebuild waits for readers of the month, so it is still running when the server stops.
  const reader = await test.owner.connect()
  try {
    await reader.query('begin')
    await reader.query('select txid_current()')
    await reader.query('select count(*) from report')
    const rebuilding = rebuildSparseKeys(test.urls.owner, log, stopping.signal)
    await expect
      .poll(() =>
        one(
          `select count(*)::int from pg_stat_activity where query like 'reindex%' and datname = current_database()`,
        ),
      )
      .toBe(1)
    stopping.abort()
    await expect(rebuilding).rejects.toMatchObject({ code: '57014' })
  } finally {
    await reader.query('rollback')
    reader.release()
  }
})
