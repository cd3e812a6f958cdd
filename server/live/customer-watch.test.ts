import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { session as own } from '#shared/contracts/session.ts'
import type { CustomerStatus } from '#shared/customers.ts'
import { type Grant, STAFF } from '#shared/permissions.ts'
import { BAD_FRAME } from '#shared/realtime.ts'
import { SYSTEM } from '../platform/database/store.ts'
import { customer } from '../platform/database/tables/customers.ts'
import { accountRole, office, session } from '../platform/database/tables/offices.ts'
import type { Person } from '../testing/app.ts'
import { type LiveApp, liveApp } from '../testing/live-app.ts'
import type { LiveListener } from '../testing/live-listener.ts'

/** Within this time a list shows the other status. ms */
const WITHIN = { timeout: 4_000, interval: 50 }
type Place = 'sharing' | 'closed' | 'direct'

let farm: LiveApp

beforeAll(async () => {
  farm = await liveApp()
})
afterEach(async () => {
  farm.hangUp()
  await db().update(customer).set({ lastActiveAt: null, stage: 'formal' })
})
afterAll(() => farm.close())

const db = () => farm.services.store.scoped(SYSTEM)
const idOf = (place: Place) => farm.offices[place].id
const sales = (...grants: Grant[]) => farm.as({ office: farm.offices.provider, kind: STAFF, grants })

/** Somebody whose open list shows these customers. */
async function shows(person: Person, ...places: Place[]): Promise<LiveListener> {
  const listener = await farm.listen(person)
  listener.watchCustomers(...places.map(idOf))
  return listener
}
/** What was told about a customer, oldest first. */
const toldOf = (listener: LiveListener, place: Place): CustomerStatus[] =>
  listener.of('CUSTOMER_STATUS').flatMap(({ statuses }) => statuses[idOf(place)] ?? [])
const expectTold = (listener: LiveListener, place: Place, ...statuses: CustomerStatus[]) =>
  vi.waitFor(() => expect(toldOf(listener, place)).toEqual(statuses), WITHIN)

test('an open list learns that a farmer has come online, and after five minutes of silence that nobody is', async () => {
  const list = await shows(await sales('custom_manage:query'), 'sharing', 'closed')
  await expectTold(list, 'sharing', 'UNACTIVE')
  const farmer = await farm.as({ office: farm.offices.sharing, kind: 2 })
  await db()
    .update(session)
    .set({ lastSeenAt: new Date(0) })
    .where(eq(session.accountId, farmer.accountId))
  await farmer.call(own.userInfo)
  await expectTold(list, 'sharing', 'UNACTIVE', 'ONLINE')
  await db()
    .update(customer)
    .set({ lastActiveAt: sql`now() - interval '5 minutes'` })
    .where(eq(customer.officeId, idOf('sharing')))
  await expectTold(list, 'sharing', 'UNACTIVE', 'ONLINE', 'OFFLINE')
  expect(toldOf(list, 'closed')).toEqual(['UNACTIVE'])
})

test('a customer that is disabled, here or by another process, is shown as such in every open list that has it', async () => {
  const [one, other] = [
    await shows(await sales('custom_manage:query'), 'direct'),
    await shows(await sales('custom_manage:query'), 'direct'),
  ]
  await Promise.all([one, other].map(list => expectTold(list, 'direct', 'UNACTIVE')))
  const set = (disabledAt: Date | null) =>
    db()
      .update(office)
      .set({ disabledAt })
      .where(eq(office.id, idOf('direct')))
  await set(new Date())
  await Promise.all([one, other].map(list => expectTold(list, 'direct', 'UNACTIVE', 'DISABLE')))
  await set(null)
  await expectTold(one, 'direct', 'UNACTIVE', 'DISABLE', 'UNACTIVE')
})

test('somebody who starts to watch a customer that others watch is told at once what is known of it', async () => {
  const first = await shows(await sales('custom_manage:query'), 'sharing')
  await expectTold(first, 'sharing', 'UNACTIVE')
  const second = await shows(await sales('custom_manage:query'), 'sharing')
  await second.quiet()
  expect(toldOf(second, 'sharing')).toEqual(['UNACTIVE'])
  first.watchCustomers()
  await first.quiet()
  await db().update(customer).set({ lastActiveAt: new Date() })
  await expectTold(second, 'sharing', 'UNACTIVE', 'ONLINE')
  expect(toldOf(first, 'sharing')).toEqual(['UNACTIVE'])
})

test('nobody is told of a customer that is not in their list: another’s, another agent’s, of the other stage, without the right', async () => {
  await db()
    .update(customer)
    .set({ stage: 'trial' })
    .where(eq(customer.officeId, idOf('closed')))
  const all: Place[] = ['sharing', 'closed', 'direct']
  const staff = await shows(await sales('custom_manage:query'), ...all)
  const trials = await shows(await sales('try_custom_manage:query'), ...all)
  const none = await shows(await sales('device_manage:query'), ...all)
  const agent = await shows(
    await farm.as({ office: farm.offices.agent, kind: 3, grants: ['custom_manage:query'] }),
    ...all,
  )
  const farmer = await shows(
    await farm.as({ office: farm.offices.sharing, kind: 2, grants: ['custom_manage:query'] }),
    ...all,
  )
  // Who is told, and not what: who looks first may be told what was known of before.
  for (const [list, place] of [
    [staff, 'direct'],
    [agent, 'sharing'],
    [trials, 'closed'],
  ] as const)
    await vi.waitFor(() => expect(toldOf(list, place).at(-1)).toBe('UNACTIVE'), WITHIN)
  await Promise.all([staff, trials, none, agent, farmer].map(list => list.quiet()))
  const seen = (list: LiveListener) => all.filter(place => toldOf(list, place).length > 0)
  expect(seen(staff)).toEqual(['sharing', 'direct'])
  expect(seen(trials)).toEqual(['closed'])
  expect(seen(agent)).toEqual(['sharing'])
  expect([...seen(none), ...seen(farmer)]).toEqual([])
})

test('a user who loses the right to the list hears no more of its customers', async () => {
  const clerk = await sales('custom_manage:query')
  const [theirs, other] = [
    await shows(clerk, 'sharing'),
    await shows(await sales('custom_manage:query'), 'sharing'),
  ]
  await expectTold(theirs, 'sharing', 'UNACTIVE')
  await db().delete(accountRole).where(eq(accountRole.accountId, clerk.accountId))
  await vi.waitFor(() => expect(theirs.of('ACCESS')).not.toEqual([]), WITHIN)
  await db().update(customer).set({ lastActiveAt: new Date() })
  await expectTold(other, 'sharing', 'UNACTIVE', 'ONLINE')
  await theirs.quiet()
  expect(toldOf(theirs, 'sharing')).toEqual(['UNACTIVE'])
})

test('a frame with an invalid id closes only that socket; others go on', async () => {
  const [spoiler, list] = [
    await farm.listen(await sales('custom_manage:query')),
    await shows(await sales('custom_manage:query'), 'sharing'),
  ]
  const toldLast = (status: CustomerStatus) =>
    vi.waitFor(() => expect(toldOf(list, 'sharing').at(-1)).toBe(status), WITHIN)
  await toldLast('UNACTIVE')
  spoiler.watchCustomers('\0')
  expect(await spoiler.closed).toBe(BAD_FRAME)
  await db()
    .update(office)
    .set({ disabledAt: new Date() })
    .where(eq(office.id, idOf('sharing')))
  await toldLast('DISABLE')
  await db()
    .update(office)
    .set({ disabledAt: null })
    .where(eq(office.id, idOf('sharing')))
})
