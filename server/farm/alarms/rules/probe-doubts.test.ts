import { describe, expect, test } from 'vitest'
import { doubtOfCode } from '#shared/probe-doubts.ts'
import type { Severity } from '#shared/signals.ts'
import { metrics } from '#shared/signals.ts'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import { createWatches } from '../watches.ts'
import { createCourses } from './courses.ts'
import { factsOf } from './facts.ts'
import { kindOfMetric, probeChecks } from './probe-checks.ts'
import { doubtRules } from './probe-doubts.ts'
import { HOUR, MINUTE } from './rule.ts'

const DAY = 24 * HOUR
/** Midnight at a house in Shanghai. */
const BEGIN = Date.UTC(2026, 4, 9, 16)
const place = {
  type: 'broiler',
  flockStartedOn: '2026-04-15',
  flockHatchedOn: null,
  timeZone: 'Asia/Shanghai',
} as const
type Values = Record<string, MetricValue>

/** The same noise in every run, -1 to 1. */
function noiseOf(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 1_073_741_824 - 1
  }
}

/** A house with 20,000 broilers on an ordinary spring day, by the hours since its beginning. */
function houseAt(at: number, noise: () => number): Values {
  const hours = (at - BEGIN) / HOUR
  const day = Math.sin(((hours - 9) / 24) * 2 * Math.PI)
  const isLit = hours % 24 > 5 && hours % 24 < 23
  const outside = 14 + 6 * day
  const inside = 21 + 1.3 * day
  const eaten = Math.max(0, Math.min(18, (hours % 24) - 5)) / 18
  const round = (value: number, decimals: number) => Number(value.toFixed(decimals))
  const probe = (offset: number) => round(inside + offset + 0.15 * noise(), 1)
  return {
    'Climate/Temp/S1': probe(-0.4),
    'Climate/Temp/S2': probe(0),
    'Climate/Temp/S3': probe(0.3),
    'Climate/Temp/S4': probe(0.8),
    'Climate/Temp/Avg': probe(0.2),
    // The sun stands on it in the afternoon.
    'Climate/Temp/Outdoor': round(outside + (hours % 24 > 13 && hours % 24 < 16 ? 14 : 0) + 0.2 * noise(), 1),
    'Climate/Hum/S1': round(62 - 9 * day + noise(), 0),
    'Climate/Hum/S2': round(60 - 8 * day + noise(), 0),
    'Climate/Hum/Outdoor': round(65 - 18 * day + noise(), 0),
    'Air/CO2/S1': round(1_300 - 500 * day + 25 * noise(), 0),
    'Air/NH3/S1': round(11 - 3 * day + 0.3 * noise(), 1),
    'Air/Pressure/S1': round(22 + 5 * day + 2 * noise(), 0),
    'Air/AirFlow': round(30_000 + 12_000 * day, 0),
    'Air/WindSpeedIn': round(Math.max(0, 0.6 + 0.4 * day + 0.05 * noise()), 2),
    'Weather/WindSpeed': round(Math.abs(2 + 1.5 * day + noise()), 1),
    'Light/Lux/S1': round(isLit ? 20 + noise() : 0, 1),
    'Light/Dimmer1/Output': isLit ? 60 : 0,
    'Water/FlowRate': round(isLit ? 4 + 2 * day + noise() : 0.3 + 0.2 * noise(), 1),
    'Water/Meter1/Total': round(800_000 + Math.floor(hours / 24) * 4_200 + eaten * 4_200, 0),
    'Water/Today': round(eaten * 4_200, 0),
    'Feed/Today': round(eaten * 2_400, 0),
    'Feed/Silo1/Weight': round(9_000 - ((Math.floor(hours / 24) % 3) + eaten) * 2_400 + 15 * noise(), 0),
    'Bird/Count': 20_000,
    'Bird/WeightAvg': round(1_300 + (75 * hours) / 24 + 4 * noise(), 0),
    'Power/EnergyTotal': round(90_000 + 9 * hours, 1),
    'Power/MainsOk': true,
  }
}

/** How a device reports. */
interface Pattern {
  name: string
  everyMs: number
  /** Of what changed by this share of what is usual for it, and nothing else. */
  deadband?: (metric: string) => number
}
const deadbandOf = (metric: string): number => {
  if (metric.startsWith('Climate/Temp')) return 0.5
  if (metric.startsWith('Climate/Hum')) return 3
  if (metric.startsWith('Air/CO2')) return 50
  return metric.startsWith('Air/NH3') || metric.startsWith('Air/Pressure') ? 2 : 0
}
const patterns: readonly Pattern[] = [
  { name: 'each minute', everyMs: MINUTE },
  { name: 'every 4 min', everyMs: 4 * MINUTE },
  { name: 'every 11 min', everyMs: 11 * MINUTE },
  { name: 'every 30 min', everyMs: 30 * MINUTE },
  { name: 'by exception', everyMs: MINUTE, deadband: deadbandOf },
]

/** A look each five minutes is enough to see what goes wrong over hours. ms */
const LOOK = 5 * MINUTE

interface Told {
  reason: string
  metric: string
  /** ms after the beginning */
  raisedAt: number
  since: number
  endedAt: number | null
}
interface Lived {
  pattern: Pattern
  ms: number
  /** What is said instead of what is true, from `lieFrom` on. */
  lie?: (values: Values, ms: number) => Values
  /** Another house than the usual one. */
  truth?: (values: Values, ms: number) => Values
  placed?: boolean
  /** Since when an exchange of the meter is told that explains every jump. ms after the beginning */
  exchangedFrom?: number
}

/** Lives through a house and says what was doubted. */
function live({ pattern, ms, lie, truth, placed = true, exchangedFrom }: Lived): Told[] {
  const noise = noiseOf(7)
  let now = BEGIN
  const watches = createWatches(() => now)
  const courses = createCourses()
  const standing = new Map<string, Severity>()
  const doubted = new Set<string>()
  const [stands, said] = [new Map<string, MetricValue>(), new Map<string, number>()]
  const told: Told[] = []
  const inHouse = placed ? place : { ...place, flockStartedOn: null }
  for (let passed = 0; passed <= ms; passed += LOOK) {
    now = BEGIN + passed
    if (passed % Math.max(LOOK, Math.ceil(pattern.everyMs / LOOK) * LOOK) === 0) {
      let values = houseAt(now, noise)
      values = truth?.(values, passed) ?? values
      values = lie?.(values, passed) ?? values
      for (const [metric, value] of Object.entries(values)) {
        const before = stands.get(metric)
        const band = pattern.deadband?.(metric)
        const isNews =
          band === undefined ||
          typeof value !== 'number' ||
          typeof before !== 'number' ||
          !Number.isFinite(value + before) ||
          Math.abs(value - before) > band
        if (!isNews) continue
        stands.set(metric, value)
        said.set(metric, now)
      }
    }
    const facts = factsOf(inHouse, metric => stands.get(metric), now, doubted)
    facts.saidAt = metric => said.get(metric)
    facts.exchanged = () => exchangedFrom !== undefined && passed >= exchangedFrom
    courses.take('controller', facts, now)
    facts.courses = courses.of('controller')
    for (const rule of doubtRules) {
      const verdict = watches.look({
        subjectId: 'controller',
        rule,
        judged: rule.judge(facts),
        now,
        since: now,
        holdMs: MINUTE,
        standing: standing.get(rule.id) ?? null,
        isCovered: false,
      })
      if (!verdict) continue
      const metric = rule.id.slice('ProbeWrong:'.length)
      if (verdict.due === 'clear') {
        standing.delete(rule.id)
        doubted.delete(metric)
        const last = told.findLast(each => each.metric === metric)
        if (last) last.endedAt = passed
        continue
      }
      standing.set(rule.id, verdict.level)
      doubted.add(metric)
      const { reason = '' } = doubtOfCode(verdict.code ?? '') ?? {}
      told.push({ reason, metric, raisedAt: passed, since: (verdict.since ?? 0) - BEGIN, endedAt: null })
    }
  }
  return told
}

test('every metric of the signal model is checked, or it is said why not', () => {
  for (const { name } of metrics) expect(probeChecks, name).toHaveProperty([kindOfMetric(name)])
  const kinds = new Set(metrics.map(({ name }) => kindOfMetric(name)))
  expect(Object.keys(probeChecks).filter(kind => !kinds.has(kind))).toEqual([])
})

/** What lies, how, and what should be said of it. */
type Lie = readonly [
  metric: string,
  way: string,
  says: (value: number, values: Values) => MetricValue,
  reason: string,
]
const at = (value: MetricValue) => () => value
const temperature = 'Climate/Temp/S2'
const lies: readonly Lie[] = [
  ...[-127, 85, 3_276.7, 6_553.5, 65_535, Number.NaN].map(
    (value): Lie => [temperature, `${value}`, at(value), 'impossible'],
  ),
  [temperature, 'no value', at(null), 'none'],
  [temperature, 'stuck', at(21.3), 'stuck'],
  [
    temperature,
    'stuck and flickering by a digit',
    (_, v) => ((v['Water/Today'] as number) % 2 ? 21.3 : 21.4),
    'stuck',
  ],
  [temperature, '10 K too hot', value => value + 10, 'apart'],
  [temperature, '10 K too cold', value => value - 10, 'apart'],
  [temperature, 'in °F', value => value * 1.8 + 32, 'apart'],
  ['Climate/Temp/Outdoor', 'stuck', at(12.4), 'stuck'],
  ['Climate/Temp/Outdoor', '-127', at(-127), 'impossible'],
  ['Climate/Hum/S1', 'a tenth', value => Math.round(value / 10), 'balance'],
  ['Climate/Hum/S1', 'zero', at(0), 'balance'],
  ['Climate/Hum/S1', 'ten times', value => value * 10, 'impossible'],
  ['Climate/Hum/S1', 'stuck at the top', at(100), 'stuck'],
  ['Climate/Hum/S2', '6553.5', at(6_553.5), 'impossible'],
  ['Air/CO2/S1', 'below outside air', (_, v) => 250 + ((v['Water/Today'] as number) % 60), 'thin'],
  ['Air/CO2/S1', 'a tenth', value => value / 10, 'thin'],
  ['Air/CO2/S1', 'outside air', (_, v) => 400 + ((v['Water/Today'] as number) % 30), 'balance'],
  ['Air/CO2/S1', 'stuck', at(1_480), 'stuck'],
  ['Air/NH3/S1', 'stuck', at(14), 'stuck'],
  ['Air/NH3/S1', '-3276.8', at(-3_276.8), 'impossible'],
  ['Air/NH3/S1', 'far too high', value => value + 150, 'balance'],
  ['Air/Pressure/S1', 'stuck', at(24), 'stuck'],
  ['Air/Pressure/S1', '32767', at(32_767), 'impossible'],
  ['Air/WindSpeedIn', 'stuck', at(0.7), 'stuck'],
  ['Weather/WindSpeed', 'stuck', at(2.3), 'stuck'],
  ['Light/Lux/S1', 'stuck', at(20), 'stuck'],
  ['Water/FlowRate', '65535', at(65_535), 'impossible'],
  ['Water/Today', 'stands still', at(900), 'still'],
  ['Water/Today', 'the wrong order of words', value => value * 10 + 65_536, 'jumped'],
  ['Water/Meter1/Total', 'stands still', at(800_300), 'still'],
  ['Water/Meter1/Total', 'four million more', value => value + 4_194_304, 'jumped'],
  ['Feed/Today', 'stands still', at(0), 'still'],
  ['Feed/Silo1/Weight', 'stands still', at(4_321), 'still'],
  ['Feed/Silo1/Weight', 'the feed of the day', (_, v) => v['Feed/Today'] ?? 0, 'counter'],
  [
    'Feed/Silo1/Weight',
    'the feed of the day and that of another auger in turn',
    (_, v) => ((v['Climate/Hum/S1'] as number) % 2 ? (v['Feed/Today'] ?? 0) : 2),
    'counter',
  ],
  ['Bird/WeightAvg', 'a tenth', value => value / 10, 'balance'],
  ['Power/EnergyTotal', 'stands still', at(90_050), 'still'],
]

describe.each(patterns)('a device that reports $name', pattern => {
  const HONEST = 6 * HOUR
  test.each(lies)(
    '%s that says %s is named within a day, and believed again when it is right',
    (metric, _, says, reason) => {
      const until = HONEST + 26 * HOUR
      const told = live({
        pattern,
        ms: until + 25 * HOUR,
        lie: (values, ms) =>
          ms < HONEST || ms > until
            ? values
            : { ...values, [metric]: says(values[metric] as number, values) },
      })
      expect(told.map(each => each.metric)).toEqual([metric])
      expect(told[0]?.reason.replace('silent', 'stuck')).toBe(reason)
      expect((told[0]?.raisedAt ?? 0) - HONEST).toBeLessThanOrEqual(DAY)
      expect(told[0]?.endedAt).toBeGreaterThan(until)
    },
  )

  test('a probe that is said no more while its device speaks is named', () => {
    const { [temperature]: __, ...first } = houseAt(BEGIN, noiseOf(1))
    expect(first).toBeDefined()
    const told = live({
      pattern,
      ms: HONEST + DAY,
      lie: ({ [temperature]: said, ...rest }, ms) =>
        ms < HONEST ? { ...rest, [temperature]: said ?? null } : rest,
    })
    expect(told).toMatchObject([{ metric: temperature, reason: 'silent' }])
  })

  test('an honest house is believed for 21 days and nights, whatever a probe says once', () => {
    const odd: Values = {
      'Climate/Temp/S1': 85,
      'Climate/Hum/S1': 6_553.5,
      'Water/Today': 103_206,
      'Air/CO2/S1': 0,
    }
    const every = Math.max(LOOK, Math.ceil(pattern.everyMs / LOOK) * LOOK)
    const told = live({
      pattern,
      ms: 21 * DAY,
      // At power-up and once in four days.
      lie: (values, ms) => (ms % (4 * DAY) < every ? { ...values, ...odd } : values),
    })
    expect(told).toEqual([])
  })

  test('an empty house that is washed is believed', () => {
    const told = live({
      pattern,
      ms: 12 * DAY,
      placed: false,
      truth: (values, ms) => ({
        ...values,
        'Bird/Count': 0,
        'Climate/Hum/S1': ms % (3 * DAY) < DAY ? 100 : 55,
        'Air/CO2/S1': 410,
        'Air/NH3/S1': 0,
        'Air/Pressure/S1': 0,
        'Water/FlowRate': 0,
        'Water/Today': 0,
        'Feed/Today': 0,
        'Feed/Silo1/Weight': 300,
        'Bird/WeightAvg': 0,
        'Air/AirFlow': 0,
      }),
    })
    expect(told.filter(({ metric }) => metric !== 'Climate/Hum/S1')).toEqual([])
  })
})

describe('a meter that was exchanged for one that shows more', () => {
  const [pattern] = patterns
  const EXCHANGED = 6 * HOUR
  const exchanged = (exchangedFrom?: number) =>
    live({
      pattern: pattern as Pattern,
      ms: EXCHANGED + 12 * HOUR,
      truth: (values, ms) =>
        ms < EXCHANGED
          ? values
          : { ...values, 'Water/Meter1/Total': (values['Water/Meter1/Total'] as number) + 320_000 },
      ...(exchangedFrom !== undefined && { exchangedFrom }),
    })

  test('is in doubt until that is told, and from then on no more', () => {
    const told = EXCHANGED + 3 * HOUR
    const [doubt, ...others] = exchanged(told)
    expect(doubt).toMatchObject({ metric: 'Water/Meter1/Total', reason: 'jumped' })
    expect((doubt?.endedAt ?? 0) - told).toBeLessThanOrEqual(10 * MINUTE)
    expect(others).toEqual([])
  })

  test('is in no doubt at all where that was told at once', () => {
    expect(exchanged(EXCHANGED)).toEqual([])
  })
})
