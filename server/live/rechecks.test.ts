import type { AddressInfo } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { agents } from '#shared/contracts/agents.ts'
import { SESSION_OVER } from '#shared/realtime.ts'
import { soon } from '#shared/testing/soon.ts'
import { buildAgency } from '../features/agents/agents.fixture.ts'
import { SYSTEM } from '../platform/database/store.ts'
import { accountRole, office, role, session } from '../platform/database/tables/offices.ts'
import { type Person, testApp } from '../testing/app.ts'
import { buildDevice, buildHouse } from '../testing/farm-builder.ts'
import { type LiveApp, liveApp, startTestHub } from '../testing/live-app.ts'
import { type LiveListener, listenLive } from '../testing/live-listener.ts'
import { everyGrant } from '../testing/samples.ts'

/** Within this time a right that ends must end on open sockets. ms */
const WITHIN = 2_000

let farm: LiveApp
/** Changes rights behind the application's back: another process, or a person with psql. */
let outside: pg.Client

beforeAll(async () => {
  farm = await liveApp()
  const { rows } = await db().execute<{ name: string }>(sql`select current_database() as name`)
  const url = new URL(inject('postgres').superuser)
  url.pathname = `/${rows[0]?.name}`
  outside = new pg.Client({ connectionString: url.href })
  await outside.connect()
})
afterEach(() => farm.hangUp())
afterAll(async () => {
  await outside.end()
  await farm.close()
})

const db = () => farm.services.store.scoped(SYSTEM)
const farmer = (place: 'sharing' | 'closed' | 'team' | 'direct' = 'sharing') =>
  farm.as({ office: farm.offices[place], kind: 2, grants: ['chicken_home_manage:query'] })

/** An open socket whose rights the server has read since it was opened. */
async function listen(person: Person): Promise<LiveListener> {
  const listener = await farm.listen(person)
  return listener
}

/** How the socket was closed, and how long after the change. */
async function closedAfter(listener: LiveListener, change: Promise<unknown>) {
  await change
  const from = Date.now()
  const code = await listener.closed
  return { code, ms: Date.now() - from }
}
async function expectClosedInTime(listener: LiveListener, change: Promise<unknown>) {
  const { code, ms } = await closedAfter(listener, change)
  expect(code).toBe(SESSION_OVER)
  expect(ms).toBeLessThan(WITHIN)
}

test('a user disabled in SQL is cut off within two seconds', async () => {
  const person = await farmer()
  const listener = await listen(person)
  await expectClosedInTime(
    listener,
    outside.query('update account set disabled_at = now() where id = $1', [person.accountId]),
  )
})

test('an office disabled in SQL takes the sockets of its farm team along, and nobody else', async () => {
  const [member, neighbour] = [await farmer('team'), await farmer('closed')]
  const [theirs, other] = [await listen(member), await listen(neighbour)]
  const set = (value: string) =>
    outside.query(`update office set disabled_at = ${value} where id = $1`, [farm.offices.sharing.id])
  await expectClosedInTime(theirs, set('now()'))
  expect(other.socket.readyState).toBe(other.socket.OPEN)
  await set('null')
})

test('a session ended in SQL closes its socket, and leaves the other of the same user open', async () => {
  const person = await farmer()
  const first = await listen(person)
  const tokenHash = `${person.accountId}-other`
  await db()
    .insert(session)
    .values({
      tokenHash,
      accountId: person.accountId,
      officePath: farm.offices.sharing.path,
      expiresAt: new Date(Date.now() + 60_000),
    })
  await outside.query('delete from session where token_hash = $1', [tokenHash])
  const second = await listen(person)
  await expectClosedInTime(
    first,
    outside.query('delete from session where account_id = $1', [person.accountId]),
  )
  expect(await second.closed).toBe(SESSION_OVER)
})

test('a session that runs out closes its socket by the clock', async () => {
  const person = await farmer()
  const listener = await listen(person)
  const until = Date.now() + 1_500
  await outside.query('update session set expires_at = $1 where account_id = $2', [
    new Date(until),
    person.accountId,
  ])
  expect(await listener.closed).toBe(SESSION_OVER)
  expect(Date.now()).toBeGreaterThanOrEqual(until)
  expect(Date.now() - until).toBeLessThan(WITHIN)
})

/** Whether the listener is told when a house turns to alarm now. */
async function hearsOf(listener: LiveListener, houseId: string): Promise<boolean> {
  const before = listener.of('WARNING_MESSAGE').length
  farm.services.events.emit('house', { houseId, state: 'alarm', since: Date.now(), alarms: [] })
  await listener.quiet()
  return listener.of('WARNING_MESSAGE').length > before
}
async function houseOf(place: 'sharing' | 'closed') {
  const device = await buildDevice(farm.services, farm.offices[place], { type: 'controller' })
  const { id } = await buildHouse(farm.services, farm.offices[place], { deviceIds: [device.id] })
  const known = new Promise(resolve => farm.services.events.once('house', resolve))
  farm.services.events.emit('registry', { deviceIds: [device.id] })
  await known
  return id
}

test('a right taken from a role, or a role from a user, acts within two seconds whoever does it', async () => {
  const houseId = await houseOf('sharing')
  const person = await farmer()
  const listener = await listen(person)
  expect(await hearsOf(listener, houseId)).toBe(true)
  const [held] = await db().select().from(accountRole).where(eq(accountRole.accountId, person.accountId))
  const roleId = held?.roleId ?? ''
  const [before] = await db().select().from(role).where(eq(role.id, roleId))
  const silent = async (change: Promise<unknown>) => {
    await change
    await vi.waitFor(async () => expect(await hearsOf(listener, houseId)).toBe(false), { timeout: WITHIN })
  }
  const speaks = async (change: Promise<unknown>) => {
    await change
    await vi.waitFor(async () => expect(await hearsOf(listener, houseId)).toBe(true), { timeout: WITHIN })
  }
  await silent(outside.query(`update role set permissions = '[]' where id = $1`, [roleId]))
  await speaks(
    outside.query('update role set permissions = $1 where id = $2', [
      JSON.stringify(before?.permissions),
      roleId,
    ]),
  )
  await silent(outside.query('delete from account_role where account_id = $1', [person.accountId]))
})

test('a consent withdrawn in SQL takes the farm from the staff within two seconds', async () => {
  const houseId = await houseOf('sharing')
  const listener = await listen(
    await farm.as({ office: farm.offices.provider, kind: 1, grants: ['chicken_home_manage:query'] }),
  )
  expect(await hearsOf(listener, houseId)).toBe(true)
  const { id } = farm.offices.sharing
  const [before] = await db().select().from(office).where(eq(office.id, id))
  await outside.query('update office set farm_access_until = null where id = $1', [id])
  await vi.waitFor(async () => expect(await hearsOf(listener, houseId)).toBe(false), { timeout: WITHIN })
  await outside.query('update office set farm_access_until = $1 where id = $2', [before?.farmAccessUntil, id])
})

test('an agent whose rights are revoked hears no more of its customers within two seconds, and again with another last day', async () => {
  const houseId = await houseOf('sharing')
  const { agent, provider } = farm.offices
  const { id } = await buildAgency(farm.services, agent, { standing: 'passed' })
  const staff = await farm.as({ office: provider, kind: 1, grants: everyGrant(1) })
  const listener = await listen(
    await farm.as({ office: agent, kind: 3, grants: ['chicken_home_manage:query'] }),
  )
  const hears = (isTold: boolean) =>
    vi.waitFor(async () => expect(await hearsOf(listener, houseId)).toBe(isTold), { timeout: WITHIN })
  await hears(true)
  await staff.call(agents.revoke, { params: { id }, body: { reason: 'The contract is over' } })
  await hears(false)
  await outside.query('update office set agent_ends_on = null where id = $1', [agent.id])
  await hears(true)
})

test('another logo reaches the open pages of its organisation at once, but not where a nearer one shows', async () => {
  const [member, neighbour, stranger] = [await farmer('team'), await farmer('closed'), await farmer('direct')]
  const told = [await listen(member), await listen(neighbour), await listen(stranger)]
  const logos = () => told.map(listener => listener.of('LOGO').map(({ logo }) => logo))
  const set = (place: 'agent' | 'closed', logo: string | null) =>
    outside.query('update office set logo = $1 where id = $2', [logo, farm.offices[place].id])
  await set('closed', '/files/nearer')
  await vi.waitFor(() => expect(logos()).toEqual([[], ['/files/nearer'], []]), WITHIN)
  await set('agent', '/files/agent')
  await vi.waitFor(() => expect(logos()).toEqual([['/files/agent'], ['/files/nearer'], []]), WITHIN)
  await set('closed', null)
  await vi.waitFor(() => expect(logos()[1]).toEqual(['/files/nearer', '/files/agent']), WITHIN)
  expect(logos()).toEqual([['/files/agent'], ['/files/nearer', '/files/agent'], []])
})

test('while the database cannot be heard, and right after, a change still takes effect within two seconds', async () => {
  const [first, second] = [await farmer(), await farmer()]
  const [one, other] = [await listen(first), await listen(second)]
  const disable = (id: string) => outside.query('update account set disabled_at = now() where id = $1', [id])
  // As after an outage: the listening connection is gone when the change is made.
  await outside.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike '%pg_notify%' and pid <> pg_backend_pid()`)
  await expectClosedInTime(one, disable(first.accountId))
  await expectClosedInTime(other, disable(second.accountId))
})

test('fifty quiet sockets ask the database next to nothing', async () => {
  const own = await testApp()
  let statements = 0
  const { scoped } = own.services.store
  const store = {
    ...own.services.store,
    scoped: (scope: Parameters<typeof scoped>[0]) => {
      statements++
      return scoped(scope)
    },
  }
  const counting = await startTestHub({ app: own.app, services: { ...own.services, store } })
  await own.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = own.app.server.address() as AddressInfo
  for (let i = 0; i < 50; i++) {
    const { token } = await own.as({ office: own.offices.sharing, kind: 2 })
    const listener = await listenLive(`ws://127.0.0.1:${port}`, token)
    await soon(() => expect(listener.of('NOTICE')).toHaveLength(1))
  }
  const more = (many: number) => {
    const before = statements
    return vi.waitFor(() => expect(statements).toBeGreaterThanOrEqual(before + many), { timeout: 15_000 })
  }
  // Everybody is read once after connecting.
  await more(3)
  const from = Date.now()
  await more(5)
  expect(Date.now() - from).toBeGreaterThan(2_000)
  await counting.stop()
  await own.close()
})
