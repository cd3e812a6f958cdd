import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentArea } from '#shared/contracts/agent-area.ts'
import { customers } from '#shared/contracts/customers.ts'
import { files } from '#shared/contracts/files.ts'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { mall } from '#shared/contracts/mall.ts'
import { orders } from '#shared/contracts/orders.ts'
import { buildGood, buildPrice } from '../../farm/goods/testing/build-goods.ts'
import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildCustomer, buildDevice } from '../../testing/farm-builder.ts'
import { startTestHub } from '../../testing/live-app.ts'
import { listenLive } from '../../testing/live-listener.ts'
import { jpegOf } from '../../testing/pictures.ts'
import { everyGrant } from '../../testing/samples.ts'
import { sendFile } from '../../testing/sent-files.ts'
import type { SeededOffice } from '../../testing/store.ts'
import { jobIn, rowsOf } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'
import { buildInquiry } from '../inquiries/inquiries.fixture.ts'
import { buildOrder } from '../orders/orders.fixture.ts'
import { buildAgency } from './agents.fixture.ts'

/** Appears in every text of the other agent's customer. */
const THEIRS = 'Zanzibarite'

let farm: TestApp
let base: string
let sales: Person
let agent: Person
let other: Person
/** The other agent's customer and its records. */
let theirs: SeededOffice
let theirAgent: SeededOffice
let order: { id: string }
let inquiry: { id: string }
let hub: Awaited<ReturnType<typeof startTestHub>>

const system = () => farm.services.store.scoped(SYSTEM)
async function placed(id: string): Promise<SeededOffice> {
  const { path, farmPath } = office
  const [found] = await system()
    .select({ id: office.id, path, farmPath })
    .from(office)
    .where(eq(office.id, id))
  if (!found) throw new Error('There is no such office')
  return found
}

beforeAll(async () => {
  farm = await workingApp()
  hub = await startTestHub(farm)
  base = await farm.app.listen({ port: 0, host: '127.0.0.1' })
  const { provider, agent: first, sharing } = farm.offices
  const names = { chineseName: `${THEIRS} 代理`, englishName: `${THEIRS} agency` }
  const id = newId()
  await system()
    .insert(office)
    .values({ id, parentId: provider.id, path: '', kind: 'agent', timeZone: 'UTC', ...names })
  theirAgent = await placed(id)
  theirs = await placed(
    (await buildCustomer(farm.services, theirAgent, { englishName: `${THEIRS} farm` })).id,
  )
  await system()
    .update(office)
    .set({ englishName: `${THEIRS} farm` })
    .where(eq(office.id, theirs.id))
  sales = await farm.as({ office: provider, kind: 1, grants: everyGrant(1) })
  agent = await farm.as({ office: first, kind: 3, grants: everyGrant(3) })
  other = await farm.as({ office: theirAgent, kind: 3, grants: everyGrant(3) })
  for (const granted of [first, theirAgent]) await buildAgency(farm.services, granted, { standing: 'passed' })
  await buildOrder(farm.services, sharing)
  await buildInquiry(farm.services, sharing)
  order = await buildOrder(farm.services, theirs, { consignee: THEIRS, content: THEIRS, sum: '777.77' })
  inquiry = await buildInquiry(farm.services, theirs, { text: THEIRS })
  await buildDevice(farm.services, theirs, { name: THEIRS })
})
afterAll(async () => {
  await hub.stop()
  await farm.close()
})

const sorts = (names: readonly string[]) => names.flatMap(name => [name, `-${name}`])

test('lists, totals, searches, counts and single rows show nothing of the other agent’s customer', async () => {
  const queries = [
    {},
    { search: THEIRS },
    { officeId: theirs.id },
    ...sorts(['lastAt', 'madeAt', 'number', 'standing']).map(sort => ({ sort })),
  ]
  const lists = [orders.list, inquiries.list] as const
  for (const endpoint of lists)
    for (const query of queries) {
      const { body, statusCode } = await agent.ask(endpoint, { query })
      expect(statusCode, body).toBe(200)
      expect(body).not.toContain(THEIRS)
    }
  for (const query of [{ search: THEIRS }, { officeId: theirs.id }]) {
    for (const endpoint of lists)
      expect(await agent.call(endpoint, { query })).toEqual({ items: [], total: 0 })
    for (const endpoint of [orders.counts, inquiries.counts])
      expect(await agent.call(endpoint, { query: { ...query, by: 'standing' } })).toEqual({})
  }
  // Their owner sees them, so there is something to find.
  expect((await other.call(orders.list, { query: { search: THEIRS } })).total).toBe(1)
  expect((await other.call(inquiries.list, { query: { search: THEIRS } })).total).toBe(1)
  expect((await agent.ask(orders.get, { params: { id: order.id } })).statusCode).toBe(404)
  expect((await agent.ask(inquiries.get, { params: { id: inquiry.id } })).statusCode).toBe(404)
  for (const answer of [
    await agent.ask(agentArea.list, { query: { search: THEIRS } }),
    await agent.ask(agentArea.list, {}),
    await agent.ask(agentArea.totals),
    await agent.ask(inquiries.waiting),
    await agent.ask(customers.list, {}),
    await agent.ask(customers.list, { query: { search: THEIRS } }),
    await agent.ask(customers.get, { params: { id: theirs.id } }),
  ])
    expect(answer.body).not.toMatch(new RegExp(`${THEIRS}|777`))
  expect(await agent.call(agentArea.totals)).toMatchObject({ openOrders: 1, waitingInquiries: 1 })
})

test('an export of orders has none of it, under a search, the customer or none', async () => {
  for (const filter of [{}, { search: THEIRS }, { officeId: theirs.id }]) {
    const answer = await agent.ask(orders.export, { body: filter })
    // Agents cannot export orders; one given the right gets none of another's.
    expect(answer.statusCode).toBe(403)
  }
})

test('a file of it is not handed out, and an export has no row of it', async () => {
  const { id: picture } = await sendFile(base, sales, 'picture', jpegOf(64), `${THEIRS}.jpg`)
  const body = { event: 'other' as const, happenedAt: null, text: THEIRS, pictures: [picture], papers: [] }
  await sales.call(orders.log, { params: { id: order.id }, body })
  const shown = (who: Person) => who.call(files.shown, { query: { ids: picture } })
  expect(await shown(other)).toHaveLength(1)
  expect(await shown(agent)).toEqual([])
  const { id } = await agent.call(customers.export, { body: {} })
  const { file } = await jobIn(agent, id, 'done')
  const rows = await rowsOf(farm, file?.url)
  expect(rows.length).toBeGreaterThan(1)
  expect(JSON.stringify(rows)).not.toContain(THEIRS)
})

test('an open socket hears nothing of it', async () => {
  const { port } = farm.app.server.address() as AddressInfo
  const [mine, its] = await Promise.all(
    [agent, other].map(({ token }) => listenLive(`ws://127.0.0.1:${port}`, token)),
  )
  const body = { event: 'other' as const, happenedAt: null, text: 'On its way', pictures: [], papers: [] }
  await sales.call(orders.log, { params: { id: order.id }, body })
  await expect.poll(() => its?.of('RECORD')).toMatchObject([{ module: 'orders', id: order.id }])
  await mine?.quiet()
  expect(mine?.of('RECORD')).toEqual([])
  for (const listener of [mine, its]) listener?.socket.terminate()
})

test('its price list is not told by order, search, filters or facets of the mall', async () => {
  const make = (price: string) =>
    buildGood(farm.services, { englishName: 'Twoagents', price, machines: ['scraper'] })
  const [cheap, dear] = [await make('50'), await make('60')]
  await buildPrice(farm.services, theirAgent, { goodId: dear.id, price: '41.7' })
  await buildPrice(farm.services, theirs, { goodId: cheap.id, price: '61.7' })
  const found = async (who: Person, sort: string) =>
    (await who.call(mall.list, { query: { search: 'twoagents', sort } })).items.map(({ id }) => id)
  expect(await found(agent, 'price')).toEqual([cheap.id, dear.id])
  expect(await found(agent, '-price')).toEqual([dear.id, cheap.id])
  // An agent pays its own price, not that of its customer.
  expect(await found(other, 'price')).toEqual([dear.id, cheap.id])
  for (const query of [
    { search: 'twoagents' },
    { machine: 'scraper' as const },
    { search: '41.7' },
    { search: '61.7' },
  ])
    for (const endpoint of [mall.list, mall.facets] as const) {
      const { body } = await agent.ask(endpoint, { query })
      expect(body).not.toMatch(/"(41|61)\.7/)
    }
})
