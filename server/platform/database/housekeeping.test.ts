import { eq, isNotNull } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedOffices, type TestStore, testStore } from '../../testing/store.ts'
import { startHousekeeping } from './housekeeping.ts'
import { newId } from './ids.ts'
import { account, loginLog, office as officeTable, operationHistory, session } from './schema.ts'
import { SYSTEM } from './store.ts'

let test: TestStore
const accountId = newId()
const DAY_MS = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY_MS)
const row = { accountId, officePath: '' }
beforeAll(async () => {
  test = await testStore()
  const { sharing } = await seedOffices(test.store)
  row.officePath = sharing.path
  await test.store.transaction(SYSTEM, async db => {
    await db.insert(account).values({
      id: accountId,
      officeId: sharing.id,
      officePath: sharing.path,
      actualName: 'Ada',
      username: 'ada',
      usernameKey: 'ada',
      passwordHash: 'x',
      kind: 3,
    })
  })
})
afterAll(() => test.drop())

it('login history is kept 180 days, and a session until it ends', async () => {
  const db = test.store.scoped(SYSTEM)
  const login = { ...row, platform: 'web', operation: 'login' as const }
  await db.insert(loginLog).values(Array.from({ length: 6_000 }, () => ({ ...login, at: ago(181) })))
  await db.insert(loginLog).values([
    { ...login, at: ago(179) },
    { ...login, at: ago(0) },
  ])
  await db.insert(session).values([
    { ...row, tokenHash: 'ended', expiresAt: ago(0.01) },
    { ...row, tokenHash: 'open', expiresAt: ago(-1) },
  ])
  const housekeeping = startHousekeeping(test.store.ingest, test.urls.owner, Fastify({ logger: false }).log)
  await housekeeping.tidy()
  await housekeeping.stop()
  expect(await test.store.scoped(SYSTEM).select().from(loginLog)).toHaveLength(2)
  expect(await test.store.scoped(SYSTEM).select({ token: session.tokenHash }).from(session)).toEqual([
    { token: 'open' },
  ])
})

it('operation history is kept 3 years', async () => {
  const db = test.store.scoped(SYSTEM)
  const { officePath } = row
  const operation = {
    officePath,
    subjectPath: officePath,
    actorId: accountId,
    actorName: 'Ada',
    module: 'house',
    type: 'edit',
    description: { 'zh-CN': '改', 'en-US': 'Changed' },
  }
  const lastDay = 3 * 365
  await db
    .insert(operationHistory)
    .values(Array.from({ length: 6_000 }, () => ({ ...operation, at: ago(lastDay + 5) })))
  await db.insert(operationHistory).values([
    { ...operation, at: ago(lastDay - 1) },
    { ...operation, at: ago(0) },
  ])
  const housekeeping = startHousekeeping(test.store.ingest, test.urls.owner, Fastify({ logger: false }).log)
  await housekeeping.tidy()
  await housekeeping.stop()
  expect(await test.store.scoped(SYSTEM).$count(operationHistory)).toBe(2)
})

it('an account opened without the key of its address gets it once nobody else signs in with that', async () => {
  const db = test.store.scoped(SYSTEM)
  const [office] = await db.select().from(officeTable).where(eq(officeTable.path, row.officePath))
  const add = async (name: string, email: string | null, more: object = {}) => {
    const own = {
      id: name,
      officeId: office?.id ?? '',
      officePath: row.officePath,
      actualName: name,
      kind: 2,
    }
    const login = { username: name, usernameKey: name, passwordHash: 'x', email }
    await db.insert(account).values({ ...own, ...login, ...more })
  }
  await add('early', 'Li@Farm.example', { createdAt: ago(2) })
  await add('late', 'li@farm.example', { createdAt: ago(1) })
  await add('owner', 'wang@farm.example', { emailKey: 'wang@farm.example' })
  await add('elsewhere', 'Wang@farm.example')
  await add('like-a-login', 'early')
  await add('without', null)
  const keys = async () => {
    const housekeeping = startHousekeeping(test.store.ingest, test.urls.owner, Fastify({ logger: false }).log)
    await housekeeping.tidy()
    await housekeeping.stop()
    const rows = await db.select().from(account).where(isNotNull(account.emailKey))
    return Object.fromEntries(rows.map(({ id, emailKey }) => [id, emailKey]))
  }
  const first = { early: 'li@farm.example', owner: 'wang@farm.example' }
  expect(await keys()).toEqual(first)
  await db.update(account).set({ deletedAt: new Date() }).where(eq(account.id, 'owner'))
  expect(await keys()).toEqual({ ...first, elsewhere: 'wang@farm.example' })
})

it.each([
  ['login', loginLog],
  ['operation', operationHistory],
])('nobody but the housekeeping may take from the %s history, or change it', async (_name, history) => {
  const db = test.store.scoped(SYSTEM)
  await expect(db.delete(history)).rejects.toMatchObject({ cause: { code: '42501' } })
  await expect(db.update(history).set({ ip: 'forged' })).rejects.toMatchObject({ cause: { code: '42501' } })
  expect(await db.$count(history)).toBe(2)
})
