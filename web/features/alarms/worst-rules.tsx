import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alarmLabel, metricOfAlarm, silences } from '#shared/alarms.ts'
import type { AlarmFigures, WorstRule } from '#shared/contracts/alarm-figures.ts'
import { alarmRules } from '#shared/contracts/alarm-rules.ts'
import { doubtOfCode } from '#shared/probe-doubts.ts'
import { alarmByMetric } from '#shared/signals.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { serverNow } from '#web/data/clock.ts'
import { usePreferences, useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { BetterRuleCard } from './better-rule.tsx'
import './worst-rules.css'

const DAY_MS = 86_400_000

/** The rules that ring most, each with its share and what to mend. */
export function WorstRules({ data, days }: { data: AlarmFigures; days: number }) {
  const { t } = useTranslation('alarms')
  const percent = usePercent()
  const share = data.worst.reduce((sum, each) => sum + each.share, 0)
  return (
    <section className="card alarm-card" aria-labelledby="worst-rules">
      <h2 id="worst-rules">
        {t($ => $.figures.worst)}{' '}
        {data.worst.length > 0 && (
          <span className="caption num">{t($ => $.figures.worstSays, { share: percent(share) })}</span>
        )}
      </h2>
      {data.worst.length === 0 ? (
        <p className="caption">{t($ => $.figures.empty)}</p>
      ) : (
        <ol className="worst-rules">
          {data.worst.map(rule => (
            <Worst key={`${rule.code} ${rule.ruleId}`} rule={rule} days={days} />
          ))}
        </ol>
      )}
    </section>
  )
}

function usePercent(): (share: number) => string {
  const language = usePreferences(({ language }) => language)
  const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
  return share => format.format(share)
}

const ofController: ReadonlySet<string> = new Set([...alarmByMetric.values()].map(({ code }) => code))

/** What helps against a rule that rings too often, where no limit can be proposed. */
function mendOf(code: string): 'NoData' | 'probe' | 'controller' | 'platform' {
  if (silences.includes(code)) return 'NoData'
  if (doubtOfCode(code)) return 'probe'
  // A failure or a fall-out has no limit that could be set.
  return ofController.has(code) && metricOfAlarm(code) !== null ? 'controller' : 'platform'
}

function Worst({ rule, days }: { rule: WorstRule; days: number }) {
  const { t } = useTranslation('alarms')
  const { language, units } = useReader()
  const { setSearch } = useScreen()
  const percent = usePercent()
  const mayMend = useMayCall(alarmRules.better)
  const [isOpen, setOpen] = useState(false)
  const { code, ruleId, ruleName, customer, alarms, share, judged, noise, chattering, night } = rule
  const facts = [
    customer,
    ruleName === null ? t($ => $.figures.builtIn) : t($ => $.figures.ownRule, { name: ruleName }),
    judged > 0 && `${t($ => $.figures.inVain)} ${t($ => $.figures.ofClosed, { noise, judged })}`,
    night > 0 && t($ => $.figures.woke, { count: night }),
    chattering > 0 && `${t($ => $.figures.chatters)} ${chattering.toLocaleString(language)}`,
  ]
  const show = () =>
    setSearch(
      { figures: undefined, days: undefined, alarmCode: code, from: String(serverNow() - days * DAY_MS) },
      { push: true },
    )
  return (
    <li>
      <div className="split wrap">
        <div>
          <strong>{alarmLabel(code, units)[language]}</strong>
          <small className="num">{facts.filter(Boolean).join(' · ')}</small>
        </div>
        <div className="row wrap num">
          <span>
            {alarms.toLocaleString(language)} · {percent(share)}
          </span>
          <Button size="small" onClick={show}>
            {t($ => $.figures.show)}
          </Button>
          {ruleId !== null && mayMend && (
            <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t($ => $.figures.better)}
            </Button>
          )}
        </div>
      </div>
      {ruleId === null && <p className="caption">{t($ => $.figures.mends[mendOf(code)])}</p>}
      {isOpen && ruleId !== null && <BetterRuleCard id={ruleId} />}
    </li>
  )
}
