import { useTranslation } from 'react-i18next'
import { rationaleOf } from '#shared/alarm-rationale.ts'
import { codeOfRule } from '#shared/alarm-rules.ts'
import type { AlarmSource } from '#shared/alarms.ts'
import { builtInAlarms } from '#shared/built-in-alarms.ts'
import type { AlarmRule } from '#shared/contracts/alarm-rules.ts'
import type { Severity } from '#shared/signals.ts'
import { AlarmRationale, useWithin } from '#web/components/rationale.tsx'
import { StateMark, stateOfLevel } from '#web/components/state-mark.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import './reasons-card.css'

const sources = ['platform', 'controller'] as const satisfies readonly AlarmSource[]

/** Why each rule exists: the farm's own that are listed above, then what is built in. */
export function ReasonsCard({ rules }: { rules: readonly AlarmRule[] }) {
  const { t } = useTranslation('alarm-rules')
  const language = usePreferences(({ language }) => language)
  return (
    <section className="card rule-reasons" aria-label={t($ => $.reasons.title)}>
      <h2>{t($ => $.reasons.title)}</h2>
      <p className="caption">{t($ => $.reasons.says)}</p>
      {rules.length > 0 && (
        <details className="rule-reasons-group" open>
          <summary>{t($ => $.reasons.own, { count: rules.length })}</summary>
          <ul>
            {rules.map(rule => (
              <Reason
                key={rule.id}
                name={rule.name}
                code={codeOfRule({ ...rule, condition: null })}
                level={rule.level}
                ownAction={rule.action}
              />
            ))}
          </ul>
        </details>
      )}
      {sources.map(source => {
        const those = builtInAlarms.filter(each => each.source === source)
        return (
          <details key={source} className="rule-reasons-group">
            <summary>{t($ => $.reasons[source], { count: those.length })}</summary>
            <ul>
              {those.map(({ code, label, level }) => (
                <Reason key={code} name={label[language]} code={code} level={level} />
              ))}
            </ul>
          </details>
        )
      })}
    </section>
  )
}

interface ReasonProps {
  name: string
  code: string
  level: Severity
  ownAction?: string
}

/** One rule: how soon somebody must act, and on a tap everything else. */
function Reason({ name, code, level, ownAction }: ReasonProps) {
  const language = usePreferences(({ language }) => language)
  const within = useWithin()
  const why = rationaleOf(code)
  return (
    <li>
      <details>
        <summary>
          <StateMark state={stateOfLevel[level]} /> <strong>{name}</strong>{' '}
          <span className="caption num">{within(why, level)}</span>
        </summary>
        <AlarmRationale code={code} level={level} action={ownAction || why.action[language]} />
      </details>
    </li>
  )
}
