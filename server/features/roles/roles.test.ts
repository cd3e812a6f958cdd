import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notices } from '#shared/contracts/notices.ts'
import { roles } from '#shared/contracts/roles.ts'
import type { Grant, RolePermission } from '#shared/permissions.ts'
import { addBuiltInRoles } from '../../demo/seed/accounts.ts'
import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { operationHistory } from '../../platform/database/tables/histories.ts'
import { account, accountRole, role } from '../../platform/database/tables/offices.ts'
import { buildDuty } from '../../testing/alarm-rules.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { everyGrant } from '../../testing/samples.ts'
import type { SeededOffice } from '../../testing/store.ts'

let farm: TestApp
let builtIn: Map<string, string>
let administrator: Person
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  builtIn = await farm.services.store.transaction(SYSTEM, db => addBuiltInRoles(db as never))
  administrator = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: everyGrant(2) })
})
afterAll(() => farm.close())

let made = 0
const looking: RolePermission[] = [{ permissionId: 'chicken_home_manage', actionList: ['get'] }]
const form = (more: object = {}) => ({
  chineseName: `角色 ${++made}`,
  englishName: `Role ${made}`,
  kind: 2 as const,
  permissions: looking,
  ...more,
})
const idOf = (key: string) => builtIn.get(key) ?? ''
const give = (roleId: string, { accountId }: Person, { path }: SeededOffice) =>
  farm.services.store.scoped(SYSTEM).insert(accountRole).values({ accountId, roleId, officePath: path })

test('an owner makes a role for the farm: looking at details includes looking at all', async () => {
  const role = await owner.call(roles.create, { body: form() })
  expect(role).toMatchObject({ kind: 2, builtIn: false, granted: 1, people: 0, locked: null })
  expect(role.permissions).toEqual([{ permissionId: 'chicken_home_manage', actionList: ['query', 'get'] }])
})

test('the list has the built-in roles and one’s own, with how many of one’s people have them', async () => {
  const night = await owner.call(roles.create, { body: form({ englishName: 'Night watch' }) })
  const worker = await farm.as({ office: farm.offices.sharing, kind: 2 })
  const stranger = await farm.as({ office: farm.offices.closed, kind: 2 })
  await give(night.id, worker, farm.offices.sharing)
  await give(idOf('worker'), worker, farm.offices.sharing)
  await give(idOf('worker'), stranger, farm.offices.closed)
  const { items } = await owner.call(roles.list, { query: { size: 100 } })
  const of = (id: string) => items.find(item => item.id === id)
  expect(of(night.id)).toMatchObject({ englishName: 'Night watch', people: 1, officeName: 'sharing' })
  expect(of(idOf('worker'))).toMatchObject({ builtIn: true, people: 1, locked: 'provider' })
  const everybodys = await administrator.call(roles.list, { query: { size: 100, search: 'Farm worker' } })
  expect(everybodys.items).toMatchObject([{ people: 2, locked: null }])
  const { people } = await owner.call(roles.get, { params: { id: night.id } })
  expect(people).toBe(1)
})

test('a farm clones a built-in role and changes the clone, not what the provider published', async () => {
  const params = { id: idOf('worker') }
  const clone = await owner.call(roles.clone, { params, body: { chineseName: '', englishName: 'My worker' } })
  const built = await owner.call(roles.get, { params })
  expect(clone).toMatchObject({ builtIn: false, locked: null, permissions: built.permissions })
  const changed = { ...form(), permissions: looking, version: clone.version }
  expect(await owner.call(roles.update, { params: { id: clone.id }, body: changed })).toMatchObject({
    granted: 1,
  })
  const refused = await owner.ask(roles.update, { params, body: changed })
  expect([refused.statusCode, refused.json().message]).toEqual([403, expect.stringContaining('cloned')])
  expect((await owner.ask(roles.remove, { params })).statusCode).toBe(403)
})

test('the provider changes a built-in role, but not whom it is for, and does not delete it', async () => {
  const params = { id: idOf('editor') }
  const before = await administrator.call(roles.get, { params })
  const weather: RolePermission[] = [{ permissionId: 'weather', actionList: ['query'] }]
  const body = { ...form({ kind: 1, permissions: weather }), version: before.version }
  expect(await administrator.call(roles.update, { params, body })).toMatchObject({
    granted: 1,
    builtIn: true,
  })
  const moved = await administrator.ask(roles.update, { params, body: form({ kind: 3 }) })
  expect(moved.json().data).toMatchObject([{ field: 'kind' }])
  expect((await administrator.ask(roles.remove, { params })).json().message).toMatch(/cannot be deleted/)
})

test('a role holds only permissions made for its kind, with the actions they offer', async () => {
  const wrong: RolePermission[] = [
    { permissionId: 'chicken_home_manage', actionList: ['query'] },
    { permissionId: 'order_center', actionList: ['query'] },
    { permissionId: 'weather', actionList: ['delete'] },
  ]
  const answer = await administrator.ask(roles.create, { body: form({ permissions: wrong }) })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data.map(({ field }: { field: string }) => field)).toEqual([
    'permissions.1',
    'permissions.2',
  ])
})

test('who edits an outdated role is shown the newer one', async () => {
  const role = await owner.call(roles.create, { body: form() })
  const params = { id: role.id }
  await owner.call(roles.update, { params, body: { ...form(), version: role.version } })
  const late = await owner.ask(roles.update, { params, body: { ...form(), version: role.version } })
  expect(late.statusCode).toBe(409)
  expect(late.json().data.current).toMatchObject({ version: role.version + 1 })
})

test('a role that people have is not deleted, and says how many', async () => {
  const role = await owner.call(roles.create, { body: form() })
  const worker = await farm.as({ office: farm.offices.sharing, kind: 2 })
  await give(role.id, worker, farm.offices.sharing)
  const answer = await owner.ask(roles.remove, { params: { id: role.id } })
  expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining('1 people')])
  await farm.services.store
    .scoped(SYSTEM)
    .update(account)
    .set({ deletedAt: new Date() })
    .where(eq(account.id, worker.accountId))
  expect(await owner.call(roles.remove, { params: { id: role.id } })).toBeNull()
})

test('who has a role is told with what they keep by another', async () => {
  const [first, second] = [
    await owner.call(roles.create, { body: form() }),
    await owner.call(roles.create, { body: form() }),
  ]
  const worker = await farm.as({ office: farm.offices.team, kind: 2 })
  await give(first.id, worker, farm.offices.team)
  await give(second.id, worker, farm.offices.team)
  const { total, items } = await owner.call(roles.people, { params: { id: first.id } })
  expect(total).toBe(1)
  expect(items).toMatchObject([{ id: worker.accountId, officeName: 'team', otherwise: second.permissions }])
})

test('a permission says which roles hold it and how many people have it', async () => {
  const role = await owner.call(roles.create, {
    body: form({ permissions: [{ permissionId: 'role_manage', actionList: ['get'] }] }),
  })
  const clerk = await farm.as({ office: farm.offices.sharing, kind: 2 })
  await give(role.id, clerk, farm.offices.sharing)
  const { people, roles: holding } = await owner.call(roles.holders, {
    query: { permissionId: 'role_manage' },
  })
  expect(people).toBe(2)
  expect(holding).toContainEqual(expect.objectContaining({ id: role.id, actions: 2, people: 1 }))
})

test('the picker offers what one may give: built-in and own roles within one’s rights', async () => {
  const names = async (person: Person, query: object = {}) =>
    (await person.call(roles.options, { query })).map(({ name }) => name)
  expect(await names(owner)).toEqual(expect.arrayContaining(['Farm owner', 'Farm worker']))
  expect(await names(owner)).not.toContain('Sales')
  expect(await names(administrator, { kind: '1' })).toEqual(
    expect.arrayContaining(['Administrator', 'Sales']),
  )
  expect(await names(administrator, { kind: '3' })).toEqual(['Agent'])
  const modest = await farm.as({ office: farm.offices.sharing, kind: 2, grants: ['user_manage:edit'] })
  expect(await names(modest)).not.toContain('Farm worker')
  const ours = await owner.call(roles.create, { body: form({ englishName: 'Ours only' }) })
  const { offices } = farm
  expect(await names(administrator, { kind: '2', officeId: offices.sharing.id })).toContain(ours.englishName)
  expect(await names(administrator, { kind: '2', officeId: offices.closed.id })).not.toContain(
    ours.englishName,
  )
})

test('taking the right to manage roles from all administrators is refused', async () => {
  const [id, grants] = [newId(), ['user_manage:edit', 'role_manage:edit'] as Grant[]]
  const db = farm.services.store.scoped(SYSTEM)
  await db.update(account).set({ disabledAt: new Date() }).where(eq(account.kind, 1))
  const last = await farm.as({ office: farm.offices.provider, kind: 1, grants })
  const [own] = await db.select().from(accountRole).where(eq(accountRole.accountId, last.accountId))
  const params = { id: own?.roleId ?? id }
  const answer = await last.ask(roles.update, { params, body: form({ kind: 1, permissions: [] }) })
  expect([answer.statusCode, answer.json().message]).toEqual([403, expect.stringContaining('nobody')])
  const [kept] = await db.select().from(role).where(eq(role.id, params.id))
  expect(kept?.permissions).toHaveLength(2)
  await db.update(account).set({ disabledAt: null }).where(eq(account.kind, 1))
})

test('a role that no longer shows alarms takes its holders off the on-call plan: the owner hears which shifts are without them', async () => {
  const shows = (actionList: RolePermission['actionList']): RolePermission[] => [
    { permissionId: 'house_alarm', actionList },
  ]
  const night = await owner.call(roles.create, { body: form({ permissions: shows(['query', 'get']) }) })
  const guards: Person[] = []
  for (const name of ['Ann', 'Bo']) {
    const guard = await farm.as({ office: farm.offices.sharing, kind: 2 })
    await give(night.id, guard, farm.offices.sharing)
    const { accountId } = guard
    await farm.services.store
      .scoped(SYSTEM)
      .update(account)
      .set({ actualName: name })
      .where(eq(account.id, accountId))
    guards.push(guard)
  }
  const [ann] = guards
  await buildDuty(farm.services, farm.offices.sharing, { accountId: ann?.accountId ?? '' })
  const change = async (permissions: RolePermission[]) => {
    const { version } = await owner.call(roles.get, { params: { id: night.id } })
    return owner.call(roles.update, { params: { id: night.id }, body: { ...form({ permissions }), version } })
  }
  const told = async () =>
    (await owner.call(notices.list)).items
      .map(({ title }) => title)
      .filter(title => title.includes('no longer gets alarms'))
  await change(shows(['query']))
  expect(await told()).toEqual([])
  await change(looking)
  expect(await told()).toEqual([expect.stringMatching(/^Ann no longer gets alarms and is missing on call: /)])
  // Nothing more is lost.
  await change(looking)
  expect(await told()).toHaveLength(1)
})

test('the history tells who changed which permissions of a role', async () => {
  const role = await owner.call(roles.create, { body: form({ englishName: 'Told' }) })
  await owner.call(roles.update, {
    params: { id: role.id },
    body: form({ englishName: 'Told', permissions: [] }),
  })
  const rows = await farm.services.store
    .scoped(SYSTEM)
    .select()
    .from(operationHistory)
    .where(eq(operationHistory.actorId, owner.accountId))
  const told = rows.find(
    ({ type, description }) => type === 'update' && description['en-US'] === 'Changed role Told',
  )
  expect(told).toMatchObject({
    before: { permissions: role.permissions, granted: 1 },
    after: { permissions: [], granted: 0 },
  })
})
