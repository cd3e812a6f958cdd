import { expect, test } from 'vitest'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import { factsOf } from './facts.ts'
import { NOTHING } from './rule.ts'
import { usualWaterRules } from './usual-water.ts'
import type { WaterHour } from './water-hour.ts'

const at = Date.parse('2026-06-10T04:00:00Z')
const MINUTE = 60_000
const place = {
  type: 'broiler',
  flockStartedOn: '2026-05-16',
  flockHatchedOn: '2026-05-16',
  timeZone: 'Asia/Shanghai',
} as const
const awake: Record<string, MetricValue> = { 'Light/Lux/S1': 20, 'Bird/Count': 20_000 }
const usual = { least: 200, most: 240 }
const hourOf = (drunk: number, ended = at): WaterHour => ({
  at: ended,
  drunk,
  lately: [drunk, drunk],
  usual,
  about: usual,
  isLit: true,
})

interface Case {
  values?: Record<string, MetricValue>
  hour?: WaterHour | null
  doubted?: string[]
}
function judged(drunk: number, { values = {}, hour = hourOf(drunk), doubted = [] }: Case) {
  const told = { ...awake, ...values }
  const facts = factsOf(place, metric => told[metric], at, new Set(doubted))
  facts.waterHour = hour
  return usualWaterRules.map(rule => {
    const judgement = rule.judge(facts)
    return judgement === NOTHING ? 'nothing' : (judgement?.steps[0]?.breach ?? null)
  })
}

test.each<[string, Case, low: unknown[], high: unknown[]]>([
  ['with birds that are awake', {}, [true, false], [false, true]],
  ['in the dark only too much', { values: { 'Light/Lux/S1': 0 } }, [null, false], [null, true]],
  ['with a water meter in doubt', { doubted: ['Water/Meter1/Total'] }, [null, null], [null, null]],
  ['with a flow in doubt', { doubted: ['Water/FlowRate'] }, [null, null], [null, null]],
  ['while growing', { values: { 'Settings/Flock/HouseMode': 2 } }, [true, false], [false, true]],
  [
    'while catching',
    { values: { 'Settings/Flock/HouseMode': 3 } },
    ['nothing', 'nothing'],
    ['nothing', 'nothing'],
  ],
  [
    'in empty mode',
    { values: { 'Settings/Flock/HouseMode': 0 } },
    ['nothing', 'nothing'],
    ['nothing', 'nothing'],
  ],
  ['where the hour is not known', { hour: null }, [null, null], [null, null]],
  ['where nobody counted for an hour', { hour: hourOf(20, at - 60 * MINUTE) }, [null, null], [null, null]],
])('water far from usual is judged %s', (_, one, low, high) => {
  expect(judged(60, one)).toEqual(low)
  expect(judged(600, one)).toEqual(high)
})

test('the limits are half of the least and twice the most of the days before', () => {
  expect([101, 99, 479, 481].map(drunk => judged(drunk, {}))).toEqual([
    [false, false],
    [true, false],
    [false, false],
    [false, true],
  ])
})
