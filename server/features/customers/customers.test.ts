import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customers, trialCustomers } from '#shared/contracts/customers.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { customer, customerChange } from '../../platform/database/tables/customers.ts'
import { account, office, session } from '../../platform/database/tables/offices.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { customerForm, idOf, mailsOf, openSales, rolesOfLogin, systemOf } from './testing/sales.ts'

let farm: TestApp
let sales: Person
let agent: Person

beforeAll(async () => {
  ;({ farm, sales, agent } = await openSales())
})
afterAll(() => farm.close())

const system = () => systemOf(farm)
const today = () => dateIn('Europe/Amsterdam', new Date())
const rolesOf = (username: string) => rolesOfLogin(farm, username)
const mailsTo = (to: string) => mailsOf(farm, to)

describe('a new customer', () => {
  const input = customerForm()
  const takenLogin = input.ownerLogin

  test('of the provider is approved, and its owner is invited with the role of an owner', async () => {
    const shown = await sales.call(customers.create, { body: input })
    expect(shown).toMatchObject({ approval: 'passed', stage: 'formal', status: 'UNACTIVE', users: 1 })
    expect(shown).toMatchObject({ agentId: null, timeZone: 'Europe/Amsterdam', houses: 0 })
    expect(await rolesOf(input.ownerLogin)).toEqual([{ key: 'owner' }])
    const { users } = await sales.call(customers.belongings, idOf(shown))
    expect(users).toMatchObject([{ username: input.ownerLogin, roles: 'Farm owner' }])
    expect((await mailsTo(input.ownerEmail)).map(({ template }) => template)).toEqual(['invitation'])
  })

  test('on trial has thirty days from today', async () => {
    const shown = await sales.call(trialCustomers.create, { body: customerForm() })
    expect(shown).toMatchObject({ stage: 'trial', trialEndsOn: daysAfter(today(), 30) })
  })

  test('of an agent belongs to the agent and waits; nobody is invited before it is approved', async () => {
    const theirs = customerForm()
    const shown = await agent.call(trialCustomers.create, { body: theirs })
    expect(shown).toMatchObject({ approval: 'pending', trialEndsOn: null, agentId: farm.offices.agent.id })
    expect(await mailsTo(theirs.ownerEmail)).toEqual([])
    expect(await rolesOf(theirs.ownerLogin)).toEqual([])
  })

  test('says which field is wrong', async () => {
    const fields = async (more: object, who = sales) => {
      const answer = await who.ask(customers.create, { body: customerForm(more) })
      expect(answer.statusCode).toBe(400)
      return answer.json().data.map(({ field }: { field: string }) => field)
    }
    expect(await fields({ englishName: '', chineseName: '' })).toEqual(['englishName'])
    expect(await fields({ latitude: null })).toEqual(['latitude'])
    expect(await fields({ country: 'XX' })).toEqual(['country'])
    expect(await fields({ timeZone: 'Mars/Olympus' })).toEqual(['timeZone'])
    for (const ownerLogin of [takenLogin, 'ab', 'a b c!', 'x'.repeat(65)])
      expect(await fields({ ownerLogin })).toEqual(['ownerLogin'])
    expect(await fields({ managerOfficeId: farm.offices.team.id })).toEqual(['managerOfficeId'])
    expect(await fields({ contractEndsOn: '2030-01-01' }, agent)).toEqual(['contractEndsOn'])
    expect(await fields({ contractEndsOn: '1900-01-01' })).toEqual(['contractEndsOn'])
    const call = await sales.ask(customers.create, { body: customerForm({ phone: 'call me' }) })
    expect(call.json().data).toEqual([{ field: 'phone', message: 'Digits, spaces and + - ( ) / . only' }])
  })

  test('that is refused for its owner leaves nothing behind', async () => {
    const again = customerForm({ ownerLogin: takenLogin })
    await sales.ask(customers.create, { body: again })
    expect(await system().$count(office, eq(office.englishName, again.englishName))).toBe(0)
  })
})

describe('a change', () => {
  test('writes one row a changed field, with who did it in which role, and none for the others', async () => {
    const input = customerForm()
    const shown = await sales.call(customers.create, { body: input })
    const body = { ...input, contact: 'Bert', nextMaintenanceOn: '2027-01-31', englishName: 'Renamed' }
    const changed = await sales.call(customers.update, { ...idOf(shown), body })
    expect(changed).toMatchObject({ englishName: 'Renamed', contact: 'Bert', version: 2 })
    const { items, total, counts } = await sales.call(customers.changes, idOf(shown))
    expect({ total, counts }).toEqual({ total: 3, counts: { staff: 3 } })
    const values = items.map(({ item, before, after }) => [item, before, after])
    expect(values).toEqual(
      expect.arrayContaining([
        ['contact', 'Anna', 'Bert'],
        ['nextMaintenanceOn', null, '2027-01-31'],
        ['englishName', input.englishName, 'Renamed'],
      ]),
    )
    expect(items[0]).toMatchObject({ by: 'staff', actorName: 'Test User', actorRole: 'Role' })
    const found = await sales.call(customers.changes, { ...idOf(shown), query: { search: 'bert' } })
    expect(found.items.map(({ item }) => item)).toEqual(['contact'])
  })

  test('puts down no contract that has ended; one that ended meanwhile is in nobody’s way', async () => {
    const input = customerForm({ phone: '' })
    const shown = await sales.call(customers.create, { body: input })
    const change = (more: object) =>
      sales.ask(customers.update, { ...idOf(shown), body: { ...input, ...more } })
    const refused = (await change({ contractEndsOn: '1900-01-01' })).json()
    expect(refused.data).toEqual([
      { field: 'contractEndsOn', message: 'The contract cannot end before today' },
    ])
    const ended = { contractEndsOn: '2025-12-31' }
    await system().update(customer).set(ended).where(eq(customer.officeId, shown.id))
    expect((await change({ ...ended, contact: 'Bert' })).statusCode).toBe(200)
    expect((await change({ contractEndsOn: daysAfter(today(), 0) })).statusCode).toBe(200)
  })

  test('of a version that somebody else has changed shows both', async () => {
    const input = customerForm()
    const shown = await sales.call(customers.create, { body: input })
    const change = (more: object) =>
      sales.ask(customers.update, { ...idOf(shown), body: { ...input, version: 1, ...more } })
    expect((await change({ contact: 'Bert' })).statusCode).toBe(200)
    const conflict = await change({ contact: 'Cora' })
    expect(conflict.statusCode).toBe(409)
    expect(conflict.json().data).toMatchObject({ yours: { contact: 'Cora' }, current: { contact: 'Bert' } })
    expect((await sales.call(customers.changes, idOf(shown))).total).toBe(1)
  })

  test('is found on the later pages of a long log', async () => {
    const shown = await sales.call(customers.create, { body: customerForm() })
    const [{ path } = { path: '' }] = await system().select().from(office).where(eq(office.id, shown.id))
    const changes = Array.from({ length: 130 }, (_, n) => ({
      officePath: path,
      item: 'remarks' as const,
      before: n,
      after: n + 1,
      by: 'staff' as const,
      at: new Date(Date.now() - (n + 1) * 60_000),
    }))
    await system().insert(customerChange).values(changes)
    const page = (page: number) =>
      sales.call(customers.changes, { ...idOf(shown), query: { page, size: 50 } })
    const [first, third, beyond] = [await page(1), await page(3), await page(9)]
    expect(first).toMatchObject({ total: 130, isMore: false, counts: { staff: 130 } })
    expect([first, third, beyond].map(({ items }) => items.length)).toEqual([50, 30, 0])
    expect(third.items.at(-1)).toMatchObject({ before: 129, after: 130 })
    expect(beyond.total).toBe(130)
  })

  test('of the log itself is impossible, even by SQL', async () => {
    const { store } = farm.services
    await expect(
      store
        .scoped(SYSTEM)
        .execute("update customer_change set after = '1'")
        .then(() => null),
    ).rejects.toMatchObject({ cause: { code: '42501' } })
  })
})

describe('an agent', () => {
  test('sees and serves its own customers only', async () => {
    const theirs = await agent.call(customers.create, { body: customerForm() })
    const other = await sales.call(customers.create, { body: customerForm() })
    const { items } = await agent.call(customers.list, { query: { size: 100 } })
    const ids = items.map(({ id }) => id)
    expect(ids).toContain(theirs.id)
    expect(ids).toContain(farm.offices.sharing.id)
    expect(ids).not.toContain(other.id)
    expect(ids).not.toContain(farm.offices.direct.id)
    const summary = await agent.call(customers.summary)
    expect(summary.customers).toBe(items.length)
    const body = { ...customerForm(), reason: 'x' }
    for (const endpoint of [
      customers.get,
      customers.update,
      customers.remove,
      customers.enable,
      customers.disable,
      customers.changes,
      customers.belongings,
      customers.birds,
      customers.invite,
      customers.restore,
    ])
      expect((await agent.ask(endpoint, { ...idOf(other), body })).statusCode, endpoint.path).toBe(404)
    const { places } = await agent.call(customers.places)
    expect(places.reduce((sum, { count }) => sum + count, 0)).toBe(
      items.filter(({ longitude }) => longitude !== null).length,
    )
  })

  test('changes what is theirs to change, and reads who looks after the customer', async () => {
    const department = { id: newId(), parentId: farm.offices.provider.id, path: '', timeZone: 'UTC' }
    await system()
      .insert(office)
      .values({ ...department, kind: 'department', englishName: 'North', chineseName: '北区' })
    const input = customerForm()
    const theirs = await agent.call(customers.create, { body: input })
    const update = (who: Person, more: object) =>
      who.ask(customers.update, { ...idOf(theirs), body: { ...input, ...more } })
    expect((await update(agent, { contractEndsOn: '2030-01-01' })).statusCode).toBe(400)
    expect((await update(sales, { managerOfficeId: department.id })).statusCode).toBe(200)
    const seen = await agent.call(customers.get, idOf(theirs))
    expect(seen).toMatchObject({ afterSaleServiceDepartmentName: 'North', managerName: null })
    const { accountId } = sales
    await system().update(office).set({ headId: accountId }).where(eq(office.id, department.id))
    expect((await agent.call(customers.get, idOf(theirs))).managerName).toBe('Test User')
    const { items: listed } = await sales.call(customers.list, { query: { managerOfficeId: department.id } })
    expect(listed.map(({ managerName }) => managerName)).toEqual(['Test User'])
    const kept = { managerOfficeId: department.id, contact: 'Cora' }
    expect((await update(agent, kept)).statusCode).toBe(200)
    const { items } = await agent.call(customers.changes, { ...idOf(theirs), query: { by: 'agent' } })
    expect(items.map(({ item }) => item)).toEqual(['contact'])
  })
})

describe('the list', () => {
  test('filters, counts and says what needs a decision', async () => {
    const input = customerForm({ contractEndsOn: daysAfter(today(), 20), phone: '+31 20 555', country: 'NG' })
    const soon = await sales.call(customers.create, { body: input })
    const over = await sales.call(customers.create, { body: customerForm() })
    const ended = { contractEndsOn: '2025-12-31' }
    await system().update(customer).set(ended).where(eq(customer.officeId, over.id))
    const ids = async (query: object) => {
      const { items } = await sales.call(customers.list, { query: { size: 100, ...query } })
      return items.map(({ id }) => id)
    }
    expect(await ids({ ends: '30d' })).toContain(soon.id)
    const allOver = await ids({ ends: 'ended' })
    expect(allOver).toContain(over.id)
    expect(allOver).not.toContain(soon.id)
    expect(await ids({ search: '20 555' })).toEqual([soon.id])
    expect(await ids({ continent: 'africa' })).toEqual([soon.id])
    expect(await ids({ country: 'NG', status: 'UNACTIVE' })).toEqual([soon.id])
    expect(await ids({ country: 'NG', status: 'ONLINE' })).toEqual([])
    expect(await ids({ farmAccess: 'on' })).toEqual([farm.offices.sharing.id])
    expect(await ids({ agentId: farm.offices.agent.id })).toContain(farm.offices.closed.id)
    const counts = await sales.call(customers.counts, { query: { by: 'status' } })
    const { total } = await sales.call(customers.list)
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(total)
    const summary = await sales.call(customers.summary)
    expect(summary).toMatchObject({ customers: total, ended: allOver.length })
    expect(summary.endingSoon).toBeGreaterThan(0)
    const { places } = await sales.call(customers.places, { query: { country: 'NG' } })
    expect(places).toEqual([
      expect.objectContaining({
        count: 1,
        longitude: 5.58,
        latitude: 52.14,
        statuses: { UNACTIVE: 1 },
        box: { west: -4, south: 38, east: 12, north: 54 },
        only: { id: soon.id, name: soon.name },
      }),
    ])
  })

  test('tells whose maintenance is due, and leads to them', async () => {
    const inDays = async (days: number | null) => {
      const made = await sales.call(customers.create, {
        body: customerForm({ nextMaintenanceOn: days === null ? null : daysAfter(today(), days) }),
      })
      return made.id
    }
    const [late, near, later] = [await inDays(-3), await inDays(6), await inDays(20)]
    const [none, far] = [await inDays(null), await inDays(300)]
    const ids = async (maintenance: 'due' | 'overdue' | '30d') => {
      const { items } = await sales.call(customers.list, { query: { size: 100, maintenance } })
      return items.map(({ id }) => id).filter(id => [late, near, later, none, far].includes(id))
    }
    expect((await ids('due')).toSorted()).toEqual([late, near].toSorted())
    expect(await ids('overdue')).toEqual([late])
    expect((await ids('30d')).toSorted()).toEqual([near, later].toSorted())
    const { maintenanceDue } = await sales.call(customers.summary)
    const { total } = await sales.call(customers.list, { query: { maintenance: 'due' } })
    expect(maintenanceDue).toBe(total)
  })

  test('knows who stands in a part of the earth, also across the date line, and draws no more than it', async () => {
    const at = (longitude: number, country: string) =>
      sales.call(customers.create, { body: customerForm({ longitude, latitude: -17.8, country }) })
    const [fiji, tonga] = [await at(178.1, 'FJ'), await at(-175.2, 'TO')]
    const within = async (box: object) => {
      const { items } = await sales.call(customers.list, { query: { size: 100, ...box } })
      return items.map(({ id }) => id).toSorted()
    }
    expect(await within({ west: 170, east: -170 })).toEqual([fiji.id, tonga.id].toSorted())
    expect(await within({ west: 170, east: 180, south: -20, north: -10 })).toEqual([fiji.id])
    expect(await within({ south: -17.8, north: 0 })).toHaveLength(2)
    expect(await within({ south: -20, north: -17.8 })).toEqual([])
    const draw = (query: object) => sales.call(customers.places, { query })
    const { places } = await draw({ cell: 0.5, west: 176, east: -174 })
    expect(places.map(({ only }) => only?.id).toSorted()).toEqual([fiji.id, tonga.id].toSorted())
    for (const { box } of places) expect(await within(box)).toHaveLength(1)
    expect((await sales.ask(customers.places, { query: { cell: 0.001 } })).statusCode).toBe(400)
  })

  test('knows who is there: a user of the customer who does something makes it online', async () => {
    const shown = await sales.call(customers.create, { body: customerForm() })
    const [{ path } = { path: '' }] = await system().select().from(office).where(eq(office.id, shown.id))
    const farmer = await farm.as({ office: { id: shown.id, path }, kind: 2, grants: ['weather:query'] })
    const status = async () => (await sales.call(customers.get, idOf(shown))).status
    expect(await status()).toBe('UNACTIVE')
    await system()
      .update(session)
      .set({ lastSeenAt: new Date(Date.now() - 120_000) })
      .where(eq(session.accountId, farmer.accountId))
    await farmer.ask(customers.agentOptions)
    expect(await status()).toBe('ONLINE')
    await system()
      .update(customer)
      .set({ lastActiveAt: new Date(Date.now() - 360_000) })
      .where(and(eq(customer.officeId, shown.id)))
    expect(await status()).toBe('OFFLINE')
  })
})

test('an imported customer has nobody; its owner is invited later, and another one not unheard', async () => {
  const shown = await sales.call(customers.create, { body: customerForm() })
  await system().delete(account).where(eq(account.officeId, shown.id))
  const body = { ownerLogin: 'later-owner', ownerEmail: 'later@farm.example' }
  expect(await sales.call(customers.invite, { ...idOf(shown), body })).toMatchObject({ users: 1 })
  expect(await rolesOf('later-owner')).toEqual([{ key: 'owner' }])
  expect(await mailsTo('later@farm.example')).toHaveLength(1)
  const again = { ownerLogin: 'another', ownerEmail: 'another@farm.example' }
  expect((await agent.ask(customers.invite, { ...idOf(shown), body: again })).statusCode).toBe(404)
  // Staff open one for another owner; the present one and the customer are told.
  await system().update(customer).set({ email: 'office@farm.example' }).where(eq(customer.officeId, shown.id))
  await system().update(account).set({ passwordHash: 'x' }).where(eq(account.username, 'later-owner'))
  expect(await sales.call(customers.invite, { ...idOf(shown), body: again })).toMatchObject({ users: 2 })
  expect(await rolesOf('another')).toEqual([{ key: 'owner' }])
  for (const to of ['later@farm.example', 'office@farm.example']) {
    const told = (await mailsTo(to)).find(({ template }) => template === 'accountTouched')
    expect(told?.values).toMatchObject({
      done: `Test User of provider opened an account for a new owner of ${shown.englishName}: another`,
      says: expect.stringMatching(/It opens in 14 days unless an owner of the farm confirms it earlier$/),
    })
  }
})
