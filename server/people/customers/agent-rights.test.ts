import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { customers } from '#shared/contracts/customers.ts'
import { houses } from '#shared/contracts/houses.ts'
import { users } from '#shared/contracts/users.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildCustomer, buildHouse, buildUser } from '../../testing/farm-builder.ts'
import { startTestHub } from '../../testing/live-app.ts'
import { listenLive } from '../../testing/live-listener.ts'
import { everyGrant } from '../../testing/samples.ts'
import type { SeededOffice } from '../../testing/store.ts'
import { peopleAbove } from '../notices/above.ts'

const ZONE = 'Asia/Shanghai'
const inDays = (days: number) => daysAfter(dateIn(ZONE, new Date()), days)

let farm: TestApp
let hub: Awaited<ReturnType<typeof startTestHub>>
let dealer: Person
let served: { id: string }
let staff: Person

const db = () => farm.services.store.scoped(SYSTEM)
const until = async (of: SeededOffice, agentEndsOn: string | null) => {
  await db().update(office).set({ agentEndsOn }).where(eq(office.id, of.id))
  // The database's notification takes a moment.
  farm.services.events.emit('access', { accountIds: 'all' })
}
const names = async (person: Person) =>
  (await person.call(houses.list, {})).items.map(({ name }) => name).sort()

beforeAll(async () => {
  farm = await testApp()
  const { agent, provider, sharing } = farm.offices
  served = await buildHouse(farm.services, sharing, { name: 'Served' })
  hub = await startTestHub(farm)
  await farm.app.listen({ port: 0, host: '127.0.0.1' })
  dealer = await farm.as({ office: agent, kind: 3, grants: everyGrant(3) })
  staff = await farm.as({ office: provider, kind: 1, grants: everyGrant(1) })
})
afterAll(async () => {
  await hub.stop()
  await farm.close()
})

test('an agent sees its customers to the end of its last day, by its own calendar, and then its own people only', async () => {
  const { agent, closed } = farm.offices
  const mate = await buildUser(farm.services, agent, { kind: 3 })
  await until(agent, inDays(0))
  expect((await dealer.call(customers.list, {})).total).toBe(2)
  expect(await peopleAbove(db(), closed.path, 'consent')).toContainEqual(
    expect.objectContaining({ id: dealer.accountId }),
  )

  await until(agent, inDays(-1))
  expect(await dealer.call(customers.list, {})).toEqual({ total: 0, items: [] })
  expect((await dealer.call(customers.summary, {})).customers).toBe(0)
  expect(await names(dealer)).toEqual([])
  expect((await dealer.ask(customers.get, { params: { id: closed.id } })).statusCode).toBe(404)
  expect((await dealer.call(users.list, {})).items.map(({ id }) => id).sort()).toEqual(
    [dealer.accountId, mate.id].sort(),
  )
  expect(await peopleAbove(db(), closed.path, 'consent')).not.toContainEqual(
    expect.objectContaining({ id: dealer.accountId }),
  )
  // The customers stay where they are, with staff.
  expect((await staff.call(customers.list, { query: { agentId: agent.id } })).total).toBe(2)

  const form = { chineseName: '', englishName: 'One more', contact: 'Ann', country: 'DE', placementDay: 0 }
  const body = { ...form, ownerLogin: 'one-more', ownerEmail: 'one@farm.example' }
  expect((await dealer.ask(customers.create, { body })).statusCode).toBe(403)

  await until(agent, inDays(1))
  expect((await dealer.call(customers.list, {})).total).toBe(2)
  expect(await names(dealer)).toEqual(['Served'])
})

test('a customer that is an agent too keeps its own farm; the date stands on its record', async () => {
  const { sharing, team } = farm.offices
  await buildHouse(farm.services, team, { name: 'Of the team' })
  const below = await buildCustomer(farm.services, sharing)
  const [made] = await db().select().from(office).where(eq(office.id, below.id))
  await buildHouse(
    farm.services,
    { id: below.id, path: made?.path ?? '', farmPath: made?.farmPath ?? '' },
    { name: 'Below' },
  )
  await db()
    .update(office)
    .set({ farmAccessUntil: new Date(Date.now() + 86_400_000) })
    .where(eq(office.id, below.id))
  const owner = await farm.as({ office: sharing, kind: 2, grants: everyGrant(2) })
  expect(await names(owner)).toEqual(['Below', 'Of the team', 'Served'])

  const { items } = await staff.call(customers.list, {})
  const record = items.find(({ id }) => id === sharing.id)
  const changed = await staff.call(customers.update, {
    params: { id: sharing.id },
    body: { ...record, country: 'CN', contact: 'Ann', agentEndsOn: inDays(-1), version: undefined } as never,
  })
  expect(changed.agentEndsOn).toBe(inDays(-1))
  await vi.waitFor(async () => expect(await names(owner)).toEqual(['Of the team', 'Served']), {
    timeout: 2_000,
  })
  const [row] = await db().select().from(customer).where(eq(customer.officeId, sharing.id))
  expect(row?.agentEndsOn).toBe(inDays(-1))
})

test('open screens are told within 2 s, and show nothing of those customers from then on', async () => {
  const { agent } = farm.offices
  const address = `ws://127.0.0.1:${(farm.app.server.address() as AddressInfo).port}`
  const screen = await listenLive(address, dealer.token)
  const sees = (any: boolean) =>
    vi.waitFor(async () => expect((await names(dealer)).length > 0).toBe(any), { timeout: 2_000 })
  await sees(true)
  screen.watch(served.id)
  await screen.quiet()
  await db()
    .update(office)
    .set({ agentEndsOn: inDays(-1) })
    .where(eq(office.id, agent.id))
  await vi.waitFor(
    () =>
      expect(screen.of('ACCESS')).toContainEqual(
        expect.objectContaining({ rights: true, lost: [served.id] }),
      ),
    { timeout: 2_000 },
  )
  await sees(false)
  const before = screen.frames.length
  farm.services.events.emit('house', { houseId: served.id, state: 'alarm', since: 0, alarms: [] })
  await screen.quiet()
  expect(screen.frames.slice(before)).toEqual([])
  screen.socket.terminate()
})
