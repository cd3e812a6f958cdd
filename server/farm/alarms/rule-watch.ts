import type { LatestState } from '../../telemetry/device-side.ts'
import { setBack, startWatch, type Watch, watchStep } from './delayed.ts'
import type { FarmRule } from './farm-rules.ts'

/** The value must come back inside the limit by this share of it before the alarm clears. */
const RETURN = 0.02
const MINUTE = 60_000

/** What a farm's rule makes due after a sample. */
export interface RuleVerdict {
  rule: FarmRule
  due: 'raise' | 'clear'
  value: number
  since: number | null
  /** Time of the sample, ms since 1970. */
  at: number
}

/** Where a value is in relation to a rule. */
export function standingOf({ direction, limit }: Pick<FarmRule, 'direction' | 'limit'>, value: number) {
  const beyond = direction === 'above' ? value - limit : limit - value
  return { breach: beyond > 0, back: beyond <= -Math.abs(limit) * RETURN }
}

/** Checks what a device reports against the rules of its farm. */
export function createRuleWatch() {
  /** By device and rule. */
  const watches = new Map<string, Watch>()
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
    /** Rules were changed: breaches on their way to an alarm start over. */
    forget() {
      watches.clear()
    },
  }
}

export type RuleWatch = ReturnType<typeof createRuleWatch>
