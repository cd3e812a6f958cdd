import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentArea, agentCustomers } from '#shared/contracts/agent-area.ts'
import { agents } from '#shared/contracts/agents.ts'
import { customers, trialCustomers } from '#shared/contracts/customers.ts'
import { files } from '#shared/contracts/files.ts'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { notices } from '#shared/contracts/notices.ts'
import { orders } from '#shared/contracts/orders.ts'
import { newId } from '../../platform/database/ids.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { storedFile } from '../../platform/database/tables/jobs.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildAlarm, buildCustomer, buildDevice, buildHouse } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { buildInquiry } from '../inquiries/inquiries.fixture.ts'
import { buildOrder } from '../orders/orders.fixture.ts'
import { buildAgency, buildMaterial } from './agents.fixture.ts'

let farm: TestApp
let staff: Person
/** Serves the customers `sharing` and `closed`. */
let north: Person
/** Another agent, without customers. */
let south: Person
let southOffice: { id: string; path: string }

const system = () => farm.services.store.scoped(SYSTEM)

beforeAll(async () => {
  farm = await testApp()
  const { provider, agent, sharing, closed, direct } = farm.offices
  const names = { chineseName: '南方代理', englishName: 'Agency South' }
  const [made] = await system()
    .insert(office)
    .values({ id: newId(), parentId: provider.id, path: '', kind: 'agent', timeZone: 'UTC', ...names })
    .returning()
  if (!made) throw new Error('There is no agent')
  southOffice = made
  staff = await farm.as({ office: provider, kind: 1, grants: everyGrant(1) })
  north = await farm.as({ office: agent, kind: 3, grants: everyGrant(3) })
  south = await farm.as({ office: southOffice, kind: 3, grants: everyGrant(3) })
  await buildAgency(farm.services, agent, { standing: 'passed' })
  for (const of of [sharing, closed, direct]) {
    const device = await buildDevice(farm.services, of, { type: 'controller' })
    const house = await buildHouse(farm.services, of, { deviceIds: [device.id] })
    await buildAlarm(farm.services, of, { subjectId: device.id, houseIds: [house.id] })
    await buildOrder(farm.services, of)
    await buildInquiry(farm.services, of)
  }
})
afterAll(() => farm.close())

const offeredAgents = async () => (await staff.call(customers.agentOptions, {})).map(({ id }) => id)
const listed = async (person: Person, query = {}) => person.call(agentArea.list, { query })

test('an agent sees what its customers have and want, of farms only what they share', async () => {
  const { sharing, closed } = farm.offices
  const { total, items } = await listed(north)
  expect(total).toBe(2)
  const of = (id: string) => items.find(row => row.id === id)
  const has = { houses: 1, devices: 1, orders: 1, inquiries: 1 }
  expect(of(sharing.id)).toMatchObject({ ...has, shares: true, alarms: 1 })
  expect(of(closed.id)).toMatchObject({ ...has, shares: false, alarms: null })
  expect(await north.call(agentArea.totals)).toEqual({
    customers: 2,
    notShared: 1,
    devices: 2,
    devicesOnline: 0,
    openOrders: 2,
    waitingInquiries: 2,
    alarms: 1,
    ordered: [{ currency: 'CNY', amount: '912.00', orders: 2 }],
  })
})

test('the morning list of an agent has the houses of customers that share, and of nobody else', async () => {
  const { direct } = farm.offices
  const morning = await north.call(agentArea.morning)
  expect(morning).toMatchObject({ watched: 1, notShared: 1, total: 1 })
  expect(morning.houses).toMatchObject([{ customer: 'sharing', alarm: { level: 'critical' } }])
  expect(await south.call(agentArea.morning)).toEqual({ houses: [], total: 0, watched: 0, notShared: 0 })
  // A farm sees its own houses elsewhere; as agent it gets those of its customers.
  const owner = await farm.as({ office: direct, kind: 2, grants: everyGrant(2) })
  expect(await owner.call(agentArea.morning)).toMatchObject({ houses: [], watched: 0 })
})

test('another agent sees none of it: by list, total, search, order, inquiry, count or file', async () => {
  const nothing = { total: 0, items: [] }
  const [named] = (await listed(north)).items
  expect(await listed(south)).toEqual(nothing)
  expect(await listed(south, { search: named?.name })).toEqual(nothing)
  expect(await south.call(agentArea.totals)).toMatchObject({ customers: 0, openOrders: 0, ordered: [] })
  expect(await south.call(customers.list)).toEqual(nothing)
  expect(await south.call(customers.counts, { query: { by: 'status' } })).toEqual({})
  expect(await south.call(orders.list)).toEqual(nothing)
  expect(await south.call(orders.counts, { query: { by: 'standing' } })).toEqual({})
  expect(await south.call(inquiries.list)).toEqual(nothing)
  const [order] = (await north.call(orders.list)).items
  expect((await south.ask(orders.get, { params: { id: order?.id ?? '' } })).statusCode).toBe(404)
})

test('a customer that is an agent too is given customers, with everything they have, until its rights end', async () => {
  const { direct, closed, agent, sharing } = farm.offices
  const { id } = await buildAgency(farm.services, direct, { standing: 'passed' })
  const owner = await farm.as({ office: direct, kind: 2, grants: everyGrant(2) })
  const move = (id: string, agentId: string | null) =>
    staff.ask(customers.move, { params: { id }, body: { agentId } })
  expect(await listed(owner)).toEqual({ total: 0, items: [] })
  const offered = await offeredAgents()
  expect(offered).toEqual(expect.arrayContaining([direct.id, agent.id]))
  expect(offered).not.toContain(sharing.id)
  const moved = await move(closed.id, direct.id)
  expect(moved.json().data).toMatchObject({ agentId: direct.id, houses: 1, devices: 1 })
  expect((await listed(owner)).items).toMatchObject([
    { id: closed.id, houses: 1, devices: 1, orders: 1, inquiries: 1, alarms: null },
  ])
  expect(await owner.call(agentArea.totals)).toMatchObject({ customers: 1, notShared: 1, openOrders: 1 })
  // The former agent sees it no longer.
  expect((await listed(north)).items.map(row => row.id)).toEqual([sharing.id])
  // Neither a customer of its own nor an office without the rights can serve it.
  expect((await move(direct.id, direct.id)).statusCode).toBe(400)
  expect((await move(direct.id, closed.id)).statusCode).toBe(400)
  expect((await move(direct.id, sharing.id)).statusCode).toBe(400)
  await staff.call(agents.revoke, { params: { id }, body: { reason: 'Over' } })
  farm.services.events.emit('access', { accountIds: 'all' })
  expect(await listed(owner)).toEqual({ total: 0, items: [] })
  expect((await move(closed.id, direct.id)).json().data).toMatchObject({ agentId: direct.id })
  const back = await move(closed.id, agent.id)
  expect(back.json().data).toMatchObject({ agentId: agent.id, houses: 1 })
  expect((await listed(north)).total).toBe(2)
})

test('an agent puts a customer forward, a farm that is agent too as well: it waits for the provider and stands below them', async () => {
  const { direct, team } = farm.offices
  let made = 0
  const form = () => ({
    stage: 'formal' as const,
    englishName: `Won farm ${++made}`,
    contact: 'Ann',
    country: 'CN',
    ownerLogin: `won-${made}`,
    ownerEmail: `won-${made}@farm.example`,
  })
  const add = (person: Person, more = {}) =>
    person.ask(agentCustomers.create, { body: { ...form(), ...more } })
  const owner = await farm.as({ office: direct, kind: 2, grants: everyGrant(2) })
  await buildAgency(farm.services, direct, { standing: 'revoked' })
  expect((await add(owner)).statusCode).toBe(403)
  await buildAgency(farm.services, direct, { standing: 'passed' })
  farm.services.events.emit('access', { accountIds: 'all' })
  expect((await add(owner, { englishName: '' })).json().data).toEqual([
    { field: 'englishName', message: 'Enter a name in at least one language' },
  ])
  // Its days begin by the time of its country, unless another is entered.
  const added = await add(owner, { country: 'PE' })
  expect(added.json().data).toMatchObject({
    approval: 'pending',
    contractEndsOn: null,
    agentId: direct.id,
    timeZone: 'America/Lima',
  })
  const { id } = added.json().data
  expect((await listed(owner)).items).toMatchObject([{ id, approval: 'pending', houses: 0 }])
  expect((await staff.call(customers.approve, { params: { id }, body: {} })).approval).toBe('passed')
  const titles = async ({ call }: Person) => (await call(notices.list)).items.map(({ title }) => title)
  const { name } = (await listed(owner)).items[0] ?? {}
  expect(await titles(staff)).toContainEqual(expect.stringContaining(String(name)))
  expect(await titles(owner)).toContainEqual(expect.stringContaining(String(name)))
  // People of an office that is only an agent can do the same; nobody of another farm sees it.
  const trial = await add(south, { stage: 'trial' })
  expect(trial.json().data).toMatchObject({ stage: 'trial', approval: 'pending', agentId: southOffice.id })
  expect((await listed(north, { search: 'Won farm' })).total).toBe(0)
  const farmer = await farm.as({ office: farm.offices.closed, kind: 2, grants: everyGrant(2) })
  // People of a farm team would not see what they add.
  const hand = await farm.as({ office: team, kind: 2, grants: everyGrant(2) })
  await buildAgency(farm.services, farm.offices.sharing, { standing: 'passed' })
  farm.services.events.emit('access', { accountIds: 'all' })
  for (const person of [farmer, hand]) expect((await add(person)).statusCode).toBe(403)
})

test('an agent puts a refused customer forward again, and nobody else does', async () => {
  const { direct } = farm.offices
  const owner = await farm.as({ office: direct, kind: 2, grants: everyGrant(2) })
  await buildAgency(farm.services, direct, { standing: 'passed' })
  farm.services.events.emit('access', { accountIds: 'all' })
  const more = { approval: 'rejected' as const, refusedBecause: 'No contract' }
  const { id } = await buildCustomer(farm.services, direct, { ...more, stage: 'trial' })
  const again = (who: Person, params = { id }, reason = 'Here is the contract') =>
    who.ask(agentCustomers.again, { params, body: { reason } })
  expect((await again(owner, { id }, '')).statusCode).toBe(400)
  // Neither another agent nor an independent farm.
  expect((await again(south)).statusCode).toBe(404)
  expect((await again(owner, { id: direct.id })).statusCode).toBe(404)
  expect((await again(owner)).json().data).toMatchObject({ approval: 'pending', refusedBecause: null })
  expect((await again(owner)).statusCode).toBe(409)
  const titles = (await staff.call(notices.list)).items.map(({ title }) => title)
  expect(titles).toContainEqual(expect.stringMatching(/submitted .* again: Here is the contract/))
  const { version } = await staff.call(trialCustomers.get, { params: { id } })
  const refused = { params: { id }, body: { reason: 'Still no', version } }
  expect((await staff.call(trialCustomers.refuse, refused)).approval).toBe('rejected')
})

test('the file of a material is shown to agents alone, and not to one whose rights were revoked', async () => {
  const id = newId()
  const { id: attachedTo } = await buildMaterial(farm.services, { files: [id] })
  await system()
    .insert(storedFile)
    .values({
      id,
      officePath: ROOT_PATH,
      purpose: 'people',
      name: 'Prices.pdf',
      type: 'application/pdf',
      size: 1,
      needs: [],
      scopeLo: ROOT_PATH,
      scopeFarm: '',
      shared: [],
      expiresAt: new Date('9999-12-31'),
      attachedTo,
      access: [agentArea.opened.access],
      isReleased: true,
    })
  const shown = async (person: Person) =>
    (await person.call(files.shown, { query: { ids: id } })).map(file => file.id)
  const farmer = await farm.as({ office: farm.offices.closed, kind: 2, grants: everyGrant(2) })
  expect(await shown(north)).toEqual([id])
  expect(await shown(south)).toEqual([id])
  expect(await shown(farmer)).toEqual([])
  const { items } = await staff.call(agents.list)
  const granted = items.find(({ officeId }) => officeId === farm.offices.agent.id)?.id ?? ''
  await staff.call(agents.revoke, { params: { id: granted }, body: { reason: 'Over' } })
  farm.services.events.emit('access', { accountIds: 'all' })
  expect(await shown(north)).toEqual([])
  expect(await listed(north)).toEqual({ total: 0, items: [] })
  expect(await north.call(agentArea.materials)).toEqual([])
  // Its customers stay where they are.
  const { total } = await staff.call(customers.list, { query: { agentId: farm.offices.agent.id } })
  expect(total).toBe(2)
})
