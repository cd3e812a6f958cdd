import { and, count, desc, eq, gt, ilike, inArray, isNull, or, type SQLWrapper, sql } from 'drizzle-orm'
import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres'
import { alias, PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { expect, it } from 'vitest'
import { Dialect } from './dialect.ts'
import { device, deviceState, house, office } from './schema.ts'

/** Never connects: statements are only written. */
const pool = new pg.Pool()
const writtenBy = (dialect: PgDialect) => {
  const db = new NodePgDatabase(dialect, new NodePgSession(pool, dialect, undefined), undefined)
  return (make: Make) => dialect.sqlToQuery(make(db).getSQL())
}
const customer = alias(office, 'customer')
const at = new Date('2026-01-02T03:04:05Z')
const place = { officeId: 'o', officePath: '1.2.', type: 'layer' as const }

type Make = (db: NodePgDatabase) => SQLWrapper

const statements: Record<string, Make> = {
  'a page with its total': db =>
    db
      .select({ row: house, owner: customer.englishName, total: db.$count(house, eq(house.name, 'a')) })
      .from(house)
      .innerJoin(office, eq(office.id, house.officeId))
      .leftJoin(customer, eq(customer.path, office.farmPath))
      .where(and(isNull(house.deletedAt), or(ilike(house.name, '%a%'), inArray(house.id, ['a', 'b']))))
      .orderBy(desc(house.createdAt), house.id)
      .limit(20)
      .offset(40),
  'one table, counted': db => db.select({ type: device.type, n: count() }).from(device).groupBy(device.type),
  'a table under another name': db => db.select({ name: customer.englishName }).from(customer).limit(0),
  'columns with names of their own': db =>
    db
      .select({ name: sql<string>`upper(${house.name})`.as('upper_name'), id: house.id })
      .from(house)
      .orderBy(sql`upper_name`),
  'one table, with a statement about it': db =>
    db
      .select({ id: house.id, first: sql`${house.name} || ${'!'}` })
      .from(house)
      .offset(3),
  'rows that are all different': db => db.selectDistinct({ id: device.id }).from(device).orderBy(device.id),
  'rows that are locked': db => db.select({ id: device.id }).from(device).for('update', { skipLocked: true }),
  'groups of some size': db =>
    db
      .select({ type: device.type })
      .from(device)
      .leftJoin(house, eq(house.officeId, device.officeId))
      .groupBy(device.type, house.name)
      .having(gt(count(), 1)),
  'two lists in one': db =>
    db
      .select({ id: device.id })
      .from(device)
      .unionAll(db.select({ id: house.id }).from(house))
      .limit(5),
  'a statement inside another': db =>
    db
      .select()
      .from(device)
      .where(inArray(device.officeId, db.select({ id: office.id }).from(office).where(eq(office.id, 'o')))),
  'a derived table': db =>
    db.select().from(db.select({ id: house.id }).from(house).where(eq(house.id, 'h')).as('inner')),
  'rows that are written': db =>
    db
      .insert(house)
      .values([
        { ...place, id: 'h', name: 'H', lengthM: 1, widthM: 2, heightM: 3 },
        { ...place, id: 'i', name: 'I', lengthM: 1, widthM: 2, heightM: 3, createdAt: at, latitude: null },
      ])
      .onConflictDoUpdate({ target: house.id, set: { name: sql`excluded.name` } })
      .returning(),
  'a row of JSON': db =>
    db
      .update(deviceState)
      .set({ values: { temperature: [21, 1] }, savedAt: at })
      .where(eq(deviceState.deviceId, 'd')),
  'rows that are removed': db => db.delete(device).where(eq(device.id, sql`lower(${'D'})`)),
  'what is written by hand':
    () => sql`select ${1}, ${true}, ${null}, ${undefined}, ${sql.param([1, 2])}::int[], ${['a', 'b']},
    ${at.toISOString()}, ${sql.identifier('a"b')}, ${sql.raw('now()')}, ${house}, ${customer.path} as ${sql`x`}`,
  'values in the text': () => sql`select ${sql`${'a'}`.inlineParams()}, ${'b'}`,
  'a value to come': db =>
    db
      .select()
      .from(house)
      .where(eq(house.id, sql.placeholder('id'))),
}

it.each(Object.entries(statements))("writes %s as drizzle's own dialect does", (_, make) => {
  const { typings: _typings, ...expected } = writtenBy(new PgDialect())(make)
  const ours = writtenBy(new Dialect())
  for (const time of ['first', 'second']) expect(ours(make), time).toMatchObject(expected)
})
