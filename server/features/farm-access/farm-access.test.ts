import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { alarms } from '#shared/contracts/alarms.ts'
import { farmAccess } from '#shared/contracts/farm-access.ts'
import { houses } from '#shared/contracts/houses.ts'
import { dateOf } from '#shared/dates.ts'
import { dateIn, daysAfter, endOfDay } from '#shared/zone-time.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { customerChange } from '../../platform/database/tables/customers.ts'
import { noticeMessage, operationHistory } from '../../platform/database/tables/histories.ts'
import { office, session } from '../../platform/database/tables/offices.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildAlarm, buildDevice, buildHouse } from '../../testing/farm-builder.ts'

const ZONE = 'Asia/Shanghai'
const today = () => dateIn(ZONE, Date.now())
const inDays = (days: number) => daysAfter(today(), days)

let farm: TestApp
let owner: Person
let engineer: Person
beforeAll(async () => {
  farm = await testApp()
  const grants = ['farm_access:enable', 'farm_access:disable', 'farm_access:export'] as const
  owner = await farm.as({ office: farm.offices.closed, kind: 2, grants })
  engineer = await farm.as({
    office: farm.offices.provider,
    kind: 1,
    grants: ['chicken_home_manage:get', 'house_alarm:edit', 'house_alarm:get', 'custom_manage:query'],
  })
})
afterAll(() => farm.close())
beforeEach(() => setUntil(null, null))

const database = () => farm.services.store.scoped(SYSTEM)
const setUntil = (farmAccessUntil: Date | null, remoteControlUntil: Date | null) =>
  database()
    .update(office)
    .set({ farmAccessUntil, remoteControlUntil })
    .where(eq(office.id, farm.offices.closed.id))
const until = async () => {
  const [row] = await database().select().from(office).where(eq(office.id, farm.offices.closed.id))
  return { farm: row?.farmAccessUntil?.getTime() ?? null, remote: row?.remoteControlUntil?.getTime() ?? null }
}
const grant = (consent: 'farm' | 'remote', endsOn: string) =>
  owner.call(farmAccess.grant, { body: { consent, endsOn } })
const revoke = (consent: 'farm' | 'remote') => owner.call(farmAccess.revoke, { body: { consent } })
async function buildFarm(name = 'North') {
  const { services, offices } = farm
  const controller = await buildDevice(services, offices.closed, { type: 'controller' })
  const house = await buildHouse(services, offices.closed, { name, deviceIds: [controller.id] })
  const alarm = await buildAlarm(services, offices.closed, { subjectId: controller.id, houseIds: [house.id] })
  return { house, alarm }
}
const used = async () => (await owner.call(farmAccess.log, { query: { event: 'used', size: 100 } })).items

test('the owner lets the offices above see the farm until the end of a day, and takes it back', async () => {
  const { house } = await buildFarm()
  const look = () => engineer.ask(houses.state, { params: { id: house.id } })
  expect((await look()).json().data).toEqual({ notShared: 'farm' })

  expect(await grant('farm', inDays(1))).toMatchObject({ farm: { endsOn: inDays(1), by: 'Test User' } })
  expect(await until()).toEqual({ farm: endOfDay(inDays(1), ZONE), remote: null })
  expect((await look()).statusCode).toBe(200)

  expect(await revoke('farm')).toMatchObject({ farm: { endsOn: null }, remote: { endsOn: null } })
  expect((await look()).statusCode).toBe(403)
})

test('each decision is a change in the update log of the customer, by its owner', async () => {
  const logged = () => database().select().from(customerChange).orderBy(customerChange.id)
  const before = (await logged()).length
  await grant('remote', inDays(1))
  await grant('farm', inDays(2))
  await revoke('farm')
  const [one, two] = [1, 2].map(days => new Date(endOfDay(inDays(days), ZONE)).toISOString())
  const log = (await logged()).slice(before)
  expect(log.map(({ item, before, after }) => [item, before, after])).toEqual([
    ['farmAccessUntil', null, one],
    ['remoteControlUntil', null, one],
    ['farmAccessUntil', one, two],
    ['farmAccessUntil', two, null],
    ['remoteControlUntil', one, null],
  ])
  expect(log.map(({ by, actorName }) => `${by} ${actorName}`)).toEqual(Array(5).fill('owner Test User'))
})

test('who controls the farm sees it, and neither lasts longer than the sight', async () => {
  await grant('remote', inDays(10))
  expect(await until()).toEqual({ farm: endOfDay(inDays(10), ZONE), remote: endOfDay(inDays(10), ZONE) })
  await grant('farm', inDays(3))
  expect(await until()).toEqual({ farm: endOfDay(inDays(3), ZONE), remote: endOfDay(inDays(3), ZONE) })
  await grant('farm', inDays(30))
  await revoke('remote')
  expect(await until()).toEqual({ farm: endOfDay(inDays(30), ZONE), remote: null })
  await grant('remote', inDays(2))
  await revoke('farm')
  expect(await until()).toEqual({ farm: null, remote: null })
})

test('a consent ends on a day to come, and not in many years', async () => {
  for (const endsOn of [inDays(-1), inDays(800)]) {
    const answer = await owner.ask(farmAccess.grant, { body: { consent: 'farm', endsOn } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().data).toMatchObject([{ field: 'endsOn' }])
  }
  expect(await until()).toEqual({ farm: null, remote: null })
})

test('only the owner decides: not a farm team, not somebody without the right, never who is above', async () => {
  const { team, sharing, provider, agent } = farm.offices
  const rights = ['farm_access:enable', 'farm_access:disable'] as const
  const body = { consent: 'farm', endsOn: inDays(1) }
  const inTeam = await farm.as({ office: team, kind: 2, grants: rights })
  const manager = await farm.as({ office: sharing, kind: 2, grants: ['chicken_home_manage:edit'] })
  const staff = await farm.as({ office: provider, kind: 1, grants: rights })
  const agents = await farm.as({ office: agent, kind: 3, grants: rights })
  for (const person of [inTeam, manager, staff, agents]) {
    for (const endpoint of [farmAccess.grant, farmAccess.revoke])
      expect((await person.ask(endpoint, { body })).statusCode).toBe(403)
    expect((await person.ask(farmAccess.log)).statusCode).toBe(403)
    expect((await person.ask(farmAccess.export, { body: {} })).statusCode).toBe(403)
  }
  expect(await inTeam.call(farmAccess.read)).toMatchObject({ isOwner: false, offices: ['agent', 'provider'] })
})

test('the owner sees who looked at what, of which office and role, once an hour each', async () => {
  const { house, alarm } = await buildFarm('South')
  await grant('farm', inDays(1))
  const params = { id: house.id }
  for (let look = 0; look < 3; look++) await engineer.call(houses.state, { params })
  await Promise.all([engineer.call(houses.list), engineer.call(houses.list)])
  await engineer.call(alarms.list)
  await engineer.call(alarms.get, { params: { id: alarm.id } })
  await engineer.call(alarms.seen, { params: { id: alarm.id }, body: {} })

  const seen = (await used()).filter(({ houseId }) => houseId === null || houseId === house.id)
  expect(seen.map(({ what, houseName }) => [what, houseName]).toSorted()).toEqual([
    ['alarms', null],
    ['alarms', 'South'],
    ['handling', 'South'],
    ['overview', null],
    ['readings', 'South'],
  ])
  expect(seen[0]).toMatchObject({ consent: 'farm', by: 'Test User', office: 'provider', roles: 'Role' })
})

test('a look under a new consent is a new entry, and nobody’s own farm is noted', async () => {
  const { house } = await buildFarm('West')
  const looks = async () => (await used()).filter(({ houseId }) => houseId === house.id).length
  const params = { id: house.id }
  await grant('farm', inDays(1))
  await engineer.call(houses.state, { params })
  await revoke('farm')
  await grant('farm', inDays(1))
  farm.services.events.emit('access', { accountIds: 'all' })
  await engineer.call(houses.state, { params })
  expect(await looks()).toBe(2)
  const farmer = await farm.as({
    office: farm.offices.closed,
    kind: 2,
    grants: ['chicken_home_manage:get'],
  })
  await farmer.call(houses.state, { params })
  expect(await looks()).toBe(2)
})

test('reading settings is a use of remote control', async () => {
  const { house } = await buildFarm('East')
  await grant('remote', inDays(1))
  await engineer.call(houses.reported, { params: { id: house.id } })
  const own = (await used()).filter(({ houseId }) => houseId === house.id)
  expect(own.map(({ what, consent }) => [what, consent]).toSorted()).toEqual([
    ['readings', 'farm'],
    ['settings', 'remote'],
  ])
})

test('one look at a house is one line of the history, whatever its page asks for', async () => {
  const { house, alarm } = await buildFarm('Lee')
  await grant('remote', inDays(1))
  const params = { id: house.id }
  const lines = () =>
    database().$count(
      operationHistory,
      and(eq(operationHistory.type, 'view'), eq(operationHistory.recordId, house.id)),
    )
  await Promise.all([
    engineer.call(houses.state, { params }),
    engineer.call(houses.reported, { params }),
    engineer.call(alarms.get, { params: { id: alarm.id } }),
  ])
  expect(await lines()).toBe(1)
  // Like another process, which has logged nothing yet.
  farm.services.events.emit('access', { accountIds: 'all' })
  await engineer.call(houses.chart, { params, query: { metrics: 'Readings/Temp/Avg', from: 0, to: 1_000 } })
  expect(await lines()).toBe(1)
  const uses = (await used()).filter(({ houseId }) => houseId === house.id).map(({ what }) => what)
  expect(uses.toSorted()).toEqual(['alarms', 'charts', 'readings', 'settings'])
})

test('decisions stand in the log, which can be narrowed and counted', async () => {
  await grant('farm', inDays(5))
  await revoke('farm')
  const { items } = await owner.call(farmAccess.log, { query: { size: 2 } })
  expect(items).toMatchObject([
    { event: 'revoked', consent: 'farm', by: 'Test User', office: 'closed', endsOn: null },
    { event: 'granted', consent: 'farm', endsOn: inDays(5) },
  ])
  // Control includes viewing, and the end of viewing ends control: both are logged.
  await grant('remote', inDays(5))
  const shown = await owner.call(farmAccess.read)
  expect(shown.farm).toEqual({ ...shown.remote })
  await revoke('farm')
  const both = await owner.call(farmAccess.log, { query: { size: 4 } })
  expect(both.items.map(({ event, consent }) => `${event} ${consent}`).toSorted()).toEqual([
    'granted farm',
    'granted remote',
    'revoked farm',
    'revoked remote',
  ])
  const counts = await owner.call(farmAccess.counts, { query: { by: 'event' } })
  expect(counts.granted).toBeGreaterThan(0)
  const found = await owner.call(farmAccess.log, { query: { search: 'South', size: 100 } })
  expect(new Set(found.items.map(({ houseName }) => houseName))).toEqual(new Set(['South']))
})

test('the history says which consent was granted, and until when', async () => {
  await grant('remote', inDays(9))
  await grant('farm', inDays(30))
  const rows = await database()
    .select()
    .from(operationHistory)
    .where(eq(operationHistory.actorId, owner.accountId))
    .orderBy(desc(operationHistory.id))
    .limit(2)
  expect(rows.map(({ description }) => description['en-US'])).toEqual([
    `Granted “See the farm (RA)” until ${dateOf(inDays(30), 'en-US')}`,
    `Granted “Remote control (RC)” until ${dateOf(inDays(9), 'en-US')}`,
  ])
})

test('the offices above are told of every decision', async () => {
  const agent = await farm.as({ office: farm.offices.agent, kind: 3, grants: ['custom_manage:query'] })
  await grant('remote', inDays(2))
  await revoke('remote')
  for (const { accountId } of [engineer, agent]) {
    const told = await database()
      .select()
      .from(noticeMessage)
      .where(and(eq(noticeMessage.accountId, accountId), eq(noticeMessage.businessType, 'consent')))
      .orderBy(desc(noticeMessage.createdAt))
      .limit(2)
    expect(told.map(({ title }) => title['en-US']).toSorted()).toEqual([
      `closed lets you see and control its farm until ${dateOf(inDays(2), 'en-US')}`,
      'closed no longer lets you change settings of its farm',
    ])
  }
})

test('granting wants a person who proved who they are; a program or an old session cannot', async () => {
  const { closed } = farm.offices
  const asked = { body: { consent: 'farm', endsOn: inDays(1) } } as const
  const program = await farm.programOf(owner, ['farm_access:enable'])
  expect((await program.ask(farmAccess.grant, asked)).statusCode).toBe(403)
  const mine = eq(session.accountId, owner.accountId)
  await database()
    .update(session)
    .set({ provedAt: new Date(0) })
    .where(mine)
  const refused = await owner.ask(farmAccess.grant, asked)
  expect(refused.statusCode).toBe(401)
  expect(await until()).toEqual({ farm: null, remote: null })
  await database().update(session).set({ provedAt: new Date() }).where(mine)
  await owner.call(farmAccess.grant, asked)
  expect(await until()).toMatchObject({ farm: endOfDay(inDays(1), ZONE) })
  expect(closed.path).toBe(owner.officePath)
})

test('the log names the program that looked, beside the person whose token it has', async () => {
  const { house } = await buildFarm('Seen by a program')
  await grant('farm', inDays(1))
  const program = await farm.programOf(engineer, ['chicken_home_manage:get'])
  const look = (who: Pick<Person, 'ask'>) => who.ask(houses.state, { params: { id: house.id } })
  expect((await look(engineer)).statusCode).toBe(200)
  expect((await look(program)).statusCode).toBe(200)
  const seen = (await used()).filter(({ houseId }) => houseId === house.id)
  expect(seen.map(({ by, program }) => [by, program])).toEqual([
    ['Test User', 'Program'],
    ['Test User', null],
  ])
})
