import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '#shared/endpoint.ts'
import { features } from '../../app.ts'
import { newId } from '../../database/ids.ts'
import * as tables from '../../database/schema.ts'
import { SYSTEM } from '../../database/store.ts'
import { type Person, type TestApp, testApp } from '../app.ts'
import {
  buildAlarm,
  buildCageType,
  buildDepartment,
  buildDevice,
  buildGroup,
  buildHouse,
  buildNotice,
  buildRole,
  buildUser,
} from '../farm-builder.ts'
import { audienceOf, everyGrant, grantsTo, inputSchema, sampleOf } from '../samples.ts'
import type { SeededOffice } from '../store.ts'

/** The last row of the operation history of an office, by its id. */
const entries = new Map<string, string>()

/** One of everything a customer can have; every name holds the mark. */
async function buildCustomer({ services }: TestApp, office: SeededOffice, mark: string) {
  const db = services.store.scoped(SYSTEM)
  const named = (code: string) => ({ code: `${mark}-${code}-${newId()}`, name: `${mark} ${code}` })
  const gateway = await buildDevice(services, office, named('gateway'))
  const [controller, spare] = [
    await buildDevice(services, office, {
      ...named('controller'),
      type: 'controller',
      gatewayId: gateway.id,
    }),
    await buildDevice(services, office, { ...named('spare'), type: 'controller' }),
  ]
  const group = await buildGroup(services, office, `${mark} group`)
  const cage = await buildCageType(services, { officePath: office.path, englishName: `${mark} cage` })
  const house = await buildHouse(services, office, {
    ...{ name: `${mark} house`, deviceIds: [controller.id], groupId: group.id, cageTypeId: cage.id },
  })
  const [entry] = await db
    .insert(tables.operationHistory)
    .values({
      ...{ officePath: office.path, subjectPath: office.path, actorId: mark, actorName: mark },
      ...{ module: 'devices', type: 'update', description: { 'zh-CN': mark, 'en-US': mark } },
    })
    .returning()
  entries.set(office.id, String(entry?.id))
  const owned = { deviceId: gateway.id, officePath: office.path }
  await db.insert(tables.deviceConnection).values({ ...owned, event: 'nbirth', detail: mark })
  await db
    .insert(tables.quarantine)
    .values({ ...owned, topic: mark, reason: mark, size: 1, payload: Buffer.from(mark) })
  const alarm = await buildAlarm(services, office, {
    ...{ subjectId: controller.id, houseIds: [house.id], handledBy: mark },
  })
  const [person] = await db
    .select({ id: tables.account.id })
    .from(tables.account)
    .where(eq(tables.account.officePath, office.path))
    .orderBy(tables.account.createdAt)
    .limit(1)
  if (person)
    await buildNotice(services, office, person.id, {
      title: { 'zh-CN': mark, 'en-US': mark },
      subjectId: alarm.id,
    })
  const [job] = person
    ? await db
        .insert(tables.job)
        .values({
          ...{ id: newId(), accountId: person.id, officePath: office.path, source: mark },
          ...{ kind: 'import', list: 'houses', step: 'check', state: 'checked', request: {} },
          ...{ language: 'en-US', timeZone: 'UTC', expiresAt: new Date(Date.now() + 3_600_000) },
          summary: {
            ...{ rows: 1, valid: 1, faulty: 0, columns: [], unknown: [], isAnew: false, written: null },
          },
        })
        .returning()
    : []
  const role = await buildRole(services, office, { englishName: `${mark} role` })
  const part = await buildDepartment(services, office, `${mark} part`)
  const own = {
    accountId: person?.id ?? '',
    officePath: office.path,
    expiresAt: new Date(Date.now() + 60_000),
  }
  const [session, token] = [newId(), newId()]
  if (person) {
    await db
      .insert(tables.session)
      .values({ ...own, id: session, tokenHash: `hash of ${session}`, userAgent: mark })
    await db
      .insert(tables.apiToken)
      .values({ ...own, id: token, tokenHash: `hash of ${token}`, name: mark, permissions: [] })
  }
  const user = await buildUser(services, office, { actualName: `${mark} user` })
  return {
    office,
    gateway,
    controller,
    spare,
    house,
    group,
    cage,
    alarm,
    job,
    role,
    user,
    session,
    token,
    part,
  }
}
type Customer = Awaited<ReturnType<typeof buildCustomer>>

/** What `:id` of a contract means; a new contract with an id adds its line. */
const subjects: Record<string, (customer: Customer) => string> = {
  devices: ({ spare }) => spare.id,
  houses: ({ house }) => house.id,
  'house-groups': ({ group }) => group.id,
  alarms: ({ alarm }) => alarm.id,
  jobs: ({ job }) => job?.id ?? '',
  'opera-history': ({ office }) => entries.get(office.id) ?? '',
  roles: ({ role }) => role.id,
  departments: ({ part }) => part.id,
  'open-sessions': ({ session }) => session,
  'api-tokens': ({ token }) => token,
  users: ({ user }) => user.id,
}
/** What a field that names another row means; a new one adds its line. */
const references: Record<string, (customer: Customer) => unknown> = {
  parentId: ({ office }) => office.id,
  targetId: ({ office }) => office.id,
  headId: ({ user }) => user.id,
  officeId: ({ office }) => office.id,
  gatewayId: ({ gateway }) => gateway.id,
  deviceIds: ({ controller }) => [controller.id],
  newDeviceId: ({ spare }) => spare.id,
  houseIds: ({ house }) => [house.id],
  groupId: ({ group }) => group.id,
  roleIds: ({ role }) => [role.id],
  // Of the provider only; one that a customer had would be as strange to the other.
  cageTypeId: ({ cage }) => cage.id,
}
/** Fields whose value the schema cannot make up so that the call goes through on one's own row. */
const own: Record<string, (customer: Customer, more: object) => Record<string, unknown>> = {
  devices: ({ office, spare }, more) => ({
    ...{ officeId: office.id, code: spare.code, type: 'controller', speaksMqtt: !('gatewayId' in more) },
  }),
  houses: ({ office }) => ({ officeId: office.id }),
  'house-groups': ({ office }) => ({ officeId: office.id }),
  departments: ({ office }) => ({ parentId: office.id, timeZone: 'Europe/Berlin' }),
  roles: () => ({ kind: 2, permissionId: 'weather' }),
  users: ({ office, user }) => ({
    ...{ officeId: office.id, username: user.username, password: 'the red hen house' },
  }),
}

const isForCustomers = (endpoint: Endpoint) => {
  const grants = grantsTo(endpoint)
  return grants.length === 0 || grants.some(grant => audienceOf(grant).includes(2))
}

/** What customers may call; the rest turns them away, which the tests of access see to. */
const endpoints = features.flatMap(({ name: module, contract }) =>
  Object.entries<Endpoint>(contract)
    .filter(([, endpoint]) => endpoint.access !== 'public' && isForCustomers(endpoint))
    .map(([type, endpoint]) => ({ module, name: `${module}.${type}`, endpoint })),
)
const OURS = 'OURS'
const THEIRS = 'THEIRS'

let farm: TestApp
let owner: Person
let ours: Customer
let theirs: Customer
beforeAll(async () => {
  farm = await testApp()
  await farm.as({ office: farm.offices.closed, kind: 2 })
  theirs = await buildCustomer(farm, farm.offices.closed, THEIRS)
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: everyGrant(2) })
})
afterAll(() => farm.close())
beforeEach(async () => {
  ours = await buildCustomer(farm, farm.offices.sharing, OURS)
})

function inputFor(module: string, endpoint: Endpoint, id: string, more: object = {}) {
  const known = { ...own[module]?.(ours, more), from: 0, to: 1_000, metrics: 'Climate/Temperature', ...more }
  return {
    params: { id },
    ...(endpoint.query && { query: sampleOf(inputSchema(endpoint.query), known) }),
    ...(endpoint.body && { body: sampleOf(inputSchema(endpoint.body), known) }),
  }
}
const rowsOfTheirs = async () => {
  const db = farm.services.store.scoped(SYSTEM)
  const { path } = theirs.office
  return {
    devices: await db.select().from(tables.device).where(eq(tables.device.officePath, path)),
    houses: await db.select().from(tables.house).where(eq(tables.house.officePath, path)),
    alarms: await db.select().from(tables.alarm).where(eq(tables.alarm.officePath, path)),
    notices: await db.select().from(tables.noticeMessage).where(eq(tables.noticeMessage.officePath, path)),
    jobs: await db.select().from(tables.job).where(eq(tables.job.officePath, path)),
    offices: await db.select().from(tables.office).where(eq(tables.office.farmPath, path)),
    sessions: await db.select().from(tables.session).where(eq(tables.session.officePath, path)),
    tokens: await db.select().from(tables.apiToken).where(eq(tables.apiToken.officePath, path)),
    users: await db.select().from(tables.account).where(eq(tables.account.officePath, path)),
    roles: await db.select().from(tables.role).where(eq(tables.role.officePath, path)),
    groups: await db.select().from(tables.houseGroup).where(eq(tables.houseGroup.officePath, path)),
    bindings: await db.select().from(tables.houseDevice).where(eq(tables.houseDevice.officePath, path)),
  }
}
const secretsOfTheirs = () =>
  [
    THEIRS,
    theirs.office.id,
    theirs.gateway.id,
    theirs.controller.id,
    theirs.spare.id,
    theirs.house.id,
    theirs.group.id,
    theirs.cage.id,
    theirs.alarm.id,
    theirs.job?.id ?? THEIRS,
    theirs.role.id,
    theirs.part.id,
    theirs.session,
    theirs.token,
    theirs.user.id,
    theirs.user.username,
  ] as const

function expectNothingOfTheirs(text: string) {
  for (const secret of secretsOfTheirs()) expect(text).not.toContain(secret)
}

describe.each(endpoints.filter(({ endpoint }) => !endpoint.path.includes(':') && endpoint.method === 'GET'))(
  '$name',
  ({ endpoint, module }) => {
    test('shows nothing of another customer, also when asked for it by name', async () => {
      const queries = [{}, { search: THEIRS }, { officeId: theirs.office.id }, { size: 100, page: 1 }]
      for (const query of queries) {
        const answer = await owner.ask(endpoint, { ...inputFor(module, endpoint, '', query) })
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
    const answer = await owner.ask(endpoint, inputFor(module, endpoint, id ?? ''))
    expect([200, 409], answer.body).toContain(answer.statusCode)
  })

  test('does not find the row of another customer, and leaves it as it was', async () => {
    const before = await rowsOfTheirs()
    const answer = await owner.ask(endpoint, inputFor(module, endpoint, subjects[module]?.(theirs) ?? ''))
    expect(answer.statusCode, answer.body).toBe(404)
    expectNothingOfTheirs(answer.body)
    expect(await rowsOfTheirs()).toEqual(before)
  })
})

describe.each(endpoints.filter(({ endpoint }) => endpoint.method !== 'GET'))('$name', entry => {
  const { module, name, endpoint } = entry
  const rowsOfOwner = () =>
    farm.services.store
      .scoped(SYSTEM)
      .$count(tables.operationHistory, eq(tables.operationHistory.actorId, owner.accountId))

  test('leaves its row in the operation history where it changes something, and none where it does not', async () => {
    const before = await rowsOfOwner()
    const input = inputFor(module, endpoint, subjects[module]?.(ours) ?? '')
    const { statusCode } = await owner.ask(endpoint, input)
    const written = (await rowsOfOwner()) - before
    if (statusCode !== 200 || endpoint.says === null) expect(written).toBe(0)
    else expect(written).toBeGreaterThan(0)
    if (endpoint.says !== null)
      for (const said of Object.values(endpoint.says ?? { missing: '' })) expect(said, name).not.toBe('')
  })
})

/** What a call writes or names; the filter of an export names nothing, it only finds less. */
const referring = endpoints
  .filter(({ name }) => !name.endsWith('.export'))
  .flatMap(entry => {
    const { body } = entry.endpoint
    const fields = Object.keys((body && inputSchema(body).properties) ?? {}).filter(name =>
      /Ids?$/.test(name),
    )
    return fields.map(field => ({ ...entry, field }))
  })
test.each(referring)(
  '$name does not take the $field of another customer',
  async ({ module, endpoint, field }) => {
    const foreign = references[field]?.(theirs)
    expect(foreign, `${field} has no meaning in this test`).toBeDefined()
    const before = await rowsOfTheirs()
    const input = inputFor(module, endpoint, subjects[module]?.(ours) ?? '', { [field]: foreign })
    const answer = await owner.ask(endpoint, input)
    expect([400, 404], answer.body).toContain(answer.statusCode)
    const names = answer.json().data?.map(({ field: named }: { field: string }) => named.replace(/\..*/, ''))
    expect(names).toContain(field)
    expect(await rowsOfTheirs()).toEqual(before)
  },
)
