import { describe, expect, test } from 'vitest'
import { withAmounts } from '#shared/amounts.ts'
import { USUAL_SILENCE } from '#shared/silence-limits.ts'
import type { Language } from '#shared/text.ts'
import type { UnitSystem } from '#shared/units.ts'
import { type Breach, breachStep, isDue, noBreach } from './breach.ts'
import { type Speaker, silences } from './silence-rule.ts'
import { alarmTitle } from './titles.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

describe('a value that is watched with a delay', () => {
  const beyond = { breach: true, back: false }
  const between = { breach: false, back: false }
  const back = { breach: false, back: true }
  const DELAY = 2 * MINUTE

  /** When the alarm is due, in s, if each standing holds for as long as it says. */
  function dueAt(course: [forS: number, standing: typeof beyond][]): number | null {
    let breach = noBreach(0)
    let at = 0
    for (const [seconds, standing] of course)
      for (const until = at + seconds; at < until; at++) {
        breach = breachStep(breach, standing, { at: at * SECOND, since: at * SECOND, delayMs: DELAY })
        if (isDue(breach, DELAY)) return at
      }
    return null
  }
  const often = (times: number, ...course: [number, typeof beyond][]) =>
    Array.from({ length: times }, () => course).flat()

  test('is due once it was beyond for the whole delay', () => {
    expect(dueAt([[300, beyond]])).toBe(120)
    expect(dueAt([[120, beyond]])).toBeNull()
  })

  test('may hover around its limit: only what is back by a margin counts as back', () => {
    expect(dueAt(often(60, [5, beyond], [5, between]))).toBe(120)
    expect(dueAt([[300, between]])).toBeNull()
  })

  test('loses no more by a short return than that return lasted', () => {
    expect(dueAt(often(60, [55, beyond], [5, back]))).toBe(140)
    expect(dueAt(often(60, [25, beyond], [5, back]))).toBe(170)
  })

  test('is not due when it is back as often as it is beyond', () => {
    expect(dueAt(often(200, [30, beyond], [30, back]))).toBeNull()
  })

  test('starts over after a return that is no mere moment, however long it was beyond before', () => {
    /** Whether so many hours of each day in the dark ring if so many at once are too long. */
    const darkness = (hours: number, most: number) =>
      Array.from({ length: 20 * 24 }, (_, hour) => hour % 24 < hours).reduce(
        ({ breach, isRung }, isDark, hour) => {
          const standing = isDark ? beyond : back
          const at = hour * 60 * MINUTE
          const next = breachStep(breach, standing, { at, since: at, delayMs: most * 60 * MINUTE })
          return { breach: next, isRung: isRung || isDue(next, most * 60 * MINUTE) }
        },
        { breach: noBreach(0), isRung: false },
      ).isRung
    expect(darkness(14, 17)).toBe(false)
    expect(darkness(18, 17)).toBe(true)
  })

  test('begins where it first went beyond, however often it was back for a moment', () => {
    const at = (ms: number, standing: typeof beyond, before: Breach) =>
      breachStep(before, standing, { at: ms, since: 1_000 + ms, delayMs: DELAY })
    let breach = at(0, beyond, noBreach(0))
    for (const [ms, standing] of [
      [55_000, back],
      [60_000, beyond],
      [115_000, back],
      [120_000, beyond],
    ] as const)
      breach = at(ms, standing, breach)
    expect(breach.since).toBe(1_000)
    expect(at(900_000, back, at(130_000, back, breach)).since).toBeNull()
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
    limits: USUAL_SILENCE,
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

  const strict = { limits: { warningS: 120, criticalS: 300 } }
  const patient = { limits: { warningS: 900, criticalS: 1_800 } }

  test('is judged by the limits of the house', () => {
    expect(due([speaker('a', 119, strict)])).toEqual([])
    expect(due([speaker('a', 120, strict)])).toMatchObject([{ level: 'warning' }])
    expect(due([speaker('a', 300, strict)])).toMatchObject([{ level: 'critical' }])
    expect(due([speaker('a', 899, patient)])).toEqual([])
    expect(due([speaker('a', 900, patient)])).toMatchObject([{ level: 'warning' }])
    expect(due([speaker('a', 1_800, patient)])).toMatchObject([{ level: 'critical' }])
  })

  test.each([
    [119, []],
    [120, [{ level: 'warning', houses: 2 }]],
    [
      400,
      [
        { level: 'critical', houses: 2 },
        { level: 'warning', houses: 1 },
      ],
    ],
    [
      950,
      [
        { level: 'critical', houses: 2 },
        { level: 'critical', houses: 1 },
        { level: 'warning', houses: 1 },
      ],
    ],
  ])(
    'of a gateway for %i s names the houses whose time has come, each at its own limits',
    (silentS, found) => {
      const speakers = [
        speaker('a', silentS, strict),
        speaker('b', silentS, strict),
        speaker('c', silentS),
        speaker('d', silentS, patient),
      ]
      expect(due(speakers)).toMatchObject(found.map(each => ({ subjectId: 'gateway', ...each })))
    },
  )

  test('of one controller is its own when one with more patience speaks', () => {
    expect(due([speaker('a', 200, strict), speaker('b', 5, patient)])).toMatchObject([
      { subjectId: 'a', houses: 1 },
    ])
    expect(due([speaker('a', 1_000, patient), speaker('b', 5, strict)])).toMatchObject([
      { subjectId: 'a', level: 'warning', houses: 1 },
    ])
  })

  test('of a controller that never spoke is not reported', () => {
    expect(due([speaker('a', null)])).toEqual([])
  })
})

const one = {
  code: 'PowerFail',
  codes: ['PowerFail'],
  why: 'raised',
  limit: null,
  repeats: 0,
  advice: () => null,
} as const
const at = (house: string, value: number | null = null) => ({ houseId: house, house, devices: [], value })

test('a message about an alarm names the house, the value and the limit, in the language and units of its reader', () => {
  const { title, amounts } = alarmTitle({
    ...one,
    code: 'HighTemp',
    codes: ['HighTemp'],
    wheres: [at('House\ufffc 3', 31.2)],
    limit: 26.5,
  })
  const said = (language: Language, units: UnitSystem) =>
    withAmounts(title[language], amounts, { language, units })
  expect(said('en-US', 'metric')).toBe('House 3: High temperature, 31.2\u202f°C (limit 26.5\u202f°C)')
  expect(said('zh-CN', 'metric')).toBe('House 3：高温报警，31.2\u202f°C（限值 26.5\u202f°C）')
  expect(said('en-US', 'imperial')).toBe('House 3: High temperature, 88.2\u202f°F (limit 79.7\u202f°F)')
})

test('a message about many houses names the first and counts the others', () => {
  const { title, amounts } = alarmTitle({
    ...one,
    code: 'NoData',
    codes: ['NoData'],
    wheres: ['1', '2', '3', '4', '5'].map(house => at(house)),
  })
  expect(title['en-US']).toBe('1, 2, 3 and 2 more: No data')
  expect(amounts).toBeNull()
})

test('a message says what to check first', () => {
  const advice = (language: Language) => (language === 'zh-CN' ? '请先检查供电。' : 'Check the supply first.')
  const { title } = alarmTitle({ ...one, wheres: [at('3')], advice })
  expect(title).toEqual({
    'en-US': '3: Power failure. Check the supply first.',
    'zh-CN': '3：停电报警。请先检查供电。',
  })
})
