import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/database/ids.ts'
import * as tables from '../../platform/database/schema.ts'
import { type Scope, SYSTEM, scopeOf } from '../../platform/database/store.ts'
import { tenancy } from '../../platform/database/tenancy.ts'
import { type Person, type TestApp, testApp } from '../app.ts'
import { fillCustomer } from '../filled-customer.ts'
import { everyGrant } from '../samples.ts'

const personal = Object.keys(tenancy).filter(table => tenancy[table] === 'personal')

let farm: TestApp
let owner: Person
let scopes: Record<'owner' | 'colleague' | 'staff' | 'nobody', Scope>
beforeAll(async () => {
  farm = await testApp()
  const { sharing, provider } = farm.offices
  owner = await farm.as({ office: sharing, kind: 2, grants: everyGrant(2) })
  const colleague = await farm.as({ office: sharing, kind: 2, grants: everyGrant(2) })
  const staff = await farm.as({ office: provider, kind: 1, grants: everyGrant(1) })
  await fillCustomer(farm, sharing, 'MARK')
  await keepTheRest()
  scopes = {
    owner: scopeOf(sharing.path, sharing.path, 'all', owner.accountId),
    colleague: scopeOf(sharing.path, sharing.path, 'all', colleague.accountId),
    staff: scopeOf(provider.path, '', 'all', staff.accountId),
    nobody: scopeOf(sharing.path, sharing.path),
  }
})
afterAll(() => farm.close())

/** Adds what a filled customer lacks. */
async function keepTheRest() {
  const db = farm.services.store.scoped(SYSTEM)
  const { accountId, officePath } = owner
  const own = { accountId, officePath }
  const lasting = { ...own, expiresAt: new Date(Date.now() + 60_000) }
  await db.insert(tables.secondFactor).values({ ...own, id: newId(), kind: 'totp', name: 'Phone' })
  await db.insert(tables.recoveryCode).values({ ...own, codeHash: 'code' })
  await db.insert(tables.passkeyChallenge).values({ ...lasting, challenge: 'challenge', purpose: 'add' })
  await db
    .insert(tables.emailChange)
    .values({ ...lasting, id: newId(), email: 'new@farm.example', tokenHash: 'link' })
  const [job] = await db.select().from(tables.job).where(eq(tables.job.accountId, accountId))
  const [schedule] = await db.select().from(tables.reportSchedule)
  if (!job || !schedule) throw new Error('the customer has no job, or no report by mail')
  await db.insert(tables.jobRow).values({ jobId: job.id, row: 2, officePath, found: {}, values: {} })
  await db.insert(tables.reportRun).values({ scheduleId: schedule.id, due: '2026-11-01', officePath })
}

/** Number of a table's rows that a statement affects in a scope. */
async function rowsIn(scope: Scope, statement: string): Promise<number> {
  const { rowCount } = await farm.services.store.scoped(scope).execute(sql.raw(statement))
  return rowCount ?? 0
}

describe.each(personal)('%s', table => {
  test('is seen by its owner', async () => {
    expect(await rowsIn(scopes.owner, `select from ${table}`)).toBeGreaterThan(0)
  })

  test.each(['colleague', 'staff', 'nobody'] as const)('of another person is hidden from a %s', async who => {
    const theirs = table === 'session' ? `user_agent = 'MARK'` : 'true'
    for (const statement of [
      `select from ${table} where ${theirs}`,
      `update ${table} set office_path = office_path where ${theirs}`,
      `delete from ${table} where ${theirs}`,
    ])
      expect(await rowsIn(scopes[who], statement), statement).toBe(0)
    expect(await rowsIn(scopes.owner, `select from ${table}`)).toBeGreaterThan(0)
  })
})

test('a message is written to a colleague, and read by them alone', async () => {
  const { store } = farm.services
  const { sharing } = farm.offices
  const other = await farm.as({ office: sharing, kind: 2 })
  const id = newId()
  await store
    .scoped(scopes.colleague)
    .insert(tables.noticeMessage)
    .values({
      id,
      accountId: other.accountId,
      officePath: sharing.path,
      title: { 'zh-CN': '', 'en-US': '' },
      level: 'info',
      messageType: 'to_do',
      businessType: 'order',
    })
  const read = (scope: Scope) =>
    store.scoped(scope).$count(tables.noticeMessage, eq(tables.noticeMessage.id, id))
  expect(await read(scopes.colleague)).toBe(0)
  expect(await read(scopeOf(sharing.path, sharing.path, 'all', other.accountId))).toBe(1)
})

test('nobody outside the range learns of tokens and factors, or ends anything of a person', async () => {
  const { closed } = farm.offices
  const outside = scopeOf(closed.path, closed.path)
  const { store } = farm.services
  const { rows } = await store
    .scoped(outside)
    .execute(
      sql`select has_tokens(${owner.accountId}) as tokens, has_second_factor(${owner.accountId}) as factor`,
    )
  expect(rows).toEqual([{ tokens: false, factor: false }])
  for (const name of ['end_tokens', 'forget_factors', 'end_email_change'])
    await store.scoped(outside).execute(sql`select ${sql.raw(name)}(${owner.accountId})`)
  await store.scoped(outside).execute(sql`select end_sessions(${owner.accountId}, '')`)
  await store.scoped(outside).execute(sql`select end_sessions_below(${owner.officePath})`)
  for (const table of ['session', 'api_token', 'second_factor', 'recovery_code'])
    expect(await rowsIn(scopes.owner, `select from ${table}`), table).toBeGreaterThan(0)
  expect(await rowsIn(scopes.owner, 'select from email_change where expires_at > now()')).toBe(1)
})
