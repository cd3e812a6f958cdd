import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Grant } from '#shared/permissions.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { keepingAnAdministrator } from './last-administrator.ts'

const able: Grant[] = ['user_manage:edit', 'role_manage:edit']
const staff = { kind: 1 } as const

let farm: TestApp
beforeAll(async () => {
  farm = await testApp()
})
afterAll(() => farm.close())
beforeEach(() => farm.services.store.scoped(SYSTEM).update(account).set({ disabledAt: new Date() }))

const somebody = (grants: Grant[]) => farm.as({ office: farm.offices.provider, kind: 1, grants })
const disabling = (accountId: string) =>
  farm.services.store.transaction(SYSTEM, async db => {
    await keepingAnAdministrator({ db, viewer: staff }, async () => {
      await db.update(account).set({ disabledAt: new Date() }).where(eq(account.id, accountId))
    })
  })
const isEnabled = async (accountId: string) => {
  const [row] = await farm.services.store
    .scoped(SYSTEM)
    .select()
    .from(account)
    .where(eq(account.id, accountId))
  return row?.disabledAt === null
}

test('the last one who can manage users and roles stays, whoever else there is', async () => {
  const last = await somebody(able)
  await somebody(['user_manage:edit'])
  await somebody(['role_manage:edit'])
  await farm.as({ office: farm.offices.direct, kind: 2, grants: able })
  await expect(disabling(last.accountId)).rejects.toThrow('nobody to manage users and roles')
  expect(await isEnabled(last.accountId)).toBe(true)
})

test('the first of two may go', async () => {
  const [first, second] = [await somebody(able), await somebody(able)]
  await disabling(first.accountId)
  expect([await isEnabled(first.accountId), await isEnabled(second.accountId)]).toEqual([false, true])
})

test('two administrators cannot remove each other in the same moment', async () => {
  const both = [await somebody(able), await somebody(able)]
  const gone = await Promise.allSettled(both.map(({ accountId }) => disabling(accountId)))
  expect(gone.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const left = await Promise.all(both.map(({ accountId }) => isEnabled(accountId)))
  expect(left.filter(Boolean)).toHaveLength(1)
})

test('a department is not closed over the last administrator', async () => {
  await somebody(able)
  const closing = farm.services.store.transaction(SYSTEM, db =>
    keepingAnAdministrator({ db, viewer: staff }, async () => {
      await db.update(office).set({ disabledAt: new Date() }).where(eq(office.id, farm.offices.provider.id))
    }),
  )
  await expect(closing).rejects.toThrow('nobody to manage users and roles')
})

test('if nobody could manage them before, other changes are still possible', async () => {
  const clerk = await somebody(['user_manage:edit'])
  await disabling(clerk.accountId)
  expect(await isEnabled(clerk.accountId)).toBe(false)
})
