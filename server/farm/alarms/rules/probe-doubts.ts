import { isMeasured, isPossible, POWER_UP, STRAY } from '#shared/house-temperature.ts'
import { codeOfDoubt, type DoubtReason, sensorFaultOf } from '#shared/probe-doubts.ts'
import { metricByName, metrics } from '#shared/signals.ts'
import type { Standing } from '../breach.ts'
import type { Course } from './course.ts'
import { middleOf, othersOf } from './courses.ts'
import type { Facts } from './facts.ts'
import { checkOf, type ProbeCheck } from './probe-checks.ts'
import { HOUR, MINUTE, type Rule, type Step } from './rule.ts'

/** Longer than a single report stands where one comes every half hour: a probe that has just been switched on says anything. */
const NONSENSE = 45 * MINUTE
/** A probe must be so far from the others for so long; then it must come this much nearer. ms, K */
const APART = { forMs: 6 * HOUR, back: 2 }
/** A share of time below what air has, and how long it must be above it again. ms */
const THIN = { forMs: 45 * MINUTE, backMs: 24 * HOUR }
/** A mean says something once it has been taken for so long. ms */
const TAKEN = 30 * MINUTE
/** A value said longer ago than this is no longer sent. ms */
const SILENT = 6 * HOUR

const clear: Standing = { breach: false, back: true }
/** Neither wrong nor right again: what stands stays. */
const open: Standing = { breach: false, back: false }
const standing = (breach: boolean, back = !breach): Standing => ({ breach, back })

/** Where a value is, and since when, ms since 1970, if that is known better than by counting. */
type Found = Standing & { since?: number }
interface Asked {
  metric: string
  check: ProbeCheck
  facts: Facts
  course: Course | undefined
  /** As told, if it may be a measured value at all. */
  value: number | null
}

function isImpossible({ metric, check, facts }: Asked): Standing {
  const told = facts.told(metric)
  if (typeof told !== 'number') return clear
  if (!isMeasured(told)) return standing(true)
  const signal = metricByName.get(metric)
  const { low, high } = check.range ?? { low: signal?.low ?? -Infinity, high: signal?.high ?? Infinity }
  const isPowerUp = told === POWER_UP && signal?.unit === '°C'
  return standing(isPowerUp || told < low || (told > high && !check.isOpenAbove))
}

/** It said something before, and now says that it has no value. */
function isNone({ metric, facts, course }: Asked): Standing {
  if (facts.told(metric) !== null) return clear
  return course ? standing(true) : open
}

function isStray({ metric, facts, value }: Asked): Standing {
  const others = othersOf(facts, metric)
  if (value === null || !isPossible(value) || others.length < 2) return clear
  return standing(others.every(other => Math.abs(other - value) > STRAY))
}

function isApart({ metric, check: { apart }, facts, value }: Asked): Standing {
  if (!apart || value === null || facts.ageDays === null || facts.ageDays < apart.fromDay) return clear
  const others = othersOf(facts, metric)
  const middle = middleOf(others)
  if (middle === null || others.length < 2) return clear
  const agree = (others.at(-1) ?? 0) - (others[0] ?? 0) <= apart.agree
  const off = Math.abs(value - middle)
  if (off <= apart.by - APART.back) return clear
  return agree && off > apart.by ? standing(true) : open
}

function isThin({ course }: Asked): Found {
  if (!course) return open
  const isBack = course.at - course.thinAt >= THIN.backMs
  return { breach: !isBack && course.thinMs >= THIN.forMs, back: isBack || course.thinMs === 0 }
}

function isOffBalance({ check: { balance }, facts, course, metric }: Asked): Standing {
  if (facts.ageDays === null) return clear
  if (!course || course.takenMs < TAKEN) return open
  const mean = (name: string) => {
    const known = facts.courses?.get(name)
    return known && known.takenMs >= TAKEN ? known.mean : null
  }
  const bounds = balance?.of(facts, mean)
  if (!bounds) return clear
  const value = metric === 'Bird/WeightAvg' ? course.last : course.mean
  return standing(value < bounds.low || value > bounds.high)
}

/** Whether it has stood still for longer than it can. */
function isStill({ metric, check: { still }, facts, course, value }: Asked): Found {
  if (!still || value === null) return clear
  if (!course) return open
  const { rest = Number.NEGATIVE_INFINITY, restSilent = rest, drivers, forMs, isRepeated } = still
  const isSaidNoMore = isSilent(facts, metric)
  const hasMoved =
    !drivers ||
    drivers.some(
      ({ by, bySilent = by }, i) =>
        (course.driven[i]?.high ?? 0) - (course.driven[i]?.low ?? 0) >= (isSaidNoMore ? bySilent : by),
    )
  const stood = course.at - course.since
  const isResting = course.high <= (isSaidNoMore ? restSilent : rest)
  const may = isResting || course.day.isCounter || (isRepeated && isSaidNoMore)
  if (may) return clear
  if (stood < forMs) return course.hasMoved ? clear : open
  return hasMoved ? { breach: true, back: false, since: facts.at - stood } : open
}
const isSilent = (facts: Facts, metric: string): boolean => {
  const said = facts.saidAt?.(metric)
  return said !== undefined && facts.at - said >= SILENT
}
/** Nobody who has just begun to look knows. */
function isCounter({ course }: Asked): Standing {
  return course?.day.isCounter === undefined ? open : standing(course.day.isCounter)
}
/** It grew by more than the house takes, and nobody told that another meter took over. */
function isJumped({ course, facts, metric }: Asked): Standing {
  if (!course) return open
  const { jumped, at } = course
  return standing(jumped !== null && !facts.exchanged?.(metric, facts.at - (at - jumped.at)))
}

/** A way to be wrong: how it is seen, how long it must last, and in which checks it has a place. */
interface Way {
  reason: DoubtReason
  forMs: (check: ProbeCheck) => number
  concerns: (check: ProbeCheck, metric: string) => boolean
  isSo: (asked: Asked) => Found
}
const isProbe = (metric: string) => /^Climate\/Temp\/S\d$/.test(metric)
const ways: readonly Way[] = [
  { reason: 'impossible', forMs: () => NONSENSE, concerns: () => true, isSo: isImpossible },
  { reason: 'none', forMs: () => NONSENSE, concerns: () => true, isSo: isNone },
  { reason: 'apart', forMs: () => NONSENSE, concerns: (_, metric) => isProbe(metric), isSo: isStray },
  { reason: 'apart', forMs: () => APART.forMs, concerns: ({ apart }) => !!apart, isSo: isApart },
  { reason: 'thin', forMs: () => 0, concerns: ({ thinBelow }) => !!thinBelow, isSo: isThin },
  {
    reason: 'balance',
    forMs: ({ balance }) => balance?.forMs ?? 0,
    concerns: ({ balance }) => !!balance,
    isSo: isOffBalance,
  },
  { reason: 'stuck', forMs: () => 0, concerns: ({ still }) => !!still, isSo: isStill },
  { reason: 'counter', forMs: () => 0, concerns: ({ isStore }) => !!isStore, isSo: isCounter },
  { reason: 'jumped', forMs: () => NONSENSE, concerns: ({ counts }) => !!counts, isSo: isJumped },
]

/** What stands still is stuck, no longer sent, or a meter that does not count. */
function reasonOf({ reason }: Way, asked: Asked): DoubtReason {
  if (reason !== 'stuck') return reason
  return asked.check.isMeter ? 'still' : isSilent(asked.facts, asked.metric) ? 'silent' : 'stuck'
}

/** Names the rule that doubts a metric among those of a device. */
export const doubtRule = (metric: string): string => `ProbeWrong:${metric}`

/** A mean that is counted from probes is held against the house only where they do not speak themselves. */
const countedFrom: Readonly<Record<string, RegExp>> = {
  'Climate/Hum/Avg': /^Climate\/Hum\/S\d$/,
  'Climate/Temp/Avg': /^Climate\/Temp\/S\d$/,
}
const parts: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(countedFrom).map(([mean, part]) => [
    mean,
    metrics.map(({ name }) => name).filter(name => part.test(name)),
  ]),
)

function ruleOf(metric: string, check: ProbeCheck): Rule {
  const mine = ways.filter(way => way.concerns(check, metric))
  // Looked at for every device each minute: the same steps are used again.
  const steps: Step[] = mine.map(way => ({
    level: 'warning',
    limit: null,
    delayMs: way.forMs(check),
    breach: false,
    back: true,
  }))
  const judged = { value: null as number | null, target: null, steps, isOver: true }
  const fault = isProbe(metric) ? sensorFaultOf(metric) : null
  return {
    id: doubtRule(metric),
    code: codeOfDoubt('impossible', metric),
    inputs: [],
    covers: fault ? [fault] : [],
    judge(facts) {
      const told = facts.told(metric)
      if (told === undefined || parts[metric]?.some(part => facts.told(part) !== undefined)) return null
      const value = isMeasured(told) ? told : null
      const asked = { metric, check, facts, course: facts.courses?.get(metric), value }
      judged.value = typeof told === 'number' && Number.isFinite(told) ? told : null
      judged.isOver = true
      for (const [i, step] of steps.entries()) {
        const way = mine[i] as Way
        const { breach, back, since } = way.isSo(asked)
        step.breach = breach
        step.back = back
        if (!back) judged.isOver = false
        step.code = breach ? codeOfDoubt(reasonOf(way, asked), metric) : undefined
        step.since = since
      }
      return judged
    },
  }
}

/** Every rule that doubts a probe: judged once a minute, by what stands and how it went. */
export const doubtRules: readonly Rule[] = metrics.flatMap(({ name }) => {
  const check = checkOf(name)
  return check ? [ruleOf(name, check)] : []
})
