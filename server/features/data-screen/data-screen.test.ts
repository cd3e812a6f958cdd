import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataScreen, dataScreen } from '#shared/contracts/data-screen.ts'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { houses } from '#shared/contracts/houses.ts'
import { session } from '#shared/contracts/session.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Grant } from '#shared/permissions.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { features } from '../../app.ts'
import { prepareDue } from '../../farm/figures/figures.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { account, office, session as sessionTable } from '../../platform/database/tables/offices.ts'
import { apiToken } from '../../platform/database/tables/personal.ts'
import { buildDuty } from '../../testing/alarm-rules.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildAlarm, buildDevice, buildFlock, buildHouse, buildRecord } from '../../testing/farm-builder.ts'
import { storeReports } from '../../testing/stored-reports.ts'

const ZONE = 'Asia/Shanghai'
const inDays = (days: number) => daysAfter(dateIn(ZONE, new Date()), days)
const grants: Grant[] = ['retech_datav:query', 'chicken_home_manage:query', 'chicken_batch:query']
/** The size of each place's flock: no two subsets have the same sum. */
const sizes = { sharing: 1, closed: 2, team: 4, direct: 8 } as const

let farm: TestApp
beforeAll(async () => {
  farm = await testApp()
  for (const [name, size] of Object.entries(sizes) as [keyof typeof sizes, number][]) {
    const place = farm.offices[name]
    const device = await buildDevice(farm.services, place, { type: 'controller', status: 'ONLINE' })
    const house = await buildHouse(farm.services, place, { deviceIds: [device.id], state: 'normal' as const })
    const flock = await buildFlock(farm.services, place, {
      houseId: house.id,
      breed: 'hyline-brown',
      placedOn: inDays(-100),
      hatchedOn: inDays(-220),
      placedCount: 10_000 * size,
    })
    const day = { flockId: flock.id, eggsSound: 9_000 * size, feed: 1_100 * size, water: 2_000 * size }
    // Told at least weekly, else nobody knows how many died.
    for (let ago = 100; ago > 2; ago -= 7)
      await buildRecord(farm.services, place, { flockId: flock.id, day: inDays(-ago), dead: 0 })
    await buildRecord(farm.services, place, { ...day, day: inDays(-2), dead: 10 * size })
    await buildRecord(farm.services, place, { ...day, day: inDays(-1), dead: 5 * size })
    await buildAlarm(farm.services, place, { subjectId: device.id, houseIds: [house.id], level: 'warning' })
    await buildHouse(farm.services, place, { state: 'alarm' as const })
  }
  while (await prepareDue(farm.services.store));
})
afterAll(() => farm.close())

const database = () => farm.services.store.scoped(SYSTEM)
const share = (name: 'closed' | 'direct', until: Date | null) =>
  database().update(office).set({ farmAccessUntil: until }).where(eq(office.id, farm.offices[name].id))
const sum = (numbers: readonly (number | null)[]) =>
  numbers.reduce<number>((all, each) => all + (each ?? 0), 0)
const total = (counts: Record<string, number>) => sum(Object.values(counts))

/** What the screen must show for the houses, flocks and records in the same person's own lists. */
async function agrees(person: Person): Promise<DataScreen> {
  const screen = await person.call(dataScreen.figures)
  const { items: running } = await person.call(flocks.list, { query: { size: 100, state: 'running' } })
  const { items } = await person.call(houses.list, { query: { size: 100 } })
  const shown = items.filter(({ state }) => state !== null)
  expect(screen.houses).toBe(shown.length)
  expect(screen.notShared.houses).toBe(items.length - shown.length)
  expect(total(screen.states)).toBe(screen.houses)
  expect(total(screen.birdsByType)).toBe(screen.birds)
  expect(screen.occupied).toBe(running.length)
  expect(screen.birds).toBe(sum(running.map(({ alive }) => alive)))
  for (const day of [inDays(-2), inDays(-1)]) {
    const query = { size: 100, firstDay: day, lastDay: day }
    const { items: told } = await person.call(flockRecords.list, { query })
    const { eggs, feed, water } = screen.days.find(each => each.day === day) ?? {}
    expect([eggs ?? 0, feed ?? 0, water ?? 0]).toEqual(
      (['eggs', 'feed', 'water'] as const).map(name => sum(told.map(each => each[name]))),
    )
  }
  expect(total(screen.devices)).toBe(screen.occupied)
  expect(screen.states.watch).toBe(screen.occupied)
  expect(screen.alarms).toHaveLength(screen.occupied)
  return screen
}

const viewers = [
  ['staff', 'provider', 1],
  ['an agent', 'agent', 3],
  ['a farm that shares', 'sharing', 2],
  ['a farm that does not', 'closed', 2],
  ['a farm team', 'team', 2],
] as const
const consents = [
  ['nobody else shares', null, null],
  ['one shares', 'later', null],
  ['all share', 'later', 'later'],
] as const

test.each(viewers.flatMap(viewer => consents.map(consent => [...viewer, ...consent] as const)))(
  '$0 sees totals that are the sums of their houses while $3',
  async (_, name, kind, __, closed, direct) => {
    const until = new Date(Date.now() + 86_400_000)
    await share('closed', closed && until)
    await share('direct', direct && until)
    await agrees(await farm.as({ office: farm.offices[name], kind, grants }))
  },
)

test('a farm sees who of it is on call now; staff and agents see no names, whatever it shares', async () => {
  const { services, offices } = farm
  const own = await farm.as({ office: offices.sharing, kind: 2, grants: [...grants, 'house_alarm:query'] })
  const onCallFor = async (person: Person) => (await person.call(dataScreen.figures)).onCall
  expect(await onCallFor(own)).toBeNull()
  await database().update(account).set({ actualName: 'Milan' }).where(eq(account.id, own.accountId))
  const hours = { fromClock: '00:00', untilClock: '00:00' }
  await buildDuty(services, offices.sharing, { accountId: own.accountId, ...hours })
  const { token } = await own.call(dataScreen.createWall, { body: { name: 'Office' } })
  const wall = (await withToken(token, dataScreen.figures)).json().data.onCall
  const team = await farm.as({ office: offices.team, kind: 2, grants })
  const other = await farm.as({ office: offices.direct, kind: 2, grants })
  expect([await onCallFor(own), wall, await onCallFor(team)]).toEqual([['Milan'], ['Milan'], ['Milan']])
  const strangers = [
    other,
    await farm.as({ office: offices.provider, kind: 1, grants }),
    await farm.as({ office: offices.agent, kind: 3, grants }),
  ]
  for (const stranger of strangers) expect(await onCallFor(stranger)).toBeNull()
  await database().update(account).set({ disabledAt: new Date() }).where(eq(account.id, own.accountId))
  expect(await onCallFor(team)).toEqual([])
})

test('a customer that stops to share leaves every figure and is counted as not shared', async () => {
  const staff = await farm.as({ office: farm.offices.provider, kind: 1, grants })
  await share('closed', new Date(Date.now() + 86_400_000))
  await share('direct', null)
  const before = await agrees(staff)
  await share('closed', null)
  const after = await agrees(staff)
  expect(before.farms - after.farms).toBe(1)
  expect(after.notShared.farms - before.notShared.farms).toBe(1)
  expect(before.birds - after.birds).toBe(9_985 * sizes.closed)
})

test('rate and survival stand beside the standard of the breed', async () => {
  const owner = await farm.as({ office: farm.offices.direct, kind: 2, grants })
  const { layingRate, survival } = await owner.call(dataScreen.figures)
  expect(layingRate?.actual).toBeCloseTo((100 * 9_000) / 9_990, 6)
  expect(Math.abs(layingRate?.difference ?? 99)).toBeLessThan(10)
  expect(survival?.actual).toBeCloseTo(99.85, 6)
  expect(survival?.difference).toBeGreaterThan(0)
})

test('a record that is told later is in the totals of the next look', async () => {
  const owner = await farm.as({ office: farm.offices.direct, kind: 2, grants })
  const house = await buildHouse(farm.services, farm.offices.direct)
  const flock = await buildFlock(farm.services, farm.offices.direct, { houseId: house.id, placedCount: 500 })
  while (await prepareDue(farm.services.store));
  const before = await owner.call(dataScreen.figures)
  await buildRecord(farm.services, farm.offices.direct, { flockId: flock.id, day: inDays(-1), dead: 7 })
  while (await prepareDue(farm.services.store));
  expect(before.birds - (await owner.call(dataScreen.figures)).birds).toBe(7)
})

test('temperature in target is a share of the quarters of an hour that were measured', async () => {
  const owner = await farm.as({ office: farm.offices.direct, kind: 2, grants })
  const device = await buildDevice(farm.services, farm.offices.direct, { type: 'controller' })
  const { id, name } = await buildHouse(farm.services, farm.offices.direct, { deviceIds: [device.id] })
  const quarter = (ago: number) => (Math.floor(Date.now() / 900_000) - ago) * 900_000
  await storeReports(
    farm.services,
    device.id,
    ['Climate/Temp/Avg', 'Climate/Temp/Target'],
    [
      { at: quarter(8), values: [22, 21] },
      { at: quarter(6), values: [25, 21] },
    ],
  )
  while (await prepareDue(farm.services.store));
  const { ranking, inTarget } = await owner.call(dataScreen.figures)
  expect(ranking).toEqual([{ id, name, inTarget: 50, houses: 1 }])
  expect(inTarget).toBe(50)
})

const withToken = (token: string, endpoint: Parameters<typeof farm.stranger.ask>[0], input: object = {}) =>
  farm.stranger.ask(endpoint, { headers: { 'access-token': token }, ...input })

test('a wall opens the data screen and nothing else, until it is revoked', async () => {
  const owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants })
  const wall = await owner.call(dataScreen.createWall, { body: { name: 'Lobby' } })
  expect((await withToken(wall.token, dataScreen.figures)).statusCode).toBe(200)
  const { data: told } = (await withToken(wall.token, session.userInfo)).json()
  expect(told).toMatchObject({ dataV: true, username: 'Lobby', actualName: 'Lobby', avatar: null })
  const rest = features
    .flatMap(({ name, contract }) =>
      Object.entries<Endpoint>(contract).map(([type, endpoint]) => ({ call: `${name}.${type}`, endpoint })),
    )
    .filter(({ endpoint }) => endpoint.access !== 'public')
  const opened: string[] = []
  for (const { call, endpoint } of rest)
    if ((await withToken(wall.token, endpoint)).statusCode !== 403) opened.push(call)
  expect(opened).toEqual(['session.userInfo', 'data-screen.figures'])
  const closed = [
    await withToken(wall.token, houses.list),
    await withToken(wall.token, dataScreen.walls),
    await withToken(wall.token, dataScreen.createWall, { body: { name: 'Another' } }),
    await withToken(wall.token, dataScreen.removeWall, { params: { id: wall.id } }),
  ]
  expect(closed.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
  expect(await owner.call(dataScreen.walls)).toMatchObject([{ id: wall.id, name: 'Lobby' }])
  await owner.call(dataScreen.removeWall, { params: { id: wall.id } })
  expect((await withToken(wall.token, dataScreen.figures)).statusCode).toBe(401)
})

test('a wall outlives the session of whoever set it up', async () => {
  const owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants })
  const { token } = await owner.call(dataScreen.createWall, { body: { name: 'Lobby' } })
  await database().delete(sessionTable).where(eq(sessionTable.accountId, owner.accountId))
  farm.services.events.emit('access', { accountIds: [owner.accountId] })
  expect((await owner.ask(dataScreen.walls)).statusCode).toBe(401)
  expect((await withToken(token, dataScreen.figures)).statusCode).toBe(200)
})

test('a wall that hangs makes nobody active', async () => {
  const owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants })
  const { id, token } = await owner.call(dataScreen.createWall, { body: { name: 'Lobby' } })
  await database().update(account).set({ lastActiveAt: null }).where(eq(account.id, owner.accountId))
  expect((await withToken(token, dataScreen.figures)).statusCode).toBe(200)
  const [seen] = await database().select().from(account).where(eq(account.id, owner.accountId))
  const [used] = await database().select().from(apiToken).where(eq(apiToken.id, id))
  expect(seen?.lastActiveAt).toBeNull()
  expect(used?.lastUsedAt).not.toBeNull()
})

test('nobody sees or revokes the wall of a colleague', async () => {
  const [me, colleague] = [
    await farm.as({ office: farm.offices.sharing, kind: 2, grants }),
    await farm.as({ office: farm.offices.sharing, kind: 2, grants }),
  ]
  const { id } = await colleague.call(dataScreen.createWall, { body: { name: 'Lobby' } })
  expect(await me.call(dataScreen.walls)).toEqual([])
  expect((await me.ask(dataScreen.removeWall, { params: { id } })).statusCode).toBe(404)
})
