import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workplace } from '#shared/contracts/workplace.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { houseDevice, houseNow } from '../../platform/database/tables/farms.ts'
import type { Person } from '../../testing/app.ts'
import {
  buildAlarm,
  buildCustomer,
  buildDevice,
  buildFlock,
  buildHouse,
  buildRecord,
} from '../../testing/farm-builder.ts'
import { type LiveApp, liveApp } from '../../testing/live-app.ts'

const day = (back: number) => daysAfter(dateIn('Asia/Shanghai', new Date()), -back)
type Office = 'sharing' | 'closed' | 'direct'

let farm: LiveApp
let owner: Person
let engineer: Person
beforeAll(async () => {
  farm = await liveApp()
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: ['client_workplace:query'] })
  engineer = await farm.as({ office: farm.offices.provider, kind: 1, grants: ['chicken_home_manage:query'] })
})
afterAll(() => farm.close())

async function flockIn(office: Office, deaths: readonly (number | null)[]) {
  const { services, offices } = farm
  const { id: houseId } = await buildHouse(services, offices[office])
  const flock = await buildFlock(services, offices[office], {
    houseId,
    breed: 'hyline-brown',
    placedOn: day(120),
    hatchedOn: day(240),
  })
  for (const [i, dead] of deaths.entries())
    await buildRecord(services, offices[office], {
      flockId: flock.id,
      day: day(deaths.length - i),
      dead,
      eggsSound: 9_000,
      water: 2_000 + i,
      weight: i === 0 ? 1_950 : null,
    })
  return flock
}
/** The flock's losses are an alarm. */
const losesMany = (
  { id: subjectId, houseId }: { id: string; houseId: string },
  more: { level?: 'warning' | 'critical'; value?: number } = {},
) =>
  buildAlarm(farm.services, farm.offices.sharing, {
    subjectId,
    houseIds: [houseId],
    code: 'LossesHigh',
    source: 'platform',
    level: 'warning',
    value: 0.2,
    limit: 0.1,
    ...more,
  })
const standsIn = (id: string, state: 'alarm' | 'offline' | 'normal') =>
  farm.services.store.scoped(SYSTEM).update(houseNow).set({ state }).where(eq(houseNow.houseId, id))

test('a farm sees its flocks with the last two days told, what is usual and the last weighing', async () => {
  const flock = await flockIn('sharing', [2, 4, 3, 12])
  await losesMany(flock)
  await flockIn('direct', [1])
  const flocks = await owner.call(workplace.list)
  const [shown] = flocks.filter(({ id }) => id === flock.id)
  expect(flocks.map(({ id }) => id)).toEqual([flock.id])
  expect(shown).toMatchObject({
    age: 240,
    placedAge: 120,
    alive: 9_979,
    deadMean: 3,
    alarms: [{ code: 'LossesHigh', level: 'warning', value: 0.2, limit: 0.1 }],
    weight: 1_950,
    weighedAt: 236,
  })
  expect(shown?.days).toMatchObject([
    { day: day(1), dead: 12, waterL: 2_003 },
    { day: day(2), dead: 3, waterL: 2_002 },
  ])
  expect(shown?.days[0]?.rate).toBeCloseTo((100 * 9_000) / 9_991, 5)
})

test('today is not over: what is recorded of it changes no figure of yesterday', async () => {
  const flock = await flockIn('sharing', [2, 4, 3])
  const shown = async () => (await owner.call(workplace.list)).find(({ id }) => id === flock.id)
  const before = await shown()
  await buildRecord(farm.services, farm.offices.sharing, {
    flockId: flock.id,
    day: day(0),
    dead: 3,
    water: 14,
    eggsSound: 20,
  })
  const after = await shown()
  expect(after?.days).toEqual(before?.days)
  expect(after).toMatchObject({ deadMean: before?.deadMean, alive: (before?.alive ?? 0) - 3 })
})

test('a flock that was told of nothing, and one that is to come, disturb nobody', async () => {
  const { services, offices } = farm
  const empty = await flockIn('sharing', [])
  const { id: houseId } = await buildHouse(services, offices.sharing)
  await buildFlock(services, offices.sharing, { houseId, placedOn: day(-3) })
  const flocks = await owner.call(workplace.list)
  expect(flocks.find(({ id }) => id === empty.id)).toMatchObject({ days: [], deadMean: null, weight: null })
  expect(flocks.some(flock => flock.houseId === houseId)).toBe(false)
})

test('who has the workplace open hears of a day that is told, and nobody of another farm does', async () => {
  const flock = await flockIn('sharing', [])
  const stranger = await farm.as({ office: farm.offices.direct, kind: 2, grants: ['client_workplace:query'] })
  const [mine, theirs] = [await farm.listen(owner), await farm.listen(stranger)]
  await buildRecord(farm.services, farm.offices.sharing, { flockId: flock.id, day: day(1), dead: 1 })
  const told = { dataType: 'RECORD', module: 'workplace', id: flock.id }
  await expect.poll(() => mine.frames).toContainEqual(told)
  const other = await flockIn('direct', [])
  await expect.poll(() => theirs.frames).toContainEqual({ ...told, id: other.id })
  expect(theirs.frames).not.toContainEqual(told)
})

test('the round of the provider has the worst first with its reason, and of who does not share only how many they are', async () => {
  const { services, offices } = farm
  const [burning, silent, dying, fine, hidden] = [
    await flockIn('sharing', [1]),
    await flockIn('sharing', [1]),
    await flockIn('sharing', [2, 2, 2, 2, 20]),
    await flockIn('sharing', [2, 2, 2, 2, 3]),
    await flockIn('closed', [1]),
  ]
  const { id: subjectId } = await buildDevice(services, offices.sharing)
  // Only a house that a device serves can fall silent.
  const { id: deviceId } = await buildDevice(services, offices.sharing, { type: 'controller' })
  await services.store.scoped(SYSTEM).insert(houseDevice).values({
    id: newId(),
    houseId: silent.houseId,
    deviceId,
    officePath: offices.sharing.path,
    from: new Date(),
  })
  await losesMany(dying)
  await standsIn(burning.houseId, 'alarm')
  await standsIn(silent.houseId, 'offline')
  for (const id of [dying.houseId, fine.houseId]) await standsIn(id, 'normal')
  await standsIn(hidden.houseId, 'alarm')
  const alarm = await buildAlarm(services, offices.sharing, {
    subjectId,
    houseIds: [burning.houseId],
    level: 'emergency',
  })
  const round = await engineer.call(workplace.round)
  const shown = round.houses.filter(({ id }) =>
    [burning, silent, dying, fine, hidden].some(({ houseId }) => houseId === id),
  )
  expect(shown).toMatchObject([
    { id: burning.houseId, reason: 'emergency', alarm: { id: alarm.id, code: 'HighTemp' } },
    { id: silent.houseId, reason: 'offline', alarm: null },
    { id: dying.houseId, reason: 'dead', dead: { value: 20, usual: 2 } },
  ])
  expect(round.notShared).toBeGreaterThan(0)
})

test('who only applied, or was refused, is no customer that does not share', async () => {
  const { services, offices } = farm
  const above = [
    await farm.as({ office: offices.provider, kind: 1, grants: ['workplace:query'] }),
    await farm.as({ office: offices.agent, kind: 3, grants: ['workplace:query'] }),
  ]
  const notShared = () => Promise.all(above.map(async who => (await who.call(workplace.sharing)).notShared))
  const [staff = 0, agent = 0] = await notShared()
  const missing = (await engineer.call(workplace.round)).notShared
  for (const approval of ['pending', 'rejected'] as const)
    await buildCustomer(services, offices.agent, { approval })
  expect(await notShared()).toEqual([staff, agent])
  expect((await engineer.call(workplace.round)).notShared).toBe(missing)
  await buildCustomer(services, offices.agent)
  expect(await notShared()).toEqual([staff + 1, agent + 1])
})

test('of dying flocks the round has the one that loses most birds first, however long each has', async () => {
  const flocks = [
    await flockIn('sharing', [2, 2, 30]),
    await flockIn('sharing', [2, 2, 900]),
    await flockIn('sharing', [2, 2, 45]),
  ]
  const hours = [9, 1, 5]
  for (const [i, flock] of flocks.entries()) {
    await losesMany(flock)
    await farm.services.store
      .scoped(SYSTEM)
      .update(houseNow)
      .set({ state: 'normal', stateSince: new Date(Date.now() - (hours[i] ?? 0) * 3_600_000) })
      .where(eq(houseNow.houseId, flock.houseId))
  }
  const { houses } = await engineer.call(workplace.round)
  const shown = houses.filter(({ id }) => flocks.some(({ houseId }) => houseId === id))
  expect(shown.map(({ reason, dead }) => [reason, dead?.value])).toEqual([
    ['dead', 900],
    ['dead', 45],
    ['dead', 30],
  ])
})

/** The houses of these flocks in the provider's round. */
async function roundOf(flocks: readonly { houseId: string }[]) {
  const { houses } = await engineer.call(workplace.round)
  return houses.filter(({ id }) => flocks.some(({ houseId }) => houseId === id))
}

test('of flocks whose losses are critical the round has the one that loses most first, and says how much', async () => {
  const [few, many, hot, airless] = [
    await flockIn('sharing', [2, 2, 31]),
    await flockIn('sharing', [2, 2, 400]),
    await flockIn('sharing', [2, 2, 2]),
    await flockIn('sharing', [2, 2, 2]),
  ]
  // The one that loses most came last; what is no loss has waited longest.
  const { id: deviceId } = await buildDevice(farm.services, farm.offices.sharing)
  for (const [flock, code] of [
    [hot, 'HighTemp'],
    [airless, 'VentilationOff'],
  ] as const)
    await buildAlarm(farm.services, farm.offices.sharing, {
      subjectId: deviceId,
      houseIds: [flock.houseId],
      code,
      level: 'critical',
      raisedAt: new Date(Date.now() - 9 * 3_600_000),
    })
  await losesMany(many, { level: 'critical', value: 4 })
  await losesMany(few, { level: 'critical', value: 0.31 })
  const all = [few, many, hot, airless]
  for (const { houseId } of all) await standsIn(houseId, 'normal')
  const shown = await roundOf(all)
  expect(shown).toMatchObject([
    { id: airless.houseId, reason: 'alarm', dead: null, loss: null },
    {
      id: many.houseId,
      reason: 'alarm',
      alarm: { code: 'LossesHigh' },
      dead: { value: 400, usual: 2 },
      loss: { value: 4, limit: 0.1 },
    },
    { id: few.houseId, reason: 'alarm', dead: { value: 31, usual: 2 }, loss: { value: 0.31, limit: 0.1 } },
    { id: hot.houseId, reason: 'alarm', alarm: { code: 'HighTemp' }, dead: null, loss: null },
  ])
  expect(shown.every(({ since }) => since !== null)).toBe(true)
})

test('a house that another critical alarm names stands by the losses of its flock all the same', async () => {
  const [few, both] = [await flockIn('sharing', [2, 2, 31]), await flockIn('sharing', [2, 2, 300])]
  const { id: deviceId } = await buildDevice(farm.services, farm.offices.sharing)
  await losesMany(few, { level: 'critical', value: 0.31 })
  await buildAlarm(farm.services, farm.offices.sharing, {
    subjectId: deviceId,
    houseIds: [both.houseId],
    level: 'critical',
    raisedAt: new Date(Date.now() - 3_600_000),
  })
  await losesMany(both, { level: 'critical', value: 3 })
  for (const { houseId } of [few, both]) await standsIn(houseId, 'normal')
  expect(await roundOf([few, both])).toMatchObject([
    { id: both.houseId, alarm: { code: 'HighTemp' }, loss: { value: 3 } },
    { id: few.houseId, alarm: { code: 'LossesHigh' } },
  ])
})

test('a flock of which nothing but its alarm is known stands by the share that it loses', async () => {
  const [few, counted] = [await flockIn('sharing', [2, 2, 31]), await flockIn('sharing', [])]
  await losesMany(few, { level: 'critical', value: 0.31 })
  await losesMany(counted, { level: 'critical', value: 2 })
  for (const { houseId } of [few, counted]) await standsIn(houseId, 'normal')
  expect(await roundOf([few, counted])).toMatchObject([
    { id: counted.houseId, dead: null, loss: { value: 2 } },
    { id: few.houseId, dead: { value: 31 } },
  ])
})

test('what is recorded of today takes no flock down in the round, and may take it up', async () => {
  const [dying, less, worse] = [
    await flockIn('sharing', [2, 2, 200]),
    await flockIn('sharing', [2, 2, 60]),
    await flockIn('sharing', [2, 2, 30]),
  ]
  for (const [flock, dead] of [
    [dying, 3],
    [worse, 90],
  ] as const)
    await buildRecord(farm.services, farm.offices.sharing, { flockId: flock.id, day: day(0), dead })
  const all = [dying, less, worse]
  for (const flock of all) {
    await losesMany(flock, { level: 'critical' })
    await standsIn(flock.houseId, 'normal')
  }
  expect((await roundOf(all)).map(({ dead }) => dead)).toEqual([
    { value: 200, usual: 2 },
    { value: 90, usual: 2 },
    { value: 60, usual: 2 },
  ])
})
