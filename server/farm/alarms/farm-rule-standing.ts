import type { Asked, Clause } from '#shared/alarm-rules.ts'
import { anyFanRuns, FANS_RUN, fanMetrics, ruleSubject } from '#shared/rule-subjects.ts'
import { metricByName } from '#shared/signals.ts'
import type { MetricValue } from '#shared/sparkplug/types.ts'

/** The value of a metric that stands in the house now; null if there is none. */
export type ReadMetric = (metric: string) => MetricValue | null | undefined

/** Where what a rule watches is in relation to the rule. */
export interface RuleStanding {
  /** Otherwise its value or its condition is unknown, or its condition does not hold: neither true nor over. */
  isJudged: boolean
  breach: boolean
  /** Far enough inside for the alarm to end. */
  back: boolean
  /** As the alarm shows them: null for a state, which its code names. */
  value: number | null
  limit: number | null
}

/** A value must come back inside its limit by this share of it, and by what its screen can show. */
const RETURN = 0.02

/** While no fan runs there is no pressure to judge: what a rule about it asks without saying so. */
const whileFansRun: Clause = { metric: FANS_RUN, direction: 'is', limit: 1 }

const isPressure = (metric: string): boolean => metricByName.get(metric)?.quantity === 'pressure'

/** A value as a number; a state that is on or off counts as 1 or 0. */
function numberOf(value: MetricValue | null | undefined): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0
  const number = typeof value === 'bigint' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** The value that a clause compares. */
function standingValue(metric: string, read: ReadMetric): number | null {
  const readNumber = (name: string) => numberOf(read(name))
  return metric === FANS_RUN ? numberOf(anyFanRuns(readNumber)) : readNumber(metric)
}

/** How far a value must be inside the limit; no further than it can get. */
function returnOf({ metric, direction, limit }: Clause): number {
  const { decimals = 0, low = -Infinity, high = Infinity } = ruleSubject(metric) ?? {}
  const room = direction === 'above' ? limit - low : high - limit
  return Math.max(0, Math.min(room, Math.max(Math.abs(limit) * RETURN, 10 ** -decimals)))
}

/** Where a value is in relation to a clause. */
export function standingOfClause(clause: Clause, value: number): { breach: boolean; back: boolean } {
  const { direction, limit } = clause
  if (direction === 'is' || direction === 'isNot') {
    const breach = (value === limit) === (direction === 'is')
    return { breach, back: !breach }
  }
  const beyond = direction === 'above' ? value - limit : limit - value
  return { breach: beyond > 0, back: beyond <= -returnOf(clause) }
}

/** Whether the condition of a rule holds; null if unknown. */
function conditionHolds({ metric, condition }: Asked, read: ReadMetric): boolean | null {
  const asked = condition ?? (isPressure(metric) ? whileFansRun : null)
  if (asked === null) return true
  const value = standingValue(asked.metric, read)
  if (value !== null) return standingOfClause(asked, value).breach
  // A house that does not report its fans is judged all the time rather than never.
  return condition === null ? true : null
}

/** Judges what stands in a house by a farm's rule. */
export function standingOfRule(rule: Asked, read: ReadMetric): RuleStanding {
  const value = standingValue(rule.metric, read)
  const isState = ruleSubject(rule.metric)?.isState ?? false
  const shown = { value: isState ? null : value, limit: isState ? null : rule.limit }
  if (value === null || !conditionHolds(rule, read))
    return { isJudged: false, breach: false, back: false, ...shown }
  return { isJudged: true, ...standingOfClause(rule, value), ...shown }
}

/** The metrics that a rule reads. */
export function metricsOfRule({ metric, condition }: Asked): string[] {
  const asked = condition?.metric ?? (isPressure(metric) ? FANS_RUN : null)
  return [...new Set([metric, ...(asked === FANS_RUN ? fanMetrics : asked === null ? [] : [asked])])]
}
