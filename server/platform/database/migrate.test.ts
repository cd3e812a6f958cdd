import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import pg, { type Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyDatabase } from '../../testing/empty-database.ts'
import { assertIsolation } from './assertions.ts'
import { migrate } from './migrate.ts'
import { tablesOf } from './policies.ts'
import { prepareDatabase } from './prepare.ts'
import * as schema from './schema.ts'
import { deviceSide, pathColumn, released, subjectColumn, tenancy } from './tenancy.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let owner: Client
const folders: string[] = []

beforeAll(async () => {
  database = await emptyDatabase()
})
afterAll(async () => {
  await owner?.end()
  await database?.drop()
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** The product's migrations in a folder that a test may change. */
function copiedMigrations(): string {
  const folder = mkdtempSync(join(tmpdir(), 'smart-farm-migrations-'))
  folders.push(folder)
  cpSync(join(import.meta.dirname, 'migrations'), folder, { recursive: true })
  return folder
}

describe('the migrations', () => {
  it('are applied once when two processes start on an empty database at the same time', async () => {
    const { urls, secret } = database
    const runs = await Promise.all([1, 2, 3].map(() => prepareDatabase(urls, secret, async () => {})))
    const applied = runs.map(run => run.applied.length).sort()
    expect(applied.slice(0, 2)).toEqual([0, 0])
    expect(applied[2]).toBeGreaterThan(2)
    owner = new pg.Client({ connectionString: urls.owner })
    await owner.connect()
  })

  it('change nothing the next time', async () => {
    expect(await migrate(owner)).toEqual([])
  })

  it('of newer code make older code refuse the database', async () => {
    await owner.query(`insert into migration (name, checksum) values ('9999_future.sql', 'x')`)
    await expect(migrate(owner)).rejects.toThrow(/newer version of Smart Farm.*9999_future\.sql/)
    await owner.query(`delete from migration where name = '9999_future.sql'`)
  })

  it('may not be changed after they were applied', async () => {
    const folder = copiedMigrations()
    writeFileSync(join(folder, '0002_rules.sql'), 'select 1')
    await expect(migrate(owner, folder)).rejects.toThrow(/another text of the migration 0002_rules\.sql/)
  })

  it('leave nothing behind when they fail half-way', async () => {
    const folder = copiedMigrations()
    writeFileSync(join(folder, '9998_broken.sql'), 'create table half (id int); select 1 / 0')
    await expect(migrate(owner, folder)).rejects.toThrow('9998_broken.sql failed and was undone')
    expect(await tablesOf(owner)).not.toContain('half')
    expect(await migrate(owner)).toEqual([])
  })

  it('see all rows when they fill a column', async () => {
    const folder = copiedMigrations()
    await owner.query('begin')
    await owner.query(
      `select set_config('app.lo', '1.', true), set_config('app.hi', '1/', true), set_config('app.customers', 'all', true)`,
    )
    await owner.query(`insert into office (id, path, kind, chinese_name, english_name, time_zone)
      values ('p', '1.', 'provider', '', 'Provider', 'UTC')`)
    await owner.query('commit')
    writeFileSync(join(folder, '9997_backfill.sql'), `update office set logo = 'filled'`)
    await migrate(owner, folder)
    await owner.query('begin')
    await owner.query(
      `select set_config('app.lo', '1.', true), set_config('app.hi', '1/', true), set_config('app.customers', 'all', true)`,
    )
    const { rows } = await owner.query('select logo from office')
    await owner.query('rollback')
    await owner.query(`delete from migration where name = '9997_backfill.sql'`)
    expect(rows).toEqual([{ logo: 'filled' }])
  })

  it('make the tables the code expects, column by column', async () => {
    const { rows } = await owner.query(`select table_name || '.' || column_name || ' ' || is_nullable as name
      from information_schema.columns where table_schema = 'public'`)
    const present = new Set(rows.map(row => row.name))
    const expected = Object.values(schema).flatMap(table => {
      if (!is(table, PgTable)) return []
      const { name, columns } = getTableConfig(table)
      return columns.map(column => `${name}.${column.name} ${column.notNull ? 'NO' : 'YES'}`)
    })
    expect(expected.filter(name => !present.has(name))).toEqual([])
    expect(expected.length).toBeGreaterThan(100)
  })
})

describe('the tenancy registry', () => {
  it('knows every table, and lists no table that does not exist', async () => {
    expect(Object.keys(tenancy).sort()).toEqual(await tablesOf(owner))
    for (const side of [pathColumn, subjectColumn, released, deviceSide])
      for (const table of Object.keys(side)) expect(tenancy).toHaveProperty(table)
  })

  it('makes the server refuse a table that nobody has thought about', async () => {
    await owner.query('create table forgotten (id int)')
    await expect(migrate(owner)).rejects.toThrow('Not in the tenancy registry: forgotten')
    await owner.query('drop table forgotten')
  })

  it('makes the server refuse a table whose row-level security was switched off', async () => {
    await owner.query('alter table house no force row level security')
    await expect(assertIsolation(owner, database.urls)).rejects.toThrow('without row-level security: house')
    await owner.query('alter table house force row level security')
    await owner.query('grant select on report to smart_farm_app')
    await expect(assertIsolation(owner, database.urls)).rejects.toThrow('open to requests: report')
    await owner.query('revoke all on report from smart_farm_app')
    await owner.query('create view leak as select * from house')
    await expect(assertIsolation(owner, database.urls)).rejects.toThrow('rights of their owner: leak')
    await owner.query('drop view leak')
    await owner.query(
      `create function peek() returns bigint language sql security definer as 'select count(*) from house'`,
    )
    await expect(assertIsolation(owner, database.urls)).rejects.toThrow('open to everybody: peek')
    await owner.query('drop function peek')
    await assertIsolation(owner, database.urls)
  })

  it('makes the server refuse to serve requests as the owner of the tables', async () => {
    const { urls } = database
    await expect(assertIsolation(owner, { ...urls, app: urls.owner })).rejects.toThrow('could pass over')
  })
})

it('no controller serves two houses at a time, and one after the other it may', async () => {
  await owner.query('begin')
  await owner.query(
    `select set_config('app.lo', '1.', true), set_config('app.hi', '1/', true), set_config('app.customers', 'all', true)`,
  )
  await owner.query(`insert into device (id, office_id, office_path, type, code, code_key, name)
    values ('d', 'p', '1.', 'controller', 'EC-1', 'ec-1', 'EC-1')`)
  await owner.query(`insert into house (id, office_id, office_path, name, type, length_m, width_m, height_m)
    values ('a', 'p', '1.', 'A', 'layer', 1, 1, 1), ('b', 'p', '1.', 'B', 'layer', 1, 1, 1)`)
  const bind = (id: string, house: string, from: string, to: string | null) =>
    owner.query(
      `insert into house_device (id, house_id, device_id, office_path, "from", "to") values ($1, $2, 'd', '1.', $3, $4)`,
      [id, house, from, to],
    )
  await bind('1', 'a', '2026-01-01', '2026-02-01')
  await bind('2', 'b', '2026-02-01', null)
  await expect(bind('3', 'a', '2026-03-01', null)).rejects.toMatchObject({ constraint: 'house_device_once' })
  await owner.query('rollback')
})
