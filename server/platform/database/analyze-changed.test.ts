import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase } from '../../testing/empty-database.ts'
import { analyzeChanged } from './analyze-changed.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let owner: pg.Client

beforeAll(async () => {
  database = await emptyDatabase()
  owner = new pg.Client({ connectionString: database.urls.owner })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

/** A session reports its statistics with its next statement. */
async function add(table: string, rows: number): Promise<void> {
  await owner.query('select pg_stat_force_next_flush()')
  await owner.query(`insert into ${table} select generate_series(1, $1::int)`, [rows])
}

test('tells the planner of tables that have changed much, once', async () => {
  await owner.query('create table changed_much (number int); create table changed_little (number int)')
  await add('changed_much', 10_000)
  await add('changed_little', 900)
  expect(await analyzeChanged(owner)).toEqual(['public.changed_much'])
  expect(await analyzeChanged(owner)).toEqual([])
  const { rows } = await owner.query(`select reltuples from pg_class where relname = 'changed_much'`)
  expect(rows).toEqual([{ reltuples: 10_000 }])
})
