import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { alarms } from '#shared/contracts/alarms.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarmDuty, alarmRule } from '../../platform/database/tables/alarm-rules.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { buildAlarmRule, buildDuty } from '../../testing/alarm-rules.ts'
import type { Person } from '../../testing/app.ts'
import { alarmFarm, type Controller, MINUTE } from './testing/alarm-farm.ts'

const farm = alarmFarm()
const HUMIDITY = 'Climate/Hum/Avg'
const db = () => farm.app.services.store.scoped(SYSTEM)
const ruleIn = (houseId: string, more: Partial<typeof alarmRule.$inferInsert> = {}) =>
  buildAlarmRule(farm.app.services, farm.app.offices.sharing, { houseId, ...more })
const worker = () => farm.app.as({ office: farm.app.offices.sharing, kind: 2, grants: ['house_alarm:query'] })
const told = async (id: string, { accountId }: Pick<Person, 'accountId'>) =>
  (await farm.noticesOf(id)).filter(notice => notice.accountId === accountId).length

test('a value beyond its limit long enough raises the alarm of the rule, and well inside ends it', async () => {
  const house = await farm.controller()
  await ruleIn(house.houseId, { forMinutes: 3 })
  await farm.start()
  const begin = farm.now
  farm.report(house, { [HUMIDITY]: 85 })
  farm.pass(4 * MINUTE)
  farm.report(house, { [HUMIDITY]: 79.5 })
  farm.pass(5 * MINUTE)
  await farm.settled()
  const [raised] = await farm.alarmsOf(house)
  expect(raised).toMatchObject({
    code: `FarmRule.above:${HUMIDITY}`,
    level: 'warning',
    value: 85,
    limit: 80,
    condition: 'active',
  })
  expect(raised?.raisedAt.getTime()).toBe(begin + 3 * MINUTE)
  farm.report(house, { [HUMIDITY]: 78 })
  farm.pass(MINUTE)
  await farm.settled()
  expect(await farm.alarmsOf(house)).toMatchObject([{ condition: 'cleared' }])
})

test('a rule applies only in its house, its house type and below its office, and only while it is in use', async () => {
  const [house, other] = [await farm.controller(), await farm.controller()]
  await ruleIn(house.houseId, { limit: 60 })
  await ruleIn(other.houseId, { limit: 60, status: 'off' })
  await ruleIn(other.houseId, { limit: 60, houseType: 'broiler' })
  await buildAlarmRule(farm.app.services, farm.app.offices.direct, { limit: 10 })
  await farm.start()
  for (const each of [house, other]) farm.report(each, { [HUMIDITY]: 65 })
  await farm.settled()
  expect(await farm.alarmsOf(house)).toHaveLength(1)
  expect(await farm.alarmsOf(other)).toEqual([])
})

test('a rule made while the value already stands beyond it rings without a further report, and turning it off ends its alarm', async () => {
  const house = await farm.controller()
  await farm.start()
  farm.report(house, { [HUMIDITY]: 90 })
  const rule = await ruleIn(house.houseId)
  await expect
    .poll(async () => {
      farm.pass(2_000)
      await farm.settled()
      return (await farm.alarmsOf(house)).map(({ condition }) => condition)
    })
    .toEqual(['active'])
  await db().update(alarmRule).set({ status: 'off' }).where(eq(alarmRule.id, rule.id))
  await expect
    .poll(async () => {
      await farm.settled()
      return (await farm.alarmsOf(house)).map(({ condition, endReason }) => [condition, endReason])
    })
    .toEqual([['cleared', 'rule']])
})

test('changing one rule neither restarts another’s delay nor ends its alarm', async () => {
  const [slow, ringing, other] = (await farm.controllers(3)).made as [Controller, Controller, Controller]
  await ruleIn(slow.houseId, { forMinutes: 3 })
  await ruleIn(ringing.houseId)
  const changed = await ruleIn(other.houseId, { limit: 95 })
  await farm.start()
  farm.report(slow, { [HUMIDITY]: 90 })
  for (const each of [ringing, other]) farm.report(each, { [HUMIDITY]: 90 })
  await db().update(alarmRule).set({ limit: 85 }).where(eq(alarmRule.id, changed.id))
  await expect
    .poll(async () => {
      farm.pass(10)
      await farm.settled()
      return (await farm.alarmsOf(other)).length
    })
    .toBe(1)
  const begun = farm.now
  farm.pass(3 * MINUTE)
  await farm.settled()
  const [[raised], [kept]] = [await farm.alarmsOf(slow), await farm.alarmsOf(ringing)]
  expect(raised?.since?.getTime()).toBeLessThan(begun)
  expect(kept?.condition).toBe('active')
})

test('a rule that asks something else ends the alarm of what it asked before', async () => {
  const house = await farm.controller()
  const rule = await ruleIn(house.houseId)
  await farm.start()
  farm.report(house, { [HUMIDITY]: 90 })
  await farm.settled()
  await db().update(alarmRule).set({ metric: 'Air/NH3/S1', limit: 15 }).where(eq(alarmRule.id, rule.id))
  await expect
    .poll(async () => {
      await farm.settled()
      return (await farm.alarmsOf(house)).map(({ code, condition }) => [code, condition])
    })
    .toEqual([[`FarmRule.above:${HUMIDITY}`, 'cleared']])
})

test('a rule with a condition says it in its alarm', async () => {
  const house = await farm.controller()
  await ruleIn(house.houseId, {
    conditionMetric: 'Climate/Temp/Outdoor',
    conditionDirection: 'below',
    conditionLimit: 5,
  })
  await farm.start()
  farm.report(house, { [HUMIDITY]: 90, 'Climate/Temp/Outdoor': 9 })
  await farm.settled()
  expect(await farm.alarmsOf(house)).toEqual([])
  farm.report(house, { 'Climate/Temp/Outdoor': 3 })
  await farm.settled()
  const [raised] = await farm.alarmsOf(house)
  expect(raised).toMatchObject({
    code: `FarmRule.above:${HUMIDITY}|below:Climate/Temp/Outdoor=5`,
    value: 90,
    limit: 80,
  })
})

test('an alarm is active once, even after a restart, beside the platform’s alarms, which no rule can touch', async () => {
  const house = await farm.controller()
  await ruleIn(house.houseId, { metric: 'Climate/Temp/Avg', limit: 30, level: 'critical' })
  await farm.start()
  farm.report(house, { 'Climate/Temp/Avg': 39 })
  farm.pass(3 * MINUTE)
  await farm.settled()
  await farm.restart()
  farm.report(house, { 'Climate/Temp/Avg': 39 })
  farm.pass(MINUTE)
  await farm.settled()
  const codes = (await farm.alarmsOf(house)).map(({ code }) => code)
  expect(codes.toSorted()).toEqual([
    'FarmRule.above:Climate/Temp/Avg',
    'TemperatureAbsolute',
    'TemperatureHigh',
  ])
})

test('a warning goes to whoever is on call; a grave one, or one without anybody on call, goes to everybody', async () => {
  const onCall = await worker()
  const house = await farm.controller()
  await ruleIn(house.houseId)
  await farm.start()
  farm.report(house, { [HUMIDITY]: 90 })
  await farm.settled()
  const [first] = await farm.alarmsOf(house)
  expect([await told(first?.id ?? '', onCall), await told(first?.id ?? '', farm.farmer)]).toEqual([1, 1])

  await buildDuty(farm.app.services, farm.app.offices.sharing, { accountId: onCall.accountId })
  const [mild, grave] = [await farm.controller(), await farm.controller()]
  await ruleIn(mild.houseId)
  await ruleIn(grave.houseId, { level: 'critical' })
  await farm.restart()
  for (const each of [mild, grave]) farm.report(each, { [HUMIDITY]: 90 })
  await farm.settled()
  const [[warned], [rang]] = [await farm.alarmsOf(mild), await farm.alarmsOf(grave)]
  expect([await told(warned?.id ?? '', onCall), await told(warned?.id ?? '', farm.farmer)]).toEqual([1, 0])
  expect([await told(rang?.id ?? '', onCall), await told(rang?.id ?? '', farm.farmer)]).toEqual([1, 1])
})

test('an alarm that nobody has seen in time is repeated to everybody, once; one that somebody has seen is not', async () => {
  const house = await farm.controller()
  const seen = await farm.controller()
  await ruleIn(house.houseId, { unseenMinutes: 10, receivers: 'nobody' })
  await ruleIn(seen.houseId, { unseenMinutes: 10, receivers: 'nobody' })
  await farm.start()
  for (const each of [house, seen]) farm.report(each, { [HUMIDITY]: 90 })
  await farm.settled()
  const [[unseen], [looked]] = [await farm.alarmsOf(house), await farm.alarmsOf(seen)]
  const of = async () => [
    await told(unseen?.id ?? '', farm.farmer),
    await told(looked?.id ?? '', farm.farmer),
  ]
  await farm.tellUnseen()
  expect(await of()).toEqual([0, 0])
  await db()
    .update(alarm)
    .set({ handling: 'seen' })
    .where(eq(alarm.id, looked?.id ?? ''))
  await db().update(alarm).set({ rungAt: sql`now() - interval '11 minutes'` }).where(sql`true`)
  await Promise.all([farm.tellUnseen(), farm.tellUnseen()])
  await farm.tellUnseen()
  expect(await of()).toEqual([1, 0])
})

test('whoever is on call is to be phoned when a rule says so; about grave alarms everybody is, where there is no gateway to wake anybody', async () => {
  const { services, offices } = farm.app
  const onCall = await farm.app.as({ office: offices.sharing, kind: 2, grants: ['house_alarm:query'] })
  await db()
    .update(account)
    .set({ phone: '+86 138 0534 2210' })
    .where(inArray(account.id, [onCall.accountId, farm.farmer.accountId]))
  const duty = await buildDuty(services, offices.sharing, { accountId: onCall.accountId })
  const [mild, called, grave, alone] = (await farm.controllers(4)).made as [
    Controller,
    Controller,
    Controller,
    Controller,
  ]
  await ruleIn(mild.houseId)
  await ruleIn(called.houseId, { ways: ['call'] })
  await ruleIn(grave.houseId, { level: 'critical' })
  await ruleIn(alone.houseId, { level: 'emergency' })
  await farm.start()
  for (const each of [mild, called, grave]) farm.report(each, { [HUMIDITY]: 90 })
  await farm.settled()
  // From here on, whoever is on call has no phone.
  const quiet = await farm.app.as({ office: offices.sharing, kind: 2, grants: ['house_alarm:query'] })
  await db().update(alarmDuty).set({ accountId: quiet.accountId }).where(eq(alarmDuty.id, duty.id))
  farm.report(alone, { [HUMIDITY]: 90 })
  await farm.settled()
  const rungUp = async (house: Controller) => {
    const [raised] = await farm.alarmsOf(house)
    const notices = (await farm.noticesOf(raised?.id)).filter(({ callWanted }) => callWanted)
    return notices.map(({ accountId }) => accountId).toSorted()
  }
  const both = [onCall.accountId, farm.farmer.accountId].toSorted()
  expect([await rungUp(mild), await rungUp(called), await rungUp(grave), await rungUp(alone)]).toEqual([
    [],
    [onCall.accountId],
    both,
    both,
  ])
})

test('what to do is said in the farm’s own words; without them by what is watched and the age of the birds', async () => {
  const [own, usual] = (await farm.controllers(2)).made as [Controller, Controller]
  const reader = await farm.app.as({
    office: farm.app.offices.sharing,
    kind: 2,
    grants: ['house_alarm:query', 'house_alarm:get'],
  })
  await ruleIn(own.houseId, { action: 'Call Wang first', receivers: 'everybody' })
  await ruleIn(usual.houseId, { receivers: 'everybody' })
  await farm.start()
  for (const each of [own, usual]) farm.report(each, { [HUMIDITY]: 90 })
  await farm.settled()
  const shown = async (house: Controller) => {
    const [raised] = await farm.alarmsOf(house)
    const { ownAction } = await reader.call(alarms.get, { params: { id: raised?.id ?? '' } })
    const [message] = (await farm.noticesOf(raised?.id)).filter(
      ({ accountId }) => accountId === reader.accountId,
    )
    return [ownAction, message?.title['en-US']]
  }
  expect(await shown(own)).toEqual(['Call Wang first', expect.stringMatching(/\. Call Wang first$/)])
  expect(await shown(usual)).toEqual([null, expect.stringMatching(/minimum ventilation is enough/)])
})
