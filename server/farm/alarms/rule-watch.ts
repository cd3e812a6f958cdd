import type { LatestState } from '../../telemetry/device-side.ts'
import { setBack, startWatch, type Watch, watchStep } from './delayed.ts'
import type { FarmRule } from './farm-rules.ts'

/** The value must come back by this share of its limit before the alarm goes. */
const RETURN = 0.02
const MINUTE = 60_000

/** What is due by a rule of a farm after a sample. */
export interface RuleVerdict {
  rule: FarmRule
  due: 'raise' | 'clear'
  value: number
  since: number | null
  /** Time of the sample, ms since 1970. */
  at: number
}

/** How a value stands to a rule. */
export function standingOf({ direction, limit }: Pick<FarmRule, 'direction' | 'limit'>, value: number) {
  const beyond = direction === 'above' ? value - limit : limit - value
  return { breach: beyond > 0, back: beyond <= -Math.abs(limit) * RETURN }
}

/** Holds what a device reports against the rules of its farm. */
export function createRuleWatch() {
  /** By device and rule. */
  const watches = new Map<string, Watch>()
  return {
    /** Judges the metrics of a live sample; `stands` says whether the alarm of a rule does. */
    judge(
      deviceId: string,
      {
        rules,
        latest,
        isNew,
      }: { rules: readonly FarmRule[]; latest: LatestState; isNew: (metric: string) => boolean },
      stands: (rule: FarmRule) => boolean,
    ): RuleVerdict[] {
      return rules.flatMap(rule => {
        const reading = isNew(rule.metric) ? latest.readings.get(rule.metric) : undefined
        if (typeof reading?.value !== 'number') return []
        const { value, at } = reading
        const key = `${deviceId} ${rule.id}`
        const before = { ...setBack(watches.get(key) ?? startWatch(false), at), active: stands(rule) }
        const { watch, due } = watchStep(before, standingOf(rule, value), at, rule.forMinutes * MINUTE)
        watches.set(key, watch)
        return due ? [{ rule, due, value, since: watch.since, at }] : []
      })
    },
    /** Rules were changed: what was on its way to an alarm counts anew. */
    forget() {
      watches.clear()
    },
  }
}

export type RuleWatch = ReturnType<typeof createRuleWatch>
