import type { Asked } from '#shared/alarm-rules.ts'
import { REPEAT_MS } from '#shared/limits.ts'
import { ruleSubject } from '#shared/rule-subjects.ts'
import { metricsOfRule, type RuleStanding, standingOfClause, standingOfRule } from './farm-rule-standing.ts'
import { judgementOf } from './judged-rule.ts'
import type { Rule } from './rules/rule.ts'
import { createWatches } from './watches.ts'

const MINUTE = 60_000
const QUARTER_MS = 15 * MINUTE
/** A rule that waits this long is judged by the mean of each quarter of an hour. ms */
const SLOW_MS = 2 * QUARTER_MS
/** A value stands until the next one, but not through a longer silence of the house. ms */
const SILENCE_MS = 2 * QUARTER_MS
/** Time is counted at least this often. ms */
const TICK_MS = MINUTE
/** Stretches of reports closer to each other than this are read as one. ms */
const NEAR_MS = 4 * QUARTER_MS

/** A rule on trial; `delayMs` is how long it must be true. */
export interface TriedRule extends Asked {
  delayMs: number
}
/** Stored readings: times in ms since 1970, and by metric the lowest, mean and highest value at each. */
export interface Series {
  at: readonly number[]
  of: ReadonlyMap<string, { low: Values; mean: Values; high: Values }>
}
type Values = readonly (number | null)[]
/** A stretch of time, ms since 1970. */
export type Span = readonly [from: number, to: number]
/** An alarm that a rule would have raised; one that is active still lasts until the end of the replay. */
export interface Raised {
  at: number
  until: number
}

const isState = (metric: string): boolean => ruleSubject(metric)?.isState ?? false

/** The metrics whose quarters of an hour are looked at; the mean of a state says nothing. */
export const quarterMetrics = (rule: Asked): string[] => [
  rule.metric,
  ...metricsOfRule(rule).filter(metric => metric !== rule.metric && !isState(metric)),
]

/** Whether quarters of an hour are too coarse: the delay is short, or a state takes part. */
export const needsReports = (rule: TriedRule): boolean =>
  rule.delayMs < SLOW_MS || metricsOfRule(rule).some(isState)

/** Whether a value between two others can break the rule. */
function canBreak(rule: Asked, low: number, high: number): boolean {
  if (rule.direction === 'isNot') return low !== rule.limit || high !== rule.limit
  if (rule.direction === 'is') return low <= rule.limit && rule.limit <= high
  return standingOfClause(rule, rule.direction === 'above' ? high : low).breach
}

/** The stretches in which a rule can have been broken, by the extremes of each quarter of an hour; newest first. */
export function suspects(rule: TriedRule, quarters: Series): Span[] {
  const watched = quarters.of.get(rule.metric)
  const spans: [number, number][] = []
  let [low, high]: (number | null)[] = [null, null]
  for (const [i, at] of quarters.at.entries()) {
    // A quarter without the value has the one before.
    low = watched?.low[i] ?? low ?? null
    high = watched?.high[i] ?? high ?? null
    if (low === null || high === null || !canBreak(rule, low, high)) continue
    const [from, to] = [at - QUARTER_MS, at + 2 * QUARTER_MS + rule.delayMs]
    const last = spans.at(-1)
    if (last && from - last[1] <= NEAR_MS) last[1] = to
    else spans.push([from, to])
  }
  return spans.toReversed()
}

interface Sample {
  at: number
  standing: RuleStanding
}
const unknown: RuleStanding = {
  isJudged: false,
  breach: false,
  back: false,
  value: null,
  limit: null,
}

/** What stood at each time of a series, by the rule: a value stands until the next. `known`: what stood before. */
function standings(
  rule: Asked,
  series: Series,
  judge: (read: ReadNumber) => RuleStanding,
  known: Map<string, number> = new Map(),
): Sample[] {
  const metrics = metricsOfRule(rule)
  return series.at.map((at, i) => {
    for (const metric of metrics) {
      const value = series.of.get(metric)?.mean[i]
      if (value !== null && value !== undefined) known.set(metric, value)
    }
    return { at, standing: judge(metric => known.get(metric) ?? null) }
  })
}
type ReadNumber = (metric: string) => number | null

/** What quarters of an hour say of a moment. */
function stoodAt({ at, of }: Series, moment: number): Map<string, number> {
  const last = at.findLastIndex(time => time <= moment)
  return new Map(
    [...of].flatMap(([metric, { mean }]) => {
      const value = mean.slice(0, last + 1).findLast(each => each !== null)
      return typeof value === 'number' ? [[metric, value] as const] : []
    }),
  )
}

/** Outside the suspected stretches a rule is not broken, whatever its condition. */
function unbroken(rule: Asked, read: ReadNumber): RuleStanding {
  const value = read(rule.metric)
  if (value === null) return unknown
  return { ...unknown, isJudged: true, back: standingOfClause(rule, value).back }
}

/** Readings of a house: all its quarters of an hour, and the reports of some stretches. */
export interface Readings {
  quarters: Series
  reports: readonly (Series & { span: Span })[]
  since: number
  until: number
}

/**
 * What a rule would have raised, by the same judgement and the same count of time as live: by the reports of the suspected
 * stretches, elsewhere by the mean of each quarter of an hour. Before `since` nothing is looked at.
 */
export function replay(rule: TriedRule, { quarters, reports, since, until }: Readings): Raised[] {
  const judge = (read: ReadNumber) => standingOfRule(rule, read)
  const isReported = (at: number) => reports.some(({ span: [from, to] }) => at >= from && at < to)
  const coarse = needsReports(rule) ? (read: ReadNumber) => unbroken(rule, read) : judge
  const samples = [
    ...standings(rule, quarters, coarse).filter(({ at }) => !isReported(at)),
    ...reports.flatMap(series => standings(rule, series, judge, stoodAt(quarters, series.span[0]))),
  ]
    .filter(({ at }) => at >= since)
    .sort((a, b) => a.at - b.at)
  return raisedBy(samples, rule.delayMs, until)
}

/** The rule on trial among those of a device. */
const TRIED: Rule = { id: 'tried', code: 'tried', inputs: [], covers: [], judge: () => null }
const LEVEL = 'warning'
/** As live, for a house that reports often. ms */
const HOLD_MS = MINUTE

/** Counts time over what stood, tick by tick. */
function raisedBy(samples: readonly Sample[], delayMs: number, until: number): Raised[] {
  const raised: Raised[] = []
  let now = 0
  let isActive = false
  const watches = createWatches(() => now)
  const take = (standing: RuleStanding, at: number) => {
    now = at
    const verdict = watches.look({
      subjectId: 'house',
      rule: TRIED,
      judged: judgementOf(standing, LEVEL, delayMs),
      now,
      since: at,
      holdMs: HOLD_MS,
      standing: isActive ? LEVEL : null,
      isCovered: false,
    })
    if (!verdict) return
    isActive = verdict.due === 'raise'
    const last = raised.at(-1)
    if (!isActive && last) last.until = verdict.at
    if (!isActive) return
    if (last && at - last.until <= REPEAT_MS) last.until = until
    else raised.push({ at, until })
  }
  for (const [i, { at, standing }] of samples.entries()) {
    const next = samples[i + 1]?.at ?? until
    take(standing, at)
    const heldUntil = Math.min(next, at + SILENCE_MS)
    for (let tick = at + TICK_MS; tick <= heldUntil; tick += TICK_MS) take(standing, tick)
    if (heldUntil < next) watches.silence('house')
  }
  return raised
}
