import { type Clause, laxerThan } from '#shared/alarm-rules.ts'
import { ruleSubject } from '#shared/rule-subjects.ts'
import type { Raised, TriedRule } from './rule-replay.ts'

const MINUTE = 60_000
/** A limit is moved in steps of about this share of it, as often as this. */
const STEP_SHARE = 0.02
const STEPS = 8
/** Delays that are tried, where they are longer than the rule's own. min */
const DELAYS = [5, 10, 15, 30, 60]
/** Limits and delays that are tried together. */
const TOGETHER = { limits: 4, delays: 2 }
/** Clocks of readings and alarms differ by as much. ms */
const NEAR_MS = 2 * MINUTE

/** A real alarm may be told this much later, by how grave the rule is. ms */
export const LATER_MS = { warning: 15 * MINUTE, critical: 5 * MINUTE, emergency: 2 * MINUTE } as const

/** An alarm of the rule as people closed it. */
export interface JudgedAlarm extends Raised {
  isNoise: boolean
}

/** What a rule would have raised in a house, and how the alarms there were closed. */
export interface Compared {
  judged: readonly JudgedAlarm[]
  /** By the rule as it is. */
  now: readonly Raised[]
  /** By each candidate, in their order. */
  tried: readonly (readonly Raised[])[]
}

/** 1, 2 or 5 times a power of ten, the nearest below. */
function niceBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const [nice = 1] = [5, 2, 1].filter(each => each * power <= value * (1 + 1e-9))
  return nice * power
}

/** Limits ever further out; none for a state, and none at which a built-in alarm rings first. */
function limitsOf(rule: Clause): number[] {
  const { isState = true, decimals = 0, low = -Infinity, high = Infinity } = ruleSubject(rule.metric) ?? {}
  if (isState) return []
  const step = Math.max(10 ** -decimals, niceBelow(Math.max(1e-6, Math.abs(rule.limit) * STEP_SHARE)))
  const sign = rule.direction === 'above' ? 1 : -1
  return Array.from({ length: STEPS }, (_, i) =>
    Number((rule.limit + sign * (i + 1) * step).toFixed(decimals)),
  )
    .filter(limit => limit > low && limit < high)
    .filter(limit => laxerThan({ ...rule, limit }) === null)
}

/** Milder forms of a rule, the smallest changes first. */
export function milderThan(rule: TriedRule): TriedRule[] {
  const limits = limitsOf(rule)
  const delays = DELAYS.map(minutes => minutes * MINUTE).filter(delayMs => delayMs > rule.delayMs)
  const both = delays
    .slice(0, TOGETHER.delays)
    .flatMap(delayMs => limits.slice(0, TOGETHER.limits).map(limit => ({ ...rule, limit, delayMs })))
  return [
    ...limits.map(limit => ({ ...rule, limit })),
    ...delays.map(delayMs => ({ ...rule, delayMs })),
    ...both,
  ]
}

/** Real alarms that the readings show, so that a candidate can be held against them. */
export const checkedOf = (houses: readonly Compared[]): number =>
  houses.reduce(
    (sum, { judged, now }) =>
      sum + judged.filter(alarm => !alarm.isNoise && laterFor(alarm, now) !== null).length,
    0,
  )

/** The first ring for an alarm, how much later, ms; null if there would be none. */
function laterFor({ at, until }: Raised, raised: readonly Raised[]): number | null {
  const first = raised.find(each => each.at <= until + NEAR_MS && each.until >= at - NEAR_MS)
  return first ? Math.max(0, first.at - at) : null
}

export interface Better {
  index: number
  noiseGone: number
  laterMs: number
}

/**
 * The candidate that rings for every real alarm, none of them much later, and for the fewest of those that were in vain.
 * Real ones that the readings do not show at all say nothing of a candidate. Null if none drops any, or rings more seldom:
 * a limit further out can make two short alarms of a long one.
 */
export function bestOf(houses: readonly Compared[], laterMs: number): Better | null {
  const count = houses[0]?.tried.length ?? 0
  const ringsNow = houses.reduce((sum, { now }) => sum + now.length, 0)
  const candidates = Array.from({ length: count }, (_, index): Better | null => {
    let [noiseGone, latest, rings] = [0, 0, 0]
    for (const { judged, now, tried } of houses) {
      const raised = tried[index] ?? []
      rings += raised.length
      for (const alarm of judged) {
        const before = laterFor(alarm, now)
        if (before === null) continue
        const later = laterFor(alarm, raised)
        if (alarm.isNoise) noiseGone += later === null ? 1 : 0
        else if (later === null || later - before > laterMs) return null
        else latest = Math.max(latest, later - before)
      }
    }
    return noiseGone > 0 && rings < ringsNow ? { index, noiseGone, laterMs: latest } : null
  })
  const [best] = candidates
    .filter(each => each !== null)
    .toSorted((a, b) => b.noiseGone - a.noiseGone || a.index - b.index)
  return best ?? null
}
