import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { drizzle, NodePgDatabase } from 'drizzle-orm/node-postgres'
import { alias, PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedOffices, type TestStore, testStore } from '../../testing/store.ts'
import { RowSession } from './rows.ts'
import { account, customer, office } from './schema.ts'

let test: TestStore
let pool: pg.Pool

beforeAll(async () => {
  test = await testStore()
  await seedOffices(test.store)
  pool = new pg.Pool({
    connectionString: test.urls.app,
    options: '-c app.lo=1. -c app.hi=1/ -c app.farm=* -c app.customers=all',
  })
  // Its connections may still be closing when the database is dropped.
  pool.on('error', () => {})
})
afterAll(async () => {
  await pool?.end()
  await test?.drop()
})

const parent = alias(office, 'parent')
type Ask = (db: NodePgDatabase) => PromiseLike<unknown>

const questions: Record<string, Ask> = {
  'whole rows, with times and nulls': db => db.select().from(office).orderBy(office.path),
  'some columns, with what is computed': db =>
    db
      .select({ name: office.englishName, n: sql`1 + 1`.mapWith(String), all: db.$count(office) })
      .from(office),
  'rows with what belongs to them, where there is any': db =>
    db.select().from(office).leftJoin(parent, eq(parent.id, office.parentId)).orderBy(office.path),
  'groups of one table, of two and of none': db =>
    db
      .select({
        of: { id: parent.id, at: parent.createdAt },
        mixed: { id: parent.id, own: office.id },
        only: { number: sql<number>`${parent.number}` },
        id: office.id,
      })
      .from(office)
      .leftJoin(parent, and(eq(parent.id, office.parentId), isNull(parent.farmPath)))
      .orderBy(office.path),
  'rows that must have what belongs to them': db =>
    db.select({ row: office, of: parent }).from(office).innerJoin(parent, eq(parent.id, office.parentId)),
  'no rows': db =>
    db
      .select()
      .from(account)
      .where(gt(account.createdAt, new Date('2200-01-01'))),
  'rows just changed': db =>
    db.update(office).set({ displayOrder: 1 }).where(isNull(office.parentId)).returning(),
  'a statement by hand': async db => (await db.execute(sql`select now() > '2020-01-01' as later`)).rows,
  'how many': db => db.$count(customer),
}

it.each(Object.entries(questions))('answers %s as drizzle does', async (_, ask) => {
  const dialect = new PgDialect()
  const ours = new NodePgDatabase(dialect, new RowSession(pool, dialect), undefined)
  expect(await ask(ours)).toStrictEqual(await ask(drizzle(pool)))
})
