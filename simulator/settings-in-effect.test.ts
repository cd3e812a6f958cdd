import { describe, expect, test } from 'vitest'
import { defaultSettings } from '#shared/controller-program/default-settings.ts'
import { programFromSettings } from '#shared/controller-program/program-from-settings.ts'
import { notSimulated } from '#shared/signals/not-simulated.ts'
import { expandSetting } from '#shared/signals/setting.ts'
import { settingGroups } from '#shared/signals.ts'
import { readHouse } from './readings.ts'
import { buildHouse, live, SPRING, SUMMER } from './testing/house.ts'

/** Reported by the controller, but without effect on what it does. */
const INFORMATION = ['Settings/Flock/DayAge', 'Settings/Flock/BirdsPlaced', 'Settings/House/']

describe('the settings of a simulated controller', () => {
  test('are all read, or listed as not modelled', () => {
    const settings = defaultSettings('broiler', 45)
    const asked = new Set<string>()
    programFromSettings(name => {
      asked.add(`Settings/${name}`)
      // a dimmer's programme that goes off when it comes on is not read any further
      return name.endsWith('/Off') ? '23:59' : settings.get(`Settings/${name}`)
    })
    const unread = settingGroups
      .flatMap(({ patterns }) => patterns)
      .filter(pattern => !INFORMATION.some(start => pattern.pattern.startsWith(start)))
      .filter(pattern => !expandSetting(pattern).every(({ name }) => asked.has(name)))
      .map(({ pattern }) => pattern)
    expect(unread.sort()).toEqual([...notSimulated].sort())
  })

  test('the second side inlet moves by its own motor', () => {
    const house = buildHouse('broiler', SPRING, { age: 38 })
    live(house, 6, 10)
    house.changeSettings({ 'Settings/Inlet/Side2/OpenTime': 900, 'Settings/Inlet/Side2/CloseTime': 900 })
    const apart = new Set<boolean>()
    live(house, 24, 10, () => {
      const readings = readHouse(house, house.at)
      apart.add(readings['Inlet/Side1/Position'] !== readings['Inlet/Side2/Position'])
    })
    expect(apart).toContain(true)
  })

  test.each([
    ['a wide band', { 'Settings/Inlet/PressureBand': 20 }],
    ['a long delay', { 'Settings/Inlet/Delay': 120 }],
  ])('%s lets the inlets rest', (_case, changes) => {
    const moves = [{}, changes].map(document => {
      const house = buildHouse('broiler', SPRING, { age: 38 })
      house.changeSettings(document)
      let [count, before] = [0, 0]
      live(house, 24, 10, ({ controller }) => {
        if (controller.inletTrim !== before) count++
        before = controller.inletTrim
      })
      return count
    })
    expect(moves[1]).toBeLessThan(0.8 * (moves[0] as number))
  })

  test('the tunnel temperature of the curve holds tunnel ventilation back', () => {
    const shares = [0, 9].map(later => {
      const house = buildHouse('broiler', SUMMER, { age: 38 })
      const points = Array.from({ length: 10 }, (_, i) => {
        const at = `Settings/Temp/Curve/P${String(i + 1).padStart(2, '0')}`
        return [`${at}/Tunnel`, Number(house.settings.get(`${at}/Tunnel`)) + later]
      })
      expect(house.changeSettings(Object.fromEntries(points))).toEqual([])
      let tunnel = 0
      live(house, 24, 10, ({ movement }) => {
        tunnel += movement.tunnel > 0.5 ? 1 : 0
      })
      return tunnel
    })
    expect(shares[1]).toBeLessThan(0.7 * (shares[0] as number))
  })
})
