import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/database/ids.ts'
import * as tables from '../../platform/database/schema.ts'
import { type Scope, SYSTEM, scopeOf } from '../../platform/database/store.ts'
import { tenancy } from '../../platform/database/tenancy.ts'
import { type TestApp, testApp } from '../app.ts'
import { type Filled, fillCustomer } from '../filled-customer.ts'

const byName = new Map<string, PgTable>(
  Object.values(tables)
    .filter(table => is(table, PgTable))
    .map(table => [getTableName(table), table as PgTable]),
)
const farmTables = Object.entries(tenancy).flatMap(([name, kind]) =>
  kind === 'farm' || kind === 'remote' ? [{ name, kind }] : [],
)

let farm: TestApp
let filled: Filled
let accountId: string
beforeAll(async () => {
  farm = await testApp()
  const { closed } = farm.offices
  accountId = (await farm.as({ office: closed, kind: 2 })).accountId
  filled = await fillCustomer(farm, closed, 'MARK')
  for (const { name } of farmTables) if ((await met(SYSTEM, name)) === 0) await insertInto(name)
})
afterAll(() => farm.close())

/** Number of the customer's rows that a statement affects in a scope. */
async function met(scope: Scope, table: string, statement = `select from ${table}`): Promise<number> {
  const { closed } = farm.offices
  const { rowCount } = await farm.services.store
    .scoped(scope)
    .execute(sql.raw(`${statement} where office_path = '${closed.path}'`))
  return rowCount ?? 0
}

/** Values for columns that refer to another row. */
const named = (): Readonly<Record<string, unknown>> => ({
  officePath: farm.offices.closed.path,
  farmPath: farm.offices.closed.path,
  accountId,
  deviceId: filled.controller.id,
  houseId: filled.house.id,
  alarmId: filled.alarm.id,
  flockId: filled.flock.id,
  recordId: filled.record.id,
  repairId: filled.repair.id,
})
const anything: Readonly<Record<string, unknown>> = {
  string: 'MARK',
  number: 1,
  boolean: true,
  date: new Date(),
  json: {},
  custom: Buffer.from('MARK'),
  buffer: Buffer.from('MARK'),
}

/** Inserts a row, made from its columns' types, into a table of which a filled customer has none. */
async function insertInto(name: string): Promise<void> {
  const table = byName.get(name)
  if (!table) throw new Error(`${name} is not in the schema`)
  const given = named()
  const row = Object.fromEntries(
    Object.entries(getTableColumns(table)).flatMap(([key, column]) => {
      if (key in given) return [[key, given[key]]]
      if (!column.notNull || column.hasDefault || column.generatedIdentity) return []
      if (key === 'id') return [[key, newId()]]
      if (column.getSQLType() === 'date') return [[key, '2026-01-15']]
      return [[key, column.enumValues?.[0] ?? anything[column.dataType.split(' ')[0] ?? '']]]
    }),
  )
  await farm.services.store.scoped(SYSTEM).insert(table).values(row)
}

const share = (until: Date | null) =>
  farm.services.store.scoped(SYSTEM).execute(
    sql`update office set farm_access_until = ${until}, remote_control_until = ${until}
      where id = ${farm.offices.closed.id}`,
  )

/** The customer lies below both. */
const above = () =>
  [farm.offices.provider, farm.offices.agent].map(({ path }) => scopeOf(path, '', 'all', 'somebody'))

describe.each(farmTables)('$name', ({ name }) => {
  test('has a row of the customer, which its own people see', async () => {
    const { closed } = farm.offices
    expect(await met(scopeOf(closed.path, closed.path, 'all', accountId), name)).toBeGreaterThan(0)
  })

  test('is closed to those above the customer, and open while it shares', async () => {
    for (const scope of above()) {
      await share(null)
      for (const statement of [
        `select from ${name}`,
        `update ${name} set office_path = office_path`,
        `delete from ${name}`,
      ])
        expect(await met(scope, name, statement), statement).toBe(0)
      await share(new Date(Date.now() + 86_400_000))
      expect(await met(scope, name)).toBeGreaterThan(0)
    }
    await share(null)
  })
})

test.each([
  ['farm', 'remote_control_until'],
  ['remote', 'farm_access_until'],
] as const)('the other consent does not open a table of kind %s', async (kind, other) => {
  await share(null)
  await farm.services.store
    .scoped(SYSTEM)
    .execute(
      sql`update office set ${sql.raw(other)} = now() + interval '1 day' where id = ${farm.offices.closed.id}`,
    )
  for (const { name } of farmTables.filter(table => table.kind === kind))
    for (const scope of above()) expect(await met(scope, name), name).toBe(0)
})
