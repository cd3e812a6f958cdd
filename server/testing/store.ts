import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { newId } from '../platform/database/ids.ts'
import { type DatabaseUrls, urlsOf } from '../platform/database/prepare.ts'
import { OWNER, passwordOf } from '../platform/database/roles.ts'
import * as schema from '../platform/database/schema.ts'
import { openStore, type Store, SYSTEM } from '../platform/database/store.ts'

export interface TestStore {
  store: Store
  /** Signs in as the owner of the tables; row-level security binds it too (set a scope to see rows). */
  owner: pg.Pool
  urls: DatabaseUrls
  /** Closes the connections and drops the database. */
  drop(): Promise<void>
}

/** A test file's own database, cloned from the migrated template. */
export async function testStore(): Promise<TestStore> {
  const { superuser, secret } = inject('postgres')
  const name = `test_${randomBytes(8).toString('hex')}`
  await asSuperuser(
    superuser,
    `create database ${name} template smart_farm_template owner ${OWNER} strategy file_copy`,
  )
  const url = new URL(superuser)
  url.pathname = `/${name}`
  url.username = OWNER
  url.password = passwordOf(secret, OWNER)
  const urls = urlsOf(url.href, secret)
  const store = openStore(urls)
  const owner = new pg.Pool({ connectionString: urls.owner, max: 2 })
  owner.on('error', () => {})
  return {
    store,
    owner,
    urls,
    drop: async () => {
      await Promise.all([store.close(), owner.end()])
      await asSuperuser(superuser, `drop database if exists ${name} with (force)`)
    },
  }
}

async function asSuperuser(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export interface SeededOffice {
  id: string
  path: string
  /** Path of the customer that it is or belongs to. */
  farmPath: string | null
}
type Name = 'provider' | 'agent' | 'sharing' | 'closed' | 'team' | 'direct'

/**
 * A small tree: provider 1. → agent 1.2. → customer `sharing` (lets others see its farm) with a farm team, and customer
 * `closed` (does not); customer `direct` under the provider does not either.
 */
export async function seedOffices(store: Store): Promise<Record<Name, SeededOffice>> {
  const tomorrow = new Date(Date.now() + 86_400_000)
  const rows: [
    Name,
    string,
    Name | null,
    'provider' | 'agent' | 'customer' | 'department',
    Name | null,
    Date | null,
  ][] = [
    ['provider', '1.', null, 'provider', null, null],
    ['agent', '1.2.', 'provider', 'agent', null, null],
    ['sharing', '1.2.3.', 'agent', 'customer', 'sharing', tomorrow],
    ['closed', '1.2.4.', 'agent', 'customer', 'closed', null],
    ['team', '1.2.3.5.', 'sharing', 'department', 'sharing', null],
    ['direct', '1.6.', 'provider', 'customer', 'direct', null],
  ]
  const paths = new Map(rows.map(([name, path]) => [name, path]))
  const made = new Map<Name, SeededOffice>()
  await store.transaction(SYSTEM, async db => {
    for (const [name, path, parent, kind, farm, sharedUntil] of rows) {
      const office = { id: newId(), path, farmPath: farm && (paths.get(farm) ?? null) }
      made.set(name, office)
      await db.insert(schema.office).values({
        ...office,
        parentId: parent && made.get(parent)?.id,
        kind,
        chineseName: name,
        englishName: name,
        timeZone: 'Asia/Shanghai',
        farmAccessUntil: sharedUntil,
      })
      if (kind === 'customer')
        await db
          .insert(schema.customer)
          .values({ officeId: office.id, officePath: path, stage: 'formal', approval: 'passed' })
    }
  })
  return Object.fromEntries(made) as Record<Name, SeededOffice>
}
