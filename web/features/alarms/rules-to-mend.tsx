import { useTranslation } from 'react-i18next'
import { alarmLabel, silences } from '#shared/alarms.ts'
import type { CountedRule } from '#shared/contracts/alarm-figures.ts'
import { alarmRules, silenceLimits } from '#shared/contracts/alarm-rules.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { ScreenLink } from '#web/components/screen-link.tsx'
import { serverNow } from '#web/data/clock.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'

const DAY_MS = 86_400_000

/** Where a rule is changed; what has no limit here leads to its alarms, which say what to mend. */
function useMendingPlace(days: number): (rule: CountedRule) => string {
  const mayChange = useMayCall(alarmRules.update)
  const mayWait = useMayCall(silenceLimits.limits)
  return ({ code, ruleId }) => {
    if (ruleId !== null && mayChange) return hrefOf(paths.alarmRules, { id: ruleId })
    if (silences.includes(code) && mayWait) return paths.alarmRules
    return hrefOf(paths.alarms, { alarmCode: code, from: String(serverNow() - days * DAY_MS) })
  }
}

/** The rules by which a figure misses its goal, each with its alarms, leading to where it is changed. */
export function RulesToMend({ rules, days }: { rules: readonly CountedRule[]; days: number }) {
  const { t } = useTranslation('alarms')
  const { language, units } = useReader()
  const placeOf = useMendingPlace(days)
  if (rules.length === 0) return null
  return (
    <ul className="rules-to-mend" aria-label={t($ => $.figures.toMend)}>
      {rules.map(rule => (
        <li key={`${rule.code} ${rule.ruleId}`}>
          <ScreenLink to={placeOf(rule)}>
            <span>
              {[rule.ruleName ?? alarmLabel(rule.code, units)[language], rule.customer]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <span className="num">{rule.alarms.toLocaleString(language)}</span>
          </ScreenLink>
        </li>
      ))}
    </ul>
  )
}
