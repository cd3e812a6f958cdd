import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#shared/endpoint.ts'
import { AGENT, type Kind, STAFF } from '#shared/permissions.ts'
import { features } from '../../app.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { type Person, type TestApp, testApp } from '../app.ts'
import { buildDepartment } from '../farm-builder.ts'
import { type Filled, fillCustomer, own, rowsOf, secretsOf, subjects } from '../filled-customer.ts'
import { audienceOf, everyGrant, grantsTo, inputSchema, sampleOf } from '../samples.ts'

const THEIRS = 'THEIRS'

/** What people of this kind may call. */
const endpointsFor = (kind: Kind) =>
  features.flatMap(({ name: module, contract }) =>
    Object.entries<Endpoint>(contract)
      .filter(([, { access, kinds }]) => access !== 'public' && kinds?.includes(kind) !== false)
      .filter(([, endpoint]) => {
        const grants = grantsTo(endpoint)
        return grants.length === 0 || grants.some(grant => audienceOf(grant).includes(kind))
      })
      .map(([type, endpoint]) => ({ module, name: `${module}.${type}`, endpoint })),
  )

/** What `:id` stands for if a customer itself has none of its own. */
const subjectOf = (module: string, theirs: Filled) =>
  module === 'customers' || module === 'trial-customers'
    ? theirs.office.id
    : module === 'cage-types'
      ? theirs.cage.id
      : module === 'iot-products'
        ? theirs.product.id
        : subjects[module]?.(theirs)

let farm: TestApp
let theirs: Filled
/** What the customer has: nothing that those people call may change it. */
let rowsOfTheirs: Awaited<ReturnType<typeof rowsOf>>
/** People who would see the customer if nothing narrowed their view, each in an office above it. */
const viewers: Record<'engineer' | 'dealer', Person | undefined> = { engineer: undefined, dealer: undefined }

beforeAll(async () => {
  farm = await testApp()
  const db = farm.services.store.scoped(SYSTEM)
  const { provider, agent, closed, sharing } = farm.offices
  await db.update(office).set({ farmAccessUntil: new Date(Date.now() + 86_400_000) })
  const [north, south] = [
    await buildDepartment(farm.services, provider, 'North'),
    await buildDepartment(farm.services, provider, 'South'),
  ]
  const looksAfter = (managerOfficeId: string, officeId: string) =>
    db.update(customer).set({ managerOfficeId }).where(eq(customer.officeId, officeId))
  await looksAfter(north.id, sharing.id)
  await looksAfter(south.id, closed.id)
  await farm.as({ office: closed, kind: 2 })
  theirs = await fillCustomer(farm, closed, THEIRS)
  await db
    .update(office)
    .set({ englishName: `${THEIRS} farm`, chineseName: `${THEIRS} 农场` })
    .where(eq(office.id, closed.id))
  viewers.engineer = await farm.as({
    office: north,
    kind: STAFF,
    grants: everyGrant(STAFF),
    departmentOnly: true,
  })
  viewers.dealer = await farm.as({ office: agent, kind: AGENT, grants: everyGrant(AGENT) })
  await db.update(office).set({ agentEndsOn: '2026-01-01' }).where(eq(office.id, agent.id))
  farm.services.events.emit('access', { accountIds: 'all' })
  rowsOfTheirs = await rowsOf(farm, theirs)
})
afterAll(() => farm.close())

describe.each([
  ['engineer', STAFF, 'staff of a department that does not look after it'],
  ['dealer', AGENT, 'the agent it is served by, whose rights have ended'],
] as const)('%s', (name, kind, who) => {
  const viewer = () => {
    const found = viewers[name]
    if (!found) throw new Error(`Nobody is ${name}`)
    return found
  }
  const inputFor = (module: string, endpoint: Endpoint, id: string, more: object = {}) => {
    const known = {
      ...own[module]?.(theirs, more),
      from: 0,
      to: 1_000,
      metrics: 'Climate/Temperature',
      ...more,
    }
    return {
      params: { id },
      ...(endpoint.query && { query: sampleOf(inputSchema(endpoint.query), known) }),
      ...(endpoint.body && { body: sampleOf(inputSchema(endpoint.body), known) }),
    }
  }
  function expectNothingOfTheirs(text: string) {
    for (const secret of [THEIRS, ...secretsOf(theirs)]) expect(text).not.toContain(secret)
  }
  const endpoints = endpointsFor(kind)

  test.each(endpoints.filter(({ endpoint }) => !endpoint.path.includes(':') && endpoint.method === 'GET'))(
    `$name shows nothing of a customer to ${who}`,
    async ({ endpoint, module }) => {
      for (const query of [{}, { officeId: theirs.office.id }, { size: 100, page: 1 }]) {
        const answer = await viewer().ask(endpoint, inputFor(module, endpoint, '', query))
        expect([200, 400, 404], answer.body).toContain(answer.statusCode)
        expectNothingOfTheirs(answer.body)
      }
    },
  )

  test.each(endpoints.filter(({ endpoint, module }) => endpoint.path.includes(':id') && module !== 'jobs'))(
    `$name finds and changes nothing of a customer for ${who}`,
    async ({ endpoint, module }) => {
      const id = subjectOf(module, theirs)
      expect(id, `${module} has no subject in this test`).toBeDefined()
      const answer = await viewer().ask(endpoint, inputFor(module, endpoint, id ?? ''))
      // A form may be invalid before anything is looked up.
      expect([400, 404], answer.body).toContain(answer.statusCode)
      expectNothingOfTheirs(answer.body)
      expect(await rowsOf(farm, theirs)).toEqual(rowsOfTheirs)
    },
  )
})
