import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { roles } from '#shared/contracts/roles.ts'
import { users } from '#shared/contracts/users.ts'
import {
  type Action,
  CUSTOMER,
  type Grant,
  type Kind,
  type PermissionId,
  STAFF,
} from '#shared/permissions.ts'
import { SYSTEM } from '../../database/store.ts'
import { account, accountRole, role } from '../../database/tables/offices.ts'
import { newcomer } from '../../features/users/testing/people.ts'
import { type Person, type TestApp, testApp } from '../app.ts'
import { buildRole } from '../farm-builder.ts'
import { everyGrant } from '../samples.ts'
import type { SeededOffice } from '../store.ts'

// Hundreds of calls a test, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** Whoever may manage users and roles, and nothing else. */
const manager = everyGrant(STAFF).filter(grant => /^(user|role)_manage:/.test(grant))

/** What a try to give somebody a right is made with. */
interface Situation {
  caller: Person
  kind: Kind
  office: SeededOffice
  /** The right that the caller does not hold, as a role has it. */
  permission: { permissionId: PermissionId; actionList: Action[] }
  /** A role of the caller's office that holds it. */
  mighty: string
  /** A role of the caller's office that holds nothing. */
  plain: string
  /** A user of the caller's office who holds nothing. */
  colleague: string
}

const names = { chineseName: '角色', englishName: 'Role' }

/** Every way to give a right. Whatever can change rights adds its line; each is tried with each right there is. */
const ways: Record<string, (by: Situation) => Promise<LightMyRequestResponse>> = {
  'making a role with it': ({ caller, kind, permission }) =>
    caller.ask(roles.create, { body: { ...names, kind, permissions: [permission] } }),
  'adding it to a role': ({ caller, kind, permission, plain }) =>
    caller.ask(roles.update, { params: { id: plain }, body: { ...names, kind, permissions: [permission] } }),
  'renaming a role that holds it': ({ caller, kind, mighty }) =>
    caller.ask(roles.update, { params: { id: mighty }, body: { ...names, kind } }),
  'taking it from a role that holds it': ({ caller, kind, mighty }) =>
    caller.ask(roles.update, { params: { id: mighty }, body: { ...names, kind, permissions: [] } }),
  'cloning a role that holds it': ({ caller, mighty }) =>
    caller.ask(roles.clone, { params: { id: mighty }, body: names }),
  'deleting a role that holds it': ({ caller, mighty }) =>
    caller.ask(roles.remove, { params: { id: mighty } }),
  'making a user with a role that holds it': ({ caller, office, mighty }) =>
    caller.ask(users.create, { body: newcomer(office, { roleIds: [mighty] }) }),
  'giving a user a role that holds it': ({ caller, office, mighty, colleague }) =>
    caller.ask(users.update, { params: { id: colleague }, body: newcomer(office, { roleIds: [mighty] }) }),
  'giving oneself a role that holds it': ({ caller, office, mighty }) =>
    caller.ask(users.update, {
      params: { id: caller.accountId },
      body: newcomer(office, { roleIds: [mighty] }),
    }),
}

let farm: TestApp
beforeAll(async () => {
  farm = await testApp()
})
afterAll(() => farm.close())

/** Everybody's rights, to see that nothing of them moved. */
async function allRights() {
  const db = farm.services.store.scoped(SYSTEM)
  const { id, officePath, kind, permissions, builtIn, key } = role
  return {
    roles: await db.select({ id, officePath, kind, permissions, builtIn, key }).from(role).orderBy(id),
    given: await db.select().from(accountRole).orderBy(accountRole.accountId, accountRole.roleId),
    people: await db
      .select({ id: account.id, kind: account.kind, officePath: account.officePath })
      .from(account)
      .orderBy(account.id),
  }
}

test.each(Object.entries(ways))('who holds all of it is not refused %s', async (_, attempt) => {
  const office = farm.offices.sharing
  const kind: Kind = CUSTOMER
  const caller = await farm.as({ office, kind, grants: everyGrant(kind) })
  const permission = { permissionId: 'house_alarm' as const, actionList: ['edit' as const] }
  const { id: mighty } = await buildRole(farm.services, office, { permissions: [permission] })
  const { id: plain } = await buildRole(farm.services, office)
  const { accountId: colleague } = await farm.as({ office, kind })
  const answer = await attempt({ caller, kind, office, permission, mighty, plain, colleague })
  expect(answer.statusCode, answer.body).toBe(200)
})

describe.each([
  ['staff', STAFF, 'provider'],
  ['a customer', CUSTOMER, 'sharing'],
] as const)('%s who may only manage users and roles', (_, kind, place) => {
  const missing = everyGrant(kind).filter(grant => !manager.includes(grant))
  let situations: Situation[]
  beforeAll(async () => {
    const office = farm.offices[place]
    const caller = await farm.as({ office, kind, grants: manager })
    const { id: plain } = await buildRole(farm.services, office, { kind })
    const { accountId: colleague } = await farm.as({ office, kind })
    situations = []
    for (const grant of missing) {
      const [permissionId, action] = grant.split(':') as [PermissionId, Action]
      const permission = { permissionId, actionList: [action] }
      const { id: mighty } = await buildRole(farm.services, office, { kind, permissions: [permission] })
      situations.push({ caller, kind, office, permission, mighty, plain, colleague })
    }
  })

  test.each(Object.entries(ways))('gives no right they lack by %s', async (_, attempt) => {
    const before = await allRights()
    for (const situation of situations) {
      const { statusCode, body } = await attempt(situation)
      expect([400, 403, 404], `${JSON.stringify(situation.permission)} ${body}`).toContain(statusCode)
    }
    expect(await allRights()).toEqual(before)
  })
})

describe('somebody with every right of a customer', () => {
  let owner: Person
  beforeAll(async () => {
    owner = await farm.as({ office: farm.offices.sharing, kind: CUSTOMER, grants: everyGrant(CUSTOMER) })
  })

  test('makes no role for staff or agents, nor one with a right that is not for customers', async () => {
    const before = await allRights()
    const staffOnly = everyGrant(STAFF).filter(grant => !everyGrant(CUSTOMER).includes(grant))
    for (const kind of [1, 3]) {
      const answer = await owner.ask(roles.create, { body: { ...names, kind } })
      expect([400, 403], answer.body).toContain(answer.statusCode)
    }
    for (const grant of staffOnly) {
      const [permissionId, action] = grant.split(':')
      const permissions = [{ permissionId, actionList: [action] }]
      const answer = await owner.ask(roles.create, { body: { ...names, kind: CUSTOMER, permissions } })
      expect([400, 403], answer.body).toContain(answer.statusCode)
    }
    expect(await allRights()).toEqual(before)
  })

  test.each(['closed', 'direct', 'agent', 'provider'] as const)(
    'reaches no role of the office %s by its id',
    async place => {
      const { id } = await buildRole(farm.services, farm.offices[place])
      const before = await allRights()
      const body = { ...names, kind: CUSTOMER, permissions: [] }
      const answers = [
        await owner.ask(roles.get, { params: { id } }),
        await owner.ask(roles.update, { params: { id }, body }),
        await owner.ask(roles.clone, { params: { id }, body: names }),
        await owner.ask(roles.remove, { params: { id } }),
        await owner.ask(roles.people, { params: { id } }),
        await owner.ask(users.create, { body: newcomer(farm.offices.sharing, { roleIds: [id] }) }),
      ]
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 400])
      expect(await allRights()).toEqual(before)
    },
  )

  test('gains nothing by fields that a form does not have', async () => {
    const extra = { id: 'mine', builtIn: true, key: 'owner', officePath: '1.', accountId: owner.accountId }
    const made = await owner.call(roles.create, {
      body: { ...names, kind: CUSTOMER, permissions: [], ...extra },
    })
    await owner.call(roles.update, {
      params: { id: made.id },
      body: { ...names, kind: CUSTOMER, permissions: [], ...extra },
    })
    const { roles: stored } = await allRights()
    const { path: officePath } = farm.offices.sharing
    expect(stored.find(({ id }) => id === made.id)).toMatchObject({ builtIn: false, key: null, officePath })

    const user = {
      kind: STAFF,
      officePath: '1.',
      permissions: everyGrant(STAFF) as Grant[],
      passwordHash: '-',
    }
    const hired = await owner.call(users.create, { body: { ...newcomer(farm.offices.sharing), ...user } })
    const { people } = await allRights()
    expect(people.find(({ id }) => id === hired.id)).toMatchObject({ kind: CUSTOMER, officePath })
  })
})
