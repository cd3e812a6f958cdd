import { useTranslation } from 'react-i18next'
import { priorityOf, type Rationale, rationaleOf } from '#shared/alarm-rationale.ts'
import type { Severity } from '#shared/signals.ts'
import type { Language } from '#shared/text.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { spanOf } from './time.tsx'
import './rationale.css'

const MINUTE = 60_000

interface Props {
  code: string
  level: Severity
  /** What to do; left out where it stands beside this. */
  action?: string | undefined
}

/** Why an alarm exists: usual cause, what follows, what to do, how soon somebody must act, and so its priority. */
export function AlarmRationale({ code, level, action }: Props) {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const why = rationaleOf(code)
  const within = useWithin()
  const rows = [
    ['cause', why.cause[language]],
    ['consequence', why.consequence[language]],
    ...(action === undefined ? [] : [['action', action] as const]),
    ['within', within(why, level)],
  ] as const
  return (
    <dl className="rationale num" aria-label={t($ => $.why.title)}>
      {rows.map(([key, said]) => (
        <div key={key}>
          <dt>{t($ => $.why[key])}</dt>
          <dd>{said}</dd>
        </div>
      ))}
    </dl>
  )
}

/** How soon somebody must act, and its priority; a note wants nobody. */
export function useWithin(): (why: Pick<Rationale, 'withinMin'>, level: Severity) => string {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }): Language => language)
  return ({ withinMin }, level) => {
    const priority = priorityOf(level)
    if (priority === 'note') return t($ => $.why.priorities.note)
    return `${spanOf(withinMin * MINUTE, language)} · ${t($ => $.why.priorities[priority])}`
  }
}
