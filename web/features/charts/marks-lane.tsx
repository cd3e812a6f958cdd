import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { alarmAddress } from '#shared/alarm-address.ts'
import { alarmLabel } from '#shared/alarms.ts'
import type { AlarmMark } from '#shared/contracts/houses.ts'
import { momentOf } from '#shared/dates.ts'
import { paths } from '#shared/screens.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { spanOf } from '#web/components/time.tsx'
import { useReader } from '#web/data/preferences.ts'
import type { Mark } from './marks.ts'

/** Level, name, time and duration, as one line. */
export function useAlarmWords(timeZone: string): (alarm: AlarmMark) => string {
  const { t } = useTranslation('charts')
  const { language, units } = useReader()
  return ({ code, level, condition, raisedAt, clearedAt }) => {
    const span = clearedAt && spanOf(Date.parse(clearedAt) - Date.parse(raisedAt), language)
    const how = span ?? (condition === 'cleared' ? null : t($ => $.stands))
    const words = [
      t($ => $.levels[level]),
      alarmLabel(code, units)[language],
      momentOf(new Date(raisedAt), language, timeZone),
    ]
    return [...words, how].filter(Boolean).join(' · ')
  }
}

/** The alarms above the plot, each with its text and a link. */
export function MarksLane({
  marks,
  timeZone,
  inset,
}: {
  marks: readonly Mark[]
  timeZone: string
  inset: [number, number]
}) {
  const { t } = useTranslation('charts')
  const { open, exists } = useScreen()
  const wordsOf = useAlarmWords(timeZone)
  const isLinked = exists(paths.alarms)
  return (
    <div className="chart-lane" style={{ marginLeft: inset[0], marginRight: inset[1] }}>
      {marks.map(({ place, alarms, isGrave }) => {
        const [first] = alarms
        const says = alarms.slice(0, 8).map(wordsOf)
        const more = alarms.length - says.length
        return (
          <Tooltip
            key={first?.id}
            title={
              <>
                {says.map(line => (
                  <div key={line}>{line}</div>
                ))}
                {more > 0 && <div>{t($ => $.moreAlarms, { count: more })}</div>}
              </>
            }
          >
            <button
              type="button"
              className="chart-mark"
              style={{ left: `${place * 100}%` }}
              aria-label={says.join('; ')}
              onClick={() => isLinked && first && open(alarmAddress(first))}
            >
              <StateMark state={isGrave ? 'alarm' : 'watch'} />
              {alarms.length > 1 && <b className="num">{alarms.length}</b>}
            </button>
          </Tooltip>
        )
      })}
    </div>
  )
}
