import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { soon } from '#shared/testing/soon.ts'
import { seedOffices, type TestStore, testStore } from '../../testing/store.ts'
import { asSystem } from './as-system.ts'
import { newId } from './ids.ts'
import { account, device, deviceState, house, office, operationHistory, role } from './schema.ts'
import { heavily, onBehalfOf } from './shares.ts'
import { beside, type Db, openStore, type Scope, SYSTEM, scopeOf } from './store.ts'
import { troubleOf } from './trouble.ts'

let test: TestStore
let offices: Awaited<ReturnType<typeof seedOffices>>

beforeAll(async () => {
  test = await testStore()
  offices = await seedOffices(test.store)
  await test.store.transaction(SYSTEM, async db => {
    for (const name of ['sharing', 'closed', 'team', 'direct'] as const) await addHouse(db, name)
  })
})
afterAll(() => test?.drop())

async function addHouse(db: Db, name: 'sharing' | 'closed' | 'team' | 'direct') {
  const { id: officeId, path: officePath, farmPath } = offices[name]
  const at = { officeId, officePath }
  const size = { type: 'layer' as const, lengthM: 90, widthM: 14, heightM: 3 }
  await db.insert(house).values({ id: `house-${name}`, ...at, name, ...size })
  const code = `GW-${name}`
  const gateway = { id: `device-${name}`, type: 'gateway' as const, code, codeKey: code.toLowerCase(), name }
  await db.insert(device).values({ ...at, ...gateway })
  const state = { values: { 'Climate/Temperature': [21, 1] as [number, number] }, savedAt: new Date() }
  await db
    .insert(deviceState)
    .values({ deviceId: gateway.id, officePath, farmPath: farmPath ?? '', ...state })
}

const names = async (db: Db) =>
  (await db.select({ name: house.name }).from(house)).map(row => row.name).sort()
const states = async (db: Db) =>
  (await db.select({ id: deviceState.deviceId }).from(deviceState)).map(row => row.id.slice(7)).sort()
/** Rows the unscoped application role sees on its own connection. */
async function unscoped(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: test.urls.app })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

describe('what a viewer sees', () => {
  it('is the own subtree: a customer its houses, an agent those of its customers, the provider all', async () => {
    expect(await names(test.store.scoped(scopeOf('1.2.3.', '1.2.3.')))).toEqual(['sharing', 'team'])
    expect(await names(test.store.scoped(scopeOf('1.2.3.5.', '1.2.3.')))).toEqual(['team'])
    expect(await names(test.store.scoped(scopeOf('1.2.', '')))).toEqual(['closed', 'sharing', 'team'])
    expect(await names(test.store.scoped(SYSTEM))).toEqual(['closed', 'direct', 'sharing', 'team'])
  })

  it('does not include the farm data of a customer that does not share, either for its agent or for the provider', async () => {
    expect(await states(test.store.scoped(scopeOf('1.2.', '')))).toEqual(['sharing', 'team'])
    expect(await states(test.store.scoped(scopeOf('1.', '')))).toEqual(['sharing', 'team'])
    expect(await states(test.store.scoped(scopeOf('1.2.4.', '1.2.4.')))).toEqual(['closed'])
    expect(await states(test.store.scoped(SYSTEM))).toEqual(['closed', 'direct', 'sharing', 'team'])
  })

  it('ends with the consent: the next statement after revocation sees nothing', async () => {
    const agent = test.store.scoped(scopeOf('1.2.', ''))
    const until = (at: Date) =>
      test.store.scoped(SYSTEM).update(office).set({ farmAccessUntil: at }).where(eq(office.path, '1.2.3.'))
    await until(new Date(Date.now() - 1))
    expect(await states(agent)).toEqual([])
    await until(new Date(Date.now() + 86_400_000))
    expect(await states(agent)).toEqual(['sharing', 'team'])
  })

  it('is nothing without a scope', async () => {
    expect(await unscoped('select * from house')).toEqual([])
    expect(await unscoped('select * from device_state')).toEqual([])
  })

  it('includes the built-in roles of the offices above, and no other role of theirs', async () => {
    const shared = { officePath: '1.', chineseName: '场主', kind: 2, permissions: [] }
    const own = { officePath: '1.2.4.', chineseName: '班长', kind: 2, permissions: [] }
    await test.store
      .scoped(SYSTEM)
      .insert(role)
      .values([
        { ...shared, id: newId(), englishName: 'Farm owner', builtIn: true },
        { ...shared, id: newId(), englishName: 'Draft', builtIn: false },
        { ...own, id: newId(), englishName: 'Of another customer', builtIn: true },
      ])
    const customer = test.store.scoped(scopeOf('1.2.3.', '1.2.3.'))
    expect((await customer.select().from(role)).map(row => row.englishName)).toEqual(['Farm owner'])
    const { rowCount } = await customer.execute(sql`update role set english_name = 'Mine'`)
    expect(rowCount).toBe(0)
  })
})

describe('what a viewer writes', () => {
  it('stays inside the subtree', async () => {
    const customer = test.store.scoped(scopeOf('1.2.3.', '1.2.3.'))
    const { rowCount } = await customer.execute(sql`update house set name = 'taken' where name = 'closed'`)
    expect(rowCount).toBe(0)
    const foreign = {
      officeId: offices.closed.id,
      officePath: '1.2.4.',
      name: 'planted',
      type: 'layer' as const,
    }
    const planted = customer
      .insert(house)
      .values({ id: newId(), ...foreign, lengthM: 1, widthM: 1, heightM: 1 })
    await expect(planted).rejects.toMatchObject({ cause: { code: '42501' } })
    const moved = customer.update(house).set({ officePath: '1.2.4.' }).where(eq(house.name, 'sharing'))
    await expect(moved).rejects.toMatchObject({ cause: { code: '42501' } })
  })

  it('is never removed from the history again', async () => {
    const entry = {
      actorId: 'a',
      actorName: 'A',
      module: 'house',
      type: 'edit',
      description: { 'zh-CN': '', 'en-US': '' },
    }
    const agent = test.store.scoped(scopeOf('1.2.', ''))
    await agent.insert(operationHistory).values({ officePath: '1.2.', subjectPath: '1.2.3.', ...entry })
    const customer = test.store.scoped(scopeOf('1.2.3.', '1.2.3.'))
    expect(await customer.select().from(operationHistory)).toHaveLength(1)
    expect(await test.store.scoped(scopeOf('1.2.4.', '')).select().from(operationHistory)).toEqual([])
    await expect(agent.delete(operationHistory)).rejects.toMatchObject({ cause: { code: '42501' } })
    await expect(agent.update(operationHistory).set({ type: 'x' })).rejects.toMatchObject({
      cause: { code: '42501' },
    })
  })
})

describe('a connection', () => {
  const failures: [string, string][] = [
    ['a division by zero', 'select 1 / 0'],
    ['a syntax error', 'selekt 1'],
    ['an unknown table', 'select * from nowhere'],
    ['a forbidden table', 'select * from installation'],
    ['nothing at all', 'select count(*) from house'],
  ]
  it.each(failures)('has no scope after %s', async (_what, text) => {
    const store = openStore(test.urls)
    await store
      .scoped(scopeOf('1.2.', ''))
      .execute(sql.raw(text))
      .catch(() => {})
    expect(await names(store.scoped({ lo: '', hi: '', farm: '', customers: '', account: '' }))).toEqual([])
    expect(await names(store.scoped(scopeOf('1.2.4.', '')))).toEqual(['closed'])
    await store.close()
  })

  it('keeps scopes apart when many viewers ask at once', async () => {
    const asked = Array.from({ length: 200 }, (_, i) => (i % 2 ? '1.2.3.5.' : '1.2.4.'))
    const seen = await Promise.all(asked.map(path => names(test.store.scoped(scopeOf(path, path)))))
    expect(seen).toEqual(asked.map(path => [path === '1.2.4.' ? 'closed' : 'team']))
  })

  it('keeps working when a frequent statement was refused, or its table has changed', async () => {
    const read = () => test.store.scoped(SYSTEM).execute(sql.raw('select * from note'))
    for (let i = 0; i < 3; i++) await expect(read()).rejects.toMatchObject({ cause: { code: '42P01' } })
    try {
      await test.owner.query('create table note (text text); grant select on note to public')
      for (let i = 0; i < 3; i++) expect((await read()).fields).toHaveLength(1)
      await test.owner.query('alter table note add column at timestamptz')
      await expect(read()).rejects.toMatchObject({ cause: { code: '0A000' } })
      expect((await read()).fields).toHaveLength(2)
    } finally {
      await test.owner.query('drop table if exists note')
    }
  })

  it('refuses commands that would outlive the statement', async () => {
    const db = test.store.scoped(SYSTEM)
    for (const text of ['begin', ' SET app.lo = 1', 'commit', 'listen x'])
      await expect(db.execute(sql.raw(text))).rejects.toThrow(/store.transaction|Failed query/)
    await expect(db.transaction(async () => {})).rejects.toThrow()
    await expect(db.execute(sql.raw('select 1; select 2'))).rejects.toThrow()
  })
})

describe('a transaction', () => {
  const customer = scopeOf('1.2.3.', '1.2.3.')

  it('has the scope, and its connection has none afterwards', async () => {
    expect(await test.store.transaction(customer, names)).toEqual(['sharing', 'team'])
    expect(
      await test.store.transaction({ lo: '', hi: '', farm: '', customers: '', account: '' }, names),
    ).toEqual([])
  })

  it('reaches beyond its scope only as long as it says so, also with several statements at once', async () => {
    const seen = await test.store.transaction(customer, async db => [
      await names(db),
      ...(await asSystem(db, customer, () => Promise.all([names(db), names(db)]))),
      await names(db),
    ])
    const all = ['closed', 'direct', 'sharing', 'team']
    expect(seen).toEqual([['sharing', 'team'], all, all, ['sharing', 'team']])
    const failing = test.store.transaction(customer, db =>
      asSystem(db, customer, async () => {
        await db.update(house).set({ name: 'reached' }).where(eq(house.id, 'house-direct'))
        throw new Error('changed its mind')
      }),
    )
    await expect(failing).rejects.toThrow('changed its mind')
    expect(await names(test.store.scoped(SYSTEM))).toEqual(all)
  })

  it('has frequent statements planned once a connection, and keeps working when their table changes', async () => {
    const store = openStore(test.urls)
    const read = (db: Db, value: number) => db.execute(sql`select *, ${value}::int as n from planned`)
    const several = (value: number) => store.transaction(SYSTEM, db => read(db, value))
    const planned = (db: Db) =>
      db.execute<{ text: string }>(sql`select statement as text from pg_prepared_statements`)
    try {
      await test.owner.query('create table planned (text text); grant select on planned to public')
      for (let i = 0; i < 4; i++) expect((await several(i)).fields).toHaveLength(2)
      const { rows } = await store.transaction(SYSTEM, planned)
      expect(rows.filter(({ text }) => text.includes('from planned'))).toHaveLength(1)
      await test.owner.query('alter table planned add column at timestamptz')
      await expect(several(1)).rejects.toMatchObject({ cause: { code: '0A000' } })
      expect((await several(1)).fields).toHaveLength(3)
    } finally {
      await store.close()
      await test.owner.query('drop table if exists planned')
    }
  })

  it('tells what is wrong when it could not even begin', async () => {
    const nobody = { ...customer, lo: 'a\0b' }
    await expect(test.store.transaction(nobody, names)).rejects.toMatchObject({ code: '22021' })
    expect(await test.store.transaction(customer, names)).toEqual(['sharing', 'team'])
  })

  it('stores nothing when one of its statements fails, even one whose error was swallowed', async () => {
    const rename = (db: Db) => db.update(house).set({ name: 'half done' }).where(eq(house.id, 'house-team'))
    const failing = test.store.transaction(customer, async db => {
      await rename(db)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    const swallowing = test.store.transaction(customer, async db => {
      await rename(db)
      await db.execute(sql`select 1 / 0`).catch(() => {})
    })
    await expect(swallowing).rejects.toThrow('nothing was stored')
    expect(await names(test.store.scoped(customer))).toEqual(['sharing', 'team'])
  })

  it('can undo an inner step alone', async () => {
    await test.store.transaction(customer, async db => {
      const inner = db.transaction(async step => {
        await step.update(house).set({ name: 'undone' }).where(eq(house.id, 'house-team'))
        throw new Error('no')
      })
      await expect(inner).rejects.toThrow('no')
      expect(await names(db)).toEqual(['sharing', 'team'])
    })
  })
})

describe('the role of the device side', () => {
  it('reads and changes devices of all offices, and nothing of people', async () => {
    const { rows } = await test.store.ingest.query('select code from device')
    expect(rows).toHaveLength(4)
    await test.store.ingest.query(`update device set status = 'ONLINE' where id = 'device-closed'`)
    const accounts = test.store.ingest.query('select * from account')
    await expect(accounts).rejects.toMatchObject({ code: '42501' })
    await expect(test.store.ingest.query('delete from device')).rejects.toMatchObject({ code: '42501' })
  })
})

it('a database that is away is told apart from a wrong statement', async () => {
  const away = openStore({
    app: 'postgres://x@localhost/x?host=/nowhere',
    ingest: 'postgres://x@localhost/x',
  })
  const failed = await away
    .scoped(SYSTEM)
    .select()
    .from(account)
    .catch((error: unknown) => error)
  expect(troubleOf(failed)).toBe('away')
  const inside = away.transaction(SYSTEM, async () => {})
  await expect(inside).rejects.toMatchObject({ name: 'DatabaseUnavailable' })
  const wrong = await test.store
    .scoped(SYSTEM)
    .execute(sql`select 1 / 0`)
    .catch((error: unknown) => error)
  expect(troubleOf(wrong)).toBe('fault')
  await away.close()
})

describe('the share of an account', () => {
  const mine = scopeOf('1.2.3.', '1.2.3.', 'all', 'account-1')

  it('is not used up by what its own transactions ask beside themselves', async () => {
    const { store } = test
    const seen = await Promise.all(
      Array.from({ length: 12 }, () =>
        store.transaction(mine, async db => [await names(db), await names(store.scoped(mine))]),
      ),
    )
    for (const [inside, outside] of seen) expect(inside).toEqual(outside)
  })

  it('is left with what is written beside a transaction that fails', async () => {
    const entry = {
      officePath: '1.2.3.',
      subjectPath: '1.2.3.',
      actorId: 'beside',
      actorName: 'A',
      module: 'house',
      type: 'edit',
      description: { 'zh-CN': '', 'en-US': '' },
    }
    const failing = test.store.transaction(mine, async db => {
      await beside(db).insert(operationHistory).values(entry)
      await db.insert(operationHistory).values(entry)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    const kept = await test.store.scoped(mine).select().from(operationHistory)
    expect(kept.filter(({ actorId }) => actorId === 'beside')).toHaveLength(1)
  })
})

it('what one purpose has taken is not missing to another', async () => {
  const { store } = test
  await store.reserved('telling').transaction(SYSTEM, async db => {
    await db.execute(sql`select 1`)
    const busy = store.load().filter(({ busy }) => busy > 0)
    expect(busy).toEqual([{ purpose: 'telling', busy: 1, waiting: 0, refused: 0 }])
    expect(await names(store.reserved('alarms').scoped(SYSTEM))).toContain('sharing')
  })
})

it('of heavy statements an account has one at a time, whoever else has one', async () => {
  const { store } = test
  const mine = scopeOf('1.2.3.', '1.2.3.', 'all', 'account-2')
  const other = scopeOf('1.2.4.', '1.2.4.', 'all', 'account-3')
  const held = sql`select pg_advisory_xact_lock_shared(7)`
  const asked = (scope: Scope) => heavily(() => store.scoped(scope).execute(held))
  const all = await store.reserved('background').transaction(SYSTEM, async db => {
    await db.execute(sql`select pg_advisory_xact_lock(7)`)
    const asking = onBehalfOf('', () => [asked(mine), asked(mine), asked(other)])
    await soon(() =>
      expect(store.load().find(({ purpose }) => purpose === '')).toMatchObject({ busy: 2, waiting: 1 }),
    )
    return { asking }
  })
  await Promise.all(all.asking)
})
