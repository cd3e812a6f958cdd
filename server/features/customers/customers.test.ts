import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customers, trialCustomers } from '#shared/contracts/customers.ts'
import { AGENT, type Grant, STAFF } from '#shared/permissions.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { newId } from '../../database/ids.ts'
import { SYSTEM } from '../../database/store.ts'
import { customer } from '../../database/tables/customers.ts'
import { noticeMessage } from '../../database/tables/histories.ts'
import { mail } from '../../database/tables/mail.ts'
import { account, accountRole, office, role, session } from '../../database/tables/offices.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice, buildHouse } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'

let farm: TestApp
let sales: Person
let agent: Person
const all: readonly Grant[] = everyGrant(STAFF)
const agents = everyGrant(AGENT).filter(grant => grant.includes('custom_manage'))

beforeAll(async () => {
  farm = await testApp()
  const { provider, agent: theirs } = farm.offices
  sales = await farm.as({ office: provider, kind: STAFF, grants: all })
  agent = await farm.as({ office: theirs, kind: AGENT, grants: agents })
  await system()
    .insert(role)
    .values(
      (['owner', 'trial'] as const).map(key => ({
        ...{ id: newId(), officePath: '1.', kind: 2, builtIn: true, key, permissions: [] },
        ...(key === 'owner'
          ? { englishName: 'Farm owner', chineseName: '场主' }
          : { englishName: 'Trial customer', chineseName: '试用客户' }),
      })),
    )
})
afterAll(() => farm.close())

const system = () => farm.services.store.scoped(SYSTEM)
let made = 0
const form = (more: object = {}) => {
  const number = ++made
  return {
    ...{ englishName: `Farm ${number}`, chineseName: `农场${number}`, contact: 'Anna', country: 'NL' },
    ...{ city: 'Barneveld', longitude: 5.58, latitude: 52.14, timeZone: 'Europe/Amsterdam' },
    ...{ ownerLogin: `owner-${number}`, ownerEmail: `owner-${number}@farm.example`, ...more },
  }
}
const params = ({ id }: { id: string }) => ({ params: { id } })
const today = () => dateIn('Europe/Amsterdam', new Date())
const rolesOf = async (username: string) =>
  system()
    .select({ key: role.key })
    .from(account)
    .innerJoin(accountRole, eq(accountRole.accountId, account.id))
    .innerJoin(role, eq(role.id, accountRole.roleId))
    .where(eq(account.username, username))
const mailsTo = (to: string) => system().select().from(mail).where(eq(mail.to, to))

describe('a new customer', () => {
  test('of the provider is approved, and its owner is invited with the role of an owner', async () => {
    const input = form()
    const shown = await sales.call(customers.create, { body: input })
    expect(shown).toMatchObject({ approval: 'passed', stage: 'formal', status: 'UNACTIVE', users: 1 })
    expect(shown).toMatchObject({ agentId: null, timeZone: 'Europe/Amsterdam', houses: 0 })
    expect(await rolesOf(input.ownerLogin)).toEqual([{ key: 'owner' }])
    expect((await mailsTo(input.ownerEmail)).map(({ template }) => template)).toEqual(['invitation'])
  })

  test('on trial has thirty days from today', async () => {
    const shown = await sales.call(trialCustomers.create, { body: form() })
    expect(shown).toMatchObject({ stage: 'trial', trialEndsOn: daysAfter(today(), 30) })
  })

  test('of an agent belongs to the agent and waits; nobody is invited before it is approved', async () => {
    const input = form()
    const shown = await agent.call(trialCustomers.create, { body: input })
    expect(shown).toMatchObject({ approval: 'pending', trialEndsOn: null, agentId: farm.offices.agent.id })
    expect(await mailsTo(input.ownerEmail)).toEqual([])
    expect(await rolesOf(input.ownerLogin)).toEqual([])
  })

  test('says which field is wrong', async () => {
    const fields = async (more: object, who = sales) => {
      const answer = await who.ask(customers.create, { body: form(more) })
      expect(answer.statusCode).toBe(400)
      return answer.json().data.map(({ field }: { field: string }) => field)
    }
    expect(await fields({ englishName: '', chineseName: '' })).toEqual(['englishName'])
    expect(await fields({ latitude: null })).toEqual(['latitude'])
    expect(await fields({ country: 'XX' })).toEqual(['country'])
    expect(await fields({ timeZone: 'Mars/Olympus' })).toEqual(['timeZone'])
    expect(await fields({ ownerLogin: `owner-1` })).toEqual(['ownerLogin'])
    expect(await fields({ managerOfficeId: farm.offices.team.id })).toEqual(['managerOfficeId'])
    expect(await fields({ contractEndsOn: '2030-01-01' }, agent)).toEqual(['contractEndsOn'])
  })

  test('that is refused for its owner leaves nothing behind', async () => {
    const input = form({ ownerLogin: 'owner-1' })
    await sales.ask(customers.create, { body: input })
    expect(await system().$count(office, eq(office.englishName, input.englishName))).toBe(0)
  })
})

describe('approval', () => {
  const applied = async () => {
    const input = form()
    return { input, shown: await agent.call(trialCustomers.create, { body: input }) }
  }

  test('gives a trial its role and thirty days, and invites the owner', async () => {
    const { input, shown } = await applied()
    const passed = await sales.call(trialCustomers.approve, params(shown))
    expect(passed).toMatchObject({ approval: 'passed', trialEndsOn: daysAfter(today(), 30) })
    expect(await rolesOf(input.ownerLogin)).toEqual([{ key: 'trial' }])
    expect((await mailsTo(input.ownerEmail)).map(({ template }) => template)).toEqual(['invitation'])
    expect((await sales.ask(trialCustomers.approve, params(shown))).statusCode).toBe(409)
  })

  test('is not the agent’s to give, whatever their role says', async () => {
    const { shown } = await applied()
    for (const endpoint of [trialCustomers.approve, trialCustomers.extend, trialCustomers.convert])
      expect((await agent.ask(endpoint, params(shown))).statusCode).toBe(403)
  })

  test('refused says why, to the owner by message and mail; it can still be given later', async () => {
    const { input, shown } = await applied()
    expect((await sales.ask(trialCustomers.refuse, { ...params(shown), body: {} })).statusCode).toBe(400)
    const body = { reason: 'No houses yet' }
    const refused = await sales.call(trialCustomers.refuse, { ...params(shown), body })
    expect(refused).toMatchObject({ approval: 'rejected', refusedBecause: 'No houses yet' })
    const [told] = await mailsTo(input.ownerEmail)
    expect(told).toMatchObject({ template: 'applicationRefused', values: { reason: 'No houses yet' } })
    const messages = await system()
      .select({ title: noticeMessage.title })
      .from(noticeMessage)
      .where(eq(noticeMessage.subjectId, shown.id))
    expect(messages.map(({ title }) => title['en-US'])).toEqual([
      `${input.englishName} was not approved: No houses yet`,
    ])
    expect(await sales.call(trialCustomers.approve, params(shown))).toMatchObject({
      ...{ approval: 'passed', refusedBecause: null },
    })
  })
})

describe('a trial', () => {
  test('is extended from its end, and from today where that has passed', async () => {
    const shown = await sales.call(trialCustomers.create, { body: form() })
    const extend = () => sales.call(trialCustomers.extend, { ...params(shown), body: { days: 14 } })
    expect((await extend()).trialEndsOn).toBe(daysAfter(today(), 44))
    await system().update(customer).set({ trialEndsOn: '2026-01-01' }).where(eq(customer.officeId, shown.id))
    expect((await extend()).trialEndsOn).toBe(daysAfter(today(), 14))
  })

  test('that is converted keeps id, users and houses; the owner becomes a farm owner', async () => {
    const input = form()
    const shown = await sales.call(trialCustomers.create, { body: input })
    const [{ path } = { path: '' }] = await system().select().from(office).where(eq(office.id, shown.id))
    await buildHouse(farm.services, { id: shown.id, path, farmPath: path })
    const contractEndsOn = daysAfter(today(), 365)
    const ask = (body: object) => sales.ask(trialCustomers.convert, { ...params(shown), body })
    expect((await ask({})).statusCode).toBe(400)
    expect((await ask({ contractEndsOn: '2020-01-01' })).statusCode).toBe(400)
    expect((await ask({ contractEndsOn, version: 99 })).statusCode).toBe(409)
    const formal = await sales.call(trialCustomers.convert, { ...params(shown), body: { contractEndsOn } })
    expect(formal).toMatchObject({ id: shown.id, stage: 'formal', trialEndsOn: null, contractEndsOn })
    expect(formal).toMatchObject({ houses: 1, users: 1 })
    expect(await rolesOf(input.ownerLogin)).toEqual([{ key: 'owner' }])
    expect((await mailsTo(input.ownerEmail)).map(({ template }) => template)).toContain('customerConverted')
    expect((await sales.ask(trialCustomers.get, params(shown))).statusCode).toBe(404)
    expect(await sales.call(customers.get, params(shown))).toMatchObject({ id: shown.id })
    const { items } = await sales.call(customers.changes, params(shown))
    expect(items.map(({ item }) => item).toSorted()).toEqual(
      ['contractEndsOn', 'ownerRole', 'stage', 'trialEndsOn'].toSorted(),
    )
    expect(items.find(({ item }) => item === 'ownerRole')).toMatchObject({
      ...{ before: { 'en-US': 'Trial customer' }, after: { 'en-US': 'Farm owner' } },
    })
  })
})

describe('a change', () => {
  test('writes one row a changed field, with who did it in which role, and none for the others', async () => {
    const input = form()
    const shown = await sales.call(customers.create, { body: input })
    const body = { ...input, contact: 'Bert', nextMaintenanceOn: '2027-01-31', englishName: 'Renamed' }
    const changed = await sales.call(customers.update, { ...params(shown), body })
    expect(changed).toMatchObject({ englishName: 'Renamed', contact: 'Bert', version: 2 })
    const { items, total, counts } = await sales.call(customers.changes, params(shown))
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
    const found = await sales.call(customers.changes, { ...params(shown), query: { search: 'bert' } })
    expect(found.items.map(({ item }) => item)).toEqual(['contact'])
  })

  test('of a version that somebody else has changed shows both', async () => {
    const input = form()
    const shown = await sales.call(customers.create, { body: input })
    const change = (more: object) =>
      sales.ask(customers.update, { ...params(shown), body: { ...input, version: 1, ...more } })
    expect((await change({ contact: 'Bert' })).statusCode).toBe(200)
    const conflict = await change({ contact: 'Cora' })
    expect(conflict.statusCode).toBe(409)
    expect(conflict.json().data).toMatchObject({ yours: { contact: 'Cora' }, current: { contact: 'Bert' } })
    expect((await sales.call(customers.changes, params(shown))).total).toBe(1)
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
    const theirs = await agent.call(customers.create, { body: form() })
    const other = await sales.call(customers.create, { body: form() })
    const { items } = await agent.call(customers.list, { query: { size: 100 } })
    const ids = items.map(({ id }) => id)
    expect(ids).toContain(theirs.id)
    expect(ids).toContain(farm.offices.sharing.id)
    expect(ids).not.toContain(other.id)
    expect(ids).not.toContain(farm.offices.direct.id)
    const summary = await agent.call(customers.summary)
    expect(summary.customers).toBe(items.length)
    const body = { ...form(), reason: 'x' }
    for (const endpoint of [
      ...[customers.get, customers.update, customers.remove, customers.enable, customers.disable],
      ...[customers.changes, customers.belongings, customers.birds, customers.invite, customers.restore],
    ])
      expect((await agent.ask(endpoint, { ...params(other), body })).statusCode, endpoint.path).toBe(404)
    const { places } = await agent.call(customers.places)
    expect(places.flatMap(place => place.customers.map(({ id }) => id))).not.toContain(other.id)
  })

  test('changes what is theirs to change, and reads who looks after the customer', async () => {
    const department = { id: newId(), parentId: farm.offices.provider.id, path: '', timeZone: 'UTC' }
    await system()
      .insert(office)
      .values({ ...department, kind: 'department', englishName: 'North', chineseName: '北区' })
    const input = form()
    const theirs = await agent.call(customers.create, { body: input })
    const update = (who: Person, more: object) =>
      who.ask(customers.update, { ...params(theirs), body: { ...input, ...more } })
    expect((await update(agent, { contractEndsOn: '2030-01-01' })).statusCode).toBe(400)
    expect((await update(sales, { managerOfficeId: department.id })).statusCode).toBe(200)
    const seen = await agent.call(customers.get, params(theirs))
    expect(seen.afterSaleServiceDepartmentName).toBe('North')
    const kept = { managerOfficeId: department.id, contact: 'Cora' }
    expect((await update(agent, kept)).statusCode).toBe(200)
    const { items } = await agent.call(customers.changes, { ...params(theirs), query: { by: 'agent' } })
    expect(items.map(({ item }) => item)).toEqual(['contact'])
  })
})

describe('disabling', () => {
  test('ends the sessions of the customer at once, names houses with birds and wants a reason', async () => {
    const { sharing, team } = farm.offices
    const farmer = await farm.as({ office: team, kind: 2, grants: ['chicken_home_manage:query'] })
    await buildHouse(farm.services, sharing, { name: 'Full house', flockCount: 100 })
    expect(await sales.call(customers.birds, params(sharing))).toEqual(['Full house'])
    const disable = (body: object) => sales.ask(customers.disable, { ...params(sharing), body })
    const refused = await disable({})
    expect(refused.json().data).toEqual([
      { field: 'reason', message: 'Birds are in Full house. Give a reason' },
    ])
    expect((await disable({ reason: 'Unpaid' })).json().data.status).toBe('DISABLE')
    expect(await system().$count(session, eq(session.accountId, farmer.accountId))).toBe(0)
    expect((await disable({ reason: 'Unpaid' })).statusCode).toBe(409)
    expect((await sales.call(customers.enable, params(sharing))).status).not.toBe('DISABLE')
    expect((await sales.ask(customers.enable, params(sharing))).statusCode).toBe(409)
  })
})

describe('deleting', () => {
  test('is refused with birds; else houses and devices go along, and come back with the customer', async () => {
    const shown = await sales.call(customers.create, { body: form() })
    const [{ path } = { path: '' }] = await system().select().from(office).where(eq(office.id, shown.id))
    const at = { id: shown.id, path, farmPath: path }
    const device = await buildDevice(farm.services, at)
    const house = await buildHouse(farm.services, at, { name: 'Shed', flockCount: 5 })
    const refused = await sales.ask(customers.remove, params(shown))
    expect(refused.json().data[0].message).toBe('Birds are in Shed. Close the flocks first')
    await system().execute(`update house set flock_count = 0 where id = '${house.id}'`)
    await sales.call(customers.remove, params(shown))
    expect(farm.services.devices.disconnected).toContain(device.id)
    expect((await sales.ask(customers.get, params(shown))).statusCode).toBe(404)
    const deleted = await sales.call(customers.list, { query: { deleted: 'recently' } })
    expect(deleted.items.map(({ id }) => id)).toEqual([shown.id])
    expect(deleted.items[0]?.deleted?.by).toBe('Test User')
    const back = await sales.call(customers.restore, params(shown))
    expect(back).toMatchObject({ houses: 1, devices: 1 })
    expect((await sales.ask(customers.restore, params(shown))).statusCode).toBe(409)
  })

  test('longer ago than thirty days is for good', async () => {
    const shown = await sales.call(customers.create, { body: form() })
    await sales.call(customers.remove, params(shown))
    const longAgo = new Date(Date.now() - 31 * 86_400_000)
    await system().update(office).set({ deletedAt: longAgo }).where(eq(office.id, shown.id))
    expect((await sales.ask(customers.restore, params(shown))).statusCode).toBe(409)
    const { items } = await sales.call(customers.list, { query: { deleted: 'recently' } })
    expect(items.map(({ id }) => id)).not.toContain(shown.id)
  })
})

describe('the list', () => {
  test('filters, counts and says what needs a decision', async () => {
    const input = form({ contractEndsOn: daysAfter(today(), 20), phone: '+31 20 555', country: 'NG' })
    const soon = await sales.call(customers.create, { body: input })
    const ids = async (query: object) => {
      const { items } = await sales.call(customers.list, { query: { size: 100, ...query } })
      return items.map(({ id }) => id)
    }
    expect(await ids({ ends: '30d' })).toContain(soon.id)
    expect(await ids({ ends: 'ended' })).not.toContain(soon.id)
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
    expect(summary).toMatchObject({ customers: total, ended: 0 })
    expect(summary.endingSoon).toBeGreaterThan(0)
    const { places } = await sales.call(customers.places, { query: { country: 'NG' } })
    expect(places).toEqual([
      expect.objectContaining({ count: 1, longitude: 5.58, latitude: 52.14, statuses: { UNACTIVE: 1 } }),
    ])
  })

  test('knows who is there: a user of the customer who does something makes it online', async () => {
    const shown = await sales.call(customers.create, { body: form() })
    const [{ path } = { path: '' }] = await system().select().from(office).where(eq(office.id, shown.id))
    const farmer = await farm.as({ office: { id: shown.id, path }, kind: 2, grants: ['weather:query'] })
    const status = async () => (await sales.call(customers.get, params(shown))).status
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

test('several are changed in one call, each for itself', async () => {
  const [first, second] = [
    await sales.call(trialCustomers.create, { body: form() }),
    await agent.call(trialCustomers.create, { body: form() }),
  ]
  const ids = [first.id, second.id]
  const extended = await sales.call(trialCustomers.bulk, { body: { action: 'extend', days: 7, ids } })
  expect(extended).toMatchObject({ done: 1, rows: [{ refused: null }, { id: second.id }] })
  expect(extended.rows[1]?.refused).toBe('The customer is not approved yet')
  expect((await sales.call(trialCustomers.bulk, { body: { action: 'disable', ids } })).done).toBe(2)
  expect((await sales.ask(customers.bulk, { body: { action: 'extend', days: 7, ids } })).statusCode).toBe(400)
  const reader = await farm.as({ office: farm.offices.provider, kind: STAFF, grants: ['custom_manage:edit'] })
  expect((await reader.ask(customers.bulk, { body: { action: 'disable', ids } })).statusCode).toBe(403)
})

test('an imported customer has nobody; its owner is invited later, once', async () => {
  const shown = await sales.call(customers.create, { body: form() })
  await system().delete(account).where(eq(account.officeId, shown.id))
  const body = { ownerLogin: 'later-owner', ownerEmail: 'later@farm.example' }
  expect(await sales.call(customers.invite, { ...params(shown), body })).toMatchObject({ users: 1 })
  expect(await rolesOf('later-owner')).toEqual([{ key: 'owner' }])
  expect(await mailsTo('later@farm.example')).toHaveLength(1)
  const again = { ownerLogin: 'another', ownerEmail: 'another@farm.example' }
  expect((await sales.ask(customers.invite, { ...params(shown), body: again })).statusCode).toBe(400)
})
