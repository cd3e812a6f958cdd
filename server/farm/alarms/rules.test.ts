import { describe, expect, test } from 'vitest'
import { withAmounts } from '#shared/amounts.ts'
import type { Language } from '#shared/text.ts'
import type { UnitSystem } from '#shared/units.ts'
import { startWatch, type Watch, watchStep } from './delayed.ts'
import { type Speaker, silences } from './silence-rule.ts'
import { temperatureLimits, temperatureStandings } from './temperature-rule.ts'
import { alarmTitle } from './titles.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

describe('the limits of the day', () => {
  const broiler = { houseType: 'broiler', reportedTarget: null, outside: null } as const

  test('follow the target by age: chicks may be 3 K too warm, grown birds 6 K', () => {
    expect(temperatureLimits({ ...broiler, ageDays: 0 })).toMatchObject({ target: 31, high: 34, low: 29 })
    expect(temperatureLimits({ ...broiler, ageDays: 42 })).toMatchObject({ target: 19, high: 25, low: 16 })
  })

  test('follow the target that the controller reports, if it does', () => {
    const limits = temperatureLimits({ ...broiler, ageDays: 42, reportedTarget: 21 })
    expect(limits).toMatchObject({ target: 21, high: 27, low: 18 })
  })

  test('rise to 3 K above the outside on a hot day, and never fall with a cold one', () => {
    expect(temperatureLimits({ ...broiler, ageDays: 42, outside: 31 }).high).toBe(34)
    expect(temperatureLimits({ ...broiler, ageDays: 42, outside: -5 }).high).toBe(25)
  })

  test('the absolute limit stays on a hot day and in an empty house', () => {
    expect(temperatureLimits({ ...broiler, ageDays: 42, outside: 39 }).absoluteHigh).toBe(35)
    expect(temperatureLimits({ ...broiler, ageDays: null })).toEqual({
      target: null,
      high: null,
      low: null,
      absoluteHigh: 35,
    })
  })

  test('during brooding the absolute limit is 3 K above the target, even below 35', () => {
    expect(temperatureLimits({ ...broiler, houseType: 'pullet', ageDays: 0 }).absoluteHigh).toBe(37)
    expect(temperatureLimits({ ...broiler, ageDays: 0 }).absoluteHigh).toBe(34)
    expect(temperatureLimits({ ...broiler, ageDays: 21, reportedTarget: 24 }).absoluteHigh).toBe(27)
    expect(temperatureLimits({ ...broiler, ageDays: 22, reportedTarget: 24 }).absoluteHigh).toBe(35)
  })

  test('an alarm clears only half a degree inside its limit', () => {
    const limits = { target: 20, high: 26, low: 17, absoluteHigh: 35 }
    const high = (value: number) => temperatureStandings(value, limits).TemperatureHigh
    expect(high(26.1)).toMatchObject({ breach: true, back: false })
    expect(high(25.8)).toMatchObject({ breach: false, back: false })
    expect(high(25.5)).toMatchObject({ breach: false, back: true })
    expect(temperatureStandings(16.9, limits).TemperatureLow).toMatchObject({ breach: true, back: false })
    expect(temperatureStandings(17.5, limits).TemperatureLow).toMatchObject({ breach: false, back: true })
  })
})

describe('a value that is watched with a delay', () => {
  const breach = { breach: true, back: false }
  const between = { breach: false, back: false }
  const back = { breach: false, back: true }

  /** What is due after each sample. */
  function run(samples: [at: number, standing: typeof breach][], from: Watch = startWatch(false)) {
    let watch = from
    return samples.map(([at, standing]) => {
      const step = watchStep(watch, standing, at, 2 * MINUTE)
      watch = step.watch
      return step.due
    })
  }

  test('raises once when it was beyond for the whole delay, and clears once', () => {
    expect(
      run([
        [MINUTE, breach],
        [2 * MINUTE, breach],
        [3 * MINUTE, breach],
        [4 * MINUTE, breach],
        [5 * MINUTE, between],
        [6 * MINUTE, back],
        [7 * MINUTE, back],
      ]),
    ).toEqual([null, null, 'raise', null, null, 'clear', null])
  })

  test('that flaps around its limit never gets through the delay', () => {
    const samples = Array.from(
      { length: 20 },
      (_, i) => [(i + 1) * MINUTE, i % 2 === 0 ? breach : between] as [number, typeof breach],
    )
    expect(new Set(run(samples))).toEqual(new Set([null]))
  })

  test('takes its times from the device: a clock that is an hour off changes nothing', () => {
    const skewed = [1, 2, 3].map(minute => [(minute - 60) * MINUTE + 1e12, breach] as [number, typeof breach])
    expect(run(skewed)).toEqual([null, null, 'raise'])
  })

  test('ignores late samples, and starts over after a silence', () => {
    expect(
      run([
        [10 * MINUTE, breach],
        [4 * MINUTE, back],
        [12 * MINUTE, breach],
      ]),
    ).toEqual([null, null, 'raise'])
    expect(
      run([
        [10 * MINUTE, breach],
        [40 * MINUTE, breach],
        [41 * MINUTE, breach],
        [42 * MINUTE, breach],
      ]),
    ).toEqual([null, null, null, 'raise'])
  })

  test('whose alarm was active before a restart is not raised again, only cleared', () => {
    expect(
      run(
        [
          [MINUTE, breach],
          [9 * MINUTE, breach],
          [10 * MINUTE, back],
        ],
        startWatch(true),
      ),
    ).toEqual([null, null, 'clear'])
  })
})

describe('silence', () => {
  const NOW = 10_000 * MINUTE
  const speaker = (id: string, silentS: number | null, more: Partial<Speaker> = {}): Speaker => ({
    id,
    houseId: `house of ${id}`,
    officePath: '1.2.',
    gatewayId: 'gateway',
    isOnline: true,
    aliveAt: silentS === null ? null : NOW - silentS * SECOND,
    ...more,
  })
  const online = new Map([['gateway', { isOnline: true }]])
  const none = new Set<string>()
  const due = (speakers: Speaker[], gateways = online, open = none) =>
    silences(speakers, gateways, open, NOW).map(({ subjectId, code, level, houseIds }) => ({
      subjectId,
      code,
      level,
      houses: houseIds.length,
    }))

  test('warns after 180 s, and is critical after 600 s', () => {
    expect(due([speaker('a', 179)])).toEqual([])
    expect(due([speaker('a', 180)])).toMatchObject([{ code: 'NoData', level: 'warning' }])
    expect(due([speaker('a', 599)])).toMatchObject([{ level: 'warning' }])
    expect(due([speaker('a', 600)])).toMatchObject([{ level: 'critical' }])
  })

  test('of a gateway is one alarm with all its houses, once the last of them is silent', () => {
    expect(due([speaker('a', 200), speaker('b', 185), speaker('c', 175)])).toEqual([])
    expect(due([speaker('a', 210), speaker('b', 195), speaker('c', 185)])).toEqual([
      { subjectId: 'gateway', code: 'NoData', level: 'warning', houses: 3 },
    ])
  })

  test('of a gateway known to be away is called offline', () => {
    const away = new Map([['gateway', { isOnline: false }]])
    expect(due([speaker('a', 200), speaker('b', 190)], away)).toMatchObject([{ code: 'Offline', houses: 2 }])
  })

  test('of one controller is its own when the others speak', () => {
    expect(due([speaker('a', 200), speaker('b', 5)])).toMatchObject([{ subjectId: 'a', houses: 1 }])
  })

  test('of a controller already reported is not reported again with its gateway', () => {
    const found = due([speaker('a', 900), speaker('b', 200)], online, new Set(['a']))
    expect(found).toEqual([
      { subjectId: 'a', code: 'NoData', level: 'critical', houses: 1 },
      { subjectId: 'gateway', code: 'NoData', level: 'warning', houses: 1 },
    ])
  })

  test('is reported to each farm team for its own houses', () => {
    const found = silences(
      [speaker('a', 200), speaker('b', 200, { officePath: '1.2.7.' })],
      online,
      none,
      NOW,
    )
    expect(found.map(({ officePath, houseIds }) => [officePath, houseIds])).toEqual([
      ['1.2.', ['house of a']],
      ['1.2.7.', ['house of b']],
    ])
  })

  test('of a controller that never spoke is not reported', () => {
    expect(due([speaker('a', null)])).toEqual([])
  })
})

test('a message about an alarm names the house, the value and the limit, in the language and units of its reader', () => {
  const { title, amounts } = alarmTitle({
    code: 'HighTemp',
    houseNames: ['House\ufffc 3'],
    value: 31.2,
    limit: 26.5,
    advice: () => null,
  })
  const said = (language: Language, units: UnitSystem) =>
    withAmounts(title[language], amounts, { language, units })
  expect(said('en-US', 'metric')).toBe('House 3: High temperature, 31.2\u202f°C (limit 26.5\u202f°C)')
  expect(said('zh-CN', 'metric')).toBe('House 3：高温报警，31.2\u202f°C（限值 26.5\u202f°C）')
  expect(said('en-US', 'imperial')).toBe('House 3: High temperature, 88.2\u202f°F (limit 79.7\u202f°F)')
})

test('a message about many houses names the first and counts the others', () => {
  const { title, amounts } = alarmTitle({
    code: 'NoData',
    houseNames: ['1', '2', '3', '4', '5'],
    value: null,
    limit: null,
    advice: () => null,
  })
  expect(title['en-US']).toBe('1, 2, 3 and 2 more: No data')
  expect(amounts).toBeNull()
})

test('a message says what to check first', () => {
  const advice = (language: Language) => (language === 'zh-CN' ? '请先检查供电。' : 'Check the supply first.')
  const { title } = alarmTitle({ code: 'PowerFail', houseNames: ['3'], value: null, limit: null, advice })
  expect(title).toEqual({
    'en-US': '3: Power failure. Check the supply first.',
    'zh-CN': '3：停电报警。请先检查供电。',
  })
})
