import { useTranslation } from 'react-i18next'
import type { SystemAlarm } from '#shared/contracts/system-monitor.ts'
import { StateMark } from '#web/components/state-mark.tsx'
import { Age } from '#web/components/time.tsx'

/** What is wrong with the system itself, and what was this week. */
export function Troubles({ alarms }: { alarms: readonly SystemAlarm[] }) {
  const { t } = useTranslation('system-monitor')
  const certificate = (name: string) =>
    name === 'server' || name === 'broker' ? t($ => $.certificate[name]) : name
  if (alarms.length === 0) return null
  return (
    <ul className="system-troubles" aria-label={t($ => $.troubles)}>
      {alarms.map(({ id, kind, subject, raisedAt, clearedAt }) => (
        <li key={id} className="card" data-over={clearedAt !== null || undefined}>
          <StateMark state={clearedAt === null ? 'alarm' : 'normal'} />
          <div>
            <strong>
              {t($ => $.trouble[kind], { subject: kind === 'certificate' ? certificate(subject) : subject })}
            </strong>
            <span className="caption">
              {t($ => $.since)} <Age at={raisedAt} />
              {clearedAt !== null && (
                <>
                  {' · '}
                  {t($ => $.over)} <Age at={clearedAt} />
                </>
              )}
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
