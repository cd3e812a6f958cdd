import type { LatestState } from '../../telemetry/device-side.ts'
import { setBack, startWatch } from './delayed.ts'
import {
  metricsOfRule,
  type RuleStanding,
  type RuleWatched,
  standingOfRule,
  stepOfRule,
} from './farm-rule-standing.ts'
import type { FarmRule } from './farm-rules.ts'

const MINUTE = 60_000

/** What a farm's rule makes due after a sample. */
export interface RuleVerdict extends Pick<RuleStanding, 'value' | 'limit'> {
  rule: FarmRule
  due: 'raise' | 'clear'
  since: number | null
  /** Time of the sample, ms since 1970. */
  at: number
}

/** Checks what a device reports against the rules of its farm. */
export function createRuleWatch() {
  /** By rule, then by device. */
  const watches = new Map<string, Map<string, RuleWatched>>()
  return {
    /** Judges the metrics of a live sample; `stands` says whether the alarm of a rule is active. */
    judge(
      deviceId: string,
      {
        rules,
        latest,
        isNew,
      }: { rules: readonly FarmRule[]; latest: LatestState; isNew: (metric: string) => boolean },
      stands: (rule: FarmRule) => boolean,
    ): RuleVerdict[] {
      const read = (metric: string) => latest.readings.get(metric)?.value
      return rules.flatMap(rule => {
        const at = latest.readings.get(metricsOfRule(rule).find(isNew) ?? '')?.at
        if (at === undefined) return []
        const byDevice = watches.get(rule.id) ?? new Map<string, RuleWatched>()
        const known = byDevice.get(deviceId) ?? { ...startWatch(false), waitingSince: null }
        const before = { ...known, ...setBack(known, at), active: stands(rule) }
        const standing = standingOfRule(rule, read)
        const { watched, due } = stepOfRule(before, standing, at, rule.forMinutes * MINUTE)
        watches.set(rule.id, byDevice.set(deviceId, watched))
        return due
          ? [{ rule, due, value: standing.value, limit: standing.limit, since: watched.since, at }]
          : []
      })
    },
    /** These rules were changed: breaches on their way to an alarm start over. */
    forget(ruleIds: ReadonlySet<string>) {
      for (const id of ruleIds) watches.delete(id)
    },
  }
}

export type RuleWatch = ReturnType<typeof createRuleWatch>
