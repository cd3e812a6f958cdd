import { useTranslation } from 'react-i18next'
import { useFromReadings } from '#web/data/live/live.ts'
import { fanMetric } from './equipment.ts'
import { type FanState, fanStateOf } from './states.ts'
import { useStable } from './use-stable.ts'

/** The fan groups in words, for whoever does not see them turn: how many run, then each with its state. */
export function FansSaid({ iotId, groups }: { iotId: string | null; groups: readonly number[] }) {
  const { t } = useTranslation('house-monitor')
  const metrics = useStable(groups.flatMap(group => [fanMetric(group), faultOf(group)]))
  const states = useFromReadings(iotId, metrics, readingOf =>
    groups.map(group => fanStateOf(readingOf(fanMetric(group)), readingOf(faultOf(group)))).join(),
  )
  if (groups.length === 0) return null
  const known = states.split(',') as FanState[]
  const running = known.filter(state => state === 'on').length
  return (
    <div className="visually-hidden">
      <p>{t($ => $.fansRunning, { count: running, all: groups.length })}</p>
      <ul aria-label={t($ => $.fans)}>
        {groups.map((group, i) => (
          <li key={group}>
            {t($ => $.fanGroupIs, { group, state: t($ => $.fanStates[known[i] ?? 'unknown']) })}
          </li>
        ))}
      </ul>
    </div>
  )
}

const faultOf = (group: number): string => `Alarm/FanGroupFault${group}`
