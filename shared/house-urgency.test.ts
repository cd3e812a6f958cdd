import { expect, test } from 'vitest'
import { rationaleOf } from './alarm-rationale.ts'
import { platformAlarms } from './alarms.ts'
import type { HouseStateName } from './house-state.ts'
import {
  isInAlarm,
  leadingAlarm,
  namedAlarm,
  placeOf,
  quickCodes,
  type Urgency,
  urgencies,
  urgencyOf,
} from './house-urgency.ts'
import { alarmByMetric, type Severity } from './signals.ts'

/** By worst alarm: none, info, warning, critical, emergency. */
const table: Record<HouseStateName, Urgency[]> = {
  normal: ['normal', 'normal', 'watch', 'alarm', 'emergency'],
  alarm: ['alarm', 'alarm', 'alarm', 'alarm', 'emergency'],
  offline: ['offline', 'offline', 'offline', 'alarm', 'emergency'],
}
const levels: (Severity | null)[] = [null, 'info', 'warning', 'critical', 'emergency']
const cases = Object.entries(table).flatMap(([state, row]) =>
  row.map((urgency, i) => ({ state: state as HouseStateName, worst: levels[i] ?? null, urgency })),
)

test.each(cases)('a house that is $state with $worst as its worst alarm: $urgency', each => {
  expect(urgencyOf(each.state, each.worst)).toBe(each.urgency)
})

test('houses in every state, with every alarm, with birds and empty, stand by urgency and then by birds', () => {
  const all = cases.flatMap(({ urgency }) => [true, false].map(isEmpty => ({ urgency, isEmpty })))
  const sorted = all.sort((a, b) => placeOf(a.urgency, a.isEmpty) - placeOf(b.urgency, b.isEmpty))
  const runs = sorted
    .map(({ urgency, isEmpty }) => `${urgency}${isEmpty ? ', empty' : ''}`)
    .filter((name, i, names) => name !== names[i - 1])
  expect(runs).toEqual(urgencies.flatMap(urgency => [urgency, `${urgency}, empty`]))
})

test('an empty house that never reported stands below a silent one with birds in an emergency', () => {
  expect(placeOf(urgencyOf('offline', null), true)).toBeGreaterThan(
    placeOf(urgencyOf('offline', 'emergency'), false),
  )
})

test('an emergency counts as an alarm, a silence alone does not', () => {
  expect(urgencies.filter(isInAlarm)).toEqual(['emergency', 'alarm'])
})

test('what kills within minutes without being an emergency is what wants somebody within a quarter of an hour', () => {
  const known = [
    ...Object.entries(platformAlarms).map(([code, { severity }]) => ({ code, severity })),
    ...alarmByMetric.values(),
  ]
  const quick = known.filter(
    ({ code, severity }) => severity === 'critical' && rationaleOf(code).withinMin <= 15,
  )
  expect(quick.map(({ code }) => code).sort()).toEqual(quickCodes.toSorted())
})

test('a house is named by what kills first: an emergency, then a lack of air, then what its flock loses', () => {
  const named = (...alarms: [code: string, level: Severity][]) =>
    leadingAlarm(alarms.map(([code, level]) => ({ code, level })))?.code
  const [losses, off] = [
    ['LossesHigh', 'critical'],
    ['VentilationOff', 'critical'],
  ] as const
  expect(named([...losses], [...off])).toBe('VentilationOff')
  expect(named(['MainsLost', 'emergency'], [...losses], [...off])).toBe('MainsLost')
  expect(named(['Offline', 'critical'], [...losses])).toBe('LossesHigh')
  expect(named(['DoorOpen', 'warning'])).toBe('DoorOpen')
})

test('a silent house names a danger in it, and else nothing', () => {
  const house = (level: Severity) => ({
    state: 'offline' as const,
    alarms: [{ code: 'LossesHigh', level }],
  })
  expect(namedAlarm(house('critical'))?.code).toBe('LossesHigh')
  expect(namedAlarm(house('warning'))).toBeUndefined()
})
