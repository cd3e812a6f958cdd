import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { SYSTEM } from '../../platform/database/store.ts'
import { houseDevice } from '../../platform/database/tables/farms.ts'
import { alarmFarm, MINUTE } from './testing/alarm-farm.ts'

const farm = alarmFarm()
const { controller, report, start, restart, settled, alarmsOf, noticesOf, noticesOfFarmer } = farm

test('an alarm reported afterwards is filed with its own time and alerts nobody', async () => {
  const house = await controller()
  await start()
  const then = farm.now - 3 * 60 * MINUTE
  await farm.app.services.store
    .scoped(SYSTEM)
    .update(houseDevice)
    .set({ from: new Date(farm.now - 50 * 60 * MINUTE) })
    .where(eq(houseDevice.deviceId, house.id))
  report(house, { 'Alarm/SiloLow': true }, farm.now - 72 * 60 * MINUTE, true)
  report(house, { 'Alarm/PowerFail': true }, then, true)
  report(house, { 'Alarm/PowerFail': true }, then + MINUTE, true)
  report(house, { 'Alarm/PowerFail': false }, then + 5 * MINUTE, true)
  report(house, { 'Alarm/HighTemp': true }, farm.now - 48 * 60 * MINUTE, true)
  await settled()
  const found = await alarmsOf(house)
  expect(found).toMatchObject([
    { code: 'HighTemp', live: false, condition: 'cleared', handling: 'solved' },
    {
      code: 'PowerFail',
      live: false,
      condition: 'cleared',
      handling: 'new',
      raisedAt: new Date(then),
      clearedAt: new Date(then + 5 * MINUTE),
    },
  ])
  for (const { id } of found) expect(await noticesOf(id)).toEqual([])
  expect(farm.told).toEqual([])
})

test('a past alarm sent twice is filed once, and one that reaches into the present becomes live', async () => {
  const house = await controller()
  await start()
  const then = farm.now - 20 * MINUTE
  report(house, { 'Alarm/HighCO2': true }, then, true)
  await settled()
  await restart()
  report(house, { 'Alarm/HighCO2': true }, then, true)
  report(house, { 'Alarm/HighCO2': true }, then)
  await settled()
  const found = await alarmsOf(house)
  expect(found).toMatchObject([{ live: true, condition: 'active', raisedAt: new Date(then) }])
  expect(await noticesOfFarmer(found[0]?.id)).toBe(1)
})

const NIGHT = 20 * MINUTE
const POWER = 'Alarm/PowerFail'

test('an alarm that began while the link was down is one alarm: told when the link came back, active since it began', async () => {
  const house = await controller()
  await start()
  report(house, { [POWER]: false }, farm.now - 2 * NIGHT)
  report(house, { [POWER]: true })
  const began = farm.now - NIGHT
  report(house, { [POWER]: true }, began, true)
  report(house, { [POWER]: true }, began + MINUTE, true)
  await settled()
  // After a restart of the server the gateway sends part of its past again.
  await restart()
  report(house, { [POWER]: true }, began + MINUTE, true)
  await settled()
  const found = await alarmsOf(house)
  expect(found).toMatchObject([
    {
      live: true,
      condition: 'active',
      repeats: 0,
      since: new Date(began),
      raisedAt: new Date(farm.now),
    },
  ])
  expect(await noticesOfFarmer(found[0]?.id)).toBe(1)
})

test('of several alarms during an outage only the last reaches into the one that is active', async () => {
  const house = await controller()
  await start()
  report(house, { [POWER]: true })
  const began = farm.now - NIGHT
  const changes = [0, 2, 5, 6, 9]
  for (let turn = 0; turn < 2; turn++) {
    for (const [i, minute] of changes.entries())
      report(house, { [POWER]: i % 2 === 0 }, began + minute * MINUTE, true)
    await settled()
    await restart()
  }
  const at = (minute: number) => new Date(began + minute * MINUTE)
  expect(await alarmsOf(house)).toMatchObject([
    { live: false, raisedAt: at(0), clearedAt: at(2) },
    { live: false, raisedAt: at(5), clearedAt: at(6) },
    { live: true, since: at(9), raisedAt: new Date(farm.now), clearedAt: null },
  ])
})

test('a past whose newest day is sent first has the same alarms, also one that reaches over its beginning', async () => {
  const house = await controller()
  await start()
  await farm.app.services.store
    .scoped(SYSTEM)
    .update(houseDevice)
    .set({ from: new Date(farm.now - 80 * 60 * MINUTE) })
    .where(eq(houseDevice.deviceId, house.id))
  const ago = (hours: number) => farm.now - hours * 60 * MINUTE
  report(house, { [POWER]: false })
  const [newest, older] = [
    [
      [true, ago(24)],
      [false, ago(23)],
      [true, ago(5)],
      [false, ago(4)],
    ],
    [
      [false, ago(72)],
      [true, ago(50)],
      [false, ago(49)],
      [true, ago(25)],
    ],
  ] as const
  // Once more, as after a lost connection.
  for (const [value, at] of [...newest, ...older, ...older]) report(house, { [POWER]: value }, at, true)
  await settled()
  const at = (hours: number) => new Date(ago(hours))
  const found = (await alarmsOf(house)).toSorted((one, two) => +one.raisedAt - +two.raisedAt)
  expect(found).toMatchObject([
    { raisedAt: at(50), clearedAt: at(49), live: false },
    { raisedAt: at(25), clearedAt: at(24), live: false },
    { raisedAt: at(24), clearedAt: at(23), live: false },
    { raisedAt: at(5), clearedAt: at(4), live: false },
  ])
  expect(found).toHaveLength(4)
})

test('a past alarm reported before the births merges into the active alarm', async () => {
  const house = await controller()
  await start()
  const began = farm.now - NIGHT
  report(house, { [POWER]: true }, began, true)
  report(house, { [POWER]: true })
  report(house, { [POWER]: true }, farm.now + MINUTE)
  await settled()
  const found = await alarmsOf(house)
  expect(found).toMatchObject([{ live: true, condition: 'active', raisedAt: new Date(began), repeats: 0 }])
  expect(await noticesOfFarmer(found[0]?.id)).toBe(1)
  report(house, { [POWER]: false }, farm.now + 2 * MINUTE)
  await settled()
  expect(await alarmsOf(house)).toMatchObject([
    { condition: 'cleared', clearedAt: new Date(farm.now + 2 * MINUTE) },
  ])
})

test('what an active alarm did while the link was down belongs to that alarm', async () => {
  const house = await controller()
  await start()
  const began = farm.now - NIGHT
  report(house, { [POWER]: true }, began)
  report(house, { [POWER]: false }, began + 2 * MINUTE, true)
  report(house, { [POWER]: true }, began + 3 * MINUTE, true)
  report(house, { [POWER]: true })
  await settled()
  expect(await alarmsOf(house)).toMatchObject([
    { live: true, condition: 'active', raisedAt: new Date(began) },
  ])
})

test('a house in danger does not wait while the past of another is filed', async () => {
  const back = await controller()
  const house = await controller()
  await start()
  for (let night = 100; night > 0; night--)
    for (const [value, at] of [
      [true, farm.now - (night + 3) * NIGHT],
      [false, farm.now - (night + 3) * NIGHT + MINUTE],
    ] as const)
      report(back, { [POWER]: value }, at, true)
  report(house, { 'Alarm/HighTemp': true })
  await settled()
  const [raised] = await alarmsOf(house)
  const filed = await alarmsOf(back)
  expect(filed.length).toBeGreaterThan(0)
  // Ids are assigned in the order of writing.
  expect(filed.filter(({ id }) => id < (raised?.id ?? ''))).toEqual([])
})

test('an alarm that began and cleared just before a kill is filed at the next start, once, and alerts nobody', async () => {
  const house = await controller()
  await start()
  const at = farm.now
  await farm.stop()
  report(house, { [POWER]: true }, at)
  report(house, { [POWER]: false }, at + 5)
  const { states } = farm.app.services.devices
  const known = states.get(house.id)
  if (!known) throw new Error('the device is not known')
  const toldBefore = [
    { metric: POWER, value: true, at },
    { metric: POWER, value: false, at: at + 5 },
  ]
  states.set(house.id, { ...known, toldBefore })
  await restart()
  await settled()
  await restart()
  await settled()
  const found = await alarmsOf(house)
  expect(found).toMatchObject([
    {
      code: 'PowerFail',
      live: false,
      condition: 'cleared',
      raisedAt: new Date(at),
      clearedAt: new Date(at + 5),
    },
  ])
  expect(found).toHaveLength(1)
  expect(await noticesOfFarmer(found[0]?.id)).toBe(0)
})

test('an alarm recorded before a kill is not filed again', async () => {
  const house = await controller()
  await start()
  const at = farm.now
  report(house, { [POWER]: true }, at)
  report(house, { [POWER]: false }, at + 5)
  await settled()
  const { states } = farm.app.services.devices
  const known = states.get(house.id)
  if (!known) throw new Error('the device is not known')
  states.set(house.id, {
    ...known,
    toldBefore: [
      { metric: POWER, value: true, at },
      { metric: POWER, value: false, at: at + 5 },
    ],
  })
  await restart()
  await settled()
  expect(await alarmsOf(house)).toMatchObject([{ live: true, condition: 'cleared' }])
  expect(await alarmsOf(house)).toHaveLength(1)
})

test('an alarm reported afterwards has the value and the limit of its own time, not those of now', async () => {
  const house = await controller()
  await start()
  const then = farm.now - 3 * 60 * MINUTE
  const curve = Object.fromEntries(
    Array.from({ length: 10 }, (_, i) => {
      const point = `Settings/Temp/Curve/P${String(i + 1).padStart(2, '0')}`
      return [
        [`${point}/Day`, i],
        [`${point}/HighAlarmDiff`, 4],
      ] as const
    }).flat(),
  )
  report(house, { ...curve, 'Climate/Temp/Avg': 21.4, 'Climate/Temp/Target': 21, 'Bird/DayAge': 300 })
  const told = { 'Climate/Temp/Avg': 29.7, 'Climate/Temp/Target': 24, 'Climate/Temp/Outdoor': 5 }
  report(house, { 'Alarm/HighTemp': true, ...told }, then, true)
  report(house, { 'Alarm/HighTemp': false, 'Climate/Temp/Avg': 26 }, then + 9 * MINUTE, true)
  await settled()
  expect(await alarmsOf(house)).toMatchObject([{ live: false, value: 29.7, limit: 28, target: 24 }])
})
