import { useTranslation } from 'react-i18next'
import { priorityOf, rationaleOf } from '#shared/alarm-rationale.ts'
import type { AlarmDetail } from '#shared/contracts/alarms.ts'
import { spanOf } from '#web/components/time.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import './alarm-rationale.css'

const MINUTE = 60_000

/** Why the alarm exists: usual cause, what follows, and how soon somebody must act; what to do stands above it. */
export function AlarmRationale({ alarm: { code, level } }: { alarm: Pick<AlarmDetail, 'code' | 'level'> }) {
  const { t } = useTranslation('alarms')
  const language = usePreferences(({ language }) => language)
  const { cause, consequence, withinMin } = rationaleOf(code)
  const priority = priorityOf(level)
  const rows = [
    ['cause', cause[language]],
    ['consequence', consequence[language]],
    [
      'within',
      priority === 'note'
        ? t($ => $.why.priorities.note)
        : `${spanOf(withinMin * MINUTE, language)} · ${t($ => $.why.priorities[priority])}`,
    ],
  ] as const
  return (
    <dl className="alarm-why num" aria-label={t($ => $.why.title)}>
      {rows.map(([key, said]) => (
        <div key={key}>
          <dt>{t($ => $.why[key])}</dt>
          <dd>{said}</dd>
        </div>
      ))}
    </dl>
  )
}
