import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestStore, testStore } from '../testing/store.ts'

let test: TestStore
beforeAll(async () => {
  test = await testStore()
})
afterAll(() => test?.drop())

const parts = async () => {
  const { rows } = await test.owner.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits
     where inhparent in ('report'::regclass, 'report_15m'::regclass)`,
  )
  return rows.map(({ name }) => name)
}
const store = (sql: string, ...values: Date[]) =>
  test.store.ingest.query<Record<string, string | null>>(sql, values)

it('are made while charts are read, and nobody waits', async () => {
  const reader = await test.owner.connect()
  try {
    await reader.query('begin')
    await reader.query('select from report_15m')
    await store('select report_partition($1)', new Date('2031-05-10'))
    // What a chart reads next: with the other table taken away by whoever waits for the first, they would wait in a circle.
    await reader.query('select from report')
    await store('select report_partition($1)', new Date('2032-05-10'))
    await reader.query('commit')
  } finally {
    reader.release()
  }
  expect(await parts()).toEqual(
    expect.arrayContaining(['report_203105', 'report_203205', 'report_15m_2031', 'report_15m_2032']),
  )
  // As good as one that its parent has made: reports find it, once each.
  const insert = `insert into report (device, layout, at, "values") values (1, 1, '2031-05-11', '{1}')`
  await test.owner.query(insert)
  await expect(test.owner.query(insert)).rejects.toMatchObject({ code: '23505', table: 'report_203105' })
})

it('made twice at once are one', async () => {
  const at = new Date('2033-01-01')
  await Promise.all(Array.from({ length: 4 }, () => store('select report_partition($1)', at)))
  expect((await parts()).filter(name => name.includes('2033'))).toHaveLength(2)
})

it('go one at a time, beyond their own limit', async () => {
  for (const at of ['2019-02-10', '2019-03-10']) await store('select report_partition($1)', new Date(at))
  const drop = async () => {
    const { rows } = await store(
      'select report_retention($1, $2) as part',
      new Date('2019-04-01'),
      new Date('2020-01-01'),
    )
    return rows[0]?.part
  }
  expect(await drop()).toBe('report_15m_2019')
  expect(await drop()).toBe('report_201902')
  expect(await drop()).toBe('report_201903')
  expect(await drop()).toBeNull()
  expect((await parts()).filter(name => name.includes('2019'))).toEqual([])
})
