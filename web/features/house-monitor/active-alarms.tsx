import { useTranslation } from 'react-i18next'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { alarmByMetric, alarms, severities } from '#shared/signals.ts'
import { StateMark } from '#web/components/state-mark.tsx'
import { Age } from '#web/components/time.tsx'
import { useReading, useTrueMetrics } from '#web/data/live/live.ts'
import { usePreferences } from '#web/data/preferences.ts'

const alarmMetrics = alarms.map(({ metric }) => metric)

/** What the controllers of a house warn of now, worst first. */
export function ActiveAlarms({ house }: { house: HouseOnMonitor }) {
  const { t } = useTranslation('house-monitor')
  const standing = useTrueMetrics(house.id, alarmMetrics)
    .map(metric => alarmByMetric.get(metric))
    .filter(alarm => alarm !== undefined)
    .sort((a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity))
  return (
    <section className="card monitor-card" aria-live="polite">
      <h2>
        {t($ => $.alarms)} <span className="caption num">{standing.length}</span>
      </h2>
      {standing.length === 0 ? (
        <p className="caption">{t($ => $.noAlarms)}</p>
      ) : (
        <ul className="alarms">
          {standing.map(({ metric, severity }) => (
            <Alarm key={metric} house={house} metric={metric} severity={severity} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface AlarmProps {
  house: HouseOnMonitor
  metric: string
  severity: (typeof severities)[number]
}

function Alarm({ house, metric, severity }: AlarmProps) {
  const { t } = useTranslation('house-monitor')
  const language = usePreferences(({ language }) => language)
  const reading = useReading(house.id, metric)
  const grave = severity === 'critical' || severity === 'emergency'
  const mark =
    house.state === 'offline' ? 'offline' : grave ? 'alarm' : severity === 'warning' ? 'watch' : 'pending'
  return (
    <li data-state={mark}>
      <StateMark state={mark} />
      <strong>{alarmByMetric.get(metric)?.label[language] ?? metric}</strong>
      <span>{t($ => $.levels[severity])}</span>
      {reading && <Age at={reading[1]} />}
    </li>
  )
}
