import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Cause } from '#shared/alarms.ts'
import { alarmRules } from '#shared/contracts/alarm-rules.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { houseDevice } from '../../platform/database/tables/farms.ts'
import { buildAlarmRule } from '../../testing/alarm-rules.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildAlarm, buildDevice, buildHouse } from '../../testing/farm-builder.ts'
import { storeReports } from '../../testing/stored-reports.ts'

const MINUTE = 60_000
const DAY_MS = 86_400_000
const HUMIDITY = 'Climate/Hum/Avg'
const START = Math.floor(Date.now() / DAY_MS) * DAY_MS - 10 * DAY_MS

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  owner = await farm.as({
    office: farm.offices.direct,
    kind: 2,
    grants: ['house_alarm_rule:edit', 'house_alarm_rule:get'],
  })
})
afterAll(() => farm.close())

/** A house that was above 78 % of humidity for 20 minutes on each of these days, as humid as it says. */
async function ringing(peaks: readonly number[], causes: readonly (Cause | null)[]) {
  const { services, offices } = farm
  const { direct } = offices
  const rule = await buildAlarmRule(services, direct, { limit: 78, forMinutes: 5 })
  const device = await buildDevice(services, direct, { type: 'controller' })
  const house = await buildHouse(services, direct, { deviceIds: [device.id] })
  await services.store
    .scoped(SYSTEM)
    .update(houseDevice)
    .set({ from: new Date(START - DAY_MS) })
    .where(eq(houseDevice.deviceId, device.id))
  const reports = peaks.flatMap((peak, day) =>
    Array.from({ length: 60 }, (_, minute) => ({
      at: START + day * DAY_MS + minute * MINUTE,
      values: [minute >= 20 && minute < 40 ? peak : 65],
    })),
  )
  await storeReports(services, device.id, [HUMIDITY], reports)
  for (const [day, cause] of causes.entries())
    await buildAlarm(services, direct, {
      source: 'platform',
      code: `FarmRule.above:${HUMIDITY}`,
      rule: `farm rule ${rule.id}`,
      level: 'warning',
      subjectId: device.id,
      houseIds: [house.id],
      condition: 'cleared',
      handling: cause ? 'solved' : 'new',
      cause,
      raisedAt: new Date(START + day * DAY_MS + 25 * MINUTE),
      clearedAt: new Date(START + day * DAY_MS + 41 * MINUTE),
    })
  return rule
}
const betterOf = ({ id }: { id: string }) => owner.call(alarmRules.better, { params: { id } })

test('a limit is proposed that keeps the real alarm and drops those closed as false, and applies with one call', async () => {
  const rule = await ringing([80, 80, 92, 79], ['false_alarm', 'limit', 'fan', null])
  const better = await betterOf(rule)
  expect(better).toMatchObject({
    limit: 78,
    now: { alarms: 4 },
    judged: { real: 1, noise: 2, unchecked: 0 },
    proposed: { forMinutes: 5, alarms: 1, noiseGone: 2, laterMs: 0 },
    reason: null,
  })
  const limit = better.proposed?.limit ?? 0
  expect(limit).toBeGreaterThanOrEqual(80)
  expect(limit).toBeLessThan(92)

  const params = { id: rule.id }
  const known = await owner.call(alarmRules.get, { params })
  const body = { ...known, limit, version: better.version }
  await owner.call(alarmRules.update, { params, body })
  expect((await owner.call(alarmRules.get, { params })).limit).toBe(limit)
  // Somebody else was faster: what was proposed is not written over it.
  expect((await owner.ask(alarmRules.update, { params, body })).statusCode).toBe(409)
})

test('nothing is proposed that would drop a real alarm, or before anybody said which were in vain', async () => {
  const [alike, unjudged, tested] = [
    await ringing([80, 80], ['false_alarm', 'fan']),
    await ringing([80, 92], [null, 'fan']),
    await ringing([80, 92], ['test', 'works']),
  ]
  expect(await betterOf(alike)).toMatchObject({ proposed: null, reason: 'none' })
  expect(await betterOf(unjudged)).toMatchObject({ proposed: null, reason: 'judged' })
  expect(await betterOf(tested)).toMatchObject({ proposed: null, reason: 'judged' })
})

test('the rule of another customer has no proposal', async () => {
  const foreign = await buildAlarmRule(farm.services, farm.offices.closed)
  expect((await owner.ask(alarmRules.better, { params: { id: foreign.id } })).statusCode).toBe(404)
})
