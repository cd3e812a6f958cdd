import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AlarmRuleForm, alarmRules } from '#shared/contracts/alarm-rules.ts'
import { buildAlarmRule } from '../../testing/alarm-rules.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildHouse } from '../../testing/farm-builder.ts'

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  const grants = ['house_alarm_rule:query', 'house_alarm_rule:add', 'house_alarm_rule:edit'] as const
  owner = await farm.as({ office: farm.offices.direct, kind: 2, grants: [...grants] })
})
afterAll(() => farm.close())

const HUMIDITY = 'Climate/Hum/Avg'
const form = (more: Partial<AlarmRuleForm>): AlarmRuleForm => ({
  name: 'Too humid',
  metric: HUMIDITY,
  direction: 'above',
  limit: 85,
  forMinutes: 5,
  level: 'warning',
  receivers: 'onCall',
  ways: [],
  action: '',
  status: 'on',
  ...more,
})
const whileOutside = (conditionLimit: number | null) => ({
  conditionMetric: 'Climate/Temp/Outdoor',
  conditionDirection: 'below' as const,
  conditionLimit,
})

test.each<[string, Partial<AlarmRuleForm>, string, string]>([
  [
    'a limit outside the range',
    { limit: 120 },
    'limit',
    'Average humidity ranges from 0\u202f% to 100\u202f%',
  ],
  ['in the reader’s units', { metric: 'Climate/Temp/Outdoor', limit: 90 }, 'limit', '−40'],
  ['a limit that nothing passes', { limit: 100 }, 'limit', 'never exceeds 100\u202f%'],
  ['below the least', { direction: 'below', limit: 0 }, 'limit', 'never falls below 0\u202f%'],
  ['laxer than built in', { metric: 'Air/CO2/S1', limit: 6_000 }, 'limit', 'rings at 5,000\u202fppm'],
  ['too long', { forMinutes: 600 }, 'forMinutes', 'At most 240'],
  [
    'more days than are looked at',
    { metric: 'Flock/Losses', limit: 1, forDays: 40 },
    'forDays',
    'At most 14',
  ],
  ['above a state', { metric: 'Vent/Mode', limit: 5 }, 'direction', 'can only be or not be'],
  ['being a number', { direction: 'is' }, 'direction', 'above or below'],
  [
    'an unknown state',
    { metric: 'Vent/Mode', direction: 'is', limit: 9 },
    'limit',
    'Choose one of its states',
  ],
  ['a figure of other birds', { metric: 'Flock/LayingRate', houseType: 'broiler' }, 'metric', 'Broiler'],
  ['a metric of other birds', { metric: 'Egg/Today', houseType: 'pullet' }, 'metric', 'Eggs today'],
  [
    'a condition on itself',
    { conditionMetric: HUMIDITY, conditionDirection: 'below', conditionLimit: 90 },
    'conditionMetric',
    'cannot depend on what it watches',
  ],
  ['half a condition', whileOutside(null), 'conditionLimit', 'required'],
  ['an impossible condition', whileOutside(-80), 'conditionLimit', 'ranges from'],
  [
    'a condition of a figure',
    { metric: 'Flock/Losses', limit: 1, ...whileOutside(5) },
    'conditionMetric',
    'no condition',
  ],
])('a rule with %s is refused in words at its field', async (_, more, field, words) => {
  const answer = await owner.ask(alarmRules.create, { body: form(more) })
  expect(answer.statusCode).toBe(400)
  const [fault] = answer.json().data
  expect(fault).toMatchObject({ field, message: expect.stringContaining(words) })
})

test('a rule for one house is checked against the type of that house', async () => {
  const { id: houseId } = await buildHouse(farm.services, farm.offices.direct, { type: 'broiler' })
  const answer = await owner.ask(alarmRules.create, {
    body: form({ metric: 'Egg/Today', limit: 10, houseId }),
  })
  expect(answer.json().data).toMatchObject([{ field: 'metric' }])
})

test('the same rule twice is refused by the name of the first, but not with another condition or another farm’s', async () => {
  await buildAlarmRule(farm.services, farm.offices.sharing, { limit: 88, forMinutes: 7 })
  const asked = form({ limit: 88, forMinutes: 7, name: 'The first' })
  const first = await owner.call(alarmRules.create, { body: asked })
  const again = await owner.ask(alarmRules.create, { body: { ...asked, name: 'The second' } })
  expect(again.json().data).toMatchObject([
    { field: 'limit', message: 'The rule “The first” already asks this' },
  ])
  const other = await owner.call(alarmRules.create, { body: { ...asked, ...whileOutside(5) } })
  expect(other).toMatchObject({ ...whileOutside(5), forDays: 1 })
  const same = { ...asked, level: 'critical' as const, version: first.version }
  expect((await owner.call(alarmRules.update, { params: { id: first.id }, body: same })).level).toBe(
    'critical',
  )
  const moved = await owner.ask(alarmRules.update, {
    params: { id: other.id },
    body: { ...asked, version: other.version },
  })
  expect(moved.statusCode).toBe(400)
})

test('a figure of the flock is asked in days, a value of the controller in minutes', async () => {
  const figure = form({ metric: 'Flock/Losses', limit: 0.15, forMinutes: 30, forDays: 2 })
  expect(await owner.call(alarmRules.create, { body: figure })).toMatchObject({ forMinutes: 0, forDays: 2 })
  const value = form({ limit: 91, forMinutes: 30, forDays: 3 })
  expect(await owner.call(alarmRules.create, { body: value })).toMatchObject({ forMinutes: 30, forDays: 1 })
})
