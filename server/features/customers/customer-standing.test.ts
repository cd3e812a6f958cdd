import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customers, trialCustomers } from '#shared/contracts/customers.ts'
import { dateOf } from '#shared/dates.ts'
import { PROOF_MS } from '#shared/limits.ts'
import { STAFF } from '#shared/permissions.ts'
import type { Language } from '#shared/text.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { operationHistory } from '../../platform/database/tables/histories.ts'
import { account, office, session } from '../../platform/database/tables/offices.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildDevice, buildHouse } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import {
  customerForm,
  idOf,
  mailsOf,
  messagesOf,
  openSales,
  rolesOfLogin,
  systemOf,
} from './testing/sales.ts'

let farm: TestApp
let sales: Person
let agent: Person
let accountant: Person

beforeAll(async () => {
  ;({ farm, sales, agent } = await openSales())
  const { provider } = farm.offices
  accountant = await farm.as({ office: provider, kind: STAFF, grants: ['try_custom_manage:query'] })
})
afterAll(() => farm.close())

const system = () => systemOf(farm)
const today = () => dateIn('Europe/Amsterdam', new Date())
const rolesOf = (username: string) => rolesOfLogin(farm, username)
const mailsTo = (to: string) => mailsOf(farm, to)
const toldTo = (who: Pick<Person, 'accountId'>, about: { id: string }, language?: Language) =>
  messagesOf(farm, who, about, language)

describe('approval', () => {
  const applied = async () => {
    const input = customerForm()
    return { input, shown: await agent.call(trialCustomers.create, { body: input }) }
  }

  test('gives a trial its role and thirty days, and invites the owner', async () => {
    const { input, shown } = await applied()
    const passed = await sales.call(trialCustomers.approve, idOf(shown))
    expect(passed).toMatchObject({ approval: 'passed', trialEndsOn: daysAfter(today(), 30) })
    expect(await rolesOf(input.ownerLogin)).toEqual([{ key: 'trial' }])
    expect((await mailsTo(input.ownerEmail)).map(({ template }) => template)).toEqual(['invitation'])
    expect((await sales.ask(trialCustomers.approve, idOf(shown))).statusCode).toBe(409)
  })

  test('is asked of those who may give it; the agent learns of each decision', async () => {
    const { input, shown } = await applied()
    const { englishName, chineseName } = input
    expect(await toldTo(sales, shown)).toEqual([`Test User added ${englishName}. It is waiting for approval`])
    expect(await toldTo(sales, shown, 'zh-CN')).toEqual([`Test User 新增了 ${chineseName}，等待审核`])
    expect(await toldTo(accountant, shown)).toEqual([])
    await sales.call(trialCustomers.refuse, { ...idOf(shown), body: { reason: 'No houses yet' } })
    await sales.call(trialCustomers.approve, idOf(shown))
    const contractEndsOn = daysAfter(today(), 365)
    await sales.call(trialCustomers.convert, { ...idOf(shown), body: { contractEndsOn } })
    expect(await toldTo(agent, shown)).toEqual([
      `${englishName} was not approved: No houses yet`,
      `The trial of ${englishName} is approved and runs until ${dateOf(daysAfter(today(), 30), 'en-US')}`,
      `${englishName} is now a formal customer, with a contract until ${dateOf(contractEndsOn, 'en-US')}`,
    ])
    expect(await toldTo(sales, shown)).toHaveLength(1)
  })

  test('of a customer that staff create is nobody’s task', async () => {
    const shown = await sales.call(trialCustomers.create, { body: customerForm() })
    expect(await toldTo(sales, shown)).toEqual([])
  })

  test('is not the agent’s to give, whatever their role says', async () => {
    const { shown } = await applied()
    for (const endpoint of [trialCustomers.approve, trialCustomers.extend, trialCustomers.convert])
      expect((await agent.ask(endpoint, idOf(shown))).statusCode).toBe(403)
  })

  test('refused says why, to the owner by message and mail; it can still be given later', async () => {
    const { input, shown } = await applied()
    expect((await sales.ask(trialCustomers.refuse, { ...idOf(shown), body: {} })).statusCode).toBe(400)
    const body = { reason: 'No houses yet' }
    const refused = await sales.call(trialCustomers.refuse, { ...idOf(shown), body })
    expect(refused).toMatchObject({ approval: 'rejected', refusedBecause: 'No houses yet' })
    const [told] = await mailsTo(input.ownerEmail)
    expect(told).toMatchObject({ template: 'applicationRefused', values: { reason: 'No houses yet' } })
    const [owner] = await system().select().from(account).where(eq(account.username, input.ownerLogin))
    expect(await toldTo({ accountId: owner?.id ?? '' }, shown)).toEqual([
      `${input.englishName} was not approved: No houses yet`,
    ])
    expect(await sales.call(trialCustomers.approve, idOf(shown))).toMatchObject({
      approval: 'passed',
      refusedBecause: null,
    })
  })
})

describe('a trial', () => {
  test('is extended from its end, and from today where that has passed', async () => {
    const shown = await sales.call(trialCustomers.create, { body: customerForm() })
    const extend = () => sales.call(trialCustomers.extend, { ...idOf(shown), body: { days: 14 } })
    expect((await extend()).trialEndsOn).toBe(daysAfter(today(), 44))
    await system().update(customer).set({ trialEndsOn: '2026-01-01' }).where(eq(customer.officeId, shown.id))
    expect((await extend()).trialEndsOn).toBe(daysAfter(today(), 14))
  })

  test('that is converted keeps id, users and houses; the owner becomes a farm owner', async () => {
    const input = customerForm()
    const shown = await sales.call(trialCustomers.create, { body: input })
    const [{ path } = { path: '' }] = await system().select().from(office).where(eq(office.id, shown.id))
    await buildHouse(farm.services, { id: shown.id, path, farmPath: path })
    const contractEndsOn = daysAfter(today(), 365)
    const ask = (body: object) => sales.ask(trialCustomers.convert, { ...idOf(shown), body })
    expect((await ask({})).statusCode).toBe(400)
    expect((await ask({ contractEndsOn: '2020-01-01' })).statusCode).toBe(400)
    expect((await ask({ contractEndsOn, version: 99 })).statusCode).toBe(409)
    const formal = await sales.call(trialCustomers.convert, { ...idOf(shown), body: { contractEndsOn } })
    expect(formal).toMatchObject({ id: shown.id, stage: 'formal', trialEndsOn: null, contractEndsOn })
    expect(formal).toMatchObject({ houses: 1, users: 1 })
    expect(await rolesOf(input.ownerLogin)).toEqual([{ key: 'owner' }])
    expect((await mailsTo(input.ownerEmail)).map(({ template }) => template)).toContain('customerConverted')
    expect((await sales.ask(trialCustomers.get, idOf(shown))).statusCode).toBe(404)
    expect(await sales.call(customers.get, idOf(shown))).toMatchObject({ id: shown.id })
    const { items } = await sales.call(customers.changes, idOf(shown))
    expect(items.map(({ item }) => item).toSorted()).toEqual(
      ['contractEndsOn', 'ownerRole', 'stage', 'trialEndsOn'].toSorted(),
    )
    expect(items.find(({ item }) => item === 'ownerRole')).toMatchObject({
      before: { 'en-US': 'Trial customer' },
      after: { 'en-US': 'Farm owner' },
    })
  })

  test('that has a second owner by then, whoever of them has left, makes farm owners of both', async () => {
    const input = customerForm()
    const shown = await sales.call(trialCustomers.create, { body: input })
    const { ownerLogin, ownerEmail } = customerForm()
    await sales.call(trialCustomers.invite, { ...idOf(shown), body: { ownerLogin, ownerEmail } })
    // The first one has let them in.
    await system()
      .update(account)
      .set({ heldAt: null, heldUntil: null })
      .where(eq(account.username, ownerLogin))
    const contractEndsOn = daysAfter(today(), 365)
    await sales.call(trialCustomers.convert, { ...idOf(shown), body: { contractEndsOn } })
    for (const to of [input.ownerEmail, ownerEmail])
      expect((await mailsTo(to)).map(({ template }) => template)).toContain('customerConverted')
    for (const login of [input.ownerLogin, ownerLogin])
      expect(await rolesOf(login)).toEqual([{ key: 'owner' }])
  })
})

describe('disabling', () => {
  test('ends the sessions of the customer at once, names houses with birds and wants a reason', async () => {
    const { sharing, team } = farm.offices
    const farmer = await farm.as({ office: team, kind: 2, grants: ['chicken_home_manage:query'] })
    await buildHouse(farm.services, sharing, { name: 'Full house', flockCount: 100 })
    expect(await sales.call(customers.birds, idOf(sharing))).toEqual(['Full house'])
    const looker = await farm.as({ office: farm.offices.provider, kind: 1, grants: ['custom_manage:query'] })
    expect((await looker.ask(customers.birds, idOf(sharing))).statusCode).toBe(403)
    const disable = (body: object) => sales.ask(customers.disable, { ...idOf(sharing), body })
    const refused = await disable({})
    expect(refused.json().data).toEqual([
      { field: 'reason', message: 'There are birds in Full house. Enter a reason' },
    ])
    expect((await disable({ reason: 'Unpaid' })).json().data.status).toBe('DISABLE')
    expect(await system().$count(session, eq(session.accountId, farmer.accountId))).toBe(0)
    expect((await disable({ reason: 'Unpaid' })).statusCode).toBe(409)
    expect((await sales.call(customers.enable, idOf(sharing))).status).not.toBe('DISABLE')
    expect((await sales.ask(customers.enable, idOf(sharing))).statusCode).toBe(409)
  })

  test('keeps its reason in update log and history, and tells the owner', async () => {
    const input = customerForm()
    const shown = await sales.call(customers.create, { body: input })
    await sales.call(customers.disable, { ...idOf(shown), body: { reason: 'Unpaid since May' } })
    const { items } = await sales.call(customers.changes, idOf(shown))
    expect(items.find(({ item }) => item === 'disabledBecause')).toMatchObject({ after: 'Unpaid since May' })
    const [line] = await system()
      .select({ after: operationHistory.after })
      .from(operationHistory)
      .where(and(eq(operationHistory.recordId, shown.id), eq(operationHistory.type, 'disable')))
    expect(line?.after).toMatchObject({ status: 'DISABLE', reason: 'Unpaid since May' })
    const told = (await mailsTo(input.ownerEmail)).find(
      ({ template }) => template === 'customerDisabledBecause',
    )
    expect(told?.values).toMatchObject({ company: input.englishName, reason: 'Unpaid since May' })
    const second = await sales.call(customers.create, { body: customerForm() })
    const several = { action: 'disable' as const, ids: [second.id], reason: 'Unpaid since June' }
    await sales.call(customers.bulk, { body: several })
    const log = await sales.call(customers.changes, idOf(second))
    expect(log.items.map(({ after }) => after)).toContain('Unpaid since June')
  })
})

describe('deleting', () => {
  test('is refused with birds; else houses and devices go along, and come back with the customer', async () => {
    const shown = await sales.call(customers.create, { body: customerForm() })
    const [{ path } = { path: '' }] = await system().select().from(office).where(eq(office.id, shown.id))
    const at = { id: shown.id, path, farmPath: path }
    const device = await buildDevice(farm.services, at)
    const house = await buildHouse(farm.services, at, { name: 'Shed', flockCount: 5 })
    const refused = await sales.ask(customers.remove, idOf(shown))
    expect(refused.json().data[0].message).toBe('There are birds in Shed. Close the flocks first')
    await system().execute(`update flock set ended_on = placed_on where house_id = '${house.id}'`)
    await sales.call(customers.remove, idOf(shown))
    expect(farm.services.devices.disconnected).toContain(device.id)
    expect((await sales.ask(customers.get, idOf(shown))).statusCode).toBe(404)
    const deleted = await sales.call(customers.list, { query: { deleted: 'recently' } })
    expect(deleted.items.map(({ id }) => id)).toEqual([shown.id])
    expect(deleted.items[0]?.deleted?.by).toBe('Test User')
    const { places } = await sales.call(customers.places, { query: { deleted: 'recently' } })
    expect(places.map(({ only }) => only?.id)).toEqual([shown.id])
    const back = await sales.call(customers.restore, idOf(shown))
    expect(back).toMatchObject({ houses: 1, devices: 1 })
    expect((await sales.ask(customers.restore, idOf(shown))).statusCode).toBe(409)
  })

  test('wants a proof of who does it, one by one and among others', async () => {
    const shown = await sales.call(customers.create, { body: customerForm() })
    const seller = await farm.as({ office: farm.offices.provider, kind: STAFF, grants: everyGrant(STAFF) })
    const provedAt = new Date(Date.now() - PROOF_MS)
    await system().update(session).set({ provedAt }).where(eq(session.accountId, seller.accountId))
    const tries = [
      await seller.ask(customers.remove, idOf(shown)),
      await seller.ask(customers.bulk, { body: { action: 'remove', ids: [shown.id] } }),
    ]
    for (const answer of tries)
      expect([answer.statusCode, answer.json().data]).toEqual([401, { proof: true }])
    expect((await sales.ask(customers.get, idOf(shown))).statusCode).toBe(200)
  })

  test('longer ago than thirty days is for good', async () => {
    const shown = await sales.call(customers.create, { body: customerForm() })
    await sales.call(customers.remove, idOf(shown))
    const longAgo = new Date(Date.now() - 31 * 86_400_000)
    await system().update(office).set({ deletedAt: longAgo }).where(eq(office.id, shown.id))
    expect((await sales.ask(customers.restore, idOf(shown))).statusCode).toBe(409)
    const { items } = await sales.call(customers.list, { query: { deleted: 'recently' } })
    expect(items.map(({ id }) => id)).not.toContain(shown.id)
  })
})

test('several are changed in one call, each for itself', async () => {
  const [first, second] = [
    await sales.call(trialCustomers.create, { body: customerForm() }),
    await agent.call(trialCustomers.create, { body: customerForm() }),
  ]
  const ids = [first.id, second.id]
  const extended = await sales.call(trialCustomers.bulk, { body: { action: 'extend', days: 7, ids } })
  expect(extended).toMatchObject({ done: 1, rows: [{ refused: null }, { id: second.id }] })
  expect(extended.rows[1]?.refused).toBe('The customer is not yet approved')
  expect((await sales.call(trialCustomers.bulk, { body: { action: 'disable', ids } })).done).toBe(2)
  expect((await sales.ask(customers.bulk, { body: { action: 'extend', days: 7, ids } })).statusCode).toBe(400)
  const reader = await farm.as({ office: farm.offices.provider, kind: STAFF, grants: ['custom_manage:edit'] })
  expect((await reader.ask(customers.bulk, { body: { action: 'disable', ids } })).statusCode).toBe(403)
})
