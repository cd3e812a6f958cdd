import { codeOfRule } from '#shared/alarm-rules.ts'
import type { Severity } from '#shared/signals.ts'
import { metricsOfRule, type RuleStanding, standingOfRule } from './farm-rule-standing.ts'
import { FARM_RULE, type FarmRule } from './farm-rules.ts'
import type { Calls } from './receivers.ts'
import { type Judgement, MINUTE, type Rule } from './rules/rule.ts'

/** A rule, and whom its alarm tells if it is a farm's own. */
export type JudgedRule = Rule & { calls?: Calls }

/** A farm's own rule as the same kind of thing as those of the platform. */
export function judgedRule(rule: FarmRule): JudgedRule {
  const { id, level, forMinutes } = rule
  return {
    id: `${FARM_RULE}${id}`,
    code: codeOfRule(rule),
    inputs: metricsOfRule(rule),
    covers: [],
    calls: rule,
    judge: ({ read }) => judgementOf(standingOfRule(rule, read), level, forMinutes * MINUTE),
  }
}

/** Time in which a rule cannot be judged counts neither for nor against it. */
export function judgementOf(standing: RuleStanding, level: Severity, delayMs: number): Judgement | null {
  if (!standing.isJudged) return null
  const { breach, back, value, limit } = standing
  return { value, target: null, steps: [{ level, limit, delayMs, breach, back }], isOver: back }
}
