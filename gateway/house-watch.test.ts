import { beforeEach, describe, expect, test } from 'vitest'
import type { ToldHouses } from '#shared/told-houses.ts'
import { findings, houseWatch } from './house-watch.ts'

const AFTER = 120_000
const DAY = 86_400_000
const NOW = Date.UTC(2026, 5, 1)
const HOT = 40

describe('a gateway that judges by itself', () => {
  let disk: ToldHouses
  beforeEach(() => {
    disk = []
  })
  const started = () =>
    houseWatch({
      keeper: {
        value: disk,
        save(value) {
          disk = value
          return true
        },
      },
      afterMs: AFTER,
      keyOf: (code, finding) => `${code}/${finding}`,
    })
  const says = (values: Record<string, unknown>, isAnswering = true) => ({
    code: 'HC-1',
    values: new Map(Object.entries(values)),
    isAnswering,
  })
  const house = (ageDays: number | null, at = NOW) =>
    JSON.stringify([{ controller: 'HC-1', type: 'broiler', ageDays, at }])
  /** What stands after the values have been so for as long as it takes. */
  function standing(values: Record<string, unknown>, told?: string, { time = NOW, isAnswering = true } = {}) {
    const watch = started()
    if (told !== undefined) watch.told(told)
    watch.look(says(values, isAnswering), { ticks: 0, time })
    watch.look(says(values, isAnswering), { ticks: AFTER - 1, time })
    expect(watch.found('HC-1')).toEqual([])
    watch.look(says(values, isAnswering), { ticks: AFTER, time })
    return watch.found('HC-1').map(({ finding }) => finding)
  }

  test.each<[string, Record<string, unknown>, string | undefined, string[]]>([
    ['40 °C where nobody ever said what lives there', { 'Climate/Temp/Avg': HOT }, undefined, ['tooHot']],
    ['a cold house where nobody ever said it', { 'Climate/Temp/Avg': 5 }, undefined, []],
    ['32 °C for chicks', { 'Climate/Temp/Avg': 32 }, house(1), []],
    ['32 °C for grown broilers', { 'Climate/Temp/Avg': 32 }, house(35), ['tooHot']],
    ['one probe at 40 °C', { 'Climate/Temp/S1': 21, 'Climate/Temp/S2': HOT }, house(35), ['tooHot']],
    ['20 °C for chicks', { 'Climate/Temp/Avg': 20 }, house(1), ['tooCold']],
    ['5 °C in an empty house', { 'Climate/Temp/Avg': 5 }, house(null), []],
    ['mains lost', { 'Climate/Temp/Avg': 21, 'Power/MainsOk': false }, house(35), ['noPower']],
    ['mains there', { 'Climate/Temp/Avg': 21, 'Power/MainsOk': true }, house(35), []],
    ['a probe without value', { 'Climate/Temp/S1': null }, house(35), ['noTemperature']],
    ['a probe that says what no house has', { 'Climate/Temp/S1': 85 }, house(35), ['noTemperature']],
    ['no probe at all', { 'Air/CO2/S1': 900 }, house(35), []],
    ['a probe without value in an empty house', { 'Climate/Temp/S1': null }, house(null), []],
  ])('%s', (_, values, told, expected) => {
    expect(standing(values, told)).toEqual(expected)
  })

  test('does not call a silent controller a house without probes: that is another alarm', () => {
    expect(standing({ 'Climate/Temp/S1': null }, house(35), { isAnswering: false })).toEqual([])
  })

  test('lets the birds grow older while the server is silent, also over a restart', () => {
    started().told(house(1))
    expect(disk).toHaveLength(1)
    expect(standing({ 'Climate/Temp/Avg': 32 })).toEqual([])
    expect(standing({ 'Climate/Temp/Avg': 32 }, undefined, { time: NOW + 34 * DAY })).toEqual(['tooHot'])
  })

  test('is over only when the value is well inside, and stays as it was while there is none', () => {
    const watch = started()
    watch.told(house(35))
    const look = (value: number | null, ticks: number) => {
      const criticals = watch.look(says({ 'Climate/Temp/Avg': value }), { ticks, time: NOW })
      return criticals.find(({ key }) => key === 'HC-1/tooHot')?.isActive
    }
    look(HOT, 0)
    expect(look(HOT, AFTER)).toBe(true)
    expect(look(null, AFTER + 1)).toBeNull()
    expect(look(21, AFTER + 2)).toBe(false)
    expect(look(HOT, AFTER + 3)).toBe(false)
  })

  test('takes nothing that it cannot read', () => {
    const watch = started()
    watch.told('{')
    watch.told('[{"controller":"HC-1"}]')
    expect(disk).toEqual([])
    expect(findings).toHaveLength(4)
  })
})
