import { metricOfAlarm } from '#shared/alarms.ts'
import type { LatestState } from '../../telemetry/device-side.ts'
import type { KnownHouse } from '../house-state/house-directory.ts'
import type { NewAlarm } from './alarm-record.ts'
import { controllerFigures } from './controller-limits.ts'
import { factsOf } from './rules/facts.ts'
import { platformRules } from './rules/platform-rules.ts'

type Raised = Pick<NewAlarm, 'rule' | 'code' | 'source' | 'level' | 'value' | 'limit'>
type Figures = Pick<NewAlarm, 'value' | 'limit'>

/** Value and limit of an alarm as its device says now, at a moment in ms since 1970; as they were, where it says nothing. */
export function figuresNow(
  raised: Raised,
  house: KnownHouse | undefined,
  latest: LatestState | undefined,
  at: number,
): Figures {
  if (!house || !latest) return raised
  const { code, source } = raised
  const judged = judgedNow(raised, house, latest, at)
  const shown = latest.readings.get(metricOfAlarm(code) ?? '')?.value
  const limit = source === 'controller' ? controllerFigures(code, house, latest, at).limit : null
  return {
    value: judged?.value ?? (typeof shown === 'number' && Number.isFinite(shown) ? shown : raised.value),
    limit: judged?.limit ?? limit ?? raised.limit,
  }
}

/** What the platform's own rule sees now. */
function judgedNow({ rule, level }: Raised, house: KnownHouse, latest: LatestState, at: number) {
  const known = platformRules.find(({ id }) => id === rule)
  const read = (metric: string) => latest.readings.get(metric)?.value
  const judged = known?.judge(factsOf(house, read, at))
  const step = judged?.steps.find(each => each.level === level) ?? judged?.steps.at(-1)
  return judged && { value: judged.value, limit: step?.limit ?? null }
}
