import { afterAll, beforeAll, expect, test } from 'vitest'
import { silenceLimits } from '#shared/contracts/alarm-rules.ts'
import { houses } from '#shared/contracts/houses.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice, buildHouse } from '../../testing/farm-builder.ts'

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  const grants = ['house_alarm_rule:query', 'house_alarm_rule:edit', 'chicken_home_manage:get'] as const
  owner = await farm.as({ office: farm.offices.direct, kind: 2, grants: [...grants] })
})
afterAll(() => farm.close())

const limitsOf = async (id: string) => {
  const found = (await owner.call(silenceLimits.limits)).find(house => house.id === id)
  return found && [found.warningS, found.criticalS]
}
const houseOf = (office = farm.offices.direct) => buildHouse(farm.services, office)

test('a farm sets how long some of its houses may send no data, or all of them', async () => {
  const [first, second] = [await houseOf(), await houseOf()]
  expect(await limitsOf(first.id)).toEqual([180, 600])
  await owner.call(silenceLimits.set, { body: { houseIds: [first.id], warningS: 120, criticalS: 300 } })
  expect([await limitsOf(first.id), await limitsOf(second.id)]).toEqual([
    [120, 300],
    [180, 600],
  ])
  await owner.call(silenceLimits.set, { body: { houseIds: [], warningS: 240, criticalS: 1_800 } })
  expect([await limitsOf(first.id), await limitsOf(second.id)]).toEqual([
    [240, 1_800],
    [240, 1_800],
  ])
})

test.each([
  ['too soon', { warningS: 119, criticalS: 600 }, 'warningS', 'At least 120'],
  ['too late', { warningS: 180, criticalS: 1_801 }, 'criticalS', 'At most 1800'],
  ['critical before the warning', { warningS: 400, criticalS: 399 }, 'criticalS', 'earlier than the warning'],
])('a limit that is %s is refused in words at its field', async (_, limits, field, words) => {
  const { id } = await houseOf()
  const answer = await owner.ask(silenceLimits.set, { body: { houseIds: [id], ...limits } })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data).toMatchObject([{ field, message: expect.stringContaining(words) }])
  expect(await limitsOf(id)).toEqual([180, 600])
})

test('nobody sets a limit for another farm’s house', async () => {
  const { id } = await houseOf(farm.offices.sharing)
  const answer = await owner.ask(silenceLimits.set, {
    body: { houseIds: [id], warningS: 1_800, criticalS: 1_800 },
  })
  expect(answer.json().data).toMatchObject([{ field: 'houseIds' }])
})

test('a house is offline on screens when its own limit has passed', async () => {
  const { id: deviceId } = await buildDevice(farm.services, farm.offices.direct, {
    type: 'controller',
    status: 'ONLINE',
  })
  const { id } = await buildHouse(farm.services, farm.offices.direct, { deviceIds: [deviceId] })
  const silentS = 200
  farm.services.devices.states.set(deviceId, {
    readings: new Map(),
    lastMessageAt: Date.now() - silentS * 1_000,
    reportIntervalS: 5,
  })
  const state = async () => (await owner.call(houses.state, { params: { id } })).state
  const silentAfter = async () => (await owner.call(houses.reported, { params: { id } }))[0]?.silentAfterS
  expect(await state()).toBe('offline')
  expect(await silentAfter()).toBe(180)
  await owner.call(silenceLimits.set, { body: { houseIds: [id], warningS: 600, criticalS: 900 } })
  expect(await state()).toBe('normal')
  // Nor do charts show a gap before.
  const query = { metrics: 'Climate/Temp/Avg', from: Date.now() - 86_400_000, to: Date.now() }
  const chart = await owner.call(houses.chart, { params: { id }, query })
  expect(chart.gapS).toBe(900)
  // Its values turn old on the device's page at the same time.
  expect(await silentAfter()).toBe(600)
})
