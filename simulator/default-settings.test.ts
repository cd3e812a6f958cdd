import { describe, expect, test } from 'vitest'
import { defaultSettings } from '#shared/controller-program/default-settings.ts'
import { lightOutput, lightPhase, lightPointsAt } from '#shared/controller-program/program.ts'
import { programFromSettings } from '#shared/controller-program/program-from-settings.ts'
import { targetDays, targetsAt } from '#shared/standards/targets.ts'
import { buildHouse, types, WINTER } from './testing/house.ts'

describe('the light of a new controller', () => {
  test.each(types)('in a %s house follows its curve on every day on which the curve bends', type => {
    const { equipment } = buildHouse(type, WINTER)
    const settings = defaultSettings(type, equipment.lux)
    const [points = []] = programFromSettings(name => settings.get(`Settings/${name}`)).light
    const wrong = targetDays(type).filter(day => {
      const [point] = lightPointsAt(points, day)
      return !point || Math.abs(lightPhase(point, 12).hours - targetsAt(type, day).lightHours) > 0.02
    })
    // a pullet's curve has nine points, a dimmer eight programmes: the smallest change is dropped
    expect(wrong).toEqual(type === 'pullet' ? [119] : [])
  })

  test('comes on and goes off within half an hour', () => {
    const settings = defaultSettings('layer', 30)
    const [points = []] = programFromSettings(name => settings.get(`Settings/${name}`)).light
    const [point] = lightPointsAt(points, 300)
    if (!point) throw new Error('no light')
    expect(lightOutput(point, point.on + 0.25) / point.level).toBeCloseTo(0.5, 6)
    expect(lightOutput(point, point.on + 0.5)).toBe(point.level)
    expect(lightOutput(point, point.off - 0.25) / point.level).toBeCloseTo(0.5, 6)
  })
})
