import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { alarmRules } from '#shared/contracts/alarm-rules.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { houseDevice } from '../../platform/database/tables/farms.ts'
import { buildAlarmRule } from '../../testing/alarm-rules.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice, buildFlock, buildHouse, buildRecord } from '../../testing/farm-builder.ts'
import type { SeededOffice } from '../../testing/store.ts'
import { storeReports } from '../../testing/stored-reports.ts'

const MINUTE = 60_000
const DAY_MS = 86_400_000
const HUMIDITY = 'Climate/Hum/Avg'
let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  owner = await farm.as({ office: farm.offices.direct, kind: 2, grants: ['house_alarm_rule:add'] })
})
afterAll(() => farm.close())

/** A house whose air was too humid from 20 to 30 minutes after each of these times. */
async function humidHouse(office: SeededOffice, times: readonly number[], name: string) {
  const device = await buildDevice(farm.services, office, { type: 'controller' })
  const made = await buildHouse(farm.services, office, { deviceIds: [device.id], name })
  await farm.services.store
    .scoped(SYSTEM)
    .update(houseDevice)
    .set({ from: new Date(Date.now() - 20 * DAY_MS) })
    .where(eq(houseDevice.deviceId, device.id))
  const reports = times.flatMap(at =>
    Array.from({ length: 60 }, (_, minute) => ({
      at: at + minute * MINUTE,
      values: [minute >= 20 && minute < 30 ? 90 : 70, minute < 25 ? 1 : 0],
    })),
  )
  await storeReports(farm.services, device.id, [HUMIDITY, 'Cool/Fogger/State'], reports)
  return made
}
/** A clock in the farm's zone, so many days ago. */
const daysAgo = (days: number, hour: number) =>
  Math.floor(Date.now() / DAY_MS) * DAY_MS - days * DAY_MS + (hour - 8) * 60 * MINUTE

const rule = { metric: HUMIDITY, direction: 'above' as const, limit: 80, forMinutes: 5 }

/** What the rule would have raised in all houses, in as many calls as it takes. */
async function tryAll() {
  const tried = []
  for (let after: number | null = 0; ; ) {
    const answer: Answer = await owner.call(alarmRules.tryOut, { query: { ...rule, after } })
    tried.push(...answer.tried)
    after = answer.next
    if (after === null) return { ...answer, tried }
  }
}
type Answer = z.output<typeof alarmRules.tryOut.returns>

test('a rule is tried on the readings of the last 30 days, house by house, and nothing is stored', async () => {
  const { offices } = farm
  const [noon, night] = [daysAgo(3, 12), daysAgo(2, 23)]
  const house = await humidHouse(offices.direct, [noon, night], 'A humid one')
  const other = await humidHouse(offices.direct, [], 'Without readings')
  const { houses, tried, days } = await tryAll()
  expect(houses).toBe(tried.length)
  expect(days).toHaveLength(30)
  const found = tried.find(({ id }) => id === house.id)
  expect(found).toMatchObject({ name: 'A humid one', alarms: 2, atNight: 1, longest: 5 * MINUTE })
  expect(found?.days.map(({ alarms }) => alarms)).toEqual([1, 1])
  expect(days).toEqual(expect.arrayContaining(found?.days.map(({ day }) => day) ?? []))
  expect(tried.find(({ id }) => id === other.id)).toMatchObject({ since: null, alarms: 0 })

  const slower = await owner.call(alarmRules.tryOut, {
    query: { ...rule, forMinutes: 12, houseId: house.id },
  })
  expect(slower.tried).toMatchObject([{ alarms: 0 }])
  const foggy = { conditionMetric: 'Cool/Fogger/State', conditionDirection: 'is' as const, conditionLimit: 1 }
  const conditional = { ...rule, ...foggy, forMinutes: 4, houseId: house.id }
  expect((await owner.call(alarmRules.tryOut, { query: conditional })).tried).toMatchObject([{ alarms: 2 }])
  const never = { ...conditional, forMinutes: 6 }
  expect((await owner.call(alarmRules.tryOut, { query: never })).tried).toMatchObject([{ alarms: 0 }])
})

test('tries of one person stand in line, each shortened by the next, and a crowd is refused', async () => {
  const { offices, services } = farm
  for (const name of ['First in line', 'Second in line']) await humidHouse(offices.direct, [], name)
  const statuses: number[] = []
  let crowd: Promise<Answer[]> | undefined
  await services.store.transaction(SYSTEM, async db => {
    await db.execute(sql`lock table house in access exclusive mode`)
    const asks = Array.from({ length: 10 }, async () => {
      const answer = await owner.ask(alarmRules.tryOut, { query: rule })
      statuses.push(answer.statusCode)
      return answer.statusCode === 200 ? [answer.json<{ data: Answer }>().data] : []
    })
    crowd = Promise.all(asks).then(answers => answers.flat())
    await expect.poll(() => statuses).toEqual([429, 429])
  })
  const answers = (await crowd) ?? []
  const shortened = answers.filter(({ tried, next }) => tried.length === 1 && next === 1)
  expect([shortened.length, answers.length]).toEqual([7, 8])
})

test('only who may see the farm tries a rule on it, and nonsense is refused', async () => {
  const { offices, services } = farm
  const staff = await farm.as({ office: offices.provider, kind: 1, grants: ['house_alarm_rule:edit'] })
  const ask = async (who: Person, query: object) =>
    (await who.ask(alarmRules.tryOut, { query: { ...rule, ...query } })).statusCode
  expect(await ask(staff, {})).toBe(404)
  const closed = await buildAlarmRule(services, offices.closed)
  expect(await ask(staff, { id: closed.id })).toBe(404)
  const shared = await buildAlarmRule(services, offices.sharing)
  expect(await ask(staff, { id: shared.id })).toBe(200)
  expect(await ask(owner, { limit: 400 })).toBe(400)
})

test('a rule about a figure is tried on the recorded days', async () => {
  const { services, offices } = farm
  const { id: houseId } = await buildHouse(services, offices.direct)
  const today = dateIn('Asia/Shanghai', Date.now())
  const { id: flockId } = await buildFlock(services, offices.direct, {
    houseId,
    placedOn: daysAfter(today, -90),
  })
  for (const [i, dead] of [40, 5, 40, 40, 5].entries())
    await buildRecord(services, offices.direct, { flockId, day: daysAfter(today, i - 10), dead })
  const losses = { metric: 'Flock/Losses', direction: 'above' as const, limit: 0.2, forMinutes: 0, houseId }
  const { tried } = await owner.call(alarmRules.tryOut, { query: losses })
  expect(tried).toMatchObject([{ alarms: 2, atNight: 0, longest: 2 * DAY_MS }])
  expect(tried[0]?.days).toEqual([
    { day: daysAfter(today, -10), alarms: 1 },
    { day: daysAfter(today, -8), alarms: 1 },
  ])
  const twice = await owner.call(alarmRules.tryOut, { query: { ...losses, forDays: 2 } })
  expect(twice.tried).toMatchObject([{ alarms: 1, days: [{ day: daysAfter(today, -7) }] }])
})
