import { expect, test } from 'vitest'
import type { HouseStateName } from './house-state.ts'
import { isInAlarm, placeOf, type Urgency, urgencies, urgencyOf } from './house-urgency.ts'
import type { Severity } from './signals.ts'

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
