import { describe, expect, test } from 'vitest'
import { startController } from '#shared/controller-program/controller.ts'
import { defaultSettings } from '#shared/controller-program/default-settings.ts'
import { followDay } from '#shared/controller-program/follow-day.ts'
import { programFromSettings } from '#shared/controller-program/program-from-settings.ts'
import { curveAt, curvePoints, pointOn, rangeOf, shifted, shiftsOf } from './curve.ts'

const document = Object.fromEntries(
  [
    [7, 28],
    [0, 31],
  ].flatMap(([day, target], i) =>
    Object.entries({ Day: day, Target: target, Heat: 27, Tunnel: 32, LowAlarmDiff: 2, HighAlarmDiff: 5 }).map(
      ([part, value]) => [`Settings/Temp/Curve/P0${i + 1}/${part}`, value as number],
    ),
  ),
)

test('a curve is linear between its points and flat beyond them', () => {
  const points = curvePoints(document)
  expect(points.map(({ day }) => day)).toEqual([0, 7])
  expect([-3, 0, 3.5, 7, 40].map(day => curveAt(points, day, 'target'))).toEqual([31, 31, 29.5, 28, 28])
})

test('the axes cover the curve, its alarms, today and the house', () => {
  expect(rangeOf(curvePoints(document), 12, 40)).toEqual({ days: [0, 12], degrees: [26, 40] })
})

test('a point still being typed is not drawn', () => {
  expect(curvePoints({ ...document, 'Settings/Temp/Curve/P01/Target': null })).toHaveLength(1)
})

describe('the target that the curve shows is the one that the controller keeps', () => {
  const hours = { day: 12, night: 2 } as const
  const shifts = [0, 2, -1.5].flatMap(offset => [0, -2].map(night => [offset, night] as const))
  const ages = [0, 3, 7, 24, 63, 238]
  const table = (['broiler', 'pullet', 'layer', 'breeder'] as const).flatMap(type =>
    shifts.map(([offset, night]) => [type, offset, night] as const),
  )
  test.each(table)('%s, offset %d, night %d', (type, offset, night) => {
    const settings = new Map(defaultSettings(type, 100))
    settings.set('Settings/Temp/TargetOffset', offset)
    settings.set('Settings/Temp/NightSetback', night)
    // One window of light at every age, so that noon is light and two in the morning dark.
    for (const [name] of settings) {
      if (/Light\/D1\/P\d+\/On$/.test(name)) settings.set(name, '06:00')
      if (/Light\/D1\/P\d+\/Off$/.test(name)) settings.set(name, '20:00')
    }
    const program = programFromSettings(name => settings.get(`Settings/${name}`))
    const document = Object.fromEntries(settings)
    const points = curvePoints(document)
    for (const age of ages)
      for (const [part, hour] of Object.entries(hours)) {
        const state = startController(program, age, 20)
        const inputs = { day: age, hour } as Parameters<typeof followDay>[2]
        followDay(state, program, inputs)
        const by = shiftsOf(document)[part as keyof typeof hours]
        expect(curveAt(shifted(points, by), age, 'target')).toBeCloseTo(state.target, 6)
      }
  })
})

test('the row of today is the last point not after it', () => {
  const sorted = {
    ...document,
    'Settings/Temp/Curve/P01/Day': 0,
    'Settings/Temp/Curve/P02/Day': 7,
  }
  expect([0, 6, 7, 300].map(day => pointOn(sorted, 'Settings/Temp/Curve/P', day))).toEqual([
    '01',
    '01',
    '02',
    '02',
  ])
})
