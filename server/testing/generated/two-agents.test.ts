import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Job } from '#shared/contracts/jobs.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { AGENT } from '#shared/permissions.ts'
import { features } from '../../app.ts'
import { buildAgency } from '../../features/agents/agents.fixture.ts'
import { buildListedPrice } from '../../features/price-lists/price-lists.fixture.ts'
import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { Person, TestApp } from '../app.ts'
import { buildCustomer } from '../farm-builder.ts'
import { type Filled, fillCustomer, own, rowsOf, secretsOf, subjects } from '../filled-customer.ts'
import { audienceOf, everyGrant, grantsTo, inputSchema, sampleOf } from '../samples.ts'
import type { SeededOffice } from '../store.ts'
import { rowsOf as cellsOf, jobIn } from '../uploads.ts'
import { workingApp } from '../working-app.ts'

const THEIRS = 'THEIRS'
/** Values no schema can make up, by field. */
const TYPED = { country: 'CN', clock: '08:00', ownerEmail: 'owner@farm.example' }

const isForAgents = (endpoint: Endpoint) => {
  const grants = grantsTo(endpoint)
  const isOfKind = endpoint.kinds?.includes(AGENT) ?? true
  return (
    endpoint.access !== 'public' &&
    isOfKind &&
    (grants.length === 0 || grants.some(grant => audienceOf(grant).includes(AGENT)))
  )
}
/** What agents may call. */
const endpoints = features.flatMap(({ name: module, contract }) =>
  Object.entries<Endpoint>(contract)
    .filter(([, endpoint]) => isForAgents(endpoint))
    .map(([type, endpoint]) => ({ module, type, name: `${module}.${type}`, endpoint })),
)
const lists = endpoints.filter(({ endpoint: { method, path } }) => method === 'GET' && !path.includes(':'))
const ofOne = endpoints.filter(({ endpoint: { path } }) => path.includes(':'))
const files = endpoints.filter(
  ({ type, endpoint: { method, path, returns } }) =>
    method === 'POST' && returns === Job && !['import', 'upload'].includes(type) && !path.includes(':'),
)

let farm: TestApp
/** Has every right an agent can have. */
let agent: Person
/** A customer of the agent, and one of another agent. */
let ours: Filled
let theirs: Filled
/** What the other agent’s customer has: nothing that the agent calls may change it. */
let rowsOfTheirs: Awaited<ReturnType<typeof rowsOf>>
/** What the other agent pays. */
let listed: Awaited<ReturnType<typeof buildListedPrice>>
beforeAll(async () => {
  farm = await workingApp()
  const { provider, agent: first, sharing } = farm.offices
  const other = await placed(await anotherAgent(provider.id))
  const farmer = await placed((await buildCustomer(farm.services, other, { englishName: THEIRS })).id)
  for (const customer of [sharing, farmer]) await farm.as({ office: customer, kind: 2 })
  for (const granted of [first, other]) await buildAgency(farm.services, granted, { standing: 'passed' })
  listed = await buildListedPrice(farm.services, other)
  ours = await fillCustomer(farm, sharing, 'OURS')
  theirs = await fillCustomer(farm, farmer, THEIRS)
  agent = await farm.as({ office: first, kind: AGENT, grants: everyGrant(AGENT) })
  rowsOfTheirs = await rowsOf(farm, theirs)
})
afterAll(() => farm.close())

const system = () => farm.services.store.scoped(SYSTEM)

async function anotherAgent(parentId: string): Promise<string> {
  const id = newId()
  const names = { chineseName: `${THEIRS} 代理`, englishName: `${THEIRS} agency` }
  await system()
    .insert(office)
    .values({ id, parentId, path: '', kind: 'agent', timeZone: 'UTC', ...names })
  return id
}
async function placed(of: string): Promise<SeededOffice> {
  const { id, path, farmPath } = office
  const [found] = await system().select({ id, path, farmPath }).from(office).where(eq(office.id, of))
  if (!found) throw new Error('There is no such office')
  return found
}

function inputFor(module: string, endpoint: Endpoint, id: string, more: object = {}) {
  const period = { from: 0, to: 1_000, metrics: 'Climate/Temperature' }
  const known = { ...TYPED, ...own[module]?.(ours, more), ...period, ...more }
  return {
    params: { id },
    ...(endpoint.query && { query: sampleOf(inputSchema(endpoint.query), known) }),
    ...(endpoint.body && { body: sampleOf(inputSchema(endpoint.body), known) }),
  }
}
function expectNothingOfTheirs(text: string) {
  const secrets = [THEIRS, ...secretsOf(theirs), listed.listId, listed.name, listed.price]
  for (const secret of secrets) expect(text).not.toContain(secret)
}
/** Every order that a list can be sorted by. */
const sortsOf = ({ query }: Endpoint): string[] =>
  inputSchema(query ?? Job).properties?.sort
    ? ['name', '-name', 'createdAt', '-createdAt', '-lastAt', 'price']
    : []

describe.each(lists)('$name', ({ endpoint, module }) => {
  test('shows an agent nothing of the customer of another, however it is asked', async () => {
    const { code: search, goodId } = listed
    const ways = [
      {},
      { search: THEIRS },
      { officeId: theirs.office.id },
      { size: 100, page: 1 },
      { search, ids: goodId, goodIds: goodId, officeId: theirs.office.id, buyerId: theirs.office.id },
    ]
    for (const way of [...ways, ...sortsOf(endpoint).map(sort => ({ sort, size: 100 }))]) {
      const { statusCode, body } = await agent.ask(endpoint, inputFor(module, endpoint, '', way))
      expect([200, 400], body).toContain(statusCode)
      expectNothingOfTheirs(body)
    }
  })
})

describe.each(ofOne)('$name', ({ endpoint, module }) => {
  test('does not show an agent what another agent’s customer has, and leaves it as it was', async () => {
    const id = subjects[module]?.(theirs) ?? theirs.office.id
    const answer = await agent.ask(endpoint, inputFor(module, endpoint, id))
    expect(answer.statusCode, answer.body).toBe(404)
    expectNothingOfTheirs(answer.body)
    expect(await rowsOf(farm, theirs)).toEqual(rowsOfTheirs)
  })
})

describe.each(files)('$name', ({ endpoint, module }) => {
  test('makes an agent a file without anything of another agent’s customer', async () => {
    for (const way of [{}, { search: THEIRS }, { officeId: theirs.office.id }]) {
      const answer = await agent.ask(endpoint, inputFor(module, endpoint, '', way))
      expectNothingOfTheirs(answer.body)
      if (answer.statusCode !== 200) continue
      const { file } = await jobIn(agent, (answer.json().data as Job).id, 'done', 'failed')
      if (file?.name.endsWith('.xlsx')) expectNothingOfTheirs(JSON.stringify(await cellsOf(farm, file.url)))
    }
  })
})
