import { and, eq, isNotNull, like, ne, not, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mall } from '#shared/contracts/mall.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { features } from '../../app.ts'
import { buildListedPrice } from '../../features/price-lists/price-lists.fixture.ts'
import * as tables from '../../platform/database/schema.ts'
import { scopeOf } from '../../platform/database/scope.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { type Person, type TestApp, testApp } from '../app.ts'
import {
  type Filled,
  fillCustomer,
  own,
  references,
  rowsOf,
  secretsOf,
  subjects,
} from '../filled-customer.ts'
import { audienceOf, everyGrant, grantsTo, inputSchema, sampleOf } from '../samples.ts'

const isForCustomers = (endpoint: Endpoint) => {
  if (endpoint.kinds && !endpoint.kinds.includes(2)) return false
  const grants = grantsTo(endpoint)
  return grants.length === 0 || grants.some(grant => audienceOf(grant).includes(2))
}

/** What customers may call; the tests of access check that other calls refuse them. */
const endpoints = features.flatMap(({ name: module, contract }) =>
  Object.entries<Endpoint>(contract)
    .filter(([, endpoint]) => endpoint.access !== 'public' && isForCustomers(endpoint))
    .map(([type, endpoint]) => ({ module, name: `${module}.${type}`, endpoint })),
)
const OURS = 'OURS'
const THEIRS = 'THEIRS'

let farm: TestApp
let owner: Person
let neighbour: Person
let agent: Person
let ours: Filled
let theirs: Filled
let agents: Awaited<ReturnType<typeof buildListedPrice>>
/** What the neighbour has: nothing that the owner calls may change it. */
let rowsOfTheirs: Awaited<ReturnType<typeof rowsOf>>
beforeAll(async () => {
  farm = await testApp()
  neighbour = await farm.as({ office: farm.offices.closed, kind: 2, grants: everyGrant(2) })
  agent = await farm.as({ office: farm.offices.agent, kind: 3, grants: everyGrant(3) })
  agents = await buildListedPrice(farm.services, farm.offices.agent)
  theirs = await fillCustomer(farm, farm.offices.closed, THEIRS)
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: everyGrant(2) })
})
afterAll(() => farm.close())
/** Our customer is refilled only after a call has changed something of it. */
let isFull = false
beforeEach(async () => {
  if (!isFull) {
    ours = await fillCustomer(farm, farm.offices.sharing, OURS)
    rowsOfTheirs = await rowsOf(farm, theirs)
  }
  isFull = true
  // Nobody works on jobs here, and nobody may have more than three at a time.
  const begun = and(eq(tables.job.accountId, owner.accountId), ne(tables.job.id, subjects.jobs?.(ours) ?? ''))
  await farm.services.store.scoped(SYSTEM).delete(tables.job).where(begun)
})
/** A call of the owner, which may change what the customer has. */
async function ask(endpoint: Endpoint, input: Parameters<Person['ask']>[1]) {
  const answer = await owner.ask(endpoint, input)
  if (endpoint.method !== 'GET' && answer.statusCode === 200) isFull = false
  return answer
}

function inputFor(module: string, endpoint: Endpoint, id: string, more: object = {}) {
  const known = { ...own[module]?.(ours, more), from: 0, to: 1_000, metrics: 'Climate/Temperature', ...more }
  return {
    params: { id },
    ...(endpoint.query && { query: sampleOf(inputSchema(endpoint.query), known) }),
    ...(endpoint.body && { body: sampleOf(inputSchema(endpoint.body), known) }),
  }
}
function expectNothingOfTheirs(text: string) {
  const secrets = [THEIRS, ...secretsOf(theirs), agents.listId, agents.name, agents.price]
  for (const secret of secrets) expect(text).not.toContain(secret)
}

describe.each(endpoints.filter(({ endpoint }) => !endpoint.path.includes(':') && endpoint.method === 'GET'))(
  '$name',
  ({ endpoint, module }) => {
    test('shows nothing of another customer, even when asked for it by name', async () => {
      const { code: search, goodId } = theirs.listed
      const queries = [
        {},
        { search: THEIRS },
        { officeId: theirs.office.id },
        { size: 100, page: 1 },
        { search, ids: goodId, goodIds: goodId, officeId: theirs.office.id, buyerId: theirs.office.id },
      ]
      for (const query of queries) {
        const answer = await ask(endpoint, { ...inputFor(module, endpoint, '', query) })
        expect(answer.statusCode).toBe(200)
        expectNothingOfTheirs(answer.body)
      }
    })
  },
)

describe.each(endpoints.filter(({ endpoint }) => endpoint.path.includes(':')))('$name', entry => {
  const { module, endpoint } = entry

  test('finds one’s own row', async () => {
    const id = subjects[module]?.(ours)
    expect(id, `${module} has no subject in this test`).toBeDefined()
    const answer = await ask(endpoint, inputFor(module, endpoint, id ?? ''))
    // The house is found, but it is empty and has no meter: there is nothing to simulate or to exchange. Nor is the test that
    // is found one of alarms, or the device a gateway.
    const refused = ['settings.tryOut', 'houses.exchangeMeter', 'overhaul-tests.sendAlarm', 'devices.pair']
    const expected = refused.includes(entry.name) ? [400] : [200, 409]
    expect(expected, answer.body).toContain(answer.statusCode)
  })

  test('does not find the row of another customer, and leaves it as it was', async () => {
    const answer = await ask(endpoint, inputFor(module, endpoint, subjects[module]?.(theirs) ?? ''))
    expect(answer.statusCode, answer.body).toBe(404)
    expectNothingOfTheirs(answer.body)
    expect(await rowsOf(farm, theirs)).toEqual(rowsOfTheirs)
  })
})

describe.each(endpoints.filter(({ endpoint }) => endpoint.method !== 'GET'))('$name', entry => {
  const { module, name, endpoint } = entry
  /** The line of a file stays with its job until that is done. */
  const rowsOfOwner = async () => {
    const db = farm.services.store.scoped(SYSTEM)
    const { operationHistory, job } = tables
    const written = await db.$count(operationHistory, eq(operationHistory.actorId, owner.accountId))
    return written + (await db.$count(job, and(eq(job.accountId, owner.accountId), isNotNull(job.told))))
  }

  test('leaves its row in the operation history if it changes something, and none if it does not', async () => {
    const before = await rowsOfOwner()
    const input = inputFor(module, endpoint, subjects[module]?.(ours) ?? '')
    const { statusCode } = await ask(endpoint, input)
    const written = (await rowsOfOwner()) - before
    if (statusCode !== 200 || endpoint.says === null) expect(written).toBe(0)
    else expect(written).toBeGreaterThan(0)
    if (endpoint.says !== null)
      for (const said of Object.values(endpoint.says ?? { missing: '' })) expect(said, name).not.toBe('')
  })
})

/** A phone makes it up for what it keeps until there is a connection: it refers to nothing of anybody's. */
const MADE_UP = 'sentId'

/** What a call writes or refers to; the filter of an export refers to nothing, it only finds less. */
const referring = endpoints
  .filter(({ name }) => !name.endsWith('.export'))
  .flatMap(entry => {
    const { body } = entry.endpoint
    const fields = Object.keys((body && inputSchema(body).properties) ?? {}).filter(
      name => /Ids?$/.test(name) && name !== MADE_UP,
    )
    return fields.map(field => ({ ...entry, field }))
  })
test.each(referring)(
  '$name does not take the $field of another customer',
  async ({ module, endpoint, field }) => {
    const foreign = references[field]?.(theirs)
    expect(foreign, `${field} has no meaning in this test`).toBeDefined()
    const input = inputFor(module, endpoint, subjects[module]?.(ours) ?? '', { [field]: foreign })
    const answer = await ask(endpoint, input)
    expect([400, 404], answer.body).toContain(answer.statusCode)
    const names = answer.json().data?.map(({ field: named }: { field: string }) => named.replace(/\..*/, ''))
    expect(names).toContain(field)
    expect(await rowsOf(farm, theirs)).toEqual(rowsOfTheirs)
  },
)

describe('what a list of the provider makes a good cost', () => {
  const priceFor = async (who: Person) =>
    (await who.call(mall.read, { params: { id: theirs.listed.goodId } })).price?.amount

  test('is what its buyer is shown, and nobody else', async () => {
    expect(await priceFor(owner)).toBe(ours.listed.price)
    expect(await priceFor(neighbour)).toBe(theirs.listed.price)
    expect(await priceFor(agent)).toBe(agents.price)
  })

  test('is in no call about the good', async () => {
    const ofGood = endpoints.filter(
      ({ module, endpoint }) =>
        endpoint.path.includes(':id') && subjects[module]?.(theirs) === theirs.good.id,
    )
    expect(ofGood.map(({ name }) => name)).toContain('mall.read')
    for (const { module, endpoint } of ofGood)
      expectNothingOfTheirs((await ask(endpoint, inputFor(module, endpoint, theirs.listed.goodId))).body)
  })

  test('is in no row that a customer or an agent can read, not even of the lists that are for them', async () => {
    const { priceList, priceListBuyer, priceListLine, goodPrice } = tables
    for (const { path, farmPath } of [farm.offices.sharing, farm.offices.agent]) {
      const db = farm.services.store.scoped(scopeOf(path, farmPath ?? ''))
      for (const table of [priceList, priceListBuyer, priceListLine, goodPrice])
        expect(
          await db
            .select()
            .from(table)
            .where(not(like(table.officePath, `${path}%`))),
        ).toEqual([])
      for (const asked of ['prices_of', 'price_sources']) {
        const { rows } = await db.execute(sql`select * from ${sql.raw(asked)}(${theirs.office.path})`)
        expect(rows).toEqual([])
      }
    }
  })
})
