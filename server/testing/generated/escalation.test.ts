import { eq, inArray } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agents } from '#shared/contracts/agents.ts'
import { apiTokens } from '#shared/contracts/api-tokens.ts'
import { jobs } from '#shared/contracts/jobs.ts'
import { roles } from '#shared/contracts/roles.ts'
import { users } from '#shared/contracts/users.ts'
import {
  type Action,
  AGENT,
  CUSTOMER,
  type Grant,
  type Kind,
  type PermissionId,
  STAFF,
} from '#shared/permissions.ts'
import { newcomer } from '../../features/users/testing/people.ts'
import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { account, accountRole, role } from '../../platform/database/tables/offices.ts'
import { apiToken } from '../../platform/database/tables/personal.ts'
import type { Person, TestApp } from '../app.ts'
import { buildDepartment, buildRole } from '../farm-builder.ts'
import { everyGrant } from '../samples.ts'
import type { SeededOffice } from '../store.ts'
import { excelOf, jobIn, upload } from '../uploads.ts'
import { workingApp } from '../working-app.ts'

/** Somebody who may manage users and roles, and nothing else. */
const manager = everyGrant(STAFF).filter(grant => /^(user|role)_manage:/.test(grant))

/** What an attempt to give somebody a right works with. */
interface Situation {
  caller: Person
  kind: Kind
  office: SeededOffice
  /** The right that the caller lacks, as a role stores it. */
  permission: { permissionId: PermissionId; actionList: Action[] }
  /** Id of a role of the caller's office that holds it. */
  mighty: string
  /** Id of a role of the caller's office that holds nothing. */
  plain: string
  /** Id of a user of the caller's office who holds nothing. */
  colleague: string
  /** What a form says about the customers visible to people with the role. */
  reach?: { departmentOnly: boolean }
}

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const names = { chineseName: '角色', englishName: 'Role' }

/** Every way to give a right. Whatever can change rights adds its line; each is tried with every right there is. */
const ways: Record<string, (by: Situation) => Promise<LightMyRequestResponse>> = {
  'making a role with it': ({ caller, kind, permission, reach }) =>
    caller.ask(roles.create, { body: { ...names, kind, permissions: [permission], ...reach } }),
  'adding it to a role': ({ caller, kind, permission, plain, reach }) =>
    caller.ask(roles.update, {
      params: { id: plain },
      body: { ...names, kind, permissions: [permission], ...reach },
    }),
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
  'making a token of a program that holds it': ({ caller, permission }) =>
    caller.ask(apiTokens.create, {
      body: { name: 'Program', endsOn: tomorrow(), permissions: [permission] },
    }),
}

let farm: TestApp
beforeAll(async () => {
  farm = await workingApp()
})
afterAll(() => farm.close())

/** Everybody's rights, to check that none has changed. */
async function allRights() {
  const db = farm.services.store.scoped(SYSTEM)
  const { id, officePath, kind, permissions, departmentOnly, builtIn, key } = role
  return {
    roles: await db
      .select({ id, officePath, kind, permissions, departmentOnly, builtIn, key })
      .from(role)
      .orderBy(id),
    programs: await db
      .select({ id: apiToken.id, permissions: apiToken.permissions })
      .from(apiToken)
      .orderBy(apiToken.id),
    given: await db.select().from(accountRole).orderBy(accountRole.accountId, accountRole.roleId),
    people: await db
      .select({ id: account.id, kind: account.kind, officePath: account.officePath })
      .from(account)
      .orderBy(account.id),
  }
}

test.each(Object.entries(ways))('people who hold all of it are not refused %s', async (_, attempt) => {
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

/** Checks a file with one new user per role and asks to write it; answers how many rows may be written. */
async function importing(caller: Person, roleIds: readonly string[]): Promise<number> {
  const db = farm.services.store.scoped(SYSTEM)
  const rows = await db
    .select({ name: role.englishName })
    .from(role)
    .where(inArray(role.id, [...roleIds]))
  const people = rows.map(({ name }) => {
    const login = `imported-${newId()}`
    return [login, 'Somebody', `${login}@farm.example`, name]
  })
  const file = await excelOf([['Login id *', 'Name *', 'E-mail *', 'Roles'], ...people])
  const answer = await upload(caller, users.import, file, { name: 'people.xlsx' })
  const { id } = answer.json().data
  const { summary } = await jobIn(caller, id, 'checked')
  const confirmed = await caller.ask(jobs.confirm, { params: { id }, body: { acceptFaulty: true } })
  if (confirmed.statusCode === 200) await jobIn(caller, id, 'done')
  return summary?.valid ?? 0
}

test('people who hold all of it can import users with it', async () => {
  const office = farm.offices.sharing
  const caller = await farm.as({ office, kind: CUSTOMER, grants: everyGrant(CUSTOMER) })
  const permissions = [{ permissionId: 'house_alarm' as const, actionList: ['edit' as const] }]
  const { id } = await buildRole(farm.services, office, { permissions })
  expect(await importing(caller, [id])).toBe(1)
})

test('people who may make agents give none of them a right they lack by the role of agents', async () => {
  const { provider } = farm.offices
  const grants = [agents.create.access]
  const caller = await farm.as({ office: provider, kind: STAFF, grants })
  const { path: officePath } = provider
  const id = newId()
  const db = farm.services.store.scoped(SYSTEM)
  const agent = {
    id,
    officePath,
    kind: AGENT,
    chineseName: '代理商',
    englishName: 'Agent',
    key: 'agent',
    builtIn: true,
  }
  await db.insert(role).values({ ...agent, permissions: [] })
  // People who may add users may list them.
  const held = [agents.create.access, 'user_manage:query']
  const lacking = everyGrant(AGENT).filter(
    grant => !held.includes(grant) && everyGrant(STAFF).includes(grant),
  )
  expect(lacking.length).toBeGreaterThan(0)
  const body = {
    ...names,
    contact: 'Ann',
    endsOn: '2099-12-31',
    ownerLogin: 'made',
    ownerEmail: 'made@agent.example',
  }
  for (const grant of lacking) {
    const [permissionId, action] = grant.split(':') as [PermissionId, Action]
    const permissions = [{ permissionId, actionList: [action] }]
    await db.update(role).set({ permissions }).where(eq(role.id, id))
    const before = await allRights()
    const answer = await caller.ask(agents.create, { body })
    expect(answer.statusCode, `${grant} ${answer.body}`).toBe(403)
    expect(await allRights()).toEqual(before)
  }
  await db.update(role).set({ permissions: [] }).where(eq(role.id, id))
  expect((await caller.ask(agents.create, { body })).statusCode).toBe(200)
  await db.update(role).set({ key: null }).where(eq(role.id, id))
})

describe.each([
  ['staff', STAFF, 'provider'],
  ['a customer', CUSTOMER, 'sharing'],
] as const)('%s who may only manage users and roles', (_, kind, place) => {
  const missing = everyGrant(kind).filter(grant => !manager.includes(grant))
  let situations: Situation[]
  let caller: Person
  beforeAll(async () => {
    const office = farm.offices[place]
    caller = await farm.as({ office, kind, grants: manager })
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

  test('imports no user with a right they lack', async () => {
    const before = await allRights()
    const written = await importing(
      caller,
      situations.map(({ mighty }) => mighty),
    )
    expect(written).toBe(0)
    expect(await allRights()).toEqual(before)
  })
})

describe('staff with every right, but of the customers of their department only', () => {
  const byRoles = Object.entries(ways).filter(([way]) => !way.includes('token'))

  test.each(byRoles)('let nobody see all customers by %s', async (_, attempt) => {
    const { provider } = farm.offices
    const office = await buildDepartment(farm.services, provider)
    const narrow = { office, kind: STAFF, departmentOnly: true } as const
    const caller = await farm.as({ ...narrow, grants: everyGrant(STAFF) })
    const permission = { permissionId: 'house_alarm' as const, actionList: ['query' as const] }
    // Belongs to the provider, for all its departments.
    const { id: mighty } = await buildRole(farm.services, provider, {
      kind: STAFF,
      permissions: [permission],
    })
    const { id: plain } = await buildRole(farm.services, office, { kind: STAFF, departmentOnly: true })
    const { accountId: colleague } = await farm.as(narrow)
    const before = await allRights()
    const { statusCode, body } = await attempt({
      caller,
      kind: STAFF,
      office,
      permission,
      mighty,
      plain,
      colleague,
      reach: { departmentOnly: false },
    })
    expect([400, 403, 404], body).toContain(statusCode)
    expect(await allRights()).toEqual(before)
  })

  test('import nobody who sees all customers', async () => {
    const { provider } = farm.offices
    const office = await buildDepartment(farm.services, provider)
    const caller = await farm.as({ office, kind: STAFF, departmentOnly: true, grants: everyGrant(STAFF) })
    const { id: mighty } = await buildRole(farm.services, provider, { kind: STAFF })
    const before = await allRights()
    expect(await importing(caller, [mighty])).toBe(0)
    expect(await allRights()).toEqual(before)
  })
})

describe('staff with every right there is', () => {
  const office = () => farm.offices.closed
  // They may rename and delete a role of their own, and no role for customers is their own.
  const others = Object.entries(ways).filter(([way]) => !/^(renaming|deleting|giving oneself)/.test(way))

  async function situation(actionList: Action[]): Promise<Situation> {
    const caller = await farm.as({ office: farm.offices.provider, kind: STAFF, grants: everyGrant(STAFF) })
    const permission = { permissionId: 'farm_access' as const, actionList }
    // A role of the provider: staff change those.
    const { provider } = farm.offices
    const { id: mighty } = await buildRole(farm.services, provider, {
      kind: CUSTOMER,
      permissions: [permission],
    })
    const { id: plain } = await buildRole(farm.services, provider, { kind: CUSTOMER })
    const { accountId: colleague } = await farm.as({ office: office(), kind: CUSTOMER })
    return { caller, kind: CUSTOMER, office: office(), permission, mighty, plain, colleague }
  }

  test.each(others)('gives nobody the right to decide for a farm by %s', async (_, attempt) => {
    for (const action of ['query', 'enable', 'disable', 'export'] as const) {
      const about = await situation([action])
      const before = await allRights()
      const { statusCode, body } = await attempt(about)
      expect([400, 403, 404], `${action} ${body}`).toContain(statusCode)
      expect(await allRights()).toEqual(before)
    }
  })

  test('imports nobody who decides for a farm', async () => {
    const { caller, mighty } = await situation(['enable'])
    const before = await allRights()
    expect(await importing(caller, [mighty])).toBe(0)
    expect(await allRights()).toEqual(before)
  })

  test('can rename and change such a role, as long as it decides as before', async () => {
    const { caller, mighty, permission } = await situation(['enable'])
    const more = { permissionId: 'house_alarm', actionList: ['edit'] }
    const body = { ...names, kind: CUSTOMER, permissions: [permission, more] }
    expect((await caller.ask(roles.update, { params: { id: mighty }, body })).statusCode).toBe(200)
  })

  test('takes over no account that decides for a farm', async () => {
    const { caller, permission } = await situation(['enable'])
    const grants = [`${permission.permissionId}:enable`] as Grant[]
    const { accountId: id } = await farm.as({ office: office(), kind: CUSTOMER, grants })
    const db = farm.services.store.scoped(SYSTEM)
    const before = await db.select().from(account).where(eq(account.id, id))
    expect(await caller.call(users.get, { params: { id } })).toMatchObject({ isBeyond: true })
    const password = 'the red hen house'
    const { username } = before[0] ?? { username: '' }
    const tries = [
      await caller.ask(users.update, { params: { id }, body: newcomer(office(), { username }) }),
      await caller.ask(users.resetPassword, { params: { id }, body: {} }),
      await caller.ask(users.resetPassword, { params: { id }, body: { password } }),
      await caller.ask(users.disable, { params: { id } }),
      await caller.ask(users.remove, { params: { id } }),
    ]
    expect(tries.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403])
    expect(tries[1]?.json().message).toContain('“Forgot password” on the sign-in page')
    expect(await db.select().from(account).where(eq(account.id, id))).toEqual(before)
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
