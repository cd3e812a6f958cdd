import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarmRule } from '../../platform/database/tables/alarm-rules.ts'
import { buildAlarmRule } from '../../testing/alarm-rules.ts'
import { alarmFarm, type Controller, MINUTE, SECOND } from './testing/alarm-farm.ts'

const farm = alarmFarm()
const { controller, report, pass, start, restart, settled, alarmsOf } = farm
const HEAT = { 'Climate/Temp/Avg': 39, 'Climate/Temp/Target': 21, 'Climate/Temp/Outdoor': 36 }
const COOL = { ...HEAT, 'Climate/Temp/Avg': 21 }
const DAY = 24 * 60 * MINUTE
const HUMIDITY = 'Climate/Hum/Avg'

/** Reports every 5 s, as `valuesOf` has it for each. */
function reports(house: Controller, seconds: number, valuesOf: (i: number) => Record<string, number>): void {
  for (let i = 0; i < seconds / 5; i++) {
    report(house, valuesOf(i))
    pass(5 * SECOND)
  }
}
const absoluteOf = async (house: Controller) =>
  (await alarmsOf(house)).filter(({ code }) => code === 'TemperatureAbsolute')

/** As when a status of the device is stored. */
const tellStatus = (house: Controller, to: 'ONLINE' | 'OFFLINE') =>
  farm.app.services.events.emit('status', {
    deviceId: house.id,
    from: to === 'ONLINE' ? 'OFFLINE' : 'ONLINE',
    to,
    at: farm.now,
    reason: null,
  })

test('restarts in the middle of a delay lose nothing of it, and the alarm says when the heat truly began', async () => {
  const house = await controller()
  const rule = { metric: 'Climate/Temp/Avg', limit: 38, forMinutes: 3, houseId: house.houseId } as const
  const { id } = await buildAlarmRule(farm.app.services, farm.app.offices.sharing, rule)
  await start()
  const begin = farm.now
  reports(house, 75, () => HEAT)
  await farm.kept()
  farm.now += 35 * SECOND
  await restart()
  reports(house, 5, () => HEAT)
  await settled()
  expect(await absoluteOf(house)).toMatchObject([
    { since: new Date(begin), raisedAt: new Date(begin + 110 * SECOND) },
  ])
  await farm.kept()
  farm.now += 35 * SECOND
  await restart()
  reports(house, 60, () => HEAT)
  await settled()
  const own = (await alarmsOf(house)).filter(({ rule }) => rule.endsWith(id))
  expect(own).toMatchObject([{ since: new Date(begin), raisedAt: new Date(begin + 180 * SECOND) }])
})

test('an update in the middle of a crash loop rings a rule of four hours in time', async () => {
  const house = await controller()
  const rule = { metric: HUMIDITY, limit: 80, forMinutes: 240, houseId: house.houseId } as const
  await buildAlarmRule(farm.app.services, farm.app.offices.sharing, rule)
  await start()
  const begin = farm.now
  for (let i = 0; i < 25; i++) {
    report(house, { [HUMIDITY]: 84 })
    pass(9 * MINUTE, MINUTE)
    await farm.kept()
    farm.now += MINUTE
    await restart()
  }
  await settled()
  const [rung] = (await alarmsOf(house)).filter(({ code }) => code.startsWith('FarmRule'))
  expect(rung?.since).toEqual(new Date(begin))
  expect((rung?.raisedAt.getTime() ?? 0) - begin).toBeLessThanOrEqual(241 * MINUTE)
})

test.each([
  ['one low reading a minute', (i: number) => (i % 12 === 11 ? COOL : HEAT)],
  ['one low reading in half a minute', (i: number) => (i % 6 === 5 ? COOL : HEAT)],
  ['readings that hover at the limit', (i: number) => ({ ...HEAT, 'Climate/Temp/Avg': i % 2 ? 35.3 : 34.9 })],
])('a barn at 40 °C rings with %s, and stays alarmed', async (_, valuesOf) => {
  const house = await controller()
  await start()
  reports(house, 240, valuesOf)
  await settled()
  expect(await absoluteOf(house)).toMatchObject([{ condition: 'active', repeats: 0 }])
  const [rung] = await absoluteOf(house)
  reports(house, 240, valuesOf)
  await settled()
  expect(await absoluteOf(house)).toMatchObject([{ id: rung?.id, condition: 'active', repeats: 0 }])
})

test('a value stands while its node lives, not while it is dead', async () => {
  const house = await controller()
  await start()
  report(house, HEAT)
  pass(60 * SECOND)
  tellStatus(house, 'OFFLINE')
  pass(20 * MINUTE)
  await settled()
  expect(await absoluteOf(house)).toEqual([])
  tellStatus(house, 'ONLINE')
  report(house, HEAT)
  pass(28 * SECOND)
  await settled()
  expect(await absoluteOf(house)).toEqual([])
  pass(4 * SECOND)
  await settled()
  expect(await absoluteOf(house)).toMatchObject([{ condition: 'active' }])
})

test('what was counted waits for a node that is dead during a restart', async () => {
  const house = await controller()
  await start()
  report(house, HEAT)
  pass(60 * SECOND)
  tellStatus(house, 'OFFLINE')
  pass(2 * SECOND)
  await farm.kept()
  await restart()
  farm.now += 10 * MINUTE
  report(house, HEAT)
  pass(20 * SECOND)
  await settled()
  expect(await absoluteOf(house)).toEqual([])
  pass(12 * SECOND)
  await settled()
  expect(await absoluteOf(house)).toMatchObject([{ condition: 'active' }])
})

test('an alarm of a node that dies stays active', async () => {
  const house = await controller()
  await start()
  report(house, HEAT)
  pass(3 * MINUTE)
  tellStatus(house, 'OFFLINE')
  pass(40 * MINUTE)
  await settled()
  expect(await absoluteOf(house)).toMatchObject([{ condition: 'active' }])
})

test('a value that was said once rings when the limit of the birds’ age has come down to it', async () => {
  const placedOn = new Date(farm.now - 5 * DAY).toISOString().slice(0, 10)
  const { made } = await farm.controllers(1, placedOn, 'broiler')
  const house = made[0] as Controller
  await start()
  const begin = farm.now
  report(house, { 'Climate/Temp/Avg': 27, 'Climate/Temp/Outdoor': 15 })
  pass(3 * DAY, 10 * MINUTE)
  await settled()
  expect(await alarmsOf(house)).toEqual([])
  pass(30 * DAY, 10 * MINUTE)
  await settled()
  const [rung] = (await alarmsOf(house)).filter(({ code }) => code === 'TemperatureHigh')
  const ageDays = 5 + ((rung?.raisedAt.getTime() ?? 0) - begin) / DAY
  expect(ageDays).toBeGreaterThan(18)
  expect(ageDays).toBeLessThan(21)
})

test('a rule that is changed drops nothing of what others have counted', async () => {
  const [house, other] = [await controller(), await controller()]
  const ruled = { metric: HUMIDITY, limit: 80, forMinutes: 10 } as const
  const inHouse = ({ houseId }: Controller) =>
    buildAlarmRule(farm.app.services, farm.app.offices.sharing, { ...ruled, houseId })
  await inHouse(house)
  const { id } = await inHouse(other)
  await start()
  for (const each of [house, other]) report(each, { [HUMIDITY]: 90 })
  pass(8 * MINUTE)
  const db = farm.app.services.store.scoped(SYSTEM)
  await db.update(alarmRule).set({ limit: 95 }).where(eq(alarmRule.id, id))
  await expect
    .poll(
      async () => {
        pass(2 * SECOND)
        await settled()
        return (await alarmsOf(house)).length
      },
      { timeout: 60_000, interval: 10 },
    )
    .toBe(1)
  const [rung] = await alarmsOf(house)
  expect((rung?.raisedAt.getTime() ?? 0) - (rung?.since?.getTime() ?? 0)).toBe(10 * MINUTE)
})

test('what a new birth no longer declares ends with that reason, and nothing else does', async () => {
  const house = await controller()
  await start()
  report(house, { ...HEAT, 'Air/NH3/S1': 80, 'Climate/Temp/S1': 39, 'Alarm/InletStuck': true })
  pass(11 * MINUTE)
  await settled()
  const { devices, events } = farm.app.services
  const gone = ['Air/NH3/S1', 'Climate/Temp/S1', 'Alarm/InletStuck']
  const known = devices.states.get(house.id)
  if (!known) throw new Error('the device has no state')
  const readings = new Map([...known.readings].filter(([metric]) => !gone.includes(metric)))
  devices.states.set(house.id, { ...known, readings })
  events.emit('undeclared', { deviceId: house.id, metrics: gone, at: farm.now })
  await settled()
  const ends = (await alarmsOf(house)).map(({ code, condition, endReason }) => [code, condition, endReason])
  expect(ends.toSorted()).toEqual([
    ['AmmoniaHigh', 'cleared', 'gone'],
    ['InletStuck', 'cleared', 'gone'],
    ['TemperatureAbsolute', 'active', null],
    ['TemperatureHigh', 'active', null],
  ])
})
