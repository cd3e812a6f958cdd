import { useTranslation } from 'react-i18next'
import type { SystemAlarm } from '#shared/contracts/system-monitor.ts'
import { StateMark } from '#web/components/state-mark.tsx'
import { Age } from '#web/components/time.tsx'

/** The system's own problems, now and this week. */
export function Troubles({ alarms }: { alarms: readonly SystemAlarm[] }) {
  const { t } = useTranslation('system-monitor')
  const certificate = (name: string) =>
    name === 'server' || name === 'broker' ? t($ => $.certificate[name]) : name
  const say = ({ kind, subject }: SystemAlarm) => {
    if (kind === 'backup') return t($ => $.trouble[subject === 'old' ? 'old' : 'failed'])
    return t($ => $.trouble[kind], { subject: kind === 'certificate' ? certificate(subject) : subject })
  }
  if (alarms.length === 0) return null
  return (
    <ul className="system-troubles" aria-label={t($ => $.troubles)}>
      {alarms.map(alarm => (
        <li key={alarm.id} className="card" data-over={alarm.clearedAt !== null || undefined}>
          <StateMark state={alarm.clearedAt === null ? 'alarm' : 'normal'} />
          <div>
            <strong>{say(alarm)}</strong>
            <span className="caption">
              {t($ => $.since)} <Age at={alarm.raisedAt} />
              {alarm.clearedAt !== null && (
                <>
                  {' · '}
                  {t($ => $.over)} <Age at={alarm.clearedAt} />
                </>
              )}
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
