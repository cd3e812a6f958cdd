import { afterAll, beforeAll, expect, test } from 'vitest'
import { DataType } from '#shared/sparkplug/types.ts'
import { createLayoutBudget, LAYOUTS_A_DAY, TOO_MANY_LAYOUTS } from './layout-budget.ts'
import { eventually } from './testing/eventually.ts'
import { type DeviceFarm, deviceFarm } from './testing/farm.ts'
import { connectPeer, TEMPERATURE } from './testing/peer.ts'

let farm: DeviceFarm
beforeAll(async () => {
  farm = await deviceFarm()
})
afterAll(() => farm.close())

test('a device may bring new metrics again on the next day, each device counted by itself', () => {
  let now = 0
  const budget = createLayoutBudget(() => now)
  for (let i = 0; i < LAYOUTS_A_DAY; i++) expect(budget.takes('a')).toBe(true)
  expect(budget.takes('a')).toBe(false)
  expect(budget.takes('b')).toBe(true)
  now += 86_400_000
  expect(budget.takes('a')).toBe(true)
})

test('a gateway whose births bring ever new names is held up, and its neighbour is not', async () => {
  const wild = await farm.register('GW-wild', 'gateway', farm.offices.sharing)
  const controller = await farm.register('HC-wild', 'controller', farm.offices.sharing, wild)
  const peer = await connectPeer(farm.url, { code: wild.code })
  await peer.nodeBirth()
  const named = (i: number) => ({ name: `Random/${i}`, alias: 1, datatype: DataType.Float, value: i })
  for (let i = 0; i < LAYOUTS_A_DAY + 5; i++) await peer.deviceBirth(controller.code, [named(i)])
  // The alias belongs to a refused birth: storing it under the name from an earlier one would be wrong.
  await peer.data(controller.code, [{ ...named(0), value: 7 }], Date.now() + 60_000)

  const layouts = await farm.rows('select 1 from report r where device = $1 group by layout', [
    controller.serial,
  ])
  // Births of the same millisecond share a row.
  expect(layouts.length).toBeLessThanOrEqual(LAYOUTS_A_DAY)
  expect(
    await farm.rows('select 1 from report where device = $1 and at > now()', [controller.serial]),
  ).toEqual([])
  const refused = () =>
    farm.rows('select 1 from quarantine where device_id = $1 and reason = $2', [wild.id, TOO_MANY_LAYOUTS])
  await eventually(refused).toHaveLength(6)

  // A layout it had before is known, and read again.
  await peer.deviceBirth(controller.code, [named(3)])
  await peer.data(controller.code, [{ ...named(3), value: 8 }], Date.now() + 120_000)
  expect(
    await farm.rows('select 1 from report where device = $1 and at > now()', [controller.serial]),
  ).toHaveLength(1)

  const tame = await farm.register('GW-tame', 'gateway', farm.offices.sharing)
  const neighbour = await farm.register('HC-tame', 'controller', farm.offices.sharing, tame)
  const other = await connectPeer(farm.url, { code: tame.code })
  await other.nodeBirth()
  await other.deviceBirth(neighbour.code)
  await other.data(neighbour.code, [{ ...TEMPERATURE, value: 22 }])
  expect(await farm.rows('select 1 from report where device = $1', [neighbour.serial])).toHaveLength(1)
  await peer.end()
  await other.end()
})
