import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { consents } from '#shared/consents.ts'
import { customers, trialCustomers } from '#shared/contracts/customers.ts'
import { farmAccess } from '#shared/contracts/farm-access.ts'
import { houses } from '#shared/contracts/houses.ts'
import { AGENT, STAFF } from '#shared/permissions.ts'
import { soon } from '#shared/testing/soon.ts'
import { dateIn } from '#shared/zone-time.ts'
import { holdBranches, moveBranch } from '../../people/offices/move-branch.ts'
import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { consentLog } from '../../platform/database/tables/consents.ts'
import { noticeMessage, operationHistory } from '../../platform/database/tables/histories.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { Person } from '../../testing/app.ts'
import { buildHouse } from '../../testing/farm-builder.ts'
import { type LiveApp, liveApp } from '../../testing/live-app.ts'
import { everyGrant } from '../../testing/samples.ts'
import { addOwnerRoles, customerForm, idOf, messagesOf, systemOf } from './testing/sales.ts'

const WITHIN = 2_000

let farm: LiveApp
let sales: Person
let agent: Person
let other: Person
let otherAgent: { id: string; path: string }

beforeAll(async () => {
  farm = await liveApp()
  await addOwnerRoles(farm)
  const [made] = await systemOf(farm)
    .insert(office)
    .values({
      id: newId(),
      parentId: farm.offices.provider.id,
      path: '',
      kind: 'agent',
      timeZone: 'UTC',
      englishName: 'Agency South',
      chineseName: '南方代理',
    })
    .returning()
  if (!made) throw new Error('There is no agent')
  otherAgent = made
  const grants = everyGrant(AGENT)
  sales = await farm.as({ office: farm.offices.provider, kind: STAFF, grants: everyGrant(STAFF) })
  agent = await farm.as({ office: farm.offices.agent, kind: AGENT, grants })
  other = await farm.as({ office: otherAgent, kind: AGENT, grants })
})
afterAll(() => farm.close())

const ofAgent = (more: object = {}) =>
  sales.call(customers.create, { body: customerForm({ agentId: farm.offices.agent.id, ...more }) })
const officeOf = async ({ id }: { id: string }) => {
  const [found] = await systemOf(farm).select().from(office).where(eq(office.id, id))
  if (!found) throw new Error('There is no such office')
  return found
}
const move = (id: string, agentId: string | null, more: object = {}) =>
  sales.ask(customers.move, { ...idOf({ id }), body: { agentId, ...more } })

test('a customer goes to another agent with all it has; the update log and the history say from whom to whom', async () => {
  const shown = await ofAgent()
  await buildHouse(farm.services, await officeOf(shown), { name: 'Shed' })
  const answer = await move(shown.id, otherAgent.id, { version: shown.version })
  expect(answer.json().data).toMatchObject({ agentId: otherAgent.id, agentName: 'Agency South', houses: 1 })
  expect((await agent.ask(customers.get, idOf(shown))).statusCode).toBe(404)
  expect((await other.call(customers.belongings, idOf(shown))).houses).toMatchObject([{ name: 'Shed' }])
  const { items } = await sales.call(customers.changes, idOf(shown))
  expect(items).toMatchObject([
    { item: 'agentId', after: { 'en-US': 'Agency South', 'zh-CN': '南方代理' }, by: 'staff' },
  ])
  expect(await messagesOf(farm, other, shown)).toEqual([`${shown.name} is now served by Agency South`])
  expect(await messagesOf(farm, agent, null)).toEqual([`${shown.name} is no longer served by agent`])
  expect(await messagesOf(farm, agent, shown)).toEqual([])
  const { path } = await officeOf(shown)
  const told = await systemOf(farm)
    .select()
    .from(operationHistory)
    .where(eq(operationHistory.subjectPath, path))
  expect(told.map(({ description }) => description['en-US'])).toContain(
    `Changed the agent of formal customer ${shown.name}`,
  )

  const back = await move(shown.id, null)
  expect(back.json().data).toMatchObject({ agentId: null, agentName: null })
  expect((await other.ask(customers.get, idOf(shown))).statusCode).toBe(404)
})

test('open screens of both agents are told within two seconds to read again', async () => {
  const shown = await ofAgent()
  const listeners = await Promise.all([agent, other].map(({ token }) => farm.listen({ token })))
  for (const listener of listeners) await listener.quiet()
  const before = listeners.map(listener => listener.of('ACCESS').length)
  expect((await move(shown.id, otherAgent.id)).statusCode).toBe(200)
  await vi.waitFor(
    () => {
      for (const [i, listener] of listeners.entries())
        expect(listener.of('ACCESS').length).toBeGreaterThan(before[i] ?? 0)
    },
    { timeout: WITHIN },
  )
  for (const { socket } of listeners) socket.terminate()
})

test('who may not, and where to it cannot go', async () => {
  const shown = await ofAgent()
  for (const person of [agent, other])
    expect((await person.ask(customers.move, { ...idOf(shown), body: { agentId: null } })).statusCode).toBe(
      403,
    )
  const reader = await farm.as({
    office: farm.offices.provider,
    kind: STAFF,
    grants: ['custom_manage:query'],
  })
  expect((await reader.ask(customers.move, { ...idOf(shown), body: { agentId: null } })).statusCode).toBe(403)
  const wrong = await move(shown.id, farm.offices.direct.id)
  expect([wrong.statusCode, wrong.json().data[0].field]).toEqual([400, 'agentId'])
  expect((await move(shown.id, null, { version: 99 })).statusCode).toBe(409)
  const trial = { ...idOf(shown), body: { agentId: null } }
  expect((await sales.ask(trialCustomers.move, trial)).statusCode).toBe(404)
  expect((await officeOf(shown)).parentId).toBe(farm.offices.agent.id)
})

test('what is written under the former path while the customer moves is told to try again, and then works', async () => {
  const shown = await ofAgent()
  const at = await officeOf(shown)
  const farmer = await farm.as({ office: at, kind: 2, grants: everyGrant(2) })
  const body = { officeId: shown.id, name: 'New shed', type: 'layer', lengthM: 100, widthM: 15, heightM: 4 }
  let writing: Promise<Awaited<ReturnType<Person['ask']>>> | undefined
  await farm.services.store.transaction(SYSTEM, async db => {
    await holdBranches(db)
    await moveBranch(db, at, otherAgent)
    // An injected call starts only when it is awaited.
    writing = Promise.resolve(farmer.ask(houses.create, { body }))
    await isWaiting()
  })
  const answer = await writing
  expect([answer?.statusCode, answer?.json().code, answer?.headers['retry-after']]).toEqual([429, 429, '1'])
  await soon(async () => {
    expect((await farmer.ask(houses.create, { body })).statusCode).toBe(200)
  })
  expect((await other.call(customers.belongings, idOf(shown))).houses).toMatchObject([{ name: 'New shed' }])
})

test('a move that finds the customer being changed asks to try again instead of waiting for it', async () => {
  const shown = await ofAgent()
  const answer = await farm.services.store.transaction(SYSTEM, async db => {
    await db.select().from(office).where(eq(office.id, shown.id)).for('update')
    return move(shown.id, otherAgent.id)
  })
  expect(answer.statusCode).toBe(429)
  expect((await move(shown.id, otherAgent.id)).statusCode).toBe(200)
})

/** Waits until a statement of this database is blocked by another transaction. */
async function isWaiting(): Promise<void> {
  const client = new pg.Client({ connectionString: farm.databaseUrl })
  await client.connect()
  try {
    await soon(async () => {
      const { rows } = await client.query(
        `select 1 from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())
         union all select 1 from pg_locks where not granted and transactionid is not null`,
      )
      if (rows.length === 0) throw new Error('Nobody waits')
    })
  } finally {
    await client.end()
  }
}

test('whoever serves a customer from now on sees nothing of its farm before the owner says so again', async () => {
  const shown = await ofAgent()
  const at = await officeOf(shown)
  await buildHouse(farm.services, at, { state: 'alarm' as const })
  const owner = await farm.as({ office: at, kind: 2, grants: everyGrant(2) })
  const endsOn = dateIn('UTC', Date.now() + 86_400_000 * 20)
  for (const consent of consents) await owner.call(farmAccess.grant, { body: { consent, endsOn } })
  const isSeenBy = async (person: Person) =>
    (await person.call(houses.list, { query: { size: 100, officeId: shown.id } })).items.map(
      ({ state }) => state !== null,
    )
  expect(await isSeenBy(agent)).toEqual([true])
  expect((await move(shown.id, otherAgent.id)).statusCode).toBe(200)
  expect(await isSeenBy(other)).toEqual([false])
  const { path } = await officeOf(shown)
  const ended = await systemOf(farm).select().from(consentLog).where(eq(consentLog.subjectPath, path))
  expect(ended.filter(({ event }) => event === 'ended').map(({ consent }) => consent)).toEqual([...consents])
  const asked = await systemOf(farm)
    .select()
    .from(noticeMessage)
    .where(eq(noticeMessage.accountId, owner.accountId))
  expect(asked.map(({ businessType }) => businessType)).toContain('consent')
  await owner.call(farmAccess.grant, { body: { consent: 'farm', endsOn } })
  expect(await isSeenBy(other)).toEqual([true])
  // Back to the provider itself nobody new looks: what was granted goes on.
  expect((await move(shown.id, null)).statusCode).toBe(200)
  expect(await isSeenBy(sales)).toEqual([true])
})
