import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { SYSTEM } from '../../platform/database/store.ts'
import { houseNow } from '../../platform/database/tables/farms.ts'
import type { LatestState } from '../../telemetry/device-side.ts'
import { buildDevice, buildHouse } from '../../testing/farm-builder.ts'
import type { Alarms } from './alarms.ts'
import { alarmFarm, type Controller, GRACE_MS, MINUTE, SECOND } from './testing/alarm-farm.ts'

const farm = alarmFarm()
const { controller, controllers, report, start, alarmsOf, noticesOf, noticesOfFarmer } = farm

test('silence warns after 180 s and becomes critical at 600 s: told once, cleared by the next message', async () => {
  const house = await controller()
  const alarms = await start()
  report(house, { 'Climate/Temp/Avg': 21 })
  const heardAt = farm.now
  farm.now = heardAt + 179 * SECOND
  alarms.sweep()
  farm.now = heardAt + 181 * SECOND
  alarms.sweep()
  alarms.sweep()
  await alarms.settled()
  const [silent] = await alarmsOf(house)
  expect(silent).toMatchObject({ level: 'warning', condition: 'active', since: new Date(heardAt) })
  expect(await noticesOf(silent?.id ?? '')).toEqual([])
  farm.now = heardAt + 601 * SECOND
  alarms.sweep()
  alarms.sweep()
  await alarms.settled()
  expect(await alarmsOf(house)).toMatchObject([{ level: 'critical' }])
  expect(await noticesOfFarmer(silent?.id)).toBe(1)
  report(house, { 'Climate/Temp/Avg': 21 })
  alarms.sweep()
  await alarms.settled()
  expect(await alarmsOf(house)).toMatchObject([{ condition: 'cleared', clearedAt: new Date(farm.now) }])
})

test('one silent gateway is one alarm with its houses', async () => {
  const { gateway, made } = await controllers(3)
  const alarms = await start()
  for (const house of made) report(house, { 'Climate/Temp/Avg': 21 })
  farm.app.services.events.emit('status', {
    deviceId: gateway.id,
    from: 'ONLINE',
    to: 'OFFLINE',
    at: farm.now,
    reason: 'disconnect',
  })
  farm.now += 190 * SECOND
  alarms.sweep()
  await alarms.settled()
  const [found] = await alarmsOf(made[0] as Controller)
  expect(found).toMatchObject({ code: 'Offline', subjectId: gateway.id })
  expect(found?.houseIds.toSorted()).toEqual(made.map(({ houseId }) => houseId).toSorted())
  expect(farm.told).toHaveLength(1)
})

test('when a gateway comes back, the last of its controllers is not called silent at once', async () => {
  const { made } = await controllers(2)
  const [first, last] = made as [Controller, Controller]
  const alarms = await start()
  for (const house of made) report(house, { 'Climate/Temp/Avg': 21 })
  farm.now += 300 * SECOND
  alarms.sweep()
  report(first, { 'Climate/Temp/Avg': 21 })
  alarms.sweep()
  farm.now += 5 * SECOND
  alarms.sweep()
  report(last, { 'Climate/Temp/Avg': 21 })
  alarms.sweep()
  await alarms.settled()
  expect(await alarmsOf(last)).toMatchObject([{ condition: 'cleared' }])
})

test('after a start, births are awaited before silence is reported', async () => {
  const house = await controller()
  report(house, { 'Climate/Temp/Avg': 21 })
  farm.now += 60 * MINUTE
  const alarms = await start()
  alarms.sweep()
  farm.now += GRACE_MS - SECOND
  alarms.sweep()
  await alarms.settled()
  expect(await alarmsOf(house)).toEqual([])
  farm.now += 2 * SECOND
  alarms.sweep()
  await alarms.settled()
  expect(await alarmsOf(house)).toMatchObject([{ level: 'critical', condition: 'active' }])
})

test('a controller that replaced another is missed from then on, even if it never spoke', async () => {
  const { sharing } = farm.app.offices
  const old = await buildDevice(farm.app.services, sharing, { type: 'controller', status: 'DISABLE' })
  const { id } = await buildDevice(farm.app.services, sharing, {
    type: 'controller',
    replacesId: old.id,
    replacedAt: new Date(farm.now),
  })
  const { id: houseId } = await buildHouse(farm.app.services, sharing, { deviceIds: [id] })
  const alarms = await start()
  farm.now += 170 * SECOND
  alarms.sweep()
  await alarms.settled()
  expect(await alarmsOf({ houseId })).toEqual([])
  farm.now += 20 * SECOND
  alarms.sweep()
  await alarms.settled()
  expect(await alarmsOf({ houseId })).toMatchObject([{ code: 'Offline', condition: 'active' }])
})

test.each([
  ['was stopped', false],
  ['slept with its machine', true],
])(
  'nobody is called silent because this process %s: the grace of the start begins anew',
  async (_, isAsleep) => {
    const house = await controller()
    const alarms = await start()
    report(house, { 'Climate/Temp/Avg': 21 })
    farm.now += GRACE_MS
    farm.pause(200 * SECOND, isAsleep)
    alarms.tick()
    await alarms.settled()
    expect(await alarmsOf(house)).toEqual([])
    farm.now += GRACE_MS - SECOND
    alarms.sweep()
    await alarms.settled()
    expect(await alarmsOf(house)).toEqual([])
    // Anyone still silent after that is missed.
    farm.now += 2 * SECOND
    alarms.sweep()
    await alarms.settled()
    expect(await alarmsOf(house)).toMatchObject([{ code: 'NoData', condition: 'active' }])
  },
)

test('a connected controller that has nothing new to say is not silent until its node stops answering', async () => {
  const house = await controller()
  const alarms = await start()
  report(house, { 'Climate/Temp/Avg': 21 })
  const { states } = farm.app.services.devices
  const spoke = states.get(house.id) as LatestState
  for (let minute = 1; minute <= 31; minute++) {
    farm.now += MINUTE
    states.set(house.id, { ...spoke, aliveAt: farm.now })
    alarms.sweep()
  }
  await alarms.settled()
  expect(await alarmsOf(house)).toEqual([])
  const aliveAt = farm.now
  farm.now += 180 * SECOND
  alarms.sweep()
  await alarms.settled()
  expect(await alarmsOf(house)).toMatchObject([
    { code: 'NoData', level: 'warning', since: new Date(aliveAt) },
  ])
})

test('a gateway whose credential is used twice is one grave alarm with its houses, until it is over', async () => {
  const { gateway, made } = await controllers(2)
  const alarms = await start()
  const { states } = farm.app.services.devices
  const setTwice = (isUsedTwice: boolean) => {
    for (const house of made) {
      report(house, { 'Climate/Temp/Avg': 21 })
      states.set(house.id, { ...(states.get(house.id) as LatestState), isUsedTwice })
    }
    alarms.sweep()
    return alarms.settled()
  }
  await setTwice(true)
  await setTwice(true)
  const [twice, ...others] = await alarmsOf(made[0] as Controller)
  expect(twice).toMatchObject({ code: 'CredentialTwice', level: 'critical', subjectId: gateway.id })
  expect(twice?.houseIds.toSorted()).toEqual(made.map(({ houseId }) => houseId).toSorted())
  expect(others).toEqual([])
  expect(await noticesOfFarmer(twice?.id)).toBe(1)
  await setTwice(false)
  expect(await alarmsOf(made[0] as Controller)).toMatchObject([{ condition: 'cleared' }])
})

test('a gateway that says that its disk takes nothing, or that its clock is off, is one alarm with its houses', async () => {
  const { gateway, made } = await controllers(2)
  const alarms = await start()
  const { states } = farm.app.services.devices
  const say = async (isFailed: boolean, aheadS: number | null) => {
    for (const house of made) report(house, { 'Climate/Temp/Avg': 21 })
    const readings = new Map([
      ['Gateway/Storage Failed', { value: isFailed, at: farm.now }],
      ['Gateway/Clock Ahead', { value: aheadS, at: farm.now }],
    ])
    states.set(gateway.id, { readings, lastMessageAt: farm.now, reportIntervalS: 60 })
    alarms.sweep()
    await alarms.settled()
    const found = await alarmsOf(made[0] as Controller)
    return found
      .filter(({ condition }) => condition === 'active')
      .map(({ code, subjectId, value, houseIds }) => ({ code, subjectId, value, houses: houseIds.length }))
  }
  const about = { subjectId: gateway.id, houses: 2 }
  expect(await say(true, null)).toEqual([{ ...about, code: 'GatewayStorage', value: null }])
  expect(await say(false, -3_600)).toEqual([{ ...about, code: 'ClockBehind', value: 60 }])
  expect(await say(false, 1)).toEqual([])
})

/** The farm sets how long the house may send no data. */
async function allow({ houseId }: Controller, noDataWarningS: number, noDataCriticalS: number) {
  await farm.app.services.store
    .scoped(SYSTEM)
    .update(houseNow)
    .set({ noDataWarningS, noDataCriticalS })
    .where(eq(houseNow.houseId, houseId))
  await farm.rereadHouses()
}

/** The house's alarms once nothing has been heard of it for so long. */
async function after(alarms: Alarms, house: Controller, heardAt: number, silentS: number) {
  farm.now = heardAt + silentS * SECOND
  alarms.sweep()
  await alarms.settled()
  return (await alarmsOf(house)).map(({ level, condition }) => `${level} ${condition}`)
}

test.each([
  [120, 300],
  [240, 1_200],
  [1_800, 1_800],
])('a house that may be silent for %i and %i s warns, and is critical, then', async (warningS, criticalS) => {
  const house = await controller()
  const alarms = await start()
  await allow(house, warningS, criticalS)
  report(house, { 'Climate/Temp/Avg': 21 })
  const heardAt = farm.now
  expect(await after(alarms, house, heardAt, warningS - 1)).toEqual([])
  const level = warningS === criticalS ? 'critical' : 'warning'
  expect(await after(alarms, house, heardAt, warningS)).toEqual([`${level} active`])
  expect(await after(alarms, house, heardAt, criticalS)).toEqual(['critical active'])
})

test('limits changed while a house is silent hold from then on', async () => {
  const house = await controller()
  const alarms = await start()
  report(house, { 'Climate/Temp/Avg': 21 })
  const heardAt = farm.now
  expect(await after(alarms, house, heardAt, 170)).toEqual([])
  await allow(house, 120, 400)
  expect(await after(alarms, house, heardAt, 171)).toEqual(['warning active'])
  await allow(house, 120, 200)
  expect(await after(alarms, house, heardAt, 201)).toEqual(['critical active'])
  await allow(house, 1_200, 1_800)
  expect(await after(alarms, house, heardAt, 202)).toEqual(['critical cleared'])
  expect(await after(alarms, house, heardAt, 1_201)).toContain('warning active')
})
