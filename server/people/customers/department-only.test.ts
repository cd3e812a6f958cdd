import type { AddressInfo } from 'node:net'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { alarms } from '#shared/contracts/alarms.ts'
import { customers } from '#shared/contracts/customers.ts'
import { departments } from '#shared/contracts/departments.ts'
import { devices } from '#shared/contracts/devices.ts'
import { houses } from '#shared/contracts/houses.ts'
import { operaHistory } from '#shared/contracts/opera-history.ts'
import { roles } from '#shared/contracts/roles.ts'
import { session } from '#shared/contracts/session.ts'
import { users } from '#shared/contracts/users.ts'
import { newcomer } from '../../features/users/testing/people.ts'
import { asSystem } from '../../platform/database/as-system.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import { SYSTEM, scopeOf } from '../../platform/database/store.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { account, accountRole, office, role } from '../../platform/database/tables/offices.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import {
  buildCustomer,
  buildDepartment,
  buildHouse,
  buildRole,
  buildUser,
} from '../../testing/farm-builder.ts'
import { startTestHub } from '../../testing/live-app.ts'
import { type LiveListener, listenLive } from '../../testing/live-listener.ts'
import { everyGrant } from '../../testing/samples.ts'
import type { SeededOffice } from '../../testing/store.ts'

/** Within this time a change of what a person sees reaches their open screens. ms */
const WITHIN = 2_000

let farm: TestApp
let hub: Awaited<ReturnType<typeof startTestHub>>
let north: SeededOffice
let crew: SeededOffice
let south: SeededOffice
/** Belongs to a crew in the department North. */
let engineer: Person
let northHouse: { id: string }
let southHouse: { id: string }

const db = () => farm.services.store.scoped(SYSTEM)
const inCare = (of: SeededOffice, by: SeededOffice | null) =>
  db()
    .update(customer)
    .set({ managerOfficeId: by?.id ?? null })
    .where(eq(customer.officeId, of.id))
const names = async (person: Person) =>
  (await person.call(customers.list, {})).items.map(({ englishName }) => englishName).sort()

beforeAll(async () => {
  farm = await testApp()
  hub = await startTestHub(farm)
  await farm.app.listen({ port: 0, host: '127.0.0.1' })
  const { provider, sharing, closed } = farm.offices
  north = await buildDepartment(farm.services, provider, 'North')
  crew = await buildDepartment(farm.services, north, 'Crew')
  south = await buildDepartment(farm.services, provider, 'South')
  northHouse = await buildHouse(farm.services, sharing, { name: 'North house' })
  southHouse = await buildHouse(farm.services, closed, { name: 'South house' })
  engineer = await farm.as({ office: north, kind: 1, grants: everyGrant(1), departmentOnly: true })
  // A role of the provider, which people of all its departments can have.
  await db()
    .update(role)
    .set({ officePath: provider.path })
    .where(inArray(role.id, db().select({ id: accountRole.roleId }).from(accountRole)))
})
afterAll(async () => {
  await hub.stop()
  await farm.close()
})
beforeEach(async () => {
  await inCare(farm.offices.sharing, crew)
  await inCare(farm.offices.closed, south)
  await inCare(farm.offices.direct, null)
})

test('what enters or leaves a department’s care does so within the same transaction', async () => {
  const scope = scopeOf(ROOT_PATH, '', north.path)
  const { sharing, closed } = farm.offices
  const looked = await farm.services.store.transaction(scope, async tx => {
    const seen = async () => (await tx.select({ id: house.id }).from(house)).map(({ id }) => id)
    const care = (of: SeededOffice, by: SeededOffice) =>
      asSystem(tx, scope, () =>
        tx.update(customer).set({ managerOfficeId: by.id }).where(eq(customer.officeId, of.id)),
      )
    const before = await seen()
    await care(closed, crew)
    const both = await seen()
    await care(sharing, south)
    return [before, both, await seen()]
  })
  const [mine, others] = [northHouse.id, southHouse.id]
  expect(looked).toEqual([[mine], expect.toSatisfy(ids => ids.length === 2), [others]])
})

test('the nodes in care match the offices, even after a department was moved', async () => {
  const inDepartment = await buildDepartment(farm.services, crew, 'Night shift')
  await inCare(farm.offices.direct, inDepartment)
  const manager = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
  const tree = () => db().select({ path: office.path, carePath: office.carePath }).from(office)
  const [before] = await db().select().from(office).where(eq(office.id, inDepartment.id))
  await manager.call(departments.move, {
    params: { id: inDepartment.id },
    body: { parentId: south.id, version: before?.version ?? 0 },
  })
  const cared = (await tree()).filter(({ carePath }) => carePath !== null)
  expect(cared.find(({ path }) => path === farm.offices.direct.path)?.carePath).toMatch(south.path)
  for (const { path, carePath } of cared) {
    const scope = scopeOf(ROOT_PATH, '', carePath ?? '')
    const seen = await farm.services.store
      .scoped(scope)
      .execute<{ seen: string }>(sql`select seen from offices_seen('1.', '1/', '', ${carePath}) as seen`)
    expect(seen.rows.map(row => row.seen)).toContain(path)
  }
  await inCare(farm.offices.direct, null)
})

describe('staff whose roles all say “customers of my department only”', () => {
  test('see the customers that their department or one in it looks after, and all of those', async () => {
    expect(await names(engineer)).toEqual(['sharing'])
    const { items, total } = await engineer.call(customers.list, {})
    expect({ total, agent: items[0]?.agentName }).toEqual({ total: 1, agent: 'agent' })
    expect((await engineer.call(customers.summary, {})).customers).toBe(1)
    expect((await engineer.call(houses.list, {})).items.map(({ name }) => name)).toEqual(['North house'])
    expect((await engineer.ask(houses.get, { params: { id: southHouse.id } })).statusCode).toBe(404)
    expect((await engineer.ask(customers.get, { params: { id: farm.offices.direct.id } })).statusCode).toBe(
      404,
    )
    // A customer's consent applies to them as to everybody.
    expect((await engineer.call(alarms.list, {})).total).toBe(0)
  })

  test('see only their own department of the provider, and only the names of agents', async () => {
    const boss = await buildUser(farm.services, farm.offices.provider, { kind: 1, actualName: 'Boss' })
    const mate = await buildUser(farm.services, crew, { kind: 1, actualName: 'Mate' })
    const seller = await buildUser(farm.services, farm.offices.agent, { kind: 3, actualName: 'Seller' })
    const seen = (await engineer.call(users.list, { query: { size: 100 } })).items.map(({ id }) => id)
    expect(seen).toContain(mate.id)
    expect(seen).not.toContain(boss.id)
    expect(seen).not.toContain(seller.id)
    const { nodes } = await engineer.call(departments.list, {})
    for (const { id } of nodes) nodes.push(...(await engineer.call(departments.below, { params: { id } })))
    expect(nodes.map(({ englishName }) => englishName).sort()).toEqual(
      ['Crew', 'North', 'agent', 'provider', 'sharing', 'team'].sort(),
    )
  })

  test('read what was done to what they see, whoever did it, and nothing of other customers', async () => {
    const chief = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
    for (const place of ['sharing', 'closed'] as const)
      await chief.call(customers.disable, { params: { id: farm.offices[place].id }, body: {} })
    for (const place of ['sharing', 'closed'] as const)
      await chief.call(customers.enable, { params: { id: farm.offices[place].id } })
    const told = async (person: Person) =>
      (await person.call(operaHistory.list, { query: { module: 'customers', size: 100 } })).items.map(
        ({ description }) => JSON.stringify(description),
      )
    expect((await told(chief)).some(text => text.includes('closed'))).toBe(true)
    const seen = await told(engineer)
    expect(seen.some(text => text.includes('sharing'))).toBe(true)
    expect(seen.some(text => text.includes('closed'))).toBe(false)
  })

  test('see all customers once one of their roles does, or when they work for the provider as a whole', async () => {
    const { provider } = farm.offices
    const person = await farm.as({ office: south, kind: 1, grants: everyGrant(1), departmentOnly: true })
    expect(await names(person)).toEqual(['closed'])
    const other = await buildRole(farm.services, provider, { kind: 1 })
    await db()
      .insert(accountRole)
      .values({ accountId: person.accountId, roleId: other.id, officePath: south.path })
    farm.services.events.emit('access', { accountIds: [person.accountId] })
    expect(await names(person)).toEqual(['closed', 'direct', 'sharing'])
    const boss = await farm.as({ office: provider, kind: 1, grants: everyGrant(1), departmentOnly: true })
    expect(await names(boss)).toEqual(['closed', 'direct', 'sharing'])
  })
})

describe('on open screens, within 2 s,', () => {
  let screen: LiveListener
  const address = () => `ws://127.0.0.1:${(farm.app.server.address() as AddressInfo).port}`
  const told = () => screen.of('ACCESS').length

  beforeEach(async () => {
    screen = await listenLive(address(), engineer.token)
    screen.watch(northHouse.id)
    await screen.quiet()
  })
  afterEach(() => screen.socket.terminate())

  /** Waits until the screen was told; then the API must say the same. */
  async function changes(change: Promise<unknown>, seen: string[]) {
    const before = told()
    await change
    await vi.waitFor(() => expect(told()).toBeGreaterThan(before), { timeout: WITHIN })
    await vi.waitFor(async () => expect(await names(engineer)).toEqual(seen), { timeout: WITHIN })
  }

  test('a customer that is given to another department is gone, and back with its own', async () => {
    const lost = () => screen.of('ACCESS').flatMap(({ lost }) => lost)
    await changes(inCare(farm.offices.sharing, south), [])
    // The first notification may have been about something else at the same moment.
    await vi.waitFor(() => expect(lost()).toContain(northHouse.id), { timeout: WITHIN })
    await changes(inCare(farm.offices.sharing, north), ['sharing'])
  })

  test('the same happens when the department moves, the user moves, or the role changes', async () => {
    const chief = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
    const move = (parent: SeededOffice) =>
      chief.call(departments.move, { params: { id: crew.id }, body: { parentId: parent.id } })
    await changes(move(south), [])
    await changes(move(north), ['sharing'])

    const { username = '' } =
      (await db().select().from(account).where(eq(account.id, engineer.accountId)))[0] ?? {}
    const work = (place: SeededOffice) =>
      chief.call(users.update, { params: { id: engineer.accountId }, body: newcomer(place, { username }) })
    await changes(work(south), ['closed'])
    await changes(work(north), ['sharing'])

    const [held] = await db().select().from(accountRole).where(eq(accountRole.accountId, engineer.accountId))
    const widen = (departmentOnly: boolean) =>
      db()
        .update(role)
        .set({ departmentOnly })
        .where(eq(role.id, held?.roleId ?? ''))
    await changes(widen(false), ['closed', 'direct', 'sharing'])
    await changes(widen(true), ['sharing'])
  })

  test('nothing of a hidden customer arrives', async () => {
    screen.watch(northHouse.id, southHouse.id)
    screen.watchCustomers(farm.offices.closed.id, farm.offices.sharing.id)
    farm.services.events.emit('house', { houseId: southHouse.id, state: 'alarm', since: 0, alarms: [] })
    await vi.waitFor(() => expect(screen.of('CUSTOMER_STATUS')).toHaveLength(1), { timeout: 2 * WITHIN })
    await screen.quiet()
    expect(JSON.stringify(screen.frames)).not.toContain(southHouse.id)
    expect(JSON.stringify(screen.frames)).not.toContain(farm.offices.closed.id)
  })
})

describe('who is narrowed', () => {
  const form = (more: object = {}) => ({
    chineseName: '',
    englishName: 'New farm',
    contact: 'Ann',
    country: 'DE',
    placementDay: 0 as const,
    ownerLogin: `owner-${Math.random()}`,
    ownerEmail: `o${Math.random()}@farm.example`,
    ...more,
  })

  test('makes customers for their own department, and gives none to another', async () => {
    const made = await engineer.call(customers.create, { body: form() as never })
    expect(made.managerOfficeId).toBe(north.id)
    expect(await names(engineer)).toContain('New farm')
    const refused = await engineer.ask(customers.create, { body: form({ managerOfficeId: south.id }) })
    expect(refused.json()).toMatchObject({ code: 40003, data: [{ field: 'managerOfficeId' }] })
    for (const managerOfficeId of [south.id, farm.offices.provider.id, null]) {
      const body = { ...made, managerOfficeId, version: undefined }
      const answer = await engineer.ask(customers.update, { params: { id: made.id }, body })
      expect(answer.json(), answer.body).toMatchObject({ code: 40003, data: [{ field: 'managerOfficeId' }] })
    }
    const answer = await engineer.ask(customers.update, {
      params: { id: made.id },
      body: { ...made, managerOfficeId: crew.id, version: undefined },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect((await engineer.call(customers.managerOptions, {})).map(({ name }) => name).sort()).toEqual([
      'Crew',
      'North',
    ])
  })

  test('adds people and departments to their own department only', async () => {
    const { roleId = '' } =
      (await db().select().from(accountRole).where(eq(accountRole.accountId, engineer.accountId)))[0] ?? {}
    for (const place of [farm.offices.provider, south, farm.offices.agent, farm.offices.closed]) {
      const hired = await engineer.ask(users.create, { body: newcomer(place) })
      expect(hired.json(), hired.body).toMatchObject({ code: 40003, data: [{ field: 'officeId' }] })
      const names = { chineseName: '组', englishName: 'Part', timeZone: 'UTC' }
      const grown = await engineer.ask(departments.create, { body: { ...names, parentId: place.id } })
      expect(grown.json(), grown.body).toMatchObject({ code: 40003, data: [{ field: 'parentId' }] })
      const moved = await engineer.ask(departments.move, {
        params: { id: crew.id },
        body: { parentId: place.id },
      })
      expect(moved.json(), moved.body).toMatchObject({ code: 40003, data: [{ field: 'parentId' }] })
    }
    const hired = await engineer.ask(users.create, { body: newcomer(crew, { roleIds: [roleId] }) })
    expect(hired.statusCode, hired.body).toBe(200)
    expect((await engineer.ask(departments.removeLogo, {})).statusCode).toBe(403)
  })

  test('gives nobody a role that is not, and changes nobody who has one', async () => {
    const { provider } = farm.offices
    const wide = await buildRole(farm.services, provider, { kind: 1 })
    const names = { chineseName: '', englishName: 'Mine', kind: 1 as const }
    expect((await engineer.ask(roles.create, { body: names })).statusCode).toBe(403)
    const made = await engineer.call(roles.create, { body: { ...names, departmentOnly: true } })
    expect(made).toMatchObject({ departmentOnly: true, locked: null })
    const widened = { params: { id: made.id }, body: { ...names, departmentOnly: false } }
    expect((await engineer.ask(roles.update, widened)).statusCode).toBe(403)
    expect((await engineer.ask(roles.clone, { params: { id: wide.id }, body: names })).statusCode).toBe(403)
    expect((await engineer.call(roles.get, { params: { id: wide.id } })).locked).toBe('beyond')
    expect((await engineer.call(roles.options, {})).map(({ id }) => id)).not.toContain(wide.id)

    const mate = await farm.as({ office: crew, kind: 1 })
    const given = await engineer.ask(users.create, { body: newcomer(crew, { roleIds: [wide.id] }) })
    expect(given.json()).toMatchObject({ code: 40003, data: [{ field: 'roleIds.0' }] })
    expect(await engineer.call(users.get, { params: { id: mate.accountId } })).toMatchObject({
      isBeyond: true,
    })
    const taken = await engineer.ask(users.resetPassword, { params: { id: mate.accountId }, body: {} })
    expect(taken.statusCode).toBe(403)
  })

  test('is told so with their own info', async () => {
    expect((await engineer.call(session.userInfo)).departmentOnly).toBe(true)
    const [row] = await db().select().from(office).where(eq(office.id, farm.offices.sharing.id))
    expect(row?.carePath).toBe(crew.path)
  })

  test('registers devices for their customers', async () => {
    const made = await buildCustomer(farm.services, farm.offices.provider, { managerOfficeId: north.id })
    const body = {
      officeId: made.id,
      code: 'GW-NORTH-1',
      name: 'Gateway',
      type: 'gateway' as const,
      speaksMqtt: false,
    }
    const answer = await engineer.ask(devices.create, { body })
    expect(answer.statusCode, answer.body).toBe(200)
    const other = { ...body, code: 'GW-NORTH-2', officeId: farm.offices.closed.id }
    expect((await engineer.ask(devices.create, { body: other })).statusCode).toBe(400)
  })
})
